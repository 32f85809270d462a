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
//            ([Parizek-TR], Section 2.3, does so for array indices). Only where the register gets
//            a value that is not known yet, the points-to set takes its place;
//          - where the register gets a block that was allocated just then, the access is dropped:
//            no object that exists beforehand can be meant;
//          - insensitive: what may follow a return is the same for all places of a function.
// Names: before1 -> Future at a place, before2 -> with after_return_, before0 -> Insensitive
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/facts.h"
#include "analysis/points_to.h"

namespace heddle {

// Fills futures, future_at and future_at_entry; facts.locations is needed.
void analyse_field_accesses(const Program& program, const PointsTo& points_to, Facts& facts);

// Must-lock analysis: what a thread may access before it locks its next mutex, and which that is.
// While somebody else holds that mutex, the thread cannot get any further.
//
// Paper: [ParizekJancik-SPIN'14], Sections 3 (patterns 2 and 3) and 4.3, 4.7.
// Differs: one backward analysis instead of two with a graph of accesses in between: the accesses up
//          to the first lock of each path are collected directly. A mutex that is a member of an object
//          needs no pattern of its own: it is known by the register that holds the object's address,
//          and that value is read from the thread's frame.
// Fills until_lock_at and until_lock_at_entry.
void analyse_first_locks(const Program& program, const PointsTo& points_to, Facts& facts);

}  // namespace heddle
