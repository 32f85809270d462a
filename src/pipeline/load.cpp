// SPDX-License-Identifier: Apache-2.0
#include "pipeline/load.h"

#include <algorithm>
#include <optional>

#include "analysis/allocators.h"
#include "analysis/global_keys.h"
#include "analysis/places.h"
#include "frontend/process.h"
#include "frontend/start.h"
#include "lower/lower.h"
#include "pipeline/frontend_options.h"
#include "support/invariant.h"

namespace heddle {

struct LoadedSources::Parts {
  llvm::LLVMContext context;
  PreparedProgram prepared;
  std::vector<std::string> arguments;
};

LoadedSources::LoadedSources(const Options& options)
    : LoadedSources(frontend_options(options), options.arguments) {}

LoadedSources::LoadedSources(const FrontendOptions& frontend, std::vector<std::string> arguments)
    : parts_(std::make_unique<Parts>()) {
  parts_->arguments = std::move(arguments);
  parts_->prepared = load_program(parts_->context, frontend);
}

LoadedSources::~LoadedSources() = default;

std::vector<TestName> LoadedSources::tests() const {
  std::vector<TestName> names;
  for (const TestEntry& test : tests_in(*parts_->prepared.module))
    names.push_back({test.name, test.file, test.line});
  return names;
}

Program LoadedSources::program_of_main(const AddressPlan* plan) {
  start_with_main(*parts_->prepared.module, parts_->arguments);
  return lowered(plan);
}

Program LoadedSources::program_of_test(const std::string& name, const AddressPlan* plan) {
  const std::vector<TestEntry> tests = tests_in(*parts_->prepared.module);
  const auto test =
      std::find_if(tests.begin(), tests.end(), [&](const TestEntry& t) { return t.name == name; });
  if (test == tests.end()) throw InputError("there is no test called " + name);
  start_with_test(*parts_->prepared.module, *test, parts_->arguments);
  return lowered(plan);
}

// A plan speaks of variables by their keys, which are known only when the program has been lowered once.
Program LoadedSources::lowered(const AddressPlan* plan) const {
  const PreparedProgram& prepared = parts_->prepared;
  Program program = lower(*prepared.module, prepared.user_functions);
  if (plan) {
    set_global_keys(program);
    const auto numbers = numbers_by(*plan, program);
    if (numbers && !numbers->change_nothing())
      program = lower(*prepared.module, prepared.user_functions, &*numbers);
  }
  program.assumptions = prepared.assumptions;
  mark_allocators(program);
  set_places(program);
  return program;
}

namespace {

struct Ahead {
  std::string name;
  Program program;
};

std::optional<Ahead>& ahead() {
  static std::optional<Ahead> loaded;
  return loaded;
}

// All that the program depends on besides its files.
std::string name_of_program(const Options& options) {
  std::string name;
  for (const std::vector<std::string>* list :
       {&options.inputs, &options.clang_flags, &options.arguments}) {
    for (const std::string& text : *list) (name += text) += '\0';
    name += '\n';
  }
  for (const std::string* text : {&options.test, &options.runtime_file, &options.include_directory,
                                  &options.compile_commands, &options.target})
    (name += *text) += '\0';
  return name + (options.gtest ? "gtest" : "");
}

Program program_of(LoadedSources& sources, const Options& options, const AddressPlan* plan) {
  return options.test.empty() ? sources.program_of_main(plan)
                              : sources.program_of_test(options.test, plan);
}

Program load_now(const Options& options, const AddressPlan* plan) {
  LoadedSources sources(options);
  return program_of(sources, options, plan);
}

}  // namespace

Program load(const Options& options, const AddressPlan* plan) {
  if (!plan && ahead() && ahead()->name == name_of_program(options)) return ahead()->program;
  return load_now(options, plan);
}

Program load_with(const Options& options, const FrontendOptions& frontend) {
  LoadedSources sources(frontend, options.arguments);
  return program_of(sources, options, nullptr);
}

void load_ahead(const Options& options) {
  ahead().reset();
  ahead() = Ahead{name_of_program(options), load_now(options, nullptr)};
}

std::vector<std::string> source_files(const Options& options) {
  const FrontendOptions frontend = frontend_options(options);
  std::vector<std::string> files;
  if (!options.compile_commands.empty()) files.push_back(absolute_path(options.compile_commands));
  for (const LinkInput& input : find_parts(frontend).inputs) {
    if (!input.binary.empty()) files.push_back(absolute_path(input.binary));
    for (const Unit& unit : input.units) {
      const std::vector<std::string> of_unit = files_of(unit, frontend);
      files.insert(files.end(), of_unit.begin(), of_unit.end());
    }
  }
  return files;
}

}  // namespace heddle
