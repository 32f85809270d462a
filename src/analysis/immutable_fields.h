// Immutable fields: locations that nobody writes once other threads can reach them.
//
// A location is immutable if, wherever the program may write it, the object has not escaped from the thread that
// made it (escape_flow.h), or no other thread has been started yet. Whoever reads it later finds the same
// value whenever he does.
//
// Paper: [ParizekLhotak-SCP], Section 6.3.
// Differs: - a field is a location of an abstract object: a member may be immutable in objects from one place
//            and not in others; variables with static lifetime count as well;
//          - the end of an object is told apart from a write. In Java objects do not end; here a read still
//            needs a choice if somebody may free the object before (`lasting` says that nobody may), but
//            not because others initialise objects of their own.
// The machine knows which objects are shared, and reduction/hybrid.h checks what is claimed here.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/escape_flow.h"
#include "analysis/facts.h"
#include "analysis/points_to.h"

namespace heddle {

// Fills facts.immutable and facts.lasting; facts.locations is needed.
void find_immutable_fields(const Program& program, const PointsTo& points_to, EscapeFlow& flow,
                           Facts& facts);

}  // namespace heddle
