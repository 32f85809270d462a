// SPDX-License-Identifier: Apache-2.0
#include "pipeline/load.h"

#include <algorithm>

#include "analysis/allocators.h"
#include "frontend/compile.h"
#include "frontend/start.h"
#include "lower/lower.h"
#include "support/invariant.h"

namespace heddle {

struct LoadedSources::Parts {
  llvm::LLVMContext context;
  PreparedProgram prepared;
  std::vector<std::string> arguments;
};

LoadedSources::LoadedSources(const Options& options) : parts_(std::make_unique<Parts>()) {
  parts_->arguments = options.arguments;
  parts_->prepared = load_program(parts_->context, {.inputs = options.inputs,
                                                    .clang_flags = options.clang_flags,
                                                    .runtime_file = options.runtime_file,
                                                    .include_directory = options.include_directory,
                                                    .compile_commands = options.compile_commands,
                                                    .target = options.target,
                                                    .cache_folder = options.cache_folder,
                                                    .gtest = options.gtest});
}

LoadedSources::~LoadedSources() = default;

std::vector<TestName> LoadedSources::tests() const {
  std::vector<TestName> names;
  for (const TestEntry& test : tests_in(*parts_->prepared.module))
    names.push_back({test.name, test.file, test.line});
  return names;
}

Program LoadedSources::program_of_main() {
  start_with_main(*parts_->prepared.module, parts_->arguments);
  return lowered();
}

Program LoadedSources::program_of_test(const std::string& name) {
  const std::vector<TestEntry> tests = tests_in(*parts_->prepared.module);
  const auto test =
      std::find_if(tests.begin(), tests.end(), [&](const TestEntry& t) { return t.name == name; });
  if (test == tests.end()) throw InputError("there is no test called " + name);
  start_with_test(*parts_->prepared.module, *test, parts_->arguments);
  return lowered();
}

Program LoadedSources::lowered() const {
  Program program = lower(*parts_->prepared.module, parts_->prepared.user_functions);
  program.assumptions = parts_->prepared.assumptions;
  mark_allocators(program);
  return program;
}

Program load(const Options& options) {
  LoadedSources sources(options);
  return options.test.empty() ? sources.program_of_main() : sources.program_of_test(options.test);
}

}  // namespace heddle
