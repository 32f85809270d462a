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
  const std::optional<LibraryCall> call = library_call(machine_, thread, stack);
  const bool cxx = call && call->cxx;
  if (pending.kind == PendingKind::Access) {
    const Opcode opcode = program_.code[stack.front()].opcode;
    if (opcode == Opcode::Free) return "frees " + naming_.pointer(pending.range.address);
    const std::string manner = pending.atomic && cxx
                                   ? fmt::format(" (atomic, in {})", call->operation)
                               : pending.atomic ? " (atomic)"
                               : cxx            ? fmt::format(" (in {})", call->operation)
                                                : "";
    return (writes ? "writes " : "reads ") + accessed_name(thread, pending.range, stack) + manner;
  }
  return fmt::format("{} {}", name_of(pending.sync),
                     object_name(pending.range.address, pending.sync, call));
}

// The user's name of what a thread is about to access, be it inside an object of the C++ library.
std::string TraceBuilder::accessed_name(ThreadNumber thread, const MemoryRange& range,
                                        const CallStack& stack) const {
  const NamedPlace place = naming_.name(range.address, range.size, stack.front());
  const std::optional<LibraryCall> call = library_call(machine_, thread, stack);
  if (!place.library || !call || !call->cxx || place.name.starts_with("the ")) return place.name;
  const std::string object = name_of_object(*call);
  if (!object.empty()) return object;
  return place.owner.empty() ? place.name : place.owner;
}

void TraceBuilder::word_race(const Violation& violation, ErrorReport& report) const {
  const ViolationNote& other = violation.notes.front();
  const bool pending = machine_.thread(violation.thread).pending.kind != PendingKind::None &&
                       violation.stack.size() > 1;
  const Pending& theirs = machine_.thread(other.thread).pending;
  const std::string name = accessed_name(other.thread, theirs.range, other.stack);
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
  const CallStack stack = machine_.call_stack(thread);
  const std::optional<LibraryCall> call = library_call(machine_, thread, stack);
  const LibraryClass type = call ? library_class(program_, call->type) : LibraryClass::Other;
  const std::string object = object_name(machine_.blocked_on(thread), pending.sync, call);
  const auto holder = machine_.waits_for(thread);
  std::string text;
  switch (pending.sync) {
    case SyncKind::Join:
      return fmt::format("waits for {}{}", object, type == LibraryClass::Future ? "" : " to end");
    case SyncKind::CondWake:
      text = (*noun_of(type) ? "waits for " : "waits for a signal on ") + object;
      break;
    case SyncKind::AtomicWake:
      text = (*noun_of(type) ? "waits for " : "waits to be notified about ") + object;
      break;
    case SyncKind::BarrierWait: text = fmt::format("waits at the barrier {}", object); break;
    default: text = fmt::format("waits for {}", object); break;
  }
  if (holder) text += ", " + held_since(thread, *holder);
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
  const std::string kind = naming_.block(base);
  if (!kind.empty() && violation.kind != ErrorKind::Leak) {
    const Point point = violation.stack.empty() ? kNoPoint : violation.stack.front();
    const std::string name = naming_.name(violation.address, 1, point).name;
    if (name != kind) report.message += fmt::format(" ({})", name);
  }
  const std::string owner = history.owner_name.empty() ? "" : " for " + history.owner_name;
  const std::string what = kind.empty() ? fmt::format("block of {} bytes{}", history.size, owner)
                                        : fmt::format("{} ({} bytes)", kind, history.size);
  report.notes.push_back({fmt::format("allocated the {} here", what),
                          thread_name(history.allocated_by), stack_lines(history.allocated)});
  if (!history.freed.empty() && !object->has(kAlive))
    report.notes.push_back(
        {"freed it here", thread_name(history.freed_by), stack_lines(history.freed)});
  if (violation.kind == ErrorKind::Leak) {
    report.location = place_in(history.allocated);
    report.stack = stack_lines(history.allocated);
  }
}

// What made the library call std::terminate is in the stack.
void TraceBuilder::word_terminate(const Violation& violation, ErrorReport& report) const {
  for (size_t frame = 0; frame < violation.stack.size(); ++frame) {
    const Function& function = program_.functions[program_.function_at(violation.stack[frame])];
    if (function.origin != FunctionOrigin::Library || function.this_slot < 0) continue;
    if (program_.source.types[function.this_type].name != "std::thread") continue;
    const uint64_t object =
        machine_.frames(violation.thread).rbegin()[ptrdiff_t(frame)].slots[function.this_slot];
    const std::string name = name_of_object({.object = object, .type = function.this_type});
    const std::string what =
        name.starts_with("a ") || name.empty() ? "a std::thread" : "the std::thread " + name;
    if (function.operation == "~thread")
      report.message = what + " was destroyed while joinable: join or detach it before";
    else if (function.operation == "operator=")
      report.message = what + " was assigned to while joinable: join or detach it before";
    return;
  }
}

// The models leave a name they cannot read as the symbol of its type_info.
void TraceBuilder::word_exception(ErrorReport& report) const {
  const size_t begin = report.message.find("_ZTS");
  if (begin != std::string::npos) {
    const size_t end = report.message.find_first_of(": ", begin);
    const std::string symbol = report.message.substr(begin, end - begin);
    constexpr std::string_view kPrefix = "typeinfo name for ";
    for (const Global& global : program_.globals)
      if (global.name == symbol && global.shown_name.starts_with(kPrefix))
        report.message.replace(begin, symbol.size(), global.shown_name.substr(kPrefix.size()));
  }
  constexpr std::string_view kTwice = "std::future_error: std::future_error: ";
  const size_t twice = report.message.find(kTwice);
  if (twice == std::string::npos) return;
  report.message.erase(twice, kTwice.size() / 2);
  constexpr std::pair<std::string_view, std::string_view> kCodes[] = {
      {"Promise already satisfied", "promise_already_satisfied"},
      {"Future already retrieved", "future_already_retrieved"},
      {"No associated state", "no_state"},
      {"Broken promise", "broken_promise"}};
  for (const auto& [text, code] : kCodes)
    if (report.message.ends_with(text)) report.message += fmt::format(" ({})", code);
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
    case ErrorKind::UncaughtException: word_exception(report); break;
    case ErrorKind::Abort: word_terminate(violation, report); break;
    default: add_memory_notes(violation, report); break;
  }
  report.trace = std::move(trace_);
  report.output = output_;
  return report;
}

}  // namespace heddle
