// SPDX-License-Identifier: Apache-2.0
#include "pipeline/git.h"

#include <algorithm>

#include "frontend/process.h"

namespace heddle {

namespace {

// What git tells its hooks and those of linked work trees: all of it is about another repository than the one that the sources are
// in, or about a part of it. git rev-parse --local-env-vars lists them.
constexpr const char* kLocalVariables[] = {"GIT_ALTERNATE_OBJECT_DIRECTORIES",
                                           "GIT_CONFIG",
                                           "GIT_CONFIG_PARAMETERS",
                                           "GIT_CONFIG_COUNT",
                                           "GIT_OBJECT_DIRECTORY",
                                           "GIT_DIR",
                                           "GIT_WORK_TREE",
                                           "GIT_IMPLICIT_WORK_TREE",
                                           "GIT_GRAFT_FILE",
                                           "GIT_INDEX_FILE",
                                           "GIT_NO_REPLACE_OBJECTS",
                                           "GIT_REPLACE_REF_BASE",
                                           "GIT_PREFIX",
                                           "GIT_SHALLOW_FILE",
                                           "GIT_COMMON_DIR"};

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text;
}

}  // namespace

GitResult run_git(const std::vector<std::string>& arguments, const std::string& directory,
                  const std::string& index) {
  std::vector<std::string> command{find_program("env")};
  for (const char* variable : kLocalVariables) command.insert(command.end(), {"-u", variable});
  if (!index.empty()) command.push_back("GIT_INDEX_FILE=" + index);
  command.push_back(find_program("git"));
  command.insert(command.end(), arguments.begin(), arguments.end());
  const TemporaryFile output(".out"), messages(".err");
  const int code = run_process(
      command, {.directory = directory, .output = output.path(), .messages = messages.path()});
  return {code, trimmed(output.contents()), trimmed(messages.contents())};
}

std::vector<std::string> split_at_zeros(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\0', start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

}  // namespace heddle
