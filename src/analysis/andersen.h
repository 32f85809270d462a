// Andersen's inclusion-based pointer analysis: exhaustive, context-insensitive, field-sensitive.
//
// Every register is a node, and every word of an object that is read or written; a node's set is what
// it may point to. Copies are edges; loads, stores and calls through pointers add edges as the sets
// grow, until nothing changes.
//
// Paper: [ParizekLhotak-SCP], Section 5.5, the first of its four variants.
// Differs: - it works on bytecode, where a field is an offset: casts, unions and memcpy need no rules
//            of their own;
//          - arithmetic on pointers and integers that may hold them leads anywhere in the objects
//            involved; only the difference of two pointers and remainders are taken to be numbers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/points_to.h"

namespace heddle {

PointsTo andersen(const Program& program);

}  // namespace heddle
