// Tests of saved traces: what was saved comes back, and what was damaged is refused.
// SPDX-License-Identifier: Apache-2.0
#include "pipeline/trace_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "machine/program_builder.h"
#include "support/invariant.h"

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

class TraceFile : public ::testing::Test {
 protected:
  TraceFile()
      : file_(std::filesystem::temp_directory_path() /
              ("heddle_trace_" + std::to_string(getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".json")) {
    options_.inputs = {"a.c", "with space.c"};
    options_.clang_flags = {"-DN=\"3\""};
    options_.arguments = {"x", ""};
    options_.compile_commands = "build/compile_commands.json";
    options_.target = "tests";
    options_.test = "Suite.Name";
    options_.gtest = true;
    machine_.spurious_wakeups = true;
    machine_.visible_releases = true;
    machine_.max_threads = 7;
    error_.violation = {
        .kind = ErrorKind::Deadlock, .stack = {3, 1}, .notes = {{.stack = {5}}, {.stack = {6, 2}}}};
    error_.schedule = {{0, 0}, {1, 2}, {1, 2}, {1, 2}, {1, 0}, {63, 0}, {0, 4'000'000'000}};
  }
  ~TraceFile() override { std::filesystem::remove(file_); }

  void save() { save_trace(file_, options_, machine_, program_, error_); }
  SavedTrace load() { return load_trace(file_, where_); }
  Json json() {
    std::ifstream stream(file_);
    return Json::parse(stream);
  }
  void write(const std::string& text) { std::ofstream(file_) << text; }

  std::string file_;
  Options options_;
  Options where_;
  MachineOptions machine_;
  Program program_ = testing::lost_update();
  FoundError error_;
};

TEST_F(TraceFile, WhatWasSavedComesBack) {
  options_.reduction = Reduction::None;
  options_.reuse_addresses = false;
  machine_.sharing = SharingPolicy::AlsoReused;
  where_.runtime_file = "elsewhere.bc";
  save();
  const SavedTrace saved = load();
  EXPECT_EQ(saved.options.inputs, options_.inputs);
  EXPECT_EQ(saved.options.clang_flags, options_.clang_flags);
  EXPECT_EQ(saved.options.arguments, options_.arguments);
  EXPECT_EQ(saved.options.compile_commands, "build/compile_commands.json");
  EXPECT_EQ(saved.options.target, "tests");
  EXPECT_EQ(saved.options.test, "Suite.Name");
  EXPECT_TRUE(saved.options.gtest);
  EXPECT_EQ(saved.options.runtime_file, "elsewhere.bc")
      << "the installation's own files are not in it";
  EXPECT_EQ(saved.machine.sharing, SharingPolicy::AlsoReused);
  EXPECT_EQ(saved.machine.reuse, ReusePolicy::Never);
  EXPECT_TRUE(saved.machine.spurious_wakeups);
  EXPECT_TRUE(saved.machine.visible_releases);
  EXPECT_EQ(saved.machine.max_threads, 7u);
  EXPECT_EQ(saved.program_hash, hash_of(program_));
  EXPECT_EQ(saved.error.schedule, error_.schedule);
  EXPECT_EQ(saved.error.violation.kind, ErrorKind::Deadlock);
  EXPECT_EQ(saved.error.violation.stack, error_.violation.stack);
  ASSERT_EQ(saved.error.violation.notes.size(), 2u);
  EXPECT_EQ(saved.error.violation.notes[1].stack, error_.violation.notes[1].stack);
}

TEST_F(TraceFile, TheOtherSettingsComeBackToo) {
  machine_ = {};
  save();
  const SavedTrace saved = load();
  EXPECT_EQ(saved.machine.sharing, SharingPolicy::ByReachability);
  EXPECT_EQ(saved.machine.reuse, ReusePolicy::LowestFirst);
  EXPECT_FALSE(saved.machine.spurious_wakeups);
  EXPECT_FALSE(saved.machine.visible_releases);
  EXPECT_EQ(saved.machine.max_threads, kMaxThreads);
}

TEST_F(TraceFile, LongRunsOfOneThreadTakeLittleSpace) {
  error_.schedule.assign(100'000, {1, 0});
  save();
  EXPECT_LT(std::filesystem::file_size(file_), 1000u);
  EXPECT_EQ(load().error.schedule, error_.schedule);
}

TEST_F(TraceFile, AnEmptyScheduleComesBackEmpty) {
  error_.schedule.clear();
  save();
  EXPECT_TRUE(load().error.schedule.empty());
}

TEST_F(TraceFile, FilesThatCannotBeOpenedAreRefused) {
  EXPECT_THROW(load_trace("/nonexistent/trace.json", where_), InputError);
  EXPECT_THROW(save_trace("/nonexistent/trace.json", options_, machine_, program_, error_),
               UsageError);
}

TEST_F(TraceFile, TextThatIsNoTraceIsRefused) {
  for (const char* text : {"", "{", "[]", "{}", "null", "42", "\"heddle-trace\"", "not json",
                           "{\"heddle-trace\": 2}"}) {
    write(text);
    EXPECT_THROW(load(), InputError) << text;
  }
}

TEST_F(TraceFile, ATraceCutShortIsRefused) {
  save();
  const std::string text = json().dump();
  for (size_t length = 0; length < text.size(); length += 7) {
    write(text.substr(0, length));
    EXPECT_THROW(load(), InputError) << length << " bytes";
  }
}

TEST_F(TraceFile, EveryFieldIsNeeded) {
  save();
  const Json whole = json();
  for (const auto& [name, value] : whole.items()) {
    if (name == "version") continue;  // for people
    Json damaged = whole;
    damaged.erase(name);
    write(damaged.dump());
    EXPECT_THROW(load(), InputError) << "without " << name;
  }
}

TEST_F(TraceFile, FieldsOfTheWrongTypeAreRefused) {
  save();
  const Json whole = json();
  for (const auto& [name, value] : whole.items()) {
    if (name == "version") continue;
    for (const Json& wrong :
         {Json(nullptr), Json::object(), Json("text"), Json(Json::array({Json::array({"a"})}))}) {
      if (whole[name].is_string() && wrong.is_string() && name != "reduction")
        continue;  // a string is right
      if (name == "schedule" && !wrong.is_string() && !wrong.is_array())
        continue;  // has its own test
      Json damaged = whole;
      damaged[name] = wrong;
      write(damaged.dump());
      EXPECT_THROW(load(), InputError) << name << " is " << wrong.dump();
    }
  }
}

TEST_F(TraceFile, AScheduleThatIsNoListIsRefused) {
  save();
  for (const Json& wrong : {Json(nullptr), Json::object()}) {
    Json damaged = json();
    damaged["schedule"] = wrong;
    write(damaged.dump());
    EXPECT_THROW(load(), InputError) << wrong.dump();
    save();
  }
}

TEST_F(TraceFile, DamagedValuesAreRefused) {
  save();
  const Json whole = json();
  const auto refused = [&](const std::string& name, const Json& value) {
    Json damaged = whole;
    damaged[name] = value;
    write(damaged.dump());
    EXPECT_THROW(load(), InputError) << name << " is " << value.dump();
  };
  refused("heddle-trace", 1);
  refused(
      "addresses",
      Json{{"small", {{1, 0}, {2, 0}}}, {"large", Json::array()}, {"functions", Json::array()}});
  refused("reduction", "magic");
  refused("sharing", "gift");
  refused("program", "no number");
  refused("error", Json{{"kind", "boredom"}, {"stack", Json::array()}, {"notes", Json::array()}});
  refused("schedule", Json::array({Json::array({0})}));
  refused("schedule", Json::array({Json::array({"0", "0"})}));
  refused("schedule", Json::array({Json::array({0, 0, 1'000'000'000'000})}));
  refused("schedule", Json::array({Json::array({0, 0, -1})}));
  refused("schedule", Json::array({0}));
}

TEST_F(TraceFile, TheHashSeesCodeNamesAndContents) {
  const uint64_t hash = hash_of(program_);
  EXPECT_EQ(hash_of(testing::lost_update()), hash);
  Program changed = program_;
  changed.functions[0].code_hash ^= 1;
  EXPECT_NE(hash_of(changed), hash);
  changed = program_;
  changed.globals[0].name += "x";
  EXPECT_NE(hash_of(changed), hash);
  changed = program_;
  changed.globals[0].contents.push_back({0, 1});
  EXPECT_NE(hash_of(changed), hash);
}

}  // namespace
}  // namespace heddle
