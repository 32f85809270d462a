// Continuations: what a call frame's place in the code means, as a hash of all that may happen from there.
//
// Two frames that stand at different places, even in different versions of a program, are the same if the
// code they may still run is: the graph of instructions that can be reached, with registers named in the
// order of their use, constants by what they are, and the functions it calls with all that they call. What
// lies behind a thread does not count any more. So a fingerprint says: everything that may happen from
// here (docs/decisions/005-a-fingerprint-means-the-future.md).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program/program.h"

namespace heddle {

// Replaces Program::positions, puts the live registers of each Point in the order of their use, and fills
// Global::key and Program::indirect_calls on the way.
void set_continuations(Program& program);

}  // namespace heddle
