// From source files to Programs: one for the program's main, or one for each of its tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pipeline/options.h"
#include "program/address_plan.h"
#include "program/program.h"
#include "result/test_result.h"

namespace heddle {

struct FrontendOptions;

// The sources, compiled and linked once.
class LoadedSources {
 public:
  explicit LoadedSources(const Options& options);
  LoadedSources(const FrontendOptions& frontend, std::vector<std::string> arguments);
  ~LoadedSources();

  std::vector<TestName> tests() const;
  // With addresses as in the plan, if there is one and they can be had.
  Program program_of_main(const AddressPlan* plan = nullptr);
  // Throws InputError if there is no such test.
  Program program_of_test(const std::string& name, const AddressPlan* plan = nullptr);

 private:
  Program lowered(const AddressPlan* plan) const;

  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// What the options ask for: main, or the test they name.
Program load(const Options& options, const AddressPlan* plan = nullptr);
// The same, compiled in another way than the options say.
Program load_with(const Options& options, const FrontendOptions& frontend);
// Loads it once and for all: from now on load() returns a copy of it to whoever asks for the same without a plan. Whoever calls this
// answers for the files' not changing.
void load_ahead(const Options& options);

// The files that make up the program, with the user's headers; absolute.
std::vector<std::string> source_files(const Options& options);

}  // namespace heddle
