// Andersen's inclusion-based pointer analysis: exhaustive, field-sensitive, with or without contexts.
//
// Every register is a node, and every word of an object that is read or written; a node's set is what
// it may point to. Copies are edges; loads, stores and calls through pointers add edges as the sets
// grow, until nothing changes.
//
// With contexts, each function is analysed apart for each chain of call sites that leads to it, up to a
// length: list nodes of different lists then stay apart, although the same library code links them.
//
// A virtual function is called for one receiver after the other, with those objects alone whose table names it:
// otherwise all that std::thread starts would be started with the objects of all threads.
//
// Paper: [ParizekLhotak-SCP], Section 5.5, the exhaustive variants.
// Differs: - it works on bytecode, where a field is an offset: casts and unions need no rules of their own;
//          - arithmetic on pointers and integers that may hold them leads anywhere in the objects
//            involved; only the distance of two pointers, remainders, indices and what is narrower than a
//            pointer are taken to be numbers, unless the latter are stored as such or put together;
//          - a copy of unknown length goes over the value that begins where it does, element by element if the
//            length is a multiple of a size;
//          - functions for all types of elements (those that link the nodes of lists and trees) are analysed for
//            each caller, also without contexts;
//          - contexts are call sites for member functions, too: the receiver's own fields are known
//            from the thread's registers anyway (field_access.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/points_to.h"

namespace heddle {

// `depth`: the length of contexts; 0 for none.
PointsTo andersen(const Program& program, unsigned depth);

// The same answers, but found when asked for, in at most so many steps each; see demand_graph.h.
inline constexpr size_t kStepsPerQuery = 10'000;
PointsTo demand_driven(const Program& program, unsigned depth, size_t budget = kStepsPerQuery);

}  // namespace heddle
