// SPDX-License-Identifier: Apache-2.0
#include "property/deadlock.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

ViolationNote blocked_note(const Machine& machine, ThreadNumber thread) {
  const Pending& pending = machine.thread(thread).pending;
  std::string text = std::string("waits to ") + name_of(pending.sync);
  if (const auto holder = machine.waits_for(thread))
    text += *holder == thread ? ", but holds it itself"
                              : ", held up by thread " + std::to_string(*holder);
  return {.thread = thread, .text = std::move(text), .stack = machine.call_stack(thread)};
}

std::string describe_circle(const std::vector<ThreadNumber>& circle) {
  if (circle.size() == 1)
    return "deadlock: thread " + std::to_string(circle[0]) + " waits for itself";
  std::string text = "deadlock: ";
  for (const ThreadNumber thread : circle)
    text += "thread " + std::to_string(thread) + " waits for ";
  return text + "thread " + std::to_string(circle[0]);
}

bool is_in_circle(const Machine& machine, ThreadNumber start) {
  std::optional<ThreadNumber> next = machine.waits_for(start);
  // A circle that does not come back to the start was found when it closed.
  for (size_t steps = 0; next && steps <= kMaxThreads; ++steps) {
    if (*next == start) return true;
    next = machine.waits_for(*next);
  }
  return false;
}

std::vector<ThreadNumber> circle_from(const Machine& machine, ThreadNumber start) {
  if (!is_in_circle(machine, start)) return {};
  std::vector<ThreadNumber> circle{start};
  for (ThreadNumber next = *machine.waits_for(start); next != start;
       next = *machine.waits_for(next))
    circle.push_back(next);
  return circle;
}

Violation circle_violation(const Machine& machine, std::vector<ThreadNumber> circle) {
  // Begin with the lowest number, whoever closed the circle.
  std::rotate(circle.begin(), std::min_element(circle.begin(), circle.end()), circle.end());
  Violation violation{.kind = ErrorKind::Deadlock,
                      .message = describe_circle(circle),
                      .thread = circle[0],
                      .stack = machine.call_stack(circle[0])};
  for (const ThreadNumber thread : circle) violation.notes.push_back(blocked_note(machine, thread));
  return violation;
}

}  // namespace

std::optional<Violation> find_waiting_circle(const Machine& machine) {
  const uint64_t moved = machine.moved_threads() & machine.live_threads();
  for (uint64_t rest = moved & machine.standing().awaiting; rest; rest &= rest - 1) {
    const std::vector<ThreadNumber> circle =
        circle_from(machine, ThreadNumber(std::countr_zero(rest)));
    if (!circle.empty()) return circle_violation(machine, circle);
  }
  return std::nullopt;
}

Violation whole_deadlock(const Machine& machine) {
  for (uint64_t rest = machine.live_threads(); rest; rest &= rest - 1) {
    const std::vector<ThreadNumber> circle =
        circle_from(machine, ThreadNumber(std::countr_zero(rest)));
    if (!circle.empty()) return circle_violation(machine, circle);
  }
  // Nobody waits in a circle: a signal was lost, a count never reached. The last thread to stop
  // waiting for another thread's end is the least interesting.
  Violation violation{.kind = ErrorKind::Deadlock,
                      .message = "deadlock: no thread can run any more"};
  for (uint64_t rest = machine.live_threads(); rest; rest &= rest - 1)
    violation.notes.push_back(blocked_note(machine, ThreadNumber(std::countr_zero(rest))));
  for (const ViolationNote& note : violation.notes) {
    const bool joins = machine.thread(note.thread).pending.sync == SyncKind::Join;
    if (!violation.stack.empty() && joins) continue;
    violation.thread = note.thread;
    violation.stack = note.stack;
    if (!joins) break;
  }
  return violation;
}

}  // namespace heddle
