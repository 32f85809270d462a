// The threads of the remote agent: Planner, Executive, Diagnosis, and further tasks in groups.
//
// Each starts its thread when constructed and never ends, as in flight.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <thread>

#include "event.h"
#include "plan.h"

namespace rax {

struct Events {
  Event plan{kWrapCount};  // the Executive wants a plan
  Event exec{kWrapCount};  // the Planner has made one
};

// What a thread has in common with the others, and the counter it has last seen.
class Agent {
 public:
  Agent(Events& events, Plan& plan) : events_(events), plan_(plan) {}
  Agent(const Agent&) = delete;

  void join() { thread_.join(); }

 protected:
  // To be called once the derived object is complete.
  template <typename Function>
  void start(Function run) {
    thread_ = std::thread(run);
  }

  Events& events_;
  Plan& plan_;
  int seen_ = 0;  // both events start at 0: reading it later could miss the first signal

 private:
  std::thread thread_;
};

class Planner : public Agent {
 public:
  Planner(Events& events, Plan& plan) : Agent(events, plan) {
    start([this] { run(); });
  }

 private:
  [[noreturn]] void run() {
    for (;;) {
      events_.plan.wait_for_event(seen_);
      plan_.generate();
      events_.exec.signal_event();
    }
  }
};

class Executive : public Agent {
 public:
  Executive(Events& events, Plan& plan) : Agent(events, plan) {
    start([this] { run(); });
  }

 private:
  [[noreturn]] void run() {
    for (;;) {
      events_.plan.signal_event();
      events_.exec.wait_for_event(seen_);
      while (!plan_.done()) plan_.execute_token();
    }
  }
};

class Diagnosis : public Agent {
 public:
  Diagnosis(Events& events, Plan& plan) : Agent(events, plan) {
    start([this] { run(); });
  }

 private:
  [[noreturn]] void run() {
    for (;;) {
      events_.exec.wait_for_event(seen_);
      plan_.repair();
    }
  }
};

// Two tasks that do nothing but write the same variable under its lock: threads that run on whatever
// the others do, so that a deadlock among those is not one of the whole program.
class Group {
 public:
  Group() : first_(&Group::run, this), second_(&Group::run, this) {}

  void join() {
    first_.join();
    second_.join();
  }

 private:
  [[noreturn]] void run() {
    for (;;) {
      std::lock_guard lock(mutex_);
      shared_ = 0;
    }
  }

  std::mutex mutex_;
  int shared_ = 0;
  std::thread first_;
  std::thread second_;
};

}  // namespace rax
