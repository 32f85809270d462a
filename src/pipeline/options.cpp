// SPDX-License-Identifier: Apache-2.0
#include "pipeline/options.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "support/invariant.h"

namespace heddle {

namespace {

ErrorSet all_errors() {
  ErrorSet errors;
  for (size_t index = 0; index < kErrorKindCount; ++index) errors.add(ErrorKind(index));
  return errors;
}

ErrorKind kind_named(const std::string& name) {
  if (const auto kind = error_kind_named(name)) return *kind;
  std::string known;
  for (const std::string_view text : kErrorKindNames)
    known += (known.empty() ? "" : ", ") + std::string(text);
  throw UsageError("unknown error kind '" + name + "'; the kinds are: " + known);
}

// What a checkpoint holds is a depth-first search that keeps fingerprints.
void require_resumable_search(const Options& options) {
  const bool checkpoint = !options.checkpoint_file.empty();
  if (!checkpoint && options.resume_file.empty()) return;
  const std::string option = checkpoint ? "--checkpoint" : "--resume";
  const SearchTraits& traits = traits_of(options.search.kind);
  if (!traits.is_depth_first)
    throw UsageError(option + " does not go with --search " + std::string(traits.name));
  if (options.exact) throw UsageError(option + " does not go with --exact");
}

}  // namespace

ErrorSet default_errors() {
  ErrorSet errors = all_errors();
  for (const ErrorKind kind : {ErrorKind::Leak, ErrorKind::ExitCode, ErrorKind::Livelock})
    errors.remove(kind);
  return errors;
}

ErrorSet parse_errors(const std::string& list) {
  ErrorSet errors = default_errors();
  if (list.empty() || list.back() == ',')
    throw UsageError("an error kind is missing in '" + list + "'");
  bool first = true;
  std::istringstream stream(list);
  for (std::string item; std::getline(stream, item, ','); first = false) {
    if (item.empty()) throw UsageError("an error kind is missing in '" + list + "'");
    if (item == "all") {
      errors = all_errors();
    } else if (item == "default") {
      errors = default_errors();
    } else if (item[0] == '+') {
      errors.add(kind_named(item.substr(1)));
    } else if (item[0] == '-') {
      errors.remove(kind_named(item.substr(1)));
    } else {
      // A plain list names all that is wanted.
      if (first) errors.clear();
      errors.add(kind_named(item));
    }
  }
  return errors;
}

void require_consistent_search(const Options& options) {
  if (const std::string misfit = mismatch_in(options.search); !misfit.empty())
    throw UsageError(misfit);
  const SearchTraits& traits = traits_of(options.search.kind);
  const auto refuse = [&](bool given, const char* option) {
    if (given)
      throw UsageError(std::string(option) + " does not go with --search " +
                       std::string(traits.name));
  };
  refuse(options.shortest && !traits.takes_bound, "--shortest");
  refuse(options.jobs != 1 && !traits.takes_jobs, "--jobs");
  require_resumable_search(options);
  if (options.when_full == WhenFull::KeepBits) {
    refuse(!traits.is_depth_first, "--on-memory-limit continue");
    if (options.exact) throw UsageError("--on-memory-limit continue does not go with --exact");
  }
  // These keep no states.
  const bool stateless = traits.walks || traits.follows_dependence;
  const bool hashes = traits.notes_operations || options.search.kind == SearchKind::Auto;
  refuse((stateless || hashes) && options.exact, "--exact");
  refuse(stateless && options.max_states != ~uint64_t(0), "--max-states");
  refuse(traits.follows_dependence && options.reduction == Reduction::Hybrid, "--reduction hybrid");
  const bool no_analysis = options.analysis.field_access == FieldAccessVariant::Off;
  refuse(needs_facts(options.search.kind) && no_analysis, "--field-access off");
}

size_t memory_limit(const Options& options) {
  if (options.max_memory_mib) return size_t(options.max_memory_mib) << 20;
  return size_t(sysconf(_SC_PHYS_PAGES)) * size_t(sysconf(_SC_PAGESIZE)) / 4 * 3;
}

std::string default_cache_folder() {
  const auto variable = [](const char* name) -> std::string {
    const char* value = std::getenv(name);
    return value ? value : "";
  };
  if (const std::string own = variable("HEDDLE_CACHE"); !own.empty()) return own;
  // The specification of these folders says that a relative path is to be ignored.
  if (const std::string caches = variable("XDG_CACHE_HOME"); caches.starts_with("/"))
    return caches + "/heddle";
  if (const std::string home = variable("HOME"); home.starts_with("/"))
    return home + "/.cache/heddle";
  return "";
}

std::string default_store_folder() {
  const std::string caches = default_cache_folder();
  return caches.empty() ? "" : caches + "/runs";
}

}  // namespace heddle
