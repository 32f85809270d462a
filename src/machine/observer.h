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

class Observer {
 public:
  virtual ~Observer() = default;
  // Before the call: the caller's frame is still the innermost.
  virtual void on_call(ThreadNumber thread, FunctionIndex function) = 0;
  virtual void on_access(const ObservedAccess& access) = 0;
  virtual void on_sync(ThreadNumber thread, Point point, SyncKind kind, uint64_t object) = 0;
  virtual void on_allocate(ThreadNumber thread, Point point, uint64_t address, uint64_t size) = 0;
  virtual void on_free(ThreadNumber thread, Point point, uint64_t address) = 0;
  virtual void on_thread_start(ThreadNumber parent, Point point, ThreadNumber child) = 0;
  virtual void on_thread_end(ThreadNumber thread) = 0;
  virtual void on_choose(ThreadNumber thread, Point point, uint32_t branch, uint32_t of) = 0;
  virtual void on_output(ThreadNumber thread, int fd, std::string_view text) = 0;
  virtual void on_exit(ThreadNumber thread, int code) = 0;
};

}  // namespace heddle
