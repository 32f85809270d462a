// Allocators: functions that return a block nobody has seen before.
//
// malloc, operator new, std::allocator::allocate and a user's own factories all lead to one Allocate
// instruction. Naming heap objects by that instruction would make all of them one; so a block is named
// by the call that leaves the innermost function which is no allocator. The machine names the blocks
// it makes in the same way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program/program.h"

namespace heddle {

// Sets Function::is_allocator: every value the function returns comes from an Allocate during the
// call, or is null.
void mark_allocators(Program& program);

}  // namespace heddle
