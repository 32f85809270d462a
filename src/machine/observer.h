// Observer: sees what the machine does, step by step. Used when an execution is replayed and told;
// the search runs an interpreter compiled without the calls.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "machine/sync_kind.h"
#include "program/point.h"

namespace heddle {

struct ObservedAccess {
  ThreadNumber thread = 0;
  Point point = kNoPoint;
  uint64_t address = 0;
  uint64_t size = 0;
  uint64_t old_value = 0;  // the first 8 bytes, before
  uint64_t value = 0;      // and after
  bool reads = false;
  bool writes = false;
  bool atomic = false;
  bool shared = false;
  bool invisible = false;
};

// Each observer overrides what it wants to see.
class Observer {
 public:
  virtual ~Observer() = default;
  // Before the call: the caller's frame is still the innermost.
  virtual void on_call(ThreadNumber, FunctionIndex) {}
  virtual void on_access(const ObservedAccess&) {}
  virtual void on_sync(ThreadNumber, Point, SyncKind, [[maybe_unused]] uint64_t object) {}
  virtual void on_allocate(ThreadNumber, Point, [[maybe_unused]] uint64_t address,
                           [[maybe_unused]] uint64_t size) {}
  virtual void on_free(ThreadNumber, Point, [[maybe_unused]] uint64_t address) {}
  virtual void on_thread_start([[maybe_unused]] ThreadNumber parent, Point,
                               [[maybe_unused]] ThreadNumber child) {}
  virtual void on_thread_end(ThreadNumber) {}
  virtual void on_choose(ThreadNumber, Point, [[maybe_unused]] uint32_t branch,
                         [[maybe_unused]] uint32_t of) {}
  virtual void on_output(ThreadNumber, [[maybe_unused]] int fd, std::string_view) {}
  virtual void on_exit(ThreadNumber, [[maybe_unused]] int code) {}
  // Others could have run here, but the thread went on: the choice was found not to be needed.
  virtual void on_passed_choice(ThreadNumber) {}
};

}  // namespace heddle
