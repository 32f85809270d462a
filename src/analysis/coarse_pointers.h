// Pointers without an analysis: a register may point anywhere that a pointer may lead to.
//
// The coarsest sound answer, and what the others are measured against. Only a variable whose address is used
// for nothing but its own accesses is known to be out of reach; a call through a pointer may go to any
// function whose address is used otherwise and that takes as many arguments.
//
// Paper: [ParizekLhotak-SCP], Section 5, before points-to information is added in Section 5.5.
// Differs: fields are told apart there by their names, which bytecode does not have.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/points_to.h"

namespace heddle {

PointsTo coarse_pointers(const Program& program);

}  // namespace heddle
