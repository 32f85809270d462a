// From source files to Programs: one for the program's main, or one for each of its tests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pipeline/options.h"
#include "program/program.h"
#include "result/test_result.h"

namespace heddle {

// The sources, compiled and linked once.
class LoadedSources {
 public:
  explicit LoadedSources(const Options& options);
  ~LoadedSources();

  std::vector<TestName> tests() const;
  Program program_of_main();
  // Throws InputError if there is no such test.
  Program program_of_test(const std::string& name);

 private:
  Program lowered() const;

  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// What the options ask for: main, or the test they name.
Program load(const Options& options);

}  // namespace heddle
