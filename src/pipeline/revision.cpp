// SPDX-License-Identifier: Apache-2.0
#include "pipeline/revision.h"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "frontend/compiler_call.h"
#include "frontend/process.h"
#include "pipeline/frontend_options.h"
#include "pipeline/git.h"
#include "support/invariant.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;

std::string make_folder() {
  std::string name = (fs::canonical(fs::temp_directory_path()) / "heddle-revision-XXXXXX").string();
  if (!mkdtemp(name.data()))
    throw UsageError("cannot make a folder in the one for temporary files");
  return name;
}

// Flags that are followed by a path, as one word or as two.
constexpr std::string_view kPathFlags[] = {"-I",       "-iquote",  "-isystem", "-idirafter",
                                           "-include", "-imacros", "-isysroot"};

bool is_path_flag(const std::string& flag) {
  return std::find(std::begin(kPathFlags), std::end(kPathFlags), flag) != std::end(kPathFlags);
}

// The path in a flag that follows another; nothing if there is none.
std::optional<std::string> path_in(const std::string& flag, const std::string& before) {
  if (is_path_flag(before)) return flag;
  for (const std::string_view name : kPathFlags)
    if (flag.starts_with(name) && flag.size() > name.size()) return flag.substr(name.size());
  return std::nullopt;
}

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

bool contains(const std::vector<std::string>& sorted, const std::string& value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

// Whether a sorted list of paths has this one or one below it.
bool has_below(const std::vector<std::string>& sorted, const std::string& folder) {
  if (contains(sorted, folder)) return true;
  const auto inside = std::lower_bound(sorted.begin(), sorted.end(), folder + "/");
  return inside != sorted.end() && is_below(*inside, folder);
}

std::optional<std::string> relative_to(const std::string& path, const std::string& folder) {
  if (path == folder) return ".";
  if (!path.starts_with(folder + "/")) return std::nullopt;
  return path.substr(folder.size() + 1);
}

std::string parent_of(const std::string& path) { return fs::path(path).parent_path().string(); }

// What a build makes lies beside the database, which is often a link from the sources.
std::string build_folder_of(const Options& options) {
  if (options.compile_commands.empty()) return "";
  return parent_of(fs::canonical(options.compile_commands).string());
}

template <typename Visit>
void for_each_source(const ProgramParts& parts, Visit visit) {
  for (const LinkInput& input : parts.inputs) {
    if (!input.binary.empty())
      visit(absolute_path(input.binary));
    else
      for (const Unit& unit : input.units) visit(absolute_path(unit.file, unit.directory));
  }
}

template <typename Visit>
void for_each_flag_path(const ProgramParts& parts, Visit visit) {
  for (const LinkInput& input : parts.inputs)
    for (const Unit& unit : input.units) {
      std::string before;
      for (const std::string& flag : unit.flags) {
        if (const auto path = path_in(flag, before)) visit(absolute_path(*path, unit.directory));
        before = flag;
      }
    }
}

// The work tree that a folder is in; nothing, and git's reason, if it is in none.
std::optional<std::string> work_tree_of(const std::string& folder, std::string& reason) {
  if (!fs::is_directory(folder)) throw InputError("there is no folder " + folder);
  const GitResult top = run_git({"rev-parse", "--show-toplevel"}, folder);
  if (top.code == 0) return fs::canonical(top.output).string();
  if (reason.empty()) reason = folder + " is in none: " + top.messages;
  return std::nullopt;
}

}  // namespace

Revision::Revision(const std::string& name, const Options& options)
    : name_(name), include_directory_(absolute_path(options.include_directory)) {
  const ProgramParts parts = find_parts(frontend_options(options));
  find_work_tree(parts);
  // In two steps: a pattern, as in ":/text", goes on to the end of the name.
  GitResult commit = run_git({"rev-parse", "--verify", "--end-of-options", name}, top_);
  if (commit.code == 0)
    commit = run_git({"rev-parse", "--verify", commit.output + "^{commit}"}, top_);
  if (commit.code != 0 || commit.output.empty()) throw InputError("git knows no revision " + name);
  commit_ = commit.output;
  find_spellings(parts);
  list_files();
  list_own(build_folder_of(options));
  const Named named = named_by(parts);
  find_absent(named);
  std::string list;
  for (const std::string& source : named.sources) {
    if (has(source) || renamed_.contains(source)) return;
    list += (list.empty() ? "" : ", ") + source;
  }
  if (list.empty()) throw InputError("none of the sources is in the work tree " + top_);
  throw InputError(list + (named.sources.size() == 1 ? " does" : " do") + " not exist at " + name);
}

