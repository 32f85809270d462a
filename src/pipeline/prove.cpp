// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prove.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "frontend/bitcode_cache.h"
#include "pipeline/check.h"
#include "pipeline/load.h"
#include "support/seconds_since.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;

std::string canonical(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(path, error);
  return error ? path : whole.string();
}

const AddressPlan* plan_of(const Store::Found& found) {
  return found.run ? &found.run->plan : nullptr;
}

CheckResult run(const Options& options, Program program, const Store::Found& found) {
  const auto start = std::chrono::steady_clock::now();
  const Store store = store_of(options);
  Basis basis{.problem = found.problem, .keep = store.is_on()};
  PlaceMap places;
  if (found.run) {
    places = set_places(program, found.run->places);
    basis.run = &*found.run;
    basis.places = &places;
  }
  CheckResult result = check(program, options, basis);
  if (basis.kept) {
    const std::string trouble = store.keep(store_name(options), *basis.kept);
    if (!trouble.empty()) fmt::print(stderr, "heddle: the run is not stored: {}\n", trouble);
  }
  if (basis.run || !basis.problem.empty())
    result.basis =
        basis.run
            ? fmt::format("built on the last verified version: {} of its {} states taken over",
                          result.statistics.covered, basis.run->graph.states.size())
            : "checked from scratch: " + basis.problem;
  result.statistics.seconds = seconds_since(start);
  return result;
}

CheckResult load_and_run(const Options& options, const Store::Found& found) {
  const auto start = std::chrono::steady_clock::now();
  Program program = load(options, plan_of(found));
  const double load_seconds = seconds_since(start);
  CheckResult result = run(options, std::move(program), found);
  result.statistics.load_seconds = load_seconds;
  result.statistics.seconds += load_seconds;
  return result;
}

}  // namespace

// Times and sizes of two builds may be the same: installers set them.
std::string build_name() {
  static const std::string name =
      fmt::format("{} {}", HEDDLE_VERSION, content_hash_of_file("/proc/self/exe"));
  return name;
}

Store store_of(const Options& options) {
  return {options.store_folder, build_name(), options.store_mib << 20};
}

std::string store_name(const Options& options) {
  std::string name;
  const auto add = [&](const std::string& part) {
    name += fmt::format("{} {}\n", part.size(), part);
  };
  for (const std::string& input : options.inputs)
    add(options.compile_commands.empty() ? canonical(input) : input);
  add(canonical(options.compile_commands));
  add(options.target);
  add(canonical("."));  // flags may name files relative to it
  for (const std::string& flag : options.clang_flags) add("flag " + flag);
  for (const std::string& argument : options.arguments) add("argument " + argument);
  add("test " + options.test + (options.gtest ? " of GoogleTest" : ""));
  add(settings_of(options));
  return name;
}

CheckResult check_and_keep(const Options& options) { return load_and_run(options, {}); }

CheckResult prove(const Options& options) {
  if (!options.final_states_file.empty() || !options.output_file.empty())
    return load_and_run(
        options, {.problem = "--final-states and --output are about executions that are run"});
  return load_and_run(options, store_of(options).last(store_name(options)));
}

CheckResult prove(const Options& options, const Program& program, const Store::Found& found) {
  return run(options, program, found);
}

}  // namespace heddle
