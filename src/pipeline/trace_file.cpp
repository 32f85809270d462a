// SPDX-License-Identifier: Apache-2.0
#include "pipeline/trace_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "support/hash.h"
#include "support/invariant.h"

namespace heddle {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 2;
constexpr std::array<std::string_view, 3> kSharingPolicies = {"reachable", "reused", "everything"};

// [thread, branch] for one step, [thread, branch, n] for n equal ones in a row.
Json encode(const Schedule& schedule) {
  Json steps = Json::array();
  for (size_t k = 0; k < schedule.size();) {
    size_t end = k;
    while (end < schedule.size() && schedule[end] == schedule[k]) ++end;
    Json step = {schedule[k].thread, schedule[k].branch};
    if (end - k > 1) step.push_back(end - k);
    steps.push_back(step);
    k = end;
  }
  return steps;
}

Schedule decode(const Json& steps) {
  constexpr size_t kMaxSteps = 100'000'000;
  if (!steps.is_array()) throw InputError("the schedule is no list");
  Schedule schedule;
  for (const Json& step : steps) {
    const size_t count = step.size() > 2 ? step.at(2).get<size_t>() : 1;
    if (count > kMaxSteps || schedule.size() > kMaxSteps)
      throw InputError("the schedule is too long");
    schedule.insert(schedule.end(), count,
                    ScheduleStep{step.at(0).get<uint32_t>(), step.at(1).get<uint32_t>()});
  }
  return schedule;
}

Json encode(const Violation& violation) {
  Json notes = Json::array();
  for (const ViolationNote& note : violation.notes) notes.push_back(note.stack);
  return {{"kind", name_of(violation.kind)}, {"stack", violation.stack}, {"notes", notes}};
}

Violation decode_violation(const Json& json) {
  const auto kind = error_kind_named(json.at("kind").get<std::string>());
  if (!kind) throw InputError("unknown error kind");
  Violation violation{.kind = *kind, .stack = json.at("stack").get<CallStack>()};
  for (const Json& stack : json.at("notes"))
    violation.notes.push_back({.stack = stack.get<CallStack>()});
  return violation;
}

// Nothing of a program that has the addresses which its sources alone give it.
Json encode(const AddressPlan& plan) {
  return {{"small", plan.small}, {"large", plan.large}, {"functions", plan.functions}};
}

AddressPlan decode_plan(const Json& json) {
  using Numbers = std::map<uint64_t, uint32_t>;
  const auto numbers = [&](const char* name) {
    Numbers by_key = json.at(name).get<Numbers>();
    std::set<uint32_t> taken;
    for (const auto& [key, number] : by_key)
      if (!taken.insert(number).second) throw InputError("two addresses are the same");
    return by_key;
  };
  return {numbers("small"), numbers("large"), numbers("functions")};
}

SharingPolicy sharing_named(const std::string& name) {
  const auto found = std::find(kSharingPolicies.begin(), kSharingPolicies.end(), name);
  if (found == kSharingPolicies.end()) throw InputError("unknown sharing");
  return SharingPolicy(found - kSharingPolicies.begin());
}

}  // namespace

uint64_t hash_of(const Program& program) {
  uint64_t hash = 0;
  for (const Function& function : program.functions) hash = mix(hash, function.code_hash);
  for (const Global& global : program.globals) {
    hash = mix(hash, hash_text(global.name) + global.size);
    for (const InitialWord& word : global.contents) hash = mix(hash ^ word.index, word.value);
  }
  return hash;
}

void save_trace(const std::string& file, const Options& options, const MachineOptions& machine,
                const Program& program, const FoundError& error) {
  const Json json = {
      {"heddle-trace", kFormat},
      {"version", HEDDLE_VERSION},
      {"inputs", options.inputs},
      {"flags", options.clang_flags},
      {"compile-commands", options.compile_commands},
      {"target", options.target},
      {"arguments", options.arguments},
      {"test", options.test},
      {"gtest", options.gtest},
      {"search", traits_of(options.search.kind).name},
      {"reduction", name_of(options.reduction)},
      {"spurious-wakeups", machine.spurious_wakeups},
      {"visible-releases", machine.visible_releases},
      {"hand-over", machine.hand_over},
      {"stop-when-alone", machine.stop_when_alone},
      {"sharing", kSharingPolicies[size_t(machine.sharing)]},
      {"reuse-addresses", options.reuse_addresses},
      {"max-threads", machine.max_threads},
      {"addresses", encode(program.functions_by_number.empty() ? AddressPlan{} : plan_of(program))},
      {"program", fmt::format("{:016x}", hash_of(program))},
      {"error", encode(error.violation)},
      {"schedule", encode(error.schedule)}};
  std::ofstream stream(file);
  stream << json.dump() << '\n';
  stream.flush();
  if (!stream) throw UsageError("cannot write " + file);
}

SavedTrace load_trace(const std::string& file, const Options& where) {
  std::ifstream stream(file);
  if (!stream) throw InputError(file + ": no such file");
  SavedTrace saved{.options = where};
  try {
    const Json json = Json::parse(stream);
    if (json.at("heddle-trace").get<int>() != kFormat)
      throw InputError("it was written by another version of heddle");
    saved.options.inputs = json.at("inputs").get<std::vector<std::string>>();
    saved.options.clang_flags = json.at("flags").get<std::vector<std::string>>();
    saved.options.compile_commands = json.at("compile-commands").get<std::string>();
    saved.options.target = json.at("target").get<std::string>();
    saved.options.arguments = json.at("arguments").get<std::vector<std::string>>();
    saved.options.test = json.at("test").get<std::string>();
    saved.options.gtest = json.at("gtest").get<bool>();
    const auto reduction = reduction_named(json.at("reduction").get<std::string>());
    if (!reduction) throw InputError("unknown reduction");
    saved.options.reduction = *reduction;
    apply(*reduction, saved.machine);
    const auto search = search_named(json.at("search").get<std::string>());
    if (!search) throw InputError("unknown search");
    saved.machine.steady_stops = traits_of(*search).follows_dependence;
    saved.machine.spurious_wakeups = json.at("spurious-wakeups").get<bool>();
    saved.machine.visible_releases = json.at("visible-releases").get<bool>();
    saved.machine.hand_over = json.at("hand-over").get<bool>();
    saved.machine.stop_when_alone = json.at("stop-when-alone").get<bool>();
    saved.machine.sharing = sharing_named(json.at("sharing").get<std::string>());
    saved.machine.reuse =
        json.at("reuse-addresses").get<bool>() ? ReusePolicy::LowestFirst : ReusePolicy::Never;
    saved.machine.max_threads = std::min(json.at("max-threads").get<uint32_t>(), kMaxThreads);
    saved.addresses = decode_plan(json.at("addresses"));
    saved.program_hash = std::stoull(json.at("program").get<std::string>(), nullptr, 16);
    saved.error = {decode_violation(json.at("error")), decode(json.at("schedule"))};
  } catch (const std::exception& problem) {
    throw InputError(file + " is not a trace that heddle saved: " + problem.what());
  }
  return saved;
}

}  // namespace heddle
