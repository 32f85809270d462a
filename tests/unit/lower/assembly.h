// What the tests of lowering share: LLVM assembly becomes a Program, and the Program is run.
//
// Running it is the point: the tests say what a program means, not which instructions it becomes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "program/program.h"

namespace heddle::testing {

// `assembly` defines i32 @test(); the program starts there and exits with its result.
Program lower_assembly(const std::string& assembly);
// Runs @test. Fails the test if the program ends otherwise than with its result.
uint32_t run_assembly(const std::string& assembly);
// The same for a body of @test that is one block, without the function's head.
uint32_t run_block(const std::string& block);

const Function& function_named(const Program& program, const std::string& name);

}  // namespace heddle::testing
