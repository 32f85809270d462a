// SPDX-License-Identifier: Apache-2.0
#include "pipeline/revision.h"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "frontend/compile_commands.h"
#include "frontend/process.h"
#include "support/invariant.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;

struct GitResult {
  int code;
  std::string output;
  std::string messages;
};

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text;
}

GitResult run_git(std::vector<std::string> arguments, const std::string& directory,
                  const std::string& index = "") {
  std::vector<std::string> command{find_program("git")};
  if (!index.empty())
    command = {find_program("env"), "GIT_INDEX_FILE=" + index, find_program("git")};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const TemporaryFile output(".out"), messages(".err");
  const int code = run_process(
      command, {.directory = directory, .output = output.path(), .messages = messages.path()});
  return {code, trimmed(output.contents()), trimmed(messages.contents())};
}

std::string make_folder() {
  std::string name = (fs::temp_directory_path() / "heddle-revision-XXXXXX").string();
  if (!mkdtemp(name.data()))
    throw UsageError("cannot make a folder in the one for temporary files");
  return name;
}

// Flags that are followed by a path, as one word or as two.
constexpr std::string_view kPathFlags[] = {"-I",       "-iquote",  "-isystem", "-idirafter",
                                           "-include", "-imacros", "-isysroot"};

}  // namespace

Revision::Revision(const std::string& name, const std::string& directory) : name_(name) {
  if (!fs::is_directory(directory)) throw InputError("there is no folder " + directory);
  const GitResult top = run_git({"rev-parse", "--show-toplevel"}, directory);
  if (top.code != 0)
    throw InputError("a revision needs a git work tree, and " + directory + " is in none");
  top_ = fs::canonical(top.output).string();
  const GitResult commit = run_git(
      {"rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"}, directory);
  if (commit.code != 0 || commit.output.empty()) throw InputError("git knows no revision " + name);
  commit_ = commit.output;
}

Revision::~Revision() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

void Revision::check_out() {
  folder_ = make_folder();
  const std::string index = folder_ + "/.heddle-index";
  for (const std::vector<std::string>& step :
       {std::vector<std::string>{"read-tree", commit_},
        std::vector<std::string>{"checkout-index", "--all", "--force",
                                 "--prefix=" + folder_ + "/"}}) {
    const GitResult result = run_git(step, top_, index);
    if (result.code != 0)
      throw InputError("git cannot write the sources of " + name_ + ": " + result.messages);
  }
}

std::string Revision::moved(const std::string& path, const std::string& directory) const {
  const fs::path whole = absolute_path(path, directory);
  std::error_code error;
  const fs::path real = fs::weakly_canonical(whole, error);
  for (const fs::path& candidate : {whole, error ? whole : real}) {
    const fs::path relative = candidate.lexically_relative(top_);
    if (relative.empty() || *relative.begin() == "..") continue;
    const fs::path there = fs::path(folder_) / relative;
    if (fs::exists(there)) return there.string();
  }
  return whole.string();
}

bool Revision::lacks_none() const {
  const GitResult gone = run_git(
      {"--no-optional-locks", "diff", "--name-only", "--no-renames", "--diff-filter=D", commit_},
      top_);
  return gone.code == 0 && gone.output.empty();
}

bool Revision::has_same(const std::string& path) const {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  if (error) return false;
  const fs::path relative = real.lexically_relative(top_);
  if (relative.empty() || *relative.begin() == "..") return true;
  const fs::path there = fs::path(folder_) / relative;
  return fs::is_regular_file(there, error) && read_file(there.string()) == read_file(real.string());
}

std::string Revision::moved_flag(const std::string& flag, const std::string& directory) const {
  for (const std::string_view name : kPathFlags)
    if (flag.starts_with(name) && flag.size() > name.size())
      return std::string(name) + moved(flag.substr(name.size()), directory);
  return flag;
}

// The database with all that the revision has read from there.
std::string Revision::moved_commands(const std::string& database) const {
  nlohmann::json entries = nlohmann::json::array();
  for (const CompileCommand& command : read_compile_commands(database)) {
    std::vector<std::string> arguments;
    for (size_t k = 0; k < command.arguments.size(); ++k) {
      const std::string& argument = command.arguments[k];
      const bool is_path = k > 0 && (std::find(std::begin(kPathFlags), std::end(kPathFlags),
                                               command.arguments[k - 1]) != std::end(kPathFlags) ||
                                     absolute_path(argument, command.directory) == command.file);
      arguments.push_back(is_path ? moved(argument, command.directory)
                                  : moved_flag(argument, command.directory));
    }
    nlohmann::json entry = {
        {"directory", command.directory}, {"file", moved(command.file)}, {"arguments", arguments}};
    if (!command.output.empty()) entry["output"] = command.output;
    entries.push_back(std::move(entry));
  }
  const std::string file = folder_ + "/.heddle-commands.json";
  std::ofstream stream(file);
  stream << entries.dump();
  stream.flush();
  if (!stream) throw UsageError("cannot write " + file);
  return file;
}

Options Revision::moved(const Options& options) const {
  Options result = options;
  result.cache_folder
      .clear();  // its keys would hold the folder's name: nothing would be found again
  if (options.compile_commands.empty()) {
    for (std::string& input : result.inputs) {
      const std::string there = moved(input);
      if (!there.starts_with(folder_)) throw InputError(input + " does not exist at " + name_);
      input = there;
    }
  } else {
    result.compile_commands = moved_commands(options.compile_commands);
  }
  for (size_t k = 0; k < result.clang_flags.size(); ++k) {
    std::string& flag = result.clang_flags[k];
    const bool is_path = k > 0 && std::find(std::begin(kPathFlags), std::end(kPathFlags),
                                            options.clang_flags[k - 1]) != std::end(kPathFlags);
    flag = is_path ? moved(flag) : moved_flag(flag, "");
  }
  // A path is part of the code where the program names its own files, as assert does. Of several maps that fit,
  // clang follows the first for macros and the last for debug information.
  const std::string whole = folder_ + "/=" + top_ + "/";
  const std::string place = fs::current_path().lexically_relative(top_).string();
  const bool is_relative = options.compile_commands.empty() && !place.starts_with("..") &&
                           !fs::path(options.inputs[0]).is_absolute();
  const std::string here = folder_ + (place == "." ? "" : "/" + place) + "/=";
  result.clang_flags.push_back("-fdebug-prefix-map=" + whole);
  if (is_relative)
    for (const char* map : {"-fmacro-prefix-map=", "-fdebug-prefix-map="})
      result.clang_flags.push_back(map + here);
  result.clang_flags.push_back("-fmacro-prefix-map=" + whole);
  return result;
}

}  // namespace heddle
