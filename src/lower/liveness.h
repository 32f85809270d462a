// Which registers still matter where a thread can stand at a choice.
//
// Dead registers must not tell two states apart, and need not be saved. Computed once, backwards over
// each function's bytecode.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program/program.h"

namespace heddle {

// Fills Program::live_slots and live_ranges.
void compute_liveness(Program& program);

}  // namespace heddle
