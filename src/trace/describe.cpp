// How the error itself is told: headline, stacks, and the further places that belong to it.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "trace/trace_builder.h"

namespace heddle {

std::vector<StackLine> TraceBuilder::stack_lines(const CallStack& stack) const {
  std::vector<StackLine> lines;
  for (const Point point : stack) {
    const Function& function = program_.functions[program_.function_at(point)];
    // What surrounds main and a thread's function is not the user's.
    if (function.name.starts_with("__heddle_") || program_.source.locations[point].line == 0)
      continue;
    lines.push_back({naming_.place(point), function.origin != FunctionOrigin::User});
  }
  while (!lines.empty() && lines.back().library && lines.size() > 1) lines.pop_back();
  return lines;
}

Place TraceBuilder::place_in(const CallStack& stack) const {
  for (const Point point : stack)
    if (program_.functions[program_.function_at(point)].origin == FunctionOrigin::User)
      return naming_.place(point);
  return stack.empty() ? Place{} : naming_.place(stack.front());
}

// "writes balance", "locks m"
std::string TraceBuilder::pending_text(ThreadNumber thread, bool writes) const {
  const Pending& pending = machine_.thread(thread).pending;
  const CallStack stack = machine_.call_stack(thread);
  if (pending.kind == PendingKind::Access) {
    const Opcode opcode = program_.code[stack.front()].opcode;
    const std::string name =
        naming_.name(pending.range.address, pending.range.size, stack.front()).name;
    if (opcode == Opcode::Free) return "frees " + naming_.pointer(pending.range.address);
    return (writes ? "writes " : "reads ") + name + (pending.atomic ? " (atomic)" : "");
  }
  return fmt::format("{} {}", name_of(pending.sync),
                     object_name(pending.range.address, pending.sync));
}

void TraceBuilder::word_race(const Violation& violation, ErrorReport& report) const {
  const ViolationNote& other = violation.notes.front();
  const bool pending = machine_.thread(violation.thread).pending.kind != PendingKind::None &&
                       violation.stack.size() > 1;
  const Pending& theirs = machine_.thread(other.thread).pending;
  const std::string name =
      naming_.name(theirs.range.address, theirs.range.size, other.stack.front()).name;
  const std::string first =
      pending ? pending_text(violation.thread, machine_.thread(violation.thread).pending.writes)
              : "accesses " + name + " in an atomic section";
  const std::string second = pending_text(other.thread, theirs.writes);
  report.message =
      fmt::format("data race on {}: {} {} while {} {}", name, thread_name(violation.thread), first,
                  thread_name(other.thread), second);
  report.notes.push_back({second, thread_name(other.thread), stack_lines(other.stack)});
}

std::string TraceBuilder::blocked_text(ThreadNumber thread) const {
  const Pending& pending = machine_.thread(thread).pending;
  const std::string object = object_name(machine_.blocked_on(thread), pending.sync);
  const auto holder = machine_.waits_for(thread);
  std::string text;
  switch (pending.sync) {
    case SyncKind::Join: return fmt::format("waits for {} to end", object);
    case SyncKind::CondWake: text = fmt::format("waits for a signal on {}", object); break;
    case SyncKind::AtomicWake: text = fmt::format("waits to be notified about {}", object); break;
    case SyncKind::BarrierWait: text = fmt::format("waits at the barrier {}", object); break;
    default: text = fmt::format("waits for {}", object); break;
  }
  if (holder)
    text += *holder == thread ? ", which it holds itself"
                              : fmt::format(", held by {}", thread_name(*holder));
  return text;
}

void TraceBuilder::word_deadlock(const Violation& violation, ErrorReport& report) const {
  // A circle has notes for its members only; otherwise nobody can run.
  const bool circle = violation.message.find("waits for") != std::string::npos;
  if (!circle)
    report.message = "deadlock: no thread can run any more";
  else if (violation.notes.size() == 1)
    report.message = fmt::format("deadlock: {} {}", thread_name(violation.thread),
                                 blocked_text(violation.thread));
  else
    report.message =
        fmt::format("deadlock: {} threads wait for each other in a circle", violation.notes.size());
  for (const ViolationNote& note : violation.notes)
    report.notes.push_back(
        {blocked_text(note.thread), thread_name(note.thread), stack_lines(note.stack)});
}

void TraceBuilder::add_memory_notes(const Violation& violation, ErrorReport& report) const {
  const Object* object =
      violation.address ? machine_.memory().object_at(violation.address) : nullptr;
  if (!object || !object->has(kHeap)) {
    if (const Global* global = violation.address ? naming_.global_at(violation.address) : nullptr)
      report.message +=
          fmt::format(" ({})", global->shown_name.empty() ? global->name : global->shown_name);
    return;
  }
  const uint64_t base = violation.address - Memory::offset_in(*object, violation.address);
  const auto found = blocks_.find(base);
  if (found == blocks_.end()) return;
  const BlockHistory& history = found->second;
  report.notes.push_back({fmt::format("allocated the block of {} bytes here", history.size),
                          thread_name(history.allocated_by), stack_lines(history.allocated)});
  if (!history.freed.empty() && !object->has(kAlive))
    report.notes.push_back(
        {"freed it here", thread_name(history.freed_by), stack_lines(history.freed)});
  if (violation.kind == ErrorKind::Leak) {
    report.location = place_in(history.allocated);
    report.stack = stack_lines(history.allocated);
  }
}

ErrorReport TraceBuilder::finish(const Violation& violation) {
  ErrorReport report{.kind = violation.kind,
                     .message = violation.message,
                     .location = place_in(violation.stack),
                     .thread = violation.thread,
                     .thread_name = thread_name(violation.thread),
                     .stack = stack_lines(violation.stack)};
  switch (violation.kind) {
    case ErrorKind::DataRace: word_race(violation, report); break;
    case ErrorKind::Deadlock: word_deadlock(violation, report); break;
    default: add_memory_notes(violation, report); break;
  }
  report.trace = std::move(trace_);
  report.output = output_;
  return report;
}

}  // namespace heddle
