// A command line of heddle: which subcommand, and how errors become exit codes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "cli/commands.h"

namespace heddle {

// What the arguments ask for, ready to run.
class Invocation {
 public:
  // Throws UsageError. The arguments are those after the program's name.
  explicit Invocation(const std::vector<std::string>& arguments);
  Invocation(const Invocation&) = delete;
  Invocation& operator=(const Invocation&) = delete;

  const Options& options() const { return command_line_.options; }
  int run() { return command_line_.run(); }

 private:
  CLI::App app_;
  CommandLine command_line_;
};

// heddle cc and heddle c++.
int run_as_compiler(bool is_cxx, const std::vector<std::string>& arguments);

// Runs it; tells what it throws on standard error, with the exit code for that.
int exit_code_of(const std::function<int()>& action);

}  // namespace heddle
