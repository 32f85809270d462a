// compile_commands.json: how each source of a project is compiled.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace heddle {

struct CompileCommand {
  std::string file;  // absolute
  std::string directory;  // absolute
  std::vector<std::string> arguments;  // the compiler first
  std::string output;  // absolute; empty if the entry does not tell
};

// Reads both forms of an entry, "command" and "arguments"; throws InputError.
std::vector<CompileCommand> read_compile_commands(const std::string& database);
std::vector<CompileCommand> parse_compile_commands(const std::string& text,
                                                   const std::string& database);

// The entries whose files match at least one of the patterns. A pattern is seen from `folder`; one that matches
// nothing there is compared with the ends of the files' paths. Throws InputError for one that matches nothing.
std::vector<CompileCommand> select_files(const std::vector<CompileCommand>& commands,
                                         const std::vector<std::string>& patterns,
                                         const std::string& folder);

}  // namespace heddle
