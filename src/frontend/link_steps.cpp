// SPDX-License-Identifier: Apache-2.0
#include "frontend/link_steps.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "frontend/compiler_call.h"
#include "frontend/process.h"
#include "support/invariant.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;

// `ar qc libname.a objects`; CMake names the tool by any path and version.
bool is_archiver(const std::vector<std::string>& words) {
  if (words.size() < 3) return false;
  const std::string tool = fs::path(words[0]).filename();
  const bool is_ar = tool == "ar" || tool.ends_with("-ar") || tool.find("-ar-") != tool.npos;
  return is_ar && words[1].find_first_of("qr") != words[1].npos;
}

// The value of -o, which is taken out of the words.
std::string take_output(std::vector<std::string>& words) {
  const auto flag = std::find(words.begin(), words.end(), "-o");
  if (flag == words.end() || flag + 1 == words.end()) return "";
  const std::string output = flag[1];
  words.erase(flag, flag + 2);
  return output;
}

// One line of link.txt; nothing if it neither links nor archives, as ranlib's.
bool parse_link_command(const std::string& line, LinkStep& step) {
  std::vector<std::string> words = expand_response_files(split_words(line), step.directory);
  std::string output;
  if (is_archiver(words)) {
    output = words[2];
    words.erase(words.begin(), words.begin() + 3);
  } else {
    output = take_output(words);
    if (!words.empty()) words.erase(words.begin());
  }
  if (output.empty()) return false;
  step.output = absolute_path(output, step.directory);
  step.is_shared_library = std::find(words.begin(), words.end(), "-shared") != words.end();
  step.arguments = words;
  return true;
}

// A statement of build.ninja with its indented variables.
struct NinjaStatement {
  std::vector<std::string> outputs;
  std::string rule;
  std::vector<std::string> inputs;  // without those after | and ||
  std::map<std::string, std::string> variables;
};

// In paths $ escapes a blank, a colon and itself.
std::string unescape(const std::string& text, size_t& place) {
  std::string word;
  for (; place < text.size() && text[place] != ' ' && text[place] != ':'; ++place) {
    if (text[place] == '$' && place + 1 < text.size()) ++place;
    word += text[place];
  }
  return word;
}

NinjaStatement parse_statement(const std::string& line) {
  NinjaStatement statement;
  bool is_past_colon = false;
  bool is_explicit = true;
  for (size_t place = std::string_view("build ").size(); place < line.size();) {
    if (line[place] == ' ' || line[place] == ':') {
      if (line[place] == ':') is_past_colon = is_explicit = true;
      ++place;
      continue;
    }
    const std::string word = unescape(line, place);
    if (word == "|" || word == "||")
      is_explicit = false;
    else if (!is_past_colon && is_explicit)
      statement.outputs.push_back(word);
    else if (is_past_colon && statement.rule.empty())
      statement.rule = word;
    else if (is_past_colon && is_explicit)
      statement.inputs.push_back(word);
  }
  return statement;
}

void parse_variable(const std::string& line, NinjaStatement& statement) {
  const size_t sign = line.find(" = ");
  const size_t name = line.find_first_not_of(' ');
  if (sign == line.npos) return;
  std::string value;
  for (size_t k = sign + 3; k < line.size(); ++k) {
    if (line[k] == '$' && k + 1 < line.size()) ++k;
    value += line[k];
  }
  statement.variables[line.substr(name, sign - name)] = value;
}

// Statements that are continued with $ at the end of a line become one line.
std::vector<std::string> joined_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  bool is_continued = false;
  for (std::string line; std::getline(stream, line);) {
    if (is_continued)
      line = lines.back() + line.substr(std::min(line.find_first_not_of(' '), line.size()));
    if (is_continued) lines.pop_back();
    is_continued = line.ends_with("$") && !line.ends_with("$$");
    if (is_continued) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

// CMake's rule: ... $LINK_FLAGS $in -o $TARGET_FILE $LINK_PATH $LINK_LIBRARIES
LinkStep link_step(NinjaStatement& statement, const std::string& directory) {
  LinkStep step{.directory = directory};
  step.target = target_of_folder(statement.variables["OBJECT_DIR"]);
  step.output = absolute_path(statement.outputs.front(), directory);
  step.is_shared_library = statement.rule.find("SHARED_LIBRARY_LINKER") != std::string::npos ||
                           statement.rule.find("SHARED_MODULE_LINKER") != std::string::npos;
  const auto append = [&](const std::vector<std::string>& words) {
    step.arguments.insert(step.arguments.end(), words.begin(), words.end());
  };
  append(split_words(statement.variables["LINK_FLAGS"]));
  append(statement.inputs);
  append(split_words(statement.variables["LINK_PATH"]));
  append(split_words(statement.variables["LINK_LIBRARIES"]));
  return step;
}

}  // namespace

