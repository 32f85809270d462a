// The files that preprocessed text came from, as its line markers (# 1 "file" 1 3) tell.
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

}  // namespace heddle
