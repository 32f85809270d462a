// Compilation: all units of a program, compiled side by side while those that are done are linked.
//
// After an edit, one unit is compiled and all others are found in the cache: to link these meanwhile hides most of the
// time that either takes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "frontend/compile.h"

namespace heddle {

class Compilation {
 public:
  // Both must outlive it. Units get their bitcode, if they have none yet.
  Compilation(ProgramParts& parts, const FrontendOptions& options);
  // What has not been begun is left.
  ~Compilation();
  Compilation(const Compilation&) = delete;
  Compilation& operator=(const Compilation&) = delete;

  // Until it has its bitcode; throws if it does not compile.
  void wait_for(const Unit& unit);
  // Until all have; throws for the first that does not compile.
  void wait_for_all();

 private:
  struct Task {
    Unit* unit = nullptr;
    bool is_done = false;
    std::exception_ptr error;
  };
  void work();
  void wait_for(const Task& task);

  const FrontendOptions& options_;
  std::vector<Task> tasks_;
  std::map<const Unit*, size_t> task_of_;
  std::atomic<size_t> next_{0};
  std::mutex mutex_;  // of is_done and error
  std::condition_variable done_;
  std::vector<std::jthread> workers_;
};

}  // namespace heddle
