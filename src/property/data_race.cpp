// SPDX-License-Identifier: Apache-2.0
#include "property/data_race.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

bool is_access(const Pending& pending) {
  return pending.kind == PendingKind::Access || pending.kind == PendingKind::Await ||
         pending.kind == PendingKind::Sync;
}

bool conflict(const Pending& a, const Pending& b) {
  if (a.atomic && b.atomic) return false;
  if (a.range.overlaps(b.range) && (a.writes || b.writes)) return true;
  if (a.second_read.overlaps(b.range) && b.writes) return true;
  return a.writes && a.range.overlaps(b.second_read);
}

const char* verb(bool writes, SyncKind sync) {
  if (sync != SyncKind::None) return name_of(sync);
  return writes ? "write" : "read";
}

// The two accesses in an order that does not depend on which thread came last.
Violation race_between(const Machine& machine, ThreadNumber first, ThreadNumber second,
                       const CallStack& first_stack, bool first_writes) {
  const Pending& a = machine.thread(first).pending;
  const Pending& b = machine.thread(second).pending;
  Violation violation{.kind = ErrorKind::DataRace,
                      .message = std::string("data race: ") + verb(first_writes, a.sync) + " and " +
                                 verb(b.writes, b.sync) + " of the same memory at the same time",
                      .thread = first,
                      .stack = first_stack,
                      .address = b.range.address};
  violation.notes.push_back({.thread = second,
                             .text = std::string("the other access: ") + verb(b.writes, b.sync),
                             .stack = machine.call_stack(second)});
  return violation;
}

std::optional<Violation> race_with_section(const Machine& machine, ThreadNumber mover) {
  for (const Machine::SectionAccess& access : machine.section_accesses()) {
    Pending pending{.kind = PendingKind::Access, .writes = access.writes, .atomic = access.atomic};
    pending.range = access.range;
    for (uint64_t rest = machine.live_threads() & ~machine.moved_threads(); rest;
         rest &= rest - 1) {
      const auto other = ThreadNumber(std::countr_zero(rest));
      if (is_access(machine.thread(other).pending) && machine.is_enabled(other) &&
          conflict(pending, machine.thread(other).pending))
        return race_between(machine, mover, other, {access.point}, access.writes);
    }
  }
  return std::nullopt;
}

std::optional<Violation> race_of(const Machine& machine, uint64_t threads) {
  const uint64_t live = machine.live_threads();
  for (uint64_t moved = threads & live; moved; moved &= moved - 1) {
    const auto mover = ThreadNumber(std::countr_zero(moved));
    const Pending& pending = machine.thread(mover).pending;
    if (!is_access(pending)) continue;
    for (uint64_t rest = live & ~(uint64_t(1) << mover); rest; rest &= rest - 1) {
      const auto other = ThreadNumber(std::countr_zero(rest));
      const Pending& theirs = machine.thread(other).pending;
      if (!is_access(theirs) || !conflict(pending, theirs)) continue;
      if (!machine.is_enabled(mover) || !machine.is_enabled(other)) continue;
      const ThreadNumber first = std::min(mover, other);
      return race_between(machine, first, std::max(mover, other), machine.call_stack(first),
                          machine.thread(first).pending.writes);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Violation> find_data_race(const Machine& machine) {
  // Atomic operations do not race with each other.
  if ((machine.live_threads() & machine.standing().plain) == 0 &&
      machine.section_accesses().empty())
    return std::nullopt;
  if (auto race = race_of(machine, machine.moved_threads())) return race;
  if (!machine.section_accesses().empty() && machine.moved_threads())
    return race_with_section(machine, ThreadNumber(std::countr_zero(machine.moved_threads())));
  return std::nullopt;
}

std::optional<Violation> find_any_data_race(const Machine& machine) {
  if (auto race = find_data_race(machine)) return race;
  return race_of(machine, machine.live_threads());
}

}  // namespace heddle
