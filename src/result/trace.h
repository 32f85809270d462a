// Trace: a schedule told to a human. Everything is resolved to names, lines and values here, so
// that the writers in report/ need to know neither the machine nor the program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/point.h"
#include "result/error_kind.h"

namespace heddle {

struct Place {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  std::string function;
  std::string text;  // the source line, trimmed; empty if the file cannot be read
};

enum class EventKind : uint8_t {
  Read,
  Write,
  Update,   // an atomic read-modify-write
  Acquire,  // a lock taken
  Release,
  Blocked,  // the thread stops here and waits
  Wait,     // released the mutex and waits for a condition
  Notify,   // signal, broadcast, post
  Synchronise,  // any other operation on a synchronisation object
  ThreadStart,
  ThreadEnd,
  Join,
  Allocate,
  Free,
  Choose,
  Output,
  Exit,
};

struct TraceEvent {
  EventKind kind = EventKind::Read;
  Place place;            // the user's line, also when the access is inside a library function
  std::string operation;  // "pthread_mutex_lock", "memcpy"; empty for plain accesses
  std::string object;     // "queue.head", "accounts[1].balance", "lock A"
  std::string value;      // read or written (for Update: the new one)
  std::string old_value;  // Write and Update
  std::string note;       // "held by thread 2 (worker)"
  std::string through;    // the C++ library's means, where it says more: "lock_guard"
  bool atomic = false;
  bool library = false;   // a detail inside the C++ library: told only when asked for
  bool summary = false;   // stands for details of one call that are told only when asked for
  bool local = false;     // on data no other thread can reach: folded unless asked for
};

struct TraceStep {
  ThreadNumber thread = 0;
  std::string thread_name;  // "main", "worker#2"
  bool context_switch = false;
  bool preemption = false;  // the thread before could have gone on
  bool repeats = false;  // of a livelock: what begins here can go on for ever
  std::vector<TraceEvent> events;
  std::vector<std::string> held_locks;  // after the step
  uint64_t instructions = 0;
};

struct StackLine {
  Place place;
  bool library = false;
};

// A further place of the error: the other access, a thread of the deadlock, an allocation.
struct TraceNote {
  std::string text;
  std::string thread_name;
  std::vector<StackLine> stack;
};

struct Trace {
  std::vector<TraceStep> steps;
  uint64_t context_switches = 0;
};

// One error as it is reported.
struct ErrorReport {
  ErrorKind kind = ErrorKind::Assertion;
  std::string message;
  Place location;
  ThreadNumber thread = 0;
  std::string thread_name;
  std::vector<StackLine> stack;
  std::vector<TraceNote> notes;
  Trace trace;
  std::string output;  // what the program printed on the way
};

}  // namespace heddle
