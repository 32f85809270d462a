// The files that a compiler read: as the line markers of preprocessed text tell (# 1 "file" 1 3), or a rule for make.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

struct MarkedFile {
  std::string path;  // as the compiler names it
  bool is_system = false;  // a header of the system
};

// Each file once, in the order they appear.
std::vector<MarkedFile> files_in_markers(std::string_view text);

// What the first target of a makefile, as -MD writes it, is made of.
std::vector<std::string> files_in_rule(std::string_view text);

}  // namespace heddle
