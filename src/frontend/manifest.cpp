// SPDX-License-Identifier: Apache-2.0
#include "frontend/manifest.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "frontend/bitcode_cache.h"
#include "frontend/process.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Nanoseconds = std::chrono::nanoseconds;

// More than the grain of the clock that the kernel stamps files with.
constexpr Nanoseconds kClockGrain = std::chrono::milliseconds(20);

constexpr const char* kVariables[] = {
    "CPATH",     "C_INCLUDE_PATH",         "CPLUS_INCLUDE_PATH", "COMPILER_PATH",
    "SDKROOT",   "CCC_OVERRIDE_OPTIONS",   "SOURCE_DATE_EPOCH",  "GCC_EXEC_PREFIX",
    "CUDA_PATH", "CLANG_MODULE_CACHE_PATH"};

// Flags that let the compiler read what no line marker tells of.
constexpr std::string_view kOtherFiles[] = {"module", "pch",       "overlay", "--config", "-specs",
                                            "plugin", "-fprofile", "-load",   "@"};

Nanoseconds time_of(const timespec& stamp) {
  return std::chrono::seconds(stamp.tv_sec) + Nanoseconds(stamp.tv_nsec);
}

// Editors make hidden files all the time. A unit that includes one has no manifest.
std::string names_in(const std::string& folder) {
  std::vector<std::string> names;
  DIR* open = opendir(folder.c_str());
  if (!open) return "";
  while (const dirent* entry = readdir(open))
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  closedir(open);
  std::sort(names.begin(), names.end());
  std::string all;
  for (const std::string& name : names) all += name + '/';
  return content_hash(all);
}

// As the file system describes it; null if it does not exist.
Json facts_of(const std::string& path) {
  struct stat facts{};
  if (stat(path.c_str(), &facts) != 0) return nullptr;
  return {uint64_t(facts.st_dev), uint64_t(facts.st_ino), int64_t(facts.st_size),
          time_of(facts.st_mtim).count(), time_of(facts.st_ctim).count()};
}

bool is_hidden(const std::string& file) {
  return fs::path(file).filename().string().starts_with('.');
}

std::string folder_of(const std::string& file) { return fs::path(file).parent_path().string(); }

// What clang -v says about where it looks.
struct SearchList {
  std::vector<std::string> folders;  // in their order, absolute
  std::set<std::string> others;  // files and folders that decide what they are, there or not
};

SearchList search_list(const std::string& messages, const std::string& directory) {
  SearchList list;
  const std::string_view others[] = {"Configuration file: ", "Found candidate GCC installation: ",
                                     "InstalledDir: ", "ignoring nonexistent directory \""};
  bool is_inside = false;
  for (size_t begin = 0; begin < messages.size();) {
    const size_t end = std::min(messages.find('\n', begin), messages.size());
    const std::string line = messages.substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with("End of search list")) is_inside = false;
    if (is_inside && line.starts_with(" "))
      list.folders.push_back(absolute_path(line.substr(1), directory));
    if (line.ends_with("search starts here:")) is_inside = true;
    for (const std::string_view prefix : others) {
      if (!line.starts_with(prefix)) continue;
      std::string path = line.substr(prefix.size());
      if (path.ends_with('"')) path.pop_back();
      list.others.insert(absolute_path(path, directory));
      list.others.insert(folder_of(absolute_path(path, directory)));
    }
  }
  return list;
}

// "bits", for /usr/include/c++/12/bits/move.h: how a header may have been asked for.
std::set<std::string> subfolders(const std::vector<std::string>& roots,
                                 const std::vector<MarkedFile>& files) {
  std::set<std::string> result;
  for (const MarkedFile& file : files)
    for (const std::string& root : roots) {
      const fs::path relative = fs::path(folder_of(file.path)).lexically_relative(root);
      if (!relative.empty() && relative != "." && *relative.begin() != "..")
        result.insert(relative.string());
    }
  return result;
}

// "../x", for #include "../x/a.h": such a header may be found from any folder that others are looked for in.
void add_folders_above(const std::string& text, std::set<std::string>& folders) {
  static const std::regex above(
      "#[ \t]*include(?:_next)?[ \t]*[\"<]([^\">\n]*\\.\\./[^\">\n]*)[\">]");
  for (std::sregex_iterator found(text.begin(), text.end(), above), end; found != end; ++found)
    folders.insert(folder_of((*found)[1]));
}