Revision::~Revision() {
  std::error_code ignored;
  if (!root_.empty()) fs::remove_all(root_, ignored);
}

// That of the first source that is in one, or the one around it: a submodule's sources belong to a program of the whole.
void Revision::find_work_tree(const ProgramParts& parts) {
  std::set<std::string> folders;
  std::vector<std::string> tops;
  std::string reason;
  for_each_source(parts, [&](const std::string& source) {
    const std::string folder = parent_of(source);
    if (!folders.insert(folder).second) return;
    if (const auto top = work_tree_of(folder, reason)) tops.push_back(*top);
  });
  if (tops.empty()) throw InputError("a revision needs a git work tree, and " + reason);
  top_ = tops.front();
  for (const std::string& top : tops)
    if (is_below(top_, top)) top_ = top;
}

// The work tree may be reached by links.
void Revision::find_spellings(const ProgramParts& parts) {
  spellings_ = {top_};
  const auto look_at = [&](const std::string& path) {
    if (below_top(path)) return;
    std::error_code error;
    for (fs::path folder = path; folder.has_relative_path(); folder = folder.parent_path())
      if (fs::equivalent(folder, top_, error)) {
        spellings_.insert(folder.string());
        return;
      }
  };
  for_each_source(parts, look_at);
  for_each_flag_path(parts, look_at);
  for (const LinkInput& input : parts.inputs)
    for (const Unit& unit : input.units) {
      directories_.insert(unit.directory);
      look_at(absolute_path(unit.directory));
    }
  // A compiler goes by the way that the user came.
  const char* way = getenv("PWD");
  if (way && fs::path(way).is_absolute()) look_at(absolute_path(way));
}

std::optional<std::string> Revision::below_top(const std::string& path) const {
  for (const std::string& top : spellings_)
    if (const auto relative = relative_to(path, top)) return relative;
  return std::nullopt;
}

Revision::Named Revision::named_by(const ProgramParts& parts) {
  Named named;
  for_each_source(parts, [&](const std::string& source) {
    const auto relative = below_top(source);
    const auto is_in = [&](const std::string& submodule) { return is_below(*relative, submodule); };
    if (relative && std::none_of(submodules_.begin(), submodules_.end(), is_in))
      named.sources.insert(*relative);
    else
      foreign_.insert(source);
  });
  for_each_flag_path(parts, [&](const std::string& path) {
    if (const auto relative = below_top(path)) named.others.insert(*relative);
  });
  return named;
}

void Revision::list_files() {
  const GitResult tree = run_git({"ls-tree", "-r", "-z", "--full-tree", commit_}, top_);
  if (tree.code != 0)
    throw InputError("git cannot list the files of " + name_ + ": " + tree.messages);
  constexpr std::string_view kSubmodule = "160000 ", kLink = "120000 ";
  for (const std::string& entry : split_at_zeros(tree.output)) {
    const std::string path = entry.substr(entry.find('\t') + 1);
    if (entry.starts_with(kSubmodule)) {
      submodules_.insert(path);
      continue;
    }
    files_.push_back(path);
    if (entry.starts_with(kLink)) links_.push_back(path);
  }
  std::sort(files_.begin(), files_.end());
}

void Revision::list_own(const std::string& build_folder) {
  const auto listed = [&](std::vector<std::string> command) {
    return split_at_zeros(run_git(command, top_).output);
  };
  const auto build = build_folder.empty() ? std::nullopt : below_top(build_folder);
  const bool is_built = build && *build != "." && listed({"ls-files", "-z", "--", *build}).empty();
  for (std::string& file : listed({"ls-files", "-z", "--cached", "--others", "--exclude-standard"}))
    if (!contains(files_, file) && !submodules_.contains(file) &&
        !(is_built && is_below(file, *build)) && !file.ends_with("/"))
      own_.push_back(std::move(file));
  std::sort(own_.begin(), own_.end());
}

bool Revision::has(const std::string& relative) const {
  return relative == "." || has_below(files_, relative);
}

bool Revision::is_own(const std::string& relative) const { return has_below(own_, relative); }

// What the revision has not may be the project's own and new, or have another name there, or be made by a build.
void Revision::find_absent(const Named& named) {
  for (const auto* paths : {&named.sources, &named.others})
    for (const std::string& path : *paths)
      if (!has(path) && is_own(path)) absent_.insert(path);
  if (absent_.empty()) return;
  std::vector<std::string> files;
  for (const std::string& file : own_)
    if (std::any_of(absent_.begin(), absent_.end(),
                    [&](const std::string& path) { return is_below(file, path); }))
      files.push_back(file);
  find_renames(files);
}

