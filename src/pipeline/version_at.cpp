// The Version of a git revision. Revisions do not change: what has been found out about one is kept.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "frontend/bitcode_cache.h"
#include "frontend/process.h"
#include "pipeline/diff.h"
#include "pipeline/load.h"
#include "pipeline/revision.h"
#include "support/invariant.h"

namespace heddle {

namespace {

// All that decides what the sources of a revision become.
std::string key_of(const Options& options, const Revision& revision) {
  std::string all = "version " HEDDLE_VERSION "\n" + revision.commit() + "\n" + revision.top();
  const auto add = [&](const std::string& text) { all += "\n" + text; };
  add(std::filesystem::current_path().string());
  add(content_hash(read_file(options.runtime_file)));
  for (const auto* list : {&options.inputs, &options.clang_flags, &options.arguments})
    for (const std::string& text : *list) add(text);
  add(options.test);
  add(options.gtest ? "gtest" : "");
  return content_hash(all);
}

std::string folder_of(const Options& options) {
  const std::string& named =
      options.compile_commands.empty() ? options.inputs[0] : options.compile_commands;
  return std::filesystem::path(absolute_path(named)).parent_path().string();
}

}  // namespace

Version version_at(const Options& options, const std::string& name) {
  Revision revision(name, folder_of(options));
  // A project's build may use files that git does not know: what they were is not known either.
  const BitcodeCache cache(options.compile_commands.empty() ? options.cache_folder : "");
  const std::string key = key_of(options, revision);
  if (const auto kept = cache.find(key))
    if (auto version = parse_version(*kept)) return std::move(*version);
  revision.check_out();
  Version version;
  try {
    version = describe(load(revision.moved(options)));
  } catch (const InputError& problem) {
    throw InputError("the sources at " + name + " are no base to compare with: " + problem.what());
  }
  cache.store(key, serialise(version));
  return version;
}

}  // namespace heddle
