// Events in words.
//
// Every field of an event may be empty, since debug information can be missing; each phrase stays
// a phrase then.
// SPDX-License-Identifier: Apache-2.0
#include "report/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/layout.h"

namespace heddle {
namespace {

constexpr size_t kMaxPrintedText = 160;

std::string or_else(const std::string& text, const char* fallback) {
  return text.empty() ? fallback : text;
}

std::string object_of(const TraceEvent& event) { return or_else(event.object, "memory"); }

// "(atomic fetch_add)", "(in memcpy)"
std::string manner(const TraceEvent& event) {
  if (event.atomic || event.kind == EventKind::Update)
    return event.operation.empty() ? " (atomic)" : fmt::format(" (atomic {})", event.operation);
  return event.operation.empty() ? "" : fmt::format(" (in {})", event.operation);
}

std::string describe_read(const TraceEvent& event) {
  if (event.value.empty()) return fmt::format("reads {}{}", object_of(event), manner(event));
  return fmt::format("reads {} = {}{}", object_of(event), event.value, manner(event));
}

std::string describe_write(const TraceEvent& event) {
  const std::string object = object_of(event);
  if (event.value.empty()) return fmt::format("writes {}{}", object, manner(event));
  if (event.old_value.empty()) return fmt::format("{} = {}{}", object, event.value, manner(event));
  if (event.old_value == event.value)
    return fmt::format("{}: {}, unchanged{}", object, event.value, manner(event));
  return fmt::format("{}: {} -> {}{}", object, event.old_value, event.value, manner(event));
}

std::string describe_notify(const TraceEvent& event) {
  const bool posts = event.operation.find("post") != std::string::npos;
  const bool all = event.operation.find("broadcast") != std::string::npos ||
                   event.operation.find("notify_all") != std::string::npos;
  const char* verb = posts ? "posts" : all ? "wakes all on" : "signals";
  return fmt::format("{} {}", verb, or_else(event.object, "the waiting threads"));
}

std::string describe_synchronise(const TraceEvent& event) {
  const std::string operation = or_else(event.operation, "synchronises");
  const std::string on = event.object.empty() ? "" : fmt::format(" on {}", event.object);
  const std::string result = event.value.empty() ? "" : fmt::format(" = {}", event.value);
  return operation + on + result;
}

std::string describe_value(const char* verb, const TraceEvent& event) {
  return event.value.empty() ? verb : fmt::format("{} {}", verb, event.value);
}

std::string describe_allocation(const TraceEvent& event) {
  const std::string what = or_else(event.object, "memory");
  return event.value.empty() ? fmt::format("allocates {}", what)
                             : fmt::format("allocates {}, {}", what, event.value);
}

std::string describe_end(const TraceEvent& event) {
  return event.value.empty() ? "the thread ends"
                             : fmt::format("the thread ends, result {}", event.value);
}

std::string describe_output(const TraceEvent& event) {
  return fmt::format("prints \"{}\"", clipped(event.value, kMaxPrintedText));
}

std::string describe_exit(const TraceEvent& event) {
  return event.value.empty() ? "the program exits"
                             : fmt::format("the program exits with code {}", event.value);
}

std::string through(const TraceEvent& event) {
  return event.through.empty() ? "" : fmt::format(" ({})", event.through);
}

std::string describe_kind(const TraceEvent& event) {
  switch (event.kind) {
    case EventKind::Read: return describe_read(event);
    case EventKind::Write: return describe_write(event);
    case EventKind::Update: return describe_write(event);
    case EventKind::Acquire:
      return fmt::format("takes {}", or_else(event.object, "a lock")) + through(event);
    case EventKind::Release:
      return fmt::format("releases {}", or_else(event.object, "a lock")) + through(event);
    case EventKind::Blocked:
      return fmt::format("waits for {}", or_else(event.object, "a lock")) + through(event);
    case EventKind::Wait: return fmt::format("waits on {}", or_else(event.object, "a condition"));
    case EventKind::Notify: return describe_notify(event);
    case EventKind::Synchronise: return describe_synchronise(event);
    case EventKind::ThreadStart: return fmt::format("starts {}", or_else(event.object, "a thread"));
    case EventKind::ThreadEnd: return describe_end(event);
    case EventKind::Join: return fmt::format("joins {}", or_else(event.object, "a thread"));
    case EventKind::Allocate: return describe_allocation(event);
    case EventKind::Free: return fmt::format("frees {}", object_of(event)) + through(event);
    case EventKind::Choose: return describe_value("chooses", event);
    case EventKind::Output: return describe_output(event);
    case EventKind::Exit: return describe_exit(event);
  }
  return "";
}

}  // namespace

std::string describe(const TraceEvent& event) {
  std::string text = describe_kind(event);
  if (!event.note.empty()) text += ", " + event.note;
  return printable(text);
}

Ink ink_of(const TraceEvent& event) {
  if (event.local) return Ink::Faint;
  switch (event.kind) {
    case EventKind::Blocked:
    case EventKind::Wait: return Ink::Caution;
    case EventKind::Write:
    case EventKind::Update: return Ink::Change;
    default: return Ink::Plain;
  }
}

bool is_access(const TraceEvent& event) {
  return event.kind == EventKind::Read || event.kind == EventKind::Write ||
         event.kind == EventKind::Update;
}

std::string message_beside_kind(const ErrorReport& error) {
  std::string kind(name_of(error.kind));
  std::replace(kind.begin(), kind.end(), '-', ' ');
  const std::string prefix = kind + ": ";
  const size_t begin = error.message.starts_with(prefix) ? prefix.size() : 0;
  return printable(error.message.substr(begin));
}

std::string joined_names(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return printable(text);
}

}  // namespace heddle
