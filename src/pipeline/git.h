// Runs git.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace heddle {

struct GitResult {
  int code;
  std::string output;
  std::string messages;
};

// In a folder, with an index of one's own if one is named.
GitResult run_git(const std::vector<std::string>& arguments, const std::string& directory,
                  const std::string& index = "");

// What git prints with -z.
std::vector<std::string> split_at_zeros(const std::string& text);

}  // namespace heddle
