// The Version of a git revision. Revisions do not change: what has been found out about one is kept.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "frontend/bitcode_cache.h"
#include "frontend/manifest.h"
#include "frontend/process.h"
#include "pipeline/diff.h"
#include "pipeline/frontend_options.h"
#include "pipeline/load.h"
#include "pipeline/prove.h"
#include "pipeline/revision.h"
#include "support/invariant.h"

namespace heddle {

namespace {

// All that decides what the sources of a revision become.
std::string key_of(const Options& options, const Revision& revision) {
  std::string all = "version " + build_name() + "\n" + revision.commit() + "\n" + revision.top();
  const auto add = [&](const std::string& text) { all += "\n" + text; };
  add(std::filesystem::current_path().string());
  add(content_hash(read_file(options.runtime_file)));
  for (const auto* list : {&options.inputs, &options.clang_flags, &options.arguments})
    for (const std::string& text : *list) add(text);
  add(compiler_environment());
  add(options.test);
  add(options.gtest ? "gtest" : "");
  // Which of its files stand for those of the work tree depends on the latter.
  for (const auto& [now, old] : revision.renamed()) add(now + "\n" + old);
  for (const std::string& path : revision.absent()) add(path);
  return content_hash(all);
}

// Units that are the same in the work tree, where they have been compiled or will be.
class UnchangedUnits {
 public:
  UnchangedUnits(const Options& options, Revision& revision)
      : frontend_(frontend_options(options)), revision_(revision) {
    if (!BitcodeCache(options.cache_folder).is_on() || !revision.lacks_none()) return;
    for (const LinkInput& input : find_parts(frontend_).inputs)
      for (const Unit& unit : input.units)
        if (unit.bitcode.empty())
          by_file_[absolute_path(unit.file, unit.directory)].push_back(unit);
  }

  std::optional<std::string> bitcode_of(const Unit& unit) const {
    const auto found = by_file_.find(absolute_path(unit.file, unit.directory));
    // The same file may be compiled twice, with other flags.
    if (found == by_file_.end() || found->second.size() != 1) return std::nullopt;
    const Unit& here = found->second.front();
    try {
      const std::vector<std::string> files = files_of(here, frontend_, Headers::All);
      const auto are_the_same = [&] {
        return std::all_of(files.begin(), files.end(),
                           [&](const std::string& file) { return revision_.has_same(file); });
      };
      if (!are_the_same()) return std::nullopt;
      std::string bitcode = compile(here, frontend_, Sources::Skip).bitcode;
      // What is found out about a revision is kept: a file that was saved meanwhile must not go for the revision's.
      if (!are_the_same()) return std::nullopt;
      for (const std::string& file : files) revision_.note_read(file);
      return bitcode;
    } catch (const InputError&) {  // what is wrong is told where it is wrong
      return std::nullopt;
    }
  }

 private:
  FrontendOptions frontend_;
  Revision& revision_;
  std::map<std::string, std::vector<Unit>> by_file_;
};

// Why something may be missing there.
std::string without(const Revision& revision) {
  std::string list;
  for (const std::string& path : revision.absent()) list += (list.empty() ? "" : ", ") + path;
  return list.empty() ? "" : "\nWithout what does not exist there: " + list;
}

}  // namespace

Version version_at(const Options& options, const std::string& name) {
  Revision revision(name, options);
  for (const std::string& path : revision.absent())
    fmt::print(stderr, "heddle: {} does not exist at {}: all of it counts as new\n", path, name);
  for (const std::string& path : revision.foreign())
    fmt::print(stderr, "heddle: {} is not in the work tree {}: it is taken as it is now\n", path,
               revision.top());
  // What a build generates may be other files than there were.
  const BitcodeCache cache(options.compile_commands.empty() ? options.cache_folder : "");
  const std::string key = key_of(options, revision);
  if (const auto kept = cache.find(key))
    if (auto version = parse_version(*kept)) return std::move(*version);
  revision.check_out();
  Version version;
  try {
    const UnchangedUnits unchanged(options, revision);
    const Options moved = revision.moved(options);
    FrontendOptions frontend = frontend_options(moved);
    frontend.own_flags = revision.flags();
    frontend.on_read = [&](const std::vector<std::string>& files) {
      for (const std::string& file : files) revision.note_read(file);
    };
    frontend.known_bitcode = [&](const Unit& unit) { return unchanged.bitcode_of(unit); };
    version = describe(load_with(moved, frontend));
  } catch (const InputError& problem) {
    throw InputError("the sources at " + name + " are no base to compare with: " +
                     revision.told(problem.what()) + without(revision));
  }
  // Files that were taken as they are now may be others the next time.
  if (revision.is_complete()) cache.store(key, serialise(version));
  return version;
}

}  // namespace heddle
