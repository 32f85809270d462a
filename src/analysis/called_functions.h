// Which functions the calls through pointers are expected to reach.
//
// Function addresses are followed through registers, arguments and results; memory is one place for all
// of them, except that virtual tables are read by offset. That is quick, and good enough to tell that the
// destructor of a thread-local variable is not the thread's own function. Arithmetic on code addresses and
// other tricks are not followed: the machine notices a call that nobody expected
// (Machine::met_unexpected_call), and nothing is concluded from such a run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program/program.h"

namespace heddle {

// Fills Program::indirect_calls.
void find_called_functions(Program& program);

}  // namespace heddle
