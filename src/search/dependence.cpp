// SPDX-License-Identifier: Apache-2.0
#include "search/dependence.h"

namespace heddle {

namespace {

// Stands for the models' list of who waits on which word (runtime/cxx/futex.cpp); no object is there.
constexpr MemoryRange kFutexWaiters{8, 8};
// Owner words are awaited under this mask; see runtime/pthread_internal.h.
constexpr uint32_t kOwnerMask = 0x7fffffff;

void add_sync(Footprint& footprint, const Pending& operation) {
  switch (operation.sync) {
    case SyncKind::AtomicBegin: footprint.make_everything(); return;
    case SyncKind::Exit:
      // The end of a thread names the count of threads, the end of the process nothing.
      if (operation.range.size == 0) return footprint.make_everything();
      break;
    case SyncKind::AtomicNotify: footprint.add({kFutexWaiters, true, true}); return;
    case SyncKind::AtomicWake: footprint.add({kFutexWaiters, false, true}); return;
    case SyncKind::AtomicWait: footprint.add({kFutexWaiters, false, true}); break;
    // A wait that times out leaves the condition variable.
    case SyncKind::CondWake: footprint.add({{operation.object, 8}, true, true}); return;
    default: break;
  }
  footprint.add({operation.range, operation.writes, operation.atomic});
}

void add_await(Footprint& footprint, const Pending& operation) {
  if (operation.sync != SyncKind::CondWake) {
    if (operation.range.size) footprint.add({operation.range, operation.writes, operation.atomic});
    return;
  }
  // Takes the mutex back; and one that wakes without a signal leaves the condition variable, too.
  bool awaits_signal = false;
  for (const AwaitCondition& condition : operation.conditions) {
    if (condition.address == 0) continue;
    if (condition.mask == kOwnerMask)
      footprint.add({{condition.address, 4}, true, true});
    else
      awaits_signal = true;
  }
  if (!awaits_signal) footprint.add({{operation.object, 8}, true, true});
}

}  // namespace

void Footprint::add(const Touch& touch) {
  if (count_ < kFew) {
    few_[count_++] = touch;
    return;
  }
  if (more_.empty()) more_.assign(few_.begin(), few_.end());
  more_.push_back(touch);
}

void Footprint::make_reading() {
  for (Touch& touch : few_) touch.writes = false;
  for (Touch& touch : more_) touch.writes = false;
}

Footprint expected_footprint(const Thread& thread) {
  Footprint footprint = footprint_of(thread.pending);
  if (thread.atomic_depth > 0) footprint.make_everything();
  return footprint;
}

Footprint footprint_of(const Pending& operation) {
  Footprint footprint;
  switch (operation.kind) {
    case PendingKind::None:
    case PendingKind::Choose: break;
    case PendingKind::Access:
      footprint.add({operation.range, operation.writes, operation.atomic});
      if (operation.second_read.size)
        footprint.add({operation.second_read, false, operation.atomic});
      break;
    case PendingKind::Sync: add_sync(footprint, operation); break;
    case PendingKind::Await: add_await(footprint, operation); break;
  }
  return footprint;
}

Footprint seen_footprint(const Machine& machine, const Pending& operation,
                         const Footprint& expected) {
  const bool was_unknown = expected.is_everything() && operation.sync != SyncKind::Exit;
  if (!was_unknown) return expected;
  Footprint seen;
  for (const Touch& touch : expected.touches()) seen.add(touch);
  for (const Machine::SectionAccess& access : machine.section_accesses())
    seen.add({access.range, access.writes, access.atomic});
  return seen;
}

bool conflict(const Touch& a, const Touch& b) {
  return (a.writes || b.writes) && a.range.overlaps(b.range);
}

bool are_dependent(const Footprint& a, const Footprint& b) {
  if (a.is_everything() || b.is_everything()) return true;
  for (const Touch& x : a.touches())
    for (const Touch& y : b.touches())
      if (conflict(x, y)) return true;
  return false;
}

bool would_race(const Footprint& a, const Footprint& b) {
  for (const Touch& x : a.touches())
    for (const Touch& y : b.touches())
      if (conflict(x, y) && !(x.atomic && y.atomic)) return true;
  return false;
}

}  // namespace heddle
