// TraceBuilder: watches a replay and tells it as a story, in names, lines and values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "machine/observer.h"
#include "result/schedule.h"
#include "result/trace.h"
#include "trace/naming.h"

namespace heddle {

class TraceBuilder final : public Observer {
 public:
  explicit TraceBuilder(Machine& machine);

  void begin_step(const ScheduleStep& step);
  void end_step();
  // After the last step: the whole report.
  ErrorReport finish(const Violation& violation);

  const std::string& output() const { return output_; }

  void on_access(const ObservedAccess& access) override;
  void on_sync(ThreadNumber thread, Point point, SyncKind kind, uint64_t object) override;
  void on_allocate(ThreadNumber thread, Point point, uint64_t address, uint64_t size) override;
  void on_free(ThreadNumber thread, Point point, uint64_t address) override;
  void on_thread_start(ThreadNumber parent, Point point, ThreadNumber child) override;
  void on_thread_end(ThreadNumber thread) override;
  void on_choose(ThreadNumber thread, Point point, uint32_t branch, uint32_t of) override;
  void on_output(ThreadNumber thread, int fd, std::string_view text) override;
  void on_exit(ThreadNumber thread, int code) override;

 private:
  // Where in the user's code an event happens, and through which library function.
  struct UserPlace {
    Place place;
    std::string operation;  // empty when the user's code does it itself
  };
  struct BlockHistory {
    uint64_t size = 0;
    ThreadNumber allocated_by = 0;
    CallStack allocated;
    ThreadNumber freed_by = 0;
    CallStack freed;
  };

  UserPlace user_place(ThreadNumber thread, Point point) const;
  CallStack stack_at(ThreadNumber thread, Point point) const;
  std::vector<StackLine> stack_lines(const CallStack& stack) const;
  Place place_in(const CallStack& stack) const;
  std::string thread_name(ThreadNumber thread) const;
  std::string blocked_text(ThreadNumber thread) const;
  std::string pending_text(ThreadNumber thread, bool is_write_of_section) const;
  std::string object_name(uint64_t address, SyncKind kind) const;
  std::string joined_thread(uint64_t control_block) const;
  std::vector<std::string> locks_held_by(ThreadNumber thread) const;
  void add(ThreadNumber thread, TraceEvent event);
  void add_memory_notes(const Violation& violation, ErrorReport& report) const;
  void word_race(const Violation& violation, ErrorReport& report) const;
  void word_deadlock(const Violation& violation, ErrorReport& report) const;

  Machine& machine_;
  const Program& program_;
  Naming naming_;
  Trace trace_;
  std::string output_;
  std::map<ThreadNumber, std::string> names_;
  std::map<uint64_t, BlockHistory> blocks_;
  std::set<uint64_t> locks_;
  uint64_t instructions_before_ = 0;
  uint64_t enabled_before_ = 0;
};

}  // namespace heddle
