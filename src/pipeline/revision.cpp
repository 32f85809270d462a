// SPDX-License-Identifier: Apache-2.0
#include "pipeline/revision.h"

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "frontend/compile_commands.h"
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

// Where the path begins in a flag that follows another; nothing if there is none.
std::optional<size_t> path_in(const std::string& flag, const std::string& before) {
  if (is_path_flag(before)) return 0;
  for (const std::string_view name : kPathFlags)
    if (flag.starts_with(name) && flag.size() > name.size()) return name.size();
  return std::nullopt;
}

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

std::string real_folder(const std::string& directory) {
  return fs::canonical(directory.empty() ? "." : directory).string();
}

// As a compiler that runs there says it: by the way that the user came there, if that is known.
std::string said_folder(const std::string& directory) {
  const char* way = getenv("PWD");
  std::error_code error;
  const std::string real = real_folder(directory);
  return way && fs::path(way).is_absolute() && fs::equivalent(way, real, error) ? way : real;
}

std::string folder_of(const Options& options) {
  const std::string& named =
      options.compile_commands.empty() ? options.inputs[0] : options.compile_commands;
  return fs::path(absolute_path(named)).parent_path().string();
}

// What a build makes lies beside the database, which is often a link from the sources.
std::string build_folder_of(const Options& options) {
  if (options.compile_commands.empty()) return "";
  return fs::canonical(options.compile_commands).parent_path().string();
}

}  // namespace

