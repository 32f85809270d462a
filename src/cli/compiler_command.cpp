// heddle cc and heddle c++ as the list of commands shows them. Their arguments are the compiler's own, so main hands
// them on before any option is parsed.
// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

namespace heddle {

void add_compiler_commands(CLI::App& app) {
  app.add_subcommand("cc", "compile and link C like clang, so that the result can be checked");
  app.add_subcommand("c++", "the same for C++: CXX=\"heddle c++\" cmake ...");
}

}  // namespace heddle
