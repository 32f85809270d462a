// TraceBuilder: watches a replay and tells it as a story, in names, lines and values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "machine/machine.h"
#include "machine/observer.h"
#include "result/schedule.h"
#include "result/trace.h"
#include "trace/blocks.h"
#include "trace/library_call.h"
#include "trace/naming.h"

namespace heddle {

class TraceBuilder final : public Observer {
 public:
  // `thread_names` are those of the threads in order of creation, main first; see thread_names.h.
  explicit TraceBuilder(Machine& machine, std::vector<std::string> thread_names = {});

  void begin_step(const ScheduleStep& step);
  void end_step();
  // After the last step: the whole report.
  ErrorReport finish(const Violation& violation);

  const std::string& output() const { return output_; }

  void on_call(ThreadNumber thread, FunctionIndex function) override;
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
    std::optional<LibraryCall> call;
    bool in_users_code = true;  // false before and after the user's function in a thread

    bool is_cxx() const { return call && call->cxx; }
  };
  struct LockTaken {
    ThreadNumber thread = 0;
    Place place;
  };

  UserPlace user_place(ThreadNumber thread, Point point) const;
  CallStack stack_at(ThreadNumber thread, Point point) const;
  CallStack stack_in_library(ThreadNumber thread, Point point) const;
  Point innermost(ThreadNumber thread) const { return machine_.frames(thread).back().point; }
  std::vector<StackLine> stack_lines(const CallStack& stack) const;
  Place place_in(const CallStack& stack) const;
  std::string thread_name(ThreadNumber thread) const;
  std::string blocked_text(ThreadNumber thread) const;
  std::string pending_text(ThreadNumber thread, bool is_write_of_section) const;
  std::string object_name(uint64_t address, SyncKind kind,
                          const std::optional<LibraryCall>& call = std::nullopt) const;
  // What a call of the C++ library works on, in the user's words; empty if it has no name.
  std::string name_of_object(const LibraryCall& call) const;
  std::string held_since(ThreadNumber thread, ThreadNumber holder) const;
  std::string accessed_name(ThreadNumber thread, const MemoryRange& range,
                            const CallStack& stack) const;
  std::string joined_thread(uint64_t control_block) const;
  std::vector<std::string> locks_held_by(ThreadNumber thread) const;
  void add(ThreadNumber thread, TraceEvent event);
  void add_library_access(const ObservedAccess& access, const UserPlace& where,
                          const NamedPlace& target, TraceEvent event);
  // One event for all that a call of the C++ library does to an object.
  void summarise(ThreadNumber thread, const UserPlace& where, const std::string& object,
                 bool writes);
  void mark_told(ThreadNumber thread);
  TraceEvent* summary_of_call(ThreadNumber thread, const std::string& object);
  // The library's class that does it, if it is not the object itself: "lock_guard".
  static std::string means(SyncKind kind, const std::string& operation);
  bool is_users_block(uint64_t address) const;
  void tell_library_sync(SyncKind kind, const UserPlace& where, uint64_t object,
                         TraceEvent& event) const;
  void word_terminate(const Violation& violation, ErrorReport& report) const;
  void word_exception(ErrorReport& report) const;
  void add_memory_notes(const Violation& violation, ErrorReport& report) const;
  void word_race(const Violation& violation, ErrorReport& report) const;
  void word_deadlock(const Violation& violation, ErrorReport& report) const;

  Machine& machine_;
  const Program& program_;
  Blocks blocks_;
  Naming naming_;
  Trace trace_;
  std::string output_;
  std::map<ThreadNumber, std::string> names_;
  std::vector<std::string> creation_names_;
  size_t threads_created_ = 0;
  std::set<uint64_t> locks_;
  std::map<uint64_t, LockTaken> locks_taken_;
  // How often each thread's code has called a library, to tell the calls apart; the last call that was
  // told by an event of its own; and where the summaries of the last call are, by object.
  std::map<ThreadNumber, uint64_t> library_calls_;
  std::map<ThreadNumber, uint64_t> told_calls_;
  struct {
    ThreadNumber thread = 0;
    uint64_t call = 0;
    std::map<std::string, std::pair<size_t, size_t>> places;  // step and event
  } summaries_;
  uint64_t instructions_before_ = 0;
  uint64_t enabled_before_ = 0;
};

}  // namespace heddle