Revision::Revision(const std::string& name, const Options& options) : name_(name) {
  const std::string directory = folder_of(options);
  if (!fs::is_directory(directory)) throw InputError("there is no folder " + directory);
  const GitResult top = run_git({"rev-parse", "--show-toplevel"}, directory);
  if (top.code != 0)
    throw InputError("a revision needs a git work tree, and " + directory +
                     " is in none: " + top.messages);
  top_ = fs::canonical(top.output).string();
  const GitResult commit = run_git(
      {"rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"}, directory);
  if (commit.code != 0 || commit.output.empty()) throw InputError("git knows no revision " + name);
  commit_ = commit.output;
  list_files();
  const Named named = named_by(options);
  std::set<std::string> missing;
  for (const auto* paths : {&named.sources, &named.others})
    for (const std::string& path : *paths)
      if (!has(path) && fs::exists(fs::path(top_) / path)) missing.insert(path);
  if (!missing.empty()) explain(missing, build_folder_of(options));
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

void Revision::list_files() {
  const GitResult tree = run_git({"ls-tree", "-r", "-z", "--full-tree", commit_}, top_);
  if (tree.code != 0)
    throw InputError("git cannot list the files of " + name_ + ": " + tree.messages);
  constexpr std::string_view kSubmodule = "160000 ";
  for (const std::string& entry : split_at_zeros(tree.output)) {
    const std::string path = entry.substr(entry.find('\t') + 1);
    if (entry.starts_with(kSubmodule))
      submodules_.insert(path);
    else
      files_.push_back(path);
  }
  std::sort(files_.begin(), files_.end());
}

bool Revision::has(const std::string& relative) const {
  if (relative == ".") return true;
  if (std::binary_search(files_.begin(), files_.end(), relative)) return true;
  const auto inside = std::lower_bound(files_.begin(), files_.end(), relative + "/");
  return inside != files_.end() && is_below(*inside, relative);
}

std::optional<std::string> Revision::relative(const std::string& path,
                                              const std::string& directory) const {
  const fs::path whole = absolute_path(path, directory);
  std::error_code error;
  const fs::path real = fs::weakly_canonical(whole, error);
  std::optional<std::string> found;
  for (const fs::path& candidate : {whole, error ? whole : real}) {
    std::string below = candidate.lexically_relative(top_).string();
    if (below.ends_with("/")) below.pop_back();
    if (below.empty() || is_below(below, "..")) continue;
    found = below;
    if (has(below)) break;
  }
  return found;
}

Revision::Named Revision::named_by(const Options& options) const {
  Named named;
  const auto add = [&](std::set<std::string>& paths, const std::string& path,
                       const std::string& directory) {
    if (const auto below = relative(path, directory)) paths.insert(*below);
  };
  for (const LinkInput& input : find_parts(frontend_options(options)).inputs) {
    if (!input.binary.empty()) add(named.sources, input.binary, "");
    for (const Unit& unit : input.units) {
      if (input.binary.empty()) add(named.sources, unit.file, unit.directory);
      std::string before;
      for (const std::string& flag : unit.flags) {
        if (const auto place = path_in(flag, before))
          add(named.others, flag.substr(*place), unit.directory);
        before = flag;
      }
    }
  }
  return named;
}

// What the revision has not may be the project's own and new, or have another name there, or be made by a build.
void Revision::explain(const std::set<std::string>& missing, const std::string& build_folder) {
  std::vector<std::string> command{"ls-files",           "-z", "--cached", "--others",
                                   "--exclude-standard", "--"};
  command.insert(command.end(), missing.begin(), missing.end());
  const std::vector<std::string> files = split_at_zeros(run_git(command, top_).output);
  const auto is_own = [&](const std::string& path) {
    return std::any_of(files.begin(), files.end(),
                       [&](const std::string& file) { return is_below(file, path); });
  };
  const auto is_built = [&](const std::string& path) {
    const std::string whole = top_ + "/" + path;
    return !build_folder.empty() && is_below(whole, build_folder) &&
           run_git({"ls-files", "--", build_folder}, top_).output.empty();
  };
  const auto is_in_submodule = [&](const std::string& path) {
    return std::any_of(submodules_.begin(), submodules_.end(),
                       [&](const std::string& submodule) { return is_below(path, submodule); });
  };
  for (const std::string& path : missing)
    (is_own(path) && !is_in_submodule(path) && !is_built(path) ? absent_ : taken_).insert(path);
  if (!absent_.empty()) find_renames(files);
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
  fs::create_directories(folder());
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
  for (const std::string& path : absent_) {
    const fs::path there = fs::path(folder()) / path;
    const bool is_folder = fs::is_directory(fs::path(top_) / path);
    fs::create_directories(is_folder ? there : there.parent_path());
    if (!is_folder) std::ofstream(there).flush();
  }
}

// The path below our root: relative ones with a dot that no other path has, so that the compiler's names tell which were.
std::string Revision::written(const std::string& path, const std::string& directory) const {
  std::error_code error;
  if (!fs::path(path).is_absolute()) {
    const std::string here = root_ + real_folder(directory);
    fs::create_directories(here, error);
    const bool is_bare = path.find('/') == path.npos && !fs::is_directory(here + "/" + path);
    return here + (is_bare ? "/././" : "/./") + path;
  }
  // The work tree may be reached by a link.
  for (fs::path folder = path; folder.has_relative_path(); folder = folder.parent_path()) {
    if (!fs::equivalent(folder, top_, error)) continue;
    const fs::path link = root_ + folder.string();
    fs::create_directories(link.parent_path(), error);
    if (!fs::exists(link)) fs::create_symlink(this->folder(), link, error);
    break;
  }
  return root_ + path;
}

std::string Revision::moved(const std::string& path, const std::string& directory) const {
  const auto below = relative(path, directory);
  if (!below) return path;
  const auto other = renamed_.find(*below);
  if (other == renamed_.end() && !has(*below) && !absent_.contains(*below)) return path;
  std::string now = path;
  if (other != renamed_.end()) {
    const fs::path old = fs::path(top_) / other->second;
    now = fs::path(path).is_absolute() ? old : old.lexically_relative(real_folder(directory));
  }
  const std::string there = written(now, directory);
  if (fs::exists(there)) return there;
  return folder() + "/" + (other == renamed_.end() ? *below : other->second);
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
  const fs::path there = fs::path(folder()) / relative;
  return fs::is_regular_file(there, error) && read_file(there.string()) == read_file(real.string());
}

std::vector<std::string> Revision::moved_flags(const std::vector<std::string>& flags,
                                               const std::string& directory) const {
  std::vector<std::string> result;
  for (size_t k = 0; k < flags.size(); ++k) {
    const auto place = path_in(flags[k], k > 0 ? flags[k - 1] : "");
    result.push_back(place ? flags[k].substr(0, *place) + moved(flags[k].substr(*place), directory)
                           : flags[k]);
  }
  return result;
}

// The database with all that the revision has read from there. Only the commands that are chosen: patterns speak of today's names.
std::string Revision::moved_commands(const Options& options,
                                     std::set<std::string>& directories) const {
  std::vector<CompileCommand> commands = read_compile_commands(options.compile_commands);
  if (!options.inputs.empty()) commands = select_files(commands, options.inputs, "");
  nlohmann::json entries = nlohmann::json::array();
  for (const CompileCommand& command : commands) {
    directories.insert(command.directory);
    std::vector<std::string> arguments = moved_flags(command.arguments, command.directory);
    for (std::string& argument : arguments)
      if (absolute_path(argument, command.directory) == command.file)
        argument = moved(argument, command.directory);
    nlohmann::json entry = {
        {"directory", command.directory}, {"file", moved(command.file)}, {"arguments", arguments}};
    if (!command.output.empty()) entry["output"] = command.output;
    entries.push_back(std::move(entry));
  }
  const std::string file = root_ + "/.heddle-commands.json";
  std::ofstream stream(file);
  stream << entries.dump();
  stream.flush();
  if (!stream) throw UsageError("cannot write " + file);
  return file;
}

// Of several maps that fit, clang follows the first for macros and the last for debug information.
std::vector<std::string> Revision::name_maps(const Options& options,
                                             const std::set<std::string>& directories) const {
  std::vector<std::string> macros, debug{root_ + "/=/"};
  for (const std::string& directory : directories) {
    const std::string here = root_ + real_folder(directory) + "/./";
    const std::string said = said_folder(directory) + "/";
    debug.push_back(here + "=" + said);
    std::vector<std::string> sources;
    if (options.compile_commands.empty()) sources = options.inputs;
    // Macros have today's names: a new one alone changes no code.
    for (const auto& [now, old] : renamed_) {
      const bool is_folder = fs::is_directory(folder() + "/" + old);
      const auto named = [&](const std::string& path) {
        return (fs::path(top_) / path).lexically_relative(real_folder(directory)).string();
      };
      const std::string end = is_folder ? "/" : "";
      macros.push_back(written(named(old), directory) + end + "=" + named(now) + end);
      macros.push_back(folder() + "/" + old + end + "=" + top_ + "/" + now + end);
      if (!is_folder) sources.push_back(named(old));
    }
    // A source without a folder has none in its name, though those that it includes have a dot.
    for (const std::string& source : sources) {
      if (source.find('/') != source.npos) continue;
      macros.push_back(here + "./" + source + "=" + source);
      debug.push_back(here + "./" + source + "=" + said + source);
    }
    macros.push_back(here + "=");
  }
  macros.push_back(root_ + "/=/");
  // Without it, macros would lose the dots that they have in the work tree.
  std::vector<std::string> flags{"-fno-file-reproducible"};
  for (const std::string& map : macros) flags.push_back("-fmacro-prefix-map=" + map);
  for (const std::string& map : debug) flags.push_back("-fdebug-prefix-map=" + map);
  return flags;
}

Options Revision::moved(const Options& options) const {
  Options result = options;
  result.cache_folder
      .clear();  // its keys would hold the folder's name: nothing would be found again
  std::set<std::string> directories;
  if (options.compile_commands.empty()) {
    directories.insert("");
    for (std::string& input : result.inputs) input = moved(input);
  } else {
    result.compile_commands = moved_commands(options, directories);
    result.inputs.clear();
  }
  result.clang_flags = moved_flags(options.clang_flags, *directories.begin());
  const std::vector<std::string> maps = name_maps(options, directories);
  result.clang_flags.insert(result.clang_flags.end(), maps.begin(), maps.end());
  return result;
}

std::string Revision::told(const std::string& message) const {
  std::string text;
  size_t done = 0;
  for (size_t place; (place = message.find(root_ + "/", done)) != message.npos;) {
    text += message.substr(done, place - done);
    done = std::min(message.find_first_of(":\n'\" ", place), message.size());
    const size_t start = place + root_.size();
    const fs::path path =
        fs::weakly_canonical(fs::path(message.substr(place, done - place)).lexically_normal());
    const std::string below = path.lexically_relative(folder()).string();
    text += below.empty() || is_below(below, "..") ? message.substr(start, done - start)
                                                   : name_ + ":" + below;
  }
  return text + message.substr(done);
}

}  // namespace heddle
