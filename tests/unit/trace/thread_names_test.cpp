// Tests of thread names: a thread is called after the first function of the user's that it runs.
// SPDX-License-Identifier: Apache-2.0
#include "trace/thread_names.h"

#include <gtest/gtest.h>

#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;

// main starts a thread in the library's `run`, which stops before a visible operation and then calls
// the user's `work`.
Program program_with_library_thread() {
  ProgramBuilder builder;
  const uint64_t word = builder.global("word");
  const uint64_t work = builder.begin("work");
  builder.return_values({});
  const uint64_t run = builder.begin("run", 2);
  builder.store_to(word, 1);
  builder.call(work, {}, 0);
  builder.end_thread();
  builder.begin("main");
  builder.spawn(run);
  builder.store_to(word, 2);
  builder.exit();
  Program program = builder.finish();
  for (Function& function : program.functions)
    if (function.name == "run") function.origin = FunctionOrigin::Library;
  return program;
}

TEST(ThreadNames, AThreadOfTheLibraryIsCalledAfterTheUsersFunction) {
  const Program program = program_with_library_thread();
  Machine machine(program, {});
  ThreadNameFinder finder(machine);
  machine.observe(&finder);
  machine.run(0);
  EXPECT_EQ(finder.finish(), (std::vector<std::string>{"main", "work"}));
}

TEST(ThreadNames, LambdasAreCalledAfterTheirPlace) {
  Program program = program_with_library_thread();
  program.source.files.push_back("src/pool.cpp");
  Function& function = program.functions[0];
  function.shown_name = "lambda in main";
  function.location = {.file = 1, .line = 13};
  EXPECT_EQ(thread_function_name(program, 0), "lambda at pool.cpp:13");
  function.shown_name = "bank::Account::transfer";
  EXPECT_EQ(thread_function_name(program, 0), "bank::Account::transfer");
}

}  // namespace
}  // namespace heddle
