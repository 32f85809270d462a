// How a build links its executables and libraries, read from what CMake generates: link.txt in the folder of each
// target (Makefiles) or build.ninja (Ninja).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

namespace heddle {

struct LinkStep {
  std::string target;  // CMake's name
  std::string output;  // absolute
  std::string directory;  // what the arguments are relative to
  std::vector<std::string> arguments;  // objects, libraries and flags, in the linker's order
  bool is_shared_library = false;
};

// `object_folders` are the folders CMakeFiles/<target>.dir in which objects lie.
std::vector<LinkStep> read_link_steps(const std::string& build_folder,
                                      const std::set<std::string>& object_folders);

// The content of link.txt; several commands, of which one links or archives.
LinkStep parse_link_text(const std::string& text, const std::string& target,
                         const std::string& directory);
std::vector<LinkStep> parse_ninja(const std::string& text, const std::string& directory);

// The name of the target whose objects lie in CMakeFiles/<target>.dir; empty if the path is no such folder.
std::string target_of_folder(const std::string& folder);

// One thing on a linker's command line.
struct LinkArgument {
  std::string path;  // absolute; for -lname just that
  bool is_whole = false;  // between --whole-archive and --no-whole-archive
  size_t group = 0;  // between --start-group and --end-group: 1, 2, ...
};

// `-lname` becomes a path if one of `outputs` is libname.a in a folder named by -L.
std::vector<LinkArgument> parse_link_arguments(const LinkStep& step,
                                               const std::set<std::string>& outputs);

}  // namespace heddle