void Revision::find_renames(const std::vector<std::string>& files) {
  const TemporaryFile index(".index");
  const GitResult own_index = run_git({"rev-parse", "--git-path", "index"}, top_);
  std::error_code error;
  fs::copy_file(absolute_path(own_index.output, top_), index.path(),
                fs::copy_options::overwrite_existing, error);
  if (error)
    fs::remove(index.path());  // nothing was ever added; git takes no empty file for an index
  // A file that was not added yet is one of the work tree for git if an index has its name, with whatever content.
  std::vector<std::string> command{"update-index", "--add"};
  for (const std::string& file : files)
    command.insert(command.end(), {"--cacheinfo", "100644," + commit_ + "," + file});
  run_git(command, top_, index.path());
  const GitResult renames =
      run_git({"--no-optional-locks", "diff", "--find-renames", "--name-status", "-z",
               "--diff-filter=R", "--no-relative", "--ignore-submodules", commit_},
              top_, index.path());
  if (renames.code != 0) return;
  const std::vector<std::string> parts = split_at_zeros(renames.output);
  for (size_t k = 0; k + 2 < parts.size(); k += 3) {
    const std::string before = "/" + parts[k + 1], after = parts[k + 2];
    for (auto path = absent_.begin(); path != absent_.end();) {
      // A folder goes by another name if a file in it does and is still called the same.
      const std::string rest = is_below(after, *path) ? after.substr(path->size()) : "none";
      const bool is_it = rest.empty() || (rest != "none" && before.ends_with(rest));
      if (is_it) {
        const std::string old = before.substr(0, before.size() - rest.size());
        renamed_[*path] = old.empty() ? "." : old.substr(1);
      }
      path = is_it ? absent_.erase(path) : std::next(path);
    }
  }
}

void Revision::check_out() {
  root_ = make_folder();
  const TemporaryFile index(".index");
  fs::remove(index.path());  // git takes no empty file for an index
  for (const std::vector<std::string>& step :
       {std::vector<std::string>{"read-tree", commit_},
        std::vector<std::string>{"checkout-index", "--all", "--force",
                                 "--prefix=" + folder() + "/"}}) {
    const GitResult result = run_git(step, top_, index.path());
    if (result.code != 0)
      throw InputError("git cannot write the sources of " + name_ + ": " + result.messages);
  }
  std::ofstream(empty_file()).flush();
  lead_links_home();
  write_overlay();
}

// A link with an absolute name would lead to the work tree.
void Revision::lead_links_home() const {
  std::error_code error;
  for (const std::string& link : links_) {
    const fs::path here = fs::path(folder()) / link;
    const fs::path target = fs::read_symlink(here, error);
    if (error || !target.is_absolute()) continue;
    const auto relative = below_top(target.lexically_normal().string());
    if (!relative) continue;
    fs::remove(here, error);
    fs::create_symlink(fs::path(folder()) / *relative, here, error);
  }
}

std::optional<std::string> Revision::place_of(const std::string& relative) const {
  for (const auto& [now, old] : renamed_)
    if (is_below(relative, now)) {
      std::string place = folder() + "/" + old + relative.substr(now.size());
      if (fs::exists(place)) return place;
    }
  std::string place = folder() + "/" + relative;
  if (fs::exists(place)) return place;
  return std::nullopt;
}

// Of several entries that a name fits, the first one counts. A file that an entry leads to must be there; what a whole folder
// stands for and lacks is looked for in the work tree.
void Revision::write_overlay() const {
  nlohmann::json entries = nlohmann::json::array();
  const auto add = [&](const std::string& top, const char* type, const std::string& relative,
                       const std::string& place) {
    entries.push_back({{"type", type},
                       {"name", relative == "." ? top : top + "/" + relative},
                       {"external-contents", place}});
  };
  for (const std::string& top : spellings_) {
    for (const std::string& file : own_)
      if (const auto old = renamed_.find(file); old != renamed_.end())
        add(top, "file", file, folder() + "/" + old->second);
      else if (!place_of(file))  // else a folder of the revision has it, by a link or another name
        add(top, "file", file, absent_.contains(file) ? empty_file() : nothing());
    for (const auto& [now, old] : renamed_)
      if (fs::is_directory(folder() + "/" + old))
        add(top, "directory-remap", now, folder() + "/" + old);
    add(top, "directory-remap", ".", folder());
  }
  const nlohmann::json whole = {{"version", 0},
                                {"case-sensitive", true},
                                {"use-external-names", false},
                                {"roots", std::move(entries)}};
  std::ofstream stream(overlay());
  stream << whole.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  stream.flush();
  if (!stream) throw UsageError("cannot write " + overlay());
}

