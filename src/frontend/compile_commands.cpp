// SPDX-License-Identifier: Apache-2.0
#include "frontend/compile_commands.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "frontend/compiler_call.h"
#include "frontend/process.h"
#include "support/invariant.h"

namespace heddle {

namespace {

using Json = nlohmann::json;

CompileCommand parse_entry(const Json& json, const std::string& folder) {
  CompileCommand command;
  command.directory = absolute_path(json.at("directory").get<std::string>(), folder);
  command.file = absolute_path(json.at("file").get<std::string>(), command.directory);
  command.arguments = json.contains("arguments")
                          ? json.at("arguments").get<std::vector<std::string>>()
                          : split_words(json.at("command").get<std::string>());
  command.arguments = expand_response_files(command.arguments, command.directory);
  if (command.arguments.empty()) throw InputError("the command for " + command.file + " is empty");
  std::string output = json.value("output", "");
  if (output.empty()) output = parse_compiler_call(command.arguments).output;
  if (!output.empty()) command.output = absolute_path(output, command.directory);
  return command;
}

bool matches(const std::string& pattern, const std::string& path) {
  // ** crosses folders; fnmatch's * does so without FNM_PATHNAME.
  const int flags = pattern.find("**") == pattern.npos ? FNM_PATHNAME : 0;
  return fnmatch(pattern.c_str(), path.c_str(), flags) == 0;
}

// As many of the path's last parts as the pattern has.
std::string end_of(const std::string& path, const std::string& pattern) {
  size_t place = path.size();
  for (auto parts = std::count(pattern.begin(), pattern.end(), '/') + 1; parts > 0; --parts) {
    if (place == 0) return path;
    place = path.rfind('/', place - 1);
    if (place == path.npos) return path;
  }
  return path.substr(place + 1);
}

std::set<size_t> matching(const std::vector<CompileCommand>& commands, const std::string& pattern,
                          const std::string& folder) {
  std::set<size_t> found;
  const std::string from_here = absolute_path(pattern, folder);
  for (size_t k = 0; k < commands.size(); ++k)
    if (matches(from_here, commands[k].file)) found.insert(k);
  if (!found.empty() || pattern.starts_with("/") || pattern.starts_with(".")) return found;
  for (size_t k = 0; k < commands.size(); ++k)
    if (matches(pattern, end_of(commands[k].file, pattern))) found.insert(k);
  return found;
}

}  // namespace

std::vector<CompileCommand> parse_compile_commands(const std::string& text,
                                                   const std::string& database) {
  std::vector<CompileCommand> commands;
  try {
    const std::string folder = std::filesystem::path(absolute_path(database)).parent_path();
    for (const Json& entry : Json::parse(text)) commands.push_back(parse_entry(entry, folder));
  } catch (const Json::exception& problem) {
    throw InputError(database + " is not a compilation database: " + problem.what());
  }
  if (commands.empty()) throw InputError(database + " names no files");
  return commands;
}

std::vector<CompileCommand> read_compile_commands(const std::string& database) {
  return parse_compile_commands(read_file(database), database);
}

std::vector<CompileCommand> select_files(const std::vector<CompileCommand>& commands,
                                         const std::vector<std::string>& patterns,
                                         const std::string& folder) {
  std::set<size_t> chosen;
  for (const std::string& pattern : patterns) {
    const std::set<size_t> found = matching(commands, pattern, folder);
    if (found.empty())
      throw InputError("no file of the compilation database matches '" + pattern + "'");
    chosen.insert(found.begin(), found.end());
  }
  std::vector<CompileCommand> selected;
  for (const size_t k : chosen) selected.push_back(commands[k]);
  return selected;
}

}  // namespace heddle
