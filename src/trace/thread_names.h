// ThreadNames: what the threads of an execution are called: after the user's function they run.
//
// A std::thread begins in the library and reaches the user's function later, and only then it is
// known. So an execution is run once to find the names, and once more to be told with them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "machine/observer.h"

namespace heddle {

// "worker", "Account::transfer", "lambda at pool.cpp:13"
std::string thread_function_name(const Program& program, FunctionIndex function);

class ThreadNameFinder final : public Observer {
 public:
  explicit ThreadNameFinder(Machine& machine) : machine_(machine) {}

  // By order of creation; empty for a thread that runs no function of the user's. Lets threads go on
  // that have not come that far, so nothing can be done with the machine afterwards.
  std::vector<std::string> finish();

  void on_call(ThreadNumber thread, FunctionIndex function) override;
  void on_thread_start(ThreadNumber parent, Point point, ThreadNumber child) override;

  void on_access(const ObservedAccess&) override {}
  void on_sync(ThreadNumber, Point, SyncKind, uint64_t) override {}
  void on_allocate(ThreadNumber, Point, uint64_t, uint64_t) override {}
  void on_free(ThreadNumber, Point, uint64_t) override {}
  void on_thread_end(ThreadNumber) override {}
  void on_choose(ThreadNumber, Point, uint32_t, uint32_t) override {}
  void on_output(ThreadNumber, int, std::string_view) override {}
  void on_exit(ThreadNumber, int) override {}

 private:
  bool is_known(ThreadNumber thread) const { return !names_[creation_[thread]].empty(); }

  Machine& machine_;
  std::vector<std::string> names_;
  std::array<size_t, kMaxThreads> creation_{};  // by thread: its place in names_, 0 for main
};

}  // namespace heddle