std::string target_of_folder(const std::string& folder) {
  const fs::path path(folder);
  const bool is_target =
      path.parent_path().filename() == "CMakeFiles" && path.extension() == ".dir";
  return is_target ? path.stem().string() : "";
}

LinkStep parse_link_text(const std::string& text, const std::string& target,
                         const std::string& directory) {
  LinkStep step{.target = target, .directory = directory};
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (parse_link_command(line, step)) return step;
  throw InputError("the commands that link " + target + " are not understood: " + text);
}

std::vector<LinkStep> parse_ninja(const std::string& text, const std::string& directory) {
  std::vector<NinjaStatement> statements;
  bool in_statement = false;
  for (const std::string& line : joined_lines(text)) {
    if (line.starts_with("build ")) statements.push_back(parse_statement(line));
    if (!line.starts_with(" ")) in_statement = line.starts_with("build ");
    if (in_statement && line.starts_with(" ")) parse_variable(line, statements.back());
  }
  std::vector<LinkStep> steps;
  for (NinjaStatement& statement : statements)
    if (statement.rule.find("_LINKER__") != std::string::npos)
      steps.push_back(link_step(statement, directory));
  return steps;
}

std::vector<LinkStep> read_link_steps(const std::string& build_folder,
                                      const std::set<std::string>& object_folders) {
  const std::string ninja = build_folder + "/build.ninja";
  if (fs::exists(ninja)) return parse_ninja(read_file(ninja), build_folder);
  std::vector<LinkStep> steps;
  for (const std::string& folder : object_folders) {
    const std::string file = folder + "/link.txt";
    if (!fs::exists(file)) continue;  // objects that other targets link
    const std::string directory = fs::path(folder).parent_path().parent_path();
    steps.push_back(parse_link_text(read_file(file), target_of_folder(folder), directory));
  }
  return steps;
}

namespace {

// The linker's own flags may come as -Wl,a,b or as -Xlinker a.
std::vector<std::string> linker_words(const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  for (const std::string& argument : arguments) {
    if (argument == "-Xlinker") continue;
    if (!argument.starts_with("-Wl,")) {
      words.push_back(argument);
      continue;
    }
    std::istringstream stream(argument.substr(4));
    for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  }
  return words;
}

std::string find_library(const std::string& name, const std::vector<std::string>& folders,
                         const std::set<std::string>& outputs) {
  for (const std::string& folder : folders)
    if (const std::string path = folder + "/lib" + name + ".a"; outputs.contains(path)) return path;
  return "-l" + name;
}

}  // namespace

std::vector<LinkArgument> parse_link_arguments(const LinkStep& step,
                                               const std::set<std::string>& outputs) {
  std::vector<LinkArgument> result;
  std::vector<std::string> folders;
  std::vector<bool> saved;  // --push-state
  bool is_whole = false;
  bool in_group = false;
  size_t groups = 0;
  const std::vector<std::string> words = linker_words(step.arguments);
  for (size_t k = 0; k < words.size(); ++k) {
    const std::string& word = words[k];
    const auto add = [&](const std::string& path) {
      result.push_back({path, is_whole, in_group ? groups : 0});
    };
    if (word == "--whole-archive") is_whole = true;
    if (word == "--no-whole-archive") is_whole = false;
    if (word == "--push-state") saved.push_back(is_whole);
    if (word == "--pop-state" && !saved.empty()) {
      is_whole = saved.back();
      saved.pop_back();
    }
    if (word == "--start-group" || word == "-(") in_group = true, ++groups;
    if (word == "--end-group" || word == "-)") in_group = false;
    if (word.starts_with("-L") && word.size() > 2)
      folders.push_back(absolute_path(word.substr(2), step.directory));
    else if (word == "-L" && k + 1 < words.size())
      folders.push_back(absolute_path(words[++k], step.directory));
    else if (word.starts_with("-l") && word.size() > 2)
      add(find_library(word.substr(2), folders, outputs));
    else if (word == "-rpath" || word == "-soname" || word == "-z" || word == "-T" ||
             word == "-x" || word == "-rpath-link" || word == "-dynamic-linker" || word == "-m")
      ++k;  // its value is no file
    else if (!word.empty() && word[0] != '-')
      add(absolute_path(word, step.directory));
  }
  return result;
}

}  // namespace heddle