std::vector<std::string> Revision::flags() const {
  std::vector<std::string> flags{"-ivfsoverlay", overlay()};
  for (const auto& [now, old] : renamed_) {
    const bool is_folder = fs::is_directory(folder() + "/" + old);
    const std::string end = is_folder ? "/" : "";
    // Debug information has the old name, by which git knows the place; macros keep today's, so that a new one alone changes no code.
    const auto map = [&](const std::string& from, const std::string& to) {
      flags.push_back("-fdebug-prefix-map=" + from + end + "=" + to + end);
    };
    for (const std::string& top : spellings_) map(top + "/" + now, top + "/" + old);
    for (const std::string& directory : directories_) {
      const auto seen = [&](const std::string& path) {
        return fs::path(top_ + "/" + path)
            .lexically_relative(fs::weakly_canonical(absolute_path(directory)))
            .string();
      };
      map(seen(now), seen(old));
    }
    // What lay beside the file did not move with it.
    if (!is_folder) flags.insert(flags.end(), {"-iquote", parent_of(top_ + "/" + old)});
  }
  return flags;
}

Options Revision::moved(const Options& options) const {
  Options result = options;
  result.cache_folder
      .clear();  // its keys would hold the folder's name: nothing would be found again
  if (!options.compile_commands.empty()) return result;
  for (std::string& input : result.inputs) {
    const auto relative = is_source_file(input) ? std::nullopt : below_top(absolute_path(input));
    if (!relative) continue;
    if (absent_.contains(*relative)) throw InputError(input + " does not exist at " + name_);
    if (const auto place = place_of(*relative)) input = *place;
  }
  return result;
}

bool Revision::lacks_none() const {
  const GitResult changes = run_git({"--no-optional-locks", "diff", "--raw", "-z", "--no-renames",
                                     "--no-relative", "--ignore-submodules", commit_},
                                    top_);
  if (changes.code != 0) return false;
  const std::vector<std::string> parts = split_at_zeros(changes.output);
  for (size_t k = 0; k + 1 < parts.size(); k += 2) {
    // ":mode mode hash hash status"
    const bool is_gone = parts[k].ends_with('D') || parts[k].ends_with('T');
    const bool is_link = parts[k].find("120000") != parts[k].npos;
    if (is_gone || is_link) return false;
  }
  return true;
}

bool Revision::has_same(const std::string& path) const {
  std::error_code error;
  const auto relative = below_top(path);
  if (!relative) {
    const fs::path real = fs::weakly_canonical(path, error);
    return !error && !is_below(real.string(), top_);
  }
  if (const auto place = place_of(*relative))
    return fs::is_regular_file(*place, error) && read_file(*place) == read_file(path);
  return !is_own(*relative);
}

void Revision::note_read(const std::string& path) {
  constexpr const char* kSystem = "/usr";
  if (is_below(path, kSystem) || is_below(path, include_directory_)) return;
  if (const auto relative = below_top(path)) {
    if (!place_of(*relative) && !is_own(*relative)) took_files_ = true;
    return;
  }
  std::error_code error;
  const std::string real = fs::weakly_canonical(path, error).string();
  const auto relative = relative_to(real, top_);
  if (relative && (has(*relative) || is_own(*relative)))
    throw InputError(path + " is " + *relative +
                     " of the work tree by another name, so that what it was at " + name_ +
                     " cannot be read; name it by its own");
  if (!is_below(real, kSystem)) took_files_ = true;
}

std::string Revision::told(const std::string& message) const {
  const auto named = [&](const std::string& path) {
    for (const std::string& directory : directories_)
      if (const auto relative = below_top(absolute_path(path, directory)))
        if (has(*relative)) return name_ + ":" + *relative;
    return path;
  };
  std::string text;
  for (size_t done = 0; done < message.size();) {
    const size_t end = std::min(message.find('\n', done), message.size() - 1) + 1;
    std::string line = message.substr(done, end - done);
    done = end;
    // "path:line:", "In file included from path:line:", "path does not compile:"
    constexpr std::string_view kIncluded = "In file included from ", kFails = " does not compile:";
    const size_t start = line.starts_with(kIncluded) ? kIncluded.size() : 0;
    size_t stop = line.find(kFails, start);
    for (size_t k = start; stop == line.npos && k + 1 < line.size(); ++k)
      if (line[k] == ':' && line[k + 1] >= '0' && line[k + 1] <= '9') stop = k;
    if (stop != line.npos)
      line.replace(start, stop - start, named(line.substr(start, stop - start)));
    text += line;
  }
  return text;
}

}  // namespace heddle
