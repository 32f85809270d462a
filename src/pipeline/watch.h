// Checks a program again whenever one of its files is saved.
//
// Each check is a process of its own, so that one that an edit made obsolete can be ended at any moment, also
// while it compiles; what it would have stored is then not stored. So is whoever finds out which files the program
// has, and the command that is told of errors: nothing keeps us from noticing the next edit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace heddle {

struct WatchOptions {
  std::vector<std::string> command;  // one check
  std::string on_error;  // for the shell, with the report as its input
  bool is_terminal = false;  // the screen is cleared for each report
  bool is_quiet = false;  // verdicts only
  std::function<std::vector<std::string>()> files;  // to be watched; may change with an edit
  std::vector<std::string> include_folders;  // where headers may appear; absolute
  std::function<bool()> is_interrupted;
};

// Until it is interrupted. Throws InputError if there is no program to begin with.
void watch(const WatchOptions& options);

}  // namespace heddle
