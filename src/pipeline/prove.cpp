// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prove.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "pipeline/check.h"
#include "pipeline/load.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;

// Another build may mean something else by a state, also if it has the same version.
std::string build_name() {
  std::error_code error;
  const fs::path executable = "/proc/self/exe";
  const uint64_t size = fs::file_size(executable, error);
  const auto written = fs::last_write_time(executable, error).time_since_epoch().count();
  return fmt::format("{} {} {}", HEDDLE_VERSION, size, written);
}

std::string canonical(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(path, error);
  return error ? path : whole.string();
}

CheckResult run(const Options& options, const StoredRun* stored, std::string problem) {
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const Program program = load(options, stored ? &stored->plan : nullptr);
  const double load_seconds = seconds();
  const Store store = store_of(options);
  Basis basis{.run = stored, .problem = std::move(problem), .keep = store.is_on()};
  CheckResult result = check(program, options, basis);
  if (basis.kept) {
    const std::string trouble = store.keep(store_name(options), *basis.kept);
    if (!trouble.empty()) fmt::print(stderr, "heddle: the run is not stored: {}\n", trouble);
  }
  if (options.incremental)
    result.basis =
        basis.run ? fmt::format("built on the last verified version: {} of its {} states were met",
                                result.statistics.covered, basis.run->states.size())
                  : "checked from scratch: " + basis.problem;
  result.statistics.load_seconds = load_seconds;
  result.statistics.seconds = seconds();
  return result;
}

}  // namespace

Store store_of(const Options& options) {
  return {options.store_folder, build_name(), options.store_mib << 20};
}

std::string store_name(const Options& options) {
  std::string name;
  const auto add = [&](const std::string& part) { name += part + '\n'; };
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

CheckResult check_and_keep(const Options& options) { return run(options, nullptr, ""); }

CheckResult prove(const Options& options) {
  const Store::Found found = store_of(options).last(store_name(options));
  return run(options, found.run ? &*found.run : nullptr, found.problem);
}

}  // namespace heddle