// `above` are folders as add_folders_above tells them.
std::set<std::string> folders_looked_in(const SearchList& list,
                                        const std::vector<MarkedFile>& files,
                                        const std::set<std::string>& above) {
  std::set<std::string> folders(list.folders.begin(), list.folders.end());
  for (const MarkedFile& file : files) folders.insert(folder_of(file.path));
  const std::vector<std::string> roots(folders.begin(), folders.end());
  std::set<std::string> relative = subfolders(roots, files);
  relative.insert(above.begin(), above.end());
  for (const std::string& folder : relative)
    for (const std::string& root : roots) folders.insert(absolute_path(folder, root));
  folders.insert(list.others.begin(), list.others.end());
  return folders;
}

// Among them are headers with a name that a macro makes up.
bool asks_for_more(const std::string& text) {
  static const std::regex more(
      "__has_include|__has_embed|#[ \t]*embed|__DATE__|__TIME__|__TIMESTAMP__|"
      "#[ \t]*include(?:_next)?[ \t]+[A-Za-z_]");
  return std::regex_search(text, more);
}

}  // namespace

bool is_unchanged_since(const std::string& path, Nanoseconds moment) {
  struct stat facts{};
  if (stat(path.c_str(), &facts) != 0) return false;
  // The time of the last change of the file's record cannot be set back, unlike that of its content.
  return time_of(facts.st_ctim) + kClockGrain < moment;
}

std::string compiler_environment() {
  std::string all;
  for (const char* variable : kVariables)
    if (const char* value = getenv(variable)) all += std::string(variable) + "=" + value + "\n";
  return all;
}

std::optional<std::string> manifest_name(const std::vector<std::string>& command,
                                         const std::string& directory) {
  Json all = {"manifest 1", kBitcodeKind, absolute_path(directory), facts_of(command.front())};
  for (const std::string& argument : command) {
    for (const std::string_view other : kOtherFiles)
      if (argument.starts_with('-') && argument.find(other) != std::string::npos)
        return std::nullopt;
    if (argument.starts_with('@')) return std::nullopt;
    all.push_back(argument);
  }
  all.push_back(compiler_environment());
  return content_hash(all.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::optional<std::string> write_manifest(const Manifest& manifest, const std::string& messages,
                                          const std::string& directory, Nanoseconds start) {
  Json files = Json::array(), folders = Json::array();
  std::set<std::string> above;
  for (const MarkedFile& file : manifest.files) {
    if (!is_unchanged_since(file.path, start) || is_hidden(file.path)) return std::nullopt;
    const bool is_installed = file.is_system && file.path.starts_with("/usr/");
    if (!is_installed) {
      const std::string text = read_file(file.path);
      if (asks_for_more(text)) return std::nullopt;
      add_folders_above(text, above);
    }
    files.push_back({file.path, file.is_system, facts_of(file.path)});
  }
  for (const std::string& folder :
       folders_looked_in(search_list(messages, directory), manifest.files, above)) {
    const Json facts = facts_of(folder);
    if (!facts.is_null() && !is_unchanged_since(folder, start)) return std::nullopt;
    folders.push_back({folder, facts, facts.is_null() ? "" : names_in(folder)});
  }
  const Json all = {{"key", manifest.key}, {"files", files}, {"folders", folders}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Manifest> read_manifest(const std::string& text) {
  const Json all = Json::parse(text, nullptr, false);
  if (all.is_discarded()) return std::nullopt;
  Manifest manifest{.key = all.at("key"), .files = {}};
  for (const Json& file : all.at("files")) {
    manifest.files.push_back({file.at(0), file.at(1)});
    if (facts_of(manifest.files.back().path) != file.at(2)) return std::nullopt;
  }
  for (const Json& folder : all.at("folders")) {
    const std::string path = folder.at(0);
    const Json facts = facts_of(path);
    if (facts == folder.at(1)) continue;
    // Saving a file often makes a new one in its place: the names stay the same.
    if (facts.is_null() || folder.at(1).is_null() || names_in(path) != folder.at(2))
      return std::nullopt;
  }
  return manifest;
}

}  // namespace heddle
