// Tests of the JSON output: the documented fields, which other programs rely on.
// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include <gtest/gtest.h>

#include "report/samples.h"

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  return keys;
}

void expect_keys(const Json& object, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) EXPECT_TRUE(object.contains(key)) << key << "\n" << object;
}

TEST(Json, TopLevelIsAsDocumented) {
  const Json json = to_json(samples::lost_update());
  EXPECT_EQ(keys_of(json), (std::vector<std::string>{"verdict", "reason", "errors", "statistics",
                                                     "search", "assumptions", "basis"}));
  EXPECT_EQ(json["verdict"], "error");
  EXPECT_TRUE(json["reason"].is_null());
  EXPECT_EQ(json["assumptions"][0], "sequentially consistent memory");
}

TEST(Json, VerdictsHaveTheirNames) {
  EXPECT_EQ(to_json(samples::verified())["verdict"], "verified");
  EXPECT_EQ(to_json(samples::verified())["errors"], Json::array());
  const Json incomplete = to_json(samples::incomplete());
  EXPECT_EQ(incomplete["verdict"], "incomplete");
  EXPECT_EQ(incomplete["reason"], samples::incomplete().reason);
}

TEST(Json, StatisticsAreNumbers) {
  const Json statistics = to_json(samples::verified())["statistics"];
  expect_keys(statistics, {"states", "matched", "covered", "stored_states", "transitions",
                           "choices", "avoided_choices", "avoided_by", "analysis_given_up",
                           "executions", "instructions", "seconds", "peak_bytes", "max_depth",
                           "visited_bytes", "load_seconds", "analysis_seconds", "search_seconds"});
  EXPECT_EQ(statistics["states"], 1234);
  EXPECT_EQ(statistics["matched"], 321);
  EXPECT_EQ(statistics["transitions"], 5678);
  EXPECT_EQ(statistics["choices"], 345);
  EXPECT_EQ(statistics["avoided_choices"], 25);
  EXPECT_EQ(statistics["avoided_by"], Json({{"race_freedom", 20},
                                            {"immutable_fields", 0},
                                            {"field_accesses", 0},
                                            {"happens_before", 5}}));
  EXPECT_EQ(statistics["executions"], 12);
  EXPECT_EQ(statistics["instructions"], 98765);
  EXPECT_EQ(statistics["peak_bytes"], 12582912);
  EXPECT_EQ(statistics["analysis_given_up"], false);
  EXPECT_DOUBLE_EQ(statistics["seconds"].get<double>(), 0.43);
}

TEST(Json, ErrorsHaveKindMessageLocationAndNotes) {
  const Json error = to_json(samples::data_race())["errors"][0];
  EXPECT_EQ(error["kind"], "data-race");
  EXPECT_EQ(error["message"], "teller#1 writes balance while teller#2 reads it");
  const Json location = {{"file", "src/bank.c"}, {"line", 9}, {"function", "deposit"}};
  EXPECT_EQ(error["location"], location);
  EXPECT_EQ(error["thread"], 1);
  EXPECT_EQ(error["thread_name"], "teller#1");
  EXPECT_EQ(error["stack"][1]["function"], "teller");
  EXPECT_EQ(error["notes"][0]["thread_name"], "teller#2");
  EXPECT_EQ(error["notes"][0]["stack"].size(), 2u);
  EXPECT_EQ(to_json(samples::lost_update())["errors"][0]["output"], "balance 200\n");
}

TEST(Json, LongStepsAreFolded) {
  CheckResult result = samples::deadlock();
  std::vector<TraceEvent>& events = result.errors[0].trace.steps[0].events;
  const TraceEvent shared = events[0];
  TraceEvent local = shared;
  local.local = true;
  const auto told = [&](size_t count_local, size_t count_shared) {
    events.assign(count_local, local);
    events.insert(events.begin() + ptrdiff_t(count_local / 2), count_shared, shared);
    const Json step = to_json(result)["errors"][0]["trace"][0];
    EXPECT_EQ(step["events"].size() + step["omitted_events"].get<size_t>(),
              count_local + count_shared);
    return step["events"].size();
  };
  EXPECT_EQ(told(200, 3), 203u);
  EXPECT_EQ(told(5000, 3), 203u);
  EXPECT_EQ(told(0, 400), 400u);
  EXPECT_EQ(told(5000, 5000), 400u);
}

TEST(Json, TraceHasOneEntryPerStep) {
  const CheckResult result = samples::deadlock();
  const Json trace = to_json(result)["errors"][0]["trace"];
  ASSERT_EQ(trace.size(), result.errors[0].trace.steps.size());
  const Json& step = trace[5];
  EXPECT_EQ(step["thread"], 2);
  EXPECT_EQ(step["name"], "philosopher#2");
  EXPECT_EQ(step["switch"], true);
  EXPECT_EQ(step["held"], Json::array({"fork[1]"}));
  const Json& event = step["events"][0];
  expect_keys(event, {"kind", "file", "line", "function", "operation", "object", "value",
                      "old_value", "note"});
  EXPECT_EQ(event["kind"], "acquire");
  EXPECT_EQ(event["object"], "fork[1]");
  EXPECT_EQ(event["line"], 12);
}

TEST(Json, WrittenTextCanBeReadBack) {
  const CheckResult result = samples::use_after_free();
  EXPECT_EQ(Json::parse(write_json(result)), to_json(result));
}

TEST(Json, BytesThatAreNotTextDoNotStopTheWriter) {
  CheckResult result = samples::lost_update();
  result.errors[0].output = "caf\xe9\n";
  const Json json = Json::parse(write_json(result));
  EXPECT_EQ(json["errors"][0]["output"], "caf\xef\xbf\xbd\n");
}

}  // namespace
}  // namespace heddle
