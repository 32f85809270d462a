// Field access analysis: what a thread may still read and write.
//
// Backward and flow-sensitive. For each place it collects the accesses up to the return of the
// function, calls and started threads included (phase one); what the callers do afterwards is
// added from the thread's real call stack when asked (sensitive), or from all possible callers
// beforehand (callee, insensitive).
//
// Paper: [ParizekLhotak-SCP], Section 5, Figures 7, 9 and 10.
// Differs: - fields are locations of abstract objects (locations.h), not names;
//          - an access through a register is kept as "through this register" for as long as the
//            register keeps its value, across calls as "through this argument". Where a thread
//            stands, the register's value is known, and with it the very object
//            ([Parizek-TR15], Section 2.3, does so for array indices). Only where the register gets
//            a value that is not known yet, the points-to set takes its place;
//          - where the register gets a block that was allocated just then, the access is dropped:
//            no object that exists beforehand can be meant;
//          - insensitive: what may follow a return is the same for all places of a function.
// Names: before1 -> Future at a place, before2 -> with after_return_, before0 -> Insensitive
//
// Must-lock analysis, in the same pass: which mutexes a thread must have locked before it can come to an
// access. While somebody else holds one of them, the access cannot happen.
//
// Paper: [ParizekJancik-SPIN14], Sections 3 (patterns 2 and 3), 4.3 and 4.7.
// Differs: one backward pass instead of two with a graph of accesses in between: a lock adds its mutex
//          to the guards of all that follows. A mutex that is a member of an object needs no pattern
//          of its own: it is known by the register that holds the object's address, and that value
//          is read from the thread's frame. lock_guard and unique_lock keep a pointer to the mutex in
//          memory; it is followed back to where it was stored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts.h"
#include "analysis/points_to.h"

namespace heddle {

// Fills futures, future_at and future_at_entry; facts.locations is needed.
void analyse_field_accesses(const Program& program, const PointsTo& points_to, Facts& facts);

}  // namespace heddle
