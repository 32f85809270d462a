// The heddle command.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "cli/command_line.h"

namespace {

using namespace heddle;

// heddle cc ..., or by the name of a link to heddle: build tools want the path of a compiler.
int run(const std::string& name, std::vector<std::string> arguments) {
  if (name == "heddle-cc" || name == "heddle-c++")
    return run_as_compiler(name == "heddle-c++", arguments);
  if (!arguments.empty() && (arguments[0] == "cc" || arguments[0] == "c++")) {
    const bool is_cxx = arguments[0] == "c++";
    arguments.erase(arguments.begin());
    return run_as_compiler(is_cxx, arguments);
  }
  return Invocation(arguments).run();
}

}  // namespace

int main(int argc, char** argv) {
  return exit_code_of(
      [&] { return run(std::filesystem::path(argv[0]).filename(), {argv + 1, argv + argc}); });
}
