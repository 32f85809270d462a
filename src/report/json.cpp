// The JSON output.
// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include <algorithm>

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(EventKind kind) {
  switch (kind) {
    case EventKind::Read: return "read";
    case EventKind::Write: return "write";
    case EventKind::Update: return "update";
    case EventKind::Acquire: return "acquire";
    case EventKind::Release: return "release";
    case EventKind::Blocked: return "blocked";
    case EventKind::Wait: return "wait";
    case EventKind::Notify: return "notify";
    case EventKind::Synchronise: return "synchronise";
    case EventKind::ThreadStart: return "thread-start";
    case EventKind::ThreadEnd: return "thread-end";
    case EventKind::Join: return "join";
    case EventKind::Allocate: return "allocate";
    case EventKind::Free: return "free";
    case EventKind::Choose: return "choose";
    case EventKind::Output: return "output";
    case EventKind::Exit: return "exit";
  }
  return "";
}

// Declared first, so that array_of finds them all.
Json to_json(const StackLine& line);
Json to_json(const TraceNote& note);
Json to_json(const TraceEvent& event);
Json to_json(const TraceStep& step);
Json to_json(const ErrorReport& error);

template <typename T>
Json array_of(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(to_json(value));
  return array;
}

Json to_json(const Place& place) {
  return {{"file", place.file}, {"line", place.line}, {"function", place.function}};
}

Json to_json(const StackLine& line) {
  Json json = to_json(line.place);
  json["library"] = line.library;
  return json;
}

Json to_json(const TraceNote& note) {
  return {{"text", note.text}, {"thread_name", note.thread_name}, {"stack", array_of(note.stack)}};
}

Json to_json(const TraceEvent& event) {
  return {{"kind", name_of(event.kind)},  {"file", event.place.file},
          {"line", event.place.line},     {"function", event.place.function},
          {"operation", event.operation}, {"object", event.object},
          {"value", event.value},         {"old_value", event.old_value},
          {"note", event.note},           {"atomic", event.atomic},
          {"local", event.local},         {"through", event.through},
          {"library", event.library},     {"summary", event.summary}};
}

// A long computation would bury what matters: its beginning and its end tell enough. What nobody else notices goes first.
std::vector<TraceEvent> told_events(const TraceStep& step) {
  constexpr size_t kMostLocal = 200, kMost = 400;
  const auto local = size_t(std::count_if(step.events.begin(), step.events.end(),
                                          [](const TraceEvent& event) { return event.local; }));
  std::vector<TraceEvent> told;
  size_t number = 0;
  for (const TraceEvent& event : step.events) {
    if (event.local) ++number;
    if (!event.local || number <= kMostLocal / 2 || number + kMostLocal / 2 > local)
      told.push_back(event);
  }
  if (told.size() > kMost) told.erase(told.begin() + kMost / 2, told.end() - kMost / 2);
  return told;
}

Json to_json(const TraceStep& step) {
  const std::vector<TraceEvent> events = told_events(step);
  return {{"thread", step.thread},
          {"name", step.thread_name},
          {"switch", step.context_switch},
          {"preemption", step.preemption},
          {"repeats", step.repeats},
          {"events", array_of(events)},
          {"omitted_events", step.events.size() - events.size()},
          {"held", Json(step.held_locks)}};
}

Json to_json(const ErrorReport& error) {
  return {{"kind", heddle::name_of(error.kind)},
          {"message", error.message},
          {"location", to_json(error.location)},
          {"thread", error.thread},
          {"thread_name", error.thread_name},
          {"stack", array_of(error.stack)},
          {"notes", array_of(error.notes)},
          {"trace", array_of(error.trace.steps)},
          {"context_switches", error.trace.context_switches},
          {"output", error.output}};
}

Json to_json(const AvoidedChoices& avoided) {
  Json json;
  for (size_t k = 0; k < avoided.by.size(); ++k) json[AvoidedChoices::kNames[k]] = avoided.by[k];
  return json;
}

Json to_json(const Statistics& statistics) {
  return {{"states", statistics.states},
          {"matched", statistics.matched},
          {"covered", statistics.covered},
          {"stored_states", statistics.stored_states},
          {"transitions", statistics.transitions},
          {"choices", statistics.choices},
          {"avoided_choices", statistics.avoided_choices.total()},
          {"avoided_by", to_json(statistics.avoided_choices)},
          {"analysis_given_up", statistics.analysis_given_up},
          {"executions", statistics.executions},
          {"blocked_executions", statistics.blocked_executions},
          {"instructions", statistics.instructions},
          {"seconds", statistics.seconds},
          {"peak_bytes", statistics.peak_bytes},
          {"max_depth", statistics.max_depth},
          {"visited_bytes", statistics.visited_bytes},
          {"load_seconds", statistics.load_seconds},
          {"analysis_seconds", statistics.analysis_seconds},
          {"search_seconds", statistics.search_seconds}};
}

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json to_json(const SearchSummary& search) {
  Json guarantee;
  if (const auto& promised = search.guarantee)
    guarantee = {{"bug_depth", promised->depth},
                 {"threads", promised->threads},
                 {"steps", promised->steps},
                 {"per_execution", promised->per_execution},
                 {"overall", promised->overall}};
  return {{"strategy", search.strategy},
          {"seed", or_null(search.seed)},
          {"seeds", search.seeds},
          {"winner", search.winner.empty() ? Json(nullptr) : Json(search.winner)},
          {"bound", search.bound.empty() ? Json(nullptr) : Json(search.bound)},
          {"walks", or_null(search.walks)},
          {"guarantee", guarantee}};
}

}  // namespace

nlohmann::ordered_json to_json(const CheckResult& result) {
  return {{"verdict", name_of(result.verdict)},
          {"reason", result.reason.empty() ? Json(nullptr) : Json(result.reason)},
          {"errors", array_of(result.errors)},
          {"statistics", to_json(result.statistics)},
          {"search", to_json(result.search)},
          {"assumptions", Json(result.assumptions)},
          {"basis", result.basis.empty() ? Json(nullptr) : Json(result.basis)}};
}

nlohmann::ordered_json to_json(const TestReport& report) {
  Json tests = Json::array();
  for (const TestResult& result : report.results) {
    Json test = {{"name", result.test.name},
                 {"file", result.test.file},
                 {"line", result.test.line},
                 {"outcome", name_of(result.outcome())},
                 {"refusal", result.refusal.empty() ? Json(nullptr) : Json(result.refusal)}};
    const bool was_checked = result.outcome() != TestOutcome::Refused;
    test["result"] = was_checked ? to_json(result.result) : Json(nullptr);
    tests.push_back(std::move(test));
  }
  return {{"tests", tests},
          {"totals",
           {{"verified", report.count(TestOutcome::Verified)},
            {"error", report.count(TestOutcome::Error)},
            {"incomplete", report.count(TestOutcome::Incomplete)},
            {"refused", report.count(TestOutcome::Refused)},
            {"disabled", report.disabled}}},
          {"seconds", report.seconds}};
}

namespace {

std::string indented(const Json& json) {
  constexpr int kIndent = 2;
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string write_json(const CheckResult& result) { return indented(to_json(result)); }
std::string write_json(const TestReport& report) { return indented(to_json(report)); }

}  // namespace heddle
