// What a check starts with: the program's main, or one of the tests found in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle {

// One HEDDLE_TEST, or one TEST of GoogleTest.
struct TestEntry {
  std::string name;
  std::string file;
  uint32_t line = 0;
  llvm::Function* body = nullptr;
};

// In the order of the files and of the lines in them. Throws InputError if two have the same name.
std::vector<TestEntry> tests_in(const llvm::Module& module);

// Either may be called again and again on one module.
void start_with_main(llvm::Module& module, std::vector<std::string> arguments);
// A main that calls RUN_ALL_TESTS runs around the test; any other main does not run.
void start_with_test(llvm::Module& module, const TestEntry& test,
                     const std::vector<std::string>& arguments);

}  // namespace heddle
