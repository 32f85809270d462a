// Before operations that others could notice: whether to stop, and what is noted if not.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "machine/interpreter.h"
#include "machine/stack.h"
#include "support/bits.h"

namespace heddle {

namespace {

// See LockWords. The next version of a global variable may have another size, at the same place.
uint64_t size_to_tell_apart(const Object& object) {
  return object.has(kGlobal) ? 0 : object.full_size;
}

}  // namespace

// Nothing has been pending since the transition began, so only what differs from that is written.
Interpreter::Decision Interpreter::stop_before(const MemoryRange& range, bool writes, bool atomic,
                                               const MemoryRange& second_read) {
  Pending& pending = thread_.pending;
  pending.kind = PendingKind::Access;
  pending.writes = writes;
  pending.atomic = atomic;
  pending.range = range;
  if (second_read.size) pending.second_read = second_read;
  frame_->point = here();
  return Decision::Stop;
}

void Interpreter::stop_at(const Pending& pending) {
  thread_.pending = pending;
  frame_->point = here();
}

void Interpreter::watch(const Pending& operation) {
  if (!machine_.options_.filter) return;
  frame_->point = here();
  machine_.options_.filter->watch(machine_, number_, operation);
}

Interpreter::Decision Interpreter::before(const Object& object, const MemoryRange& range,
                                          bool writes, uint8_t flags,
                                          const MemoryRange& second_read) {
  if (machine_.threaded_) {
    note_look(object, range);
    if (second_read.size)
      note_look(*memory_.find(second_read.address, second_read.size), second_read);
  }
  const bool atomic = (flags & kAtomic) != 0;
  ordered_ = ordered_ || atomic;
  // Leave is for one operation, whatever else lets it happen.
  const bool granted = std::exchange(granted_, false);
  if (thread_.atomic_depth > 0 || machine_.options_.filter || machine_.options_.note_accesses)
    return before_asking(range, writes, atomic, granted, second_read);
  if (granted) return Decision::Go;
  if (!atomic && runs_through(range, writes, second_read)) return Decision::Go;
  if (!others_can_run()) return Decision::Go;
  return stop_before(range, writes, atomic, second_read);
}

Interpreter::Decision Interpreter::before_asking(const MemoryRange& range, bool writes, bool atomic,
                                                 bool granted, const MemoryRange& second_read) {
  const Pending pending{.kind = PendingKind::Access,
                        .writes = writes,
                        .atomic = atomic,
                        .range = range,
                        .second_read = second_read};
  if (in_noticed_section()) {
    watch(pending);
    if (!machine_.options_.plain_choices)
      record(range, writes, atomic, second_read, machine_.others_enabled(number_));
    machine_.section_accesses_.push_back({here(), range, writes, atomic});
    if (second_read.size)
      machine_.section_accesses_.push_back({here(), second_read, false, atomic});
    return Decision::Go;
  }
  if (granted) return Decision::Go;
  if (!atomic && runs_through(range, writes, second_read)) {
    watch(pending);
    return Decision::Go;
  }
  if (!others_can_run()) {
    watch(pending);
    if (machine_.options_.note_accesses && others_have_lived())
      record(range, writes, atomic, second_read, 0, Place::AnyTime);
    return Decision::Go;
  }
  if (passes(pending)) return Decision::Go;
  stop_at(pending);
  return Decision::Stop;
}

// A release is no choice of its own as long as nobody sees the lock held without waiting for it, and
// happens together with what comes before it. Who looks, in whatever way, may come upon a lock whose release
// is later in truth, even if no other thread is left: the last one's end may have happened together with it.
void Interpreter::note_look(const Object& object, const MemoryRange& range) {
  LockWords& words = machine_.lock_words_;
  const uint64_t size = size_to_tell_apart(object);
  if (words.knows_look(range, size) || !releases_may_be_late()) return;
  if (words.look(range, size)) machine_.observed_held_locks_ = true;
}

// Unless all others have been waited for.
bool Interpreter::releases_may_be_late() const {
  if (others_live() || (machine_.threaded_ && program_.detaches_threads)) return true;
  return std::ranges::any_of(machine_.threads_, [&](const Thread& thread) {
    return &thread != &thread_ && thread.status == ThreadStatus::Finished;
  });
}

// Whether the filter finds that an operation needs no choice.
bool Interpreter::passes(const Pending& operation) {
  if (!machine_.options_.filter) return false;
  frame_->point = here();
  if (!machine_.may_pass(number_, operation)) return false;
  if (operation.atomic) machine_.accesses_.note_passed_synchronisation();
  if (machine_.options_.note_accesses)
    record(operation.range, operation.writes, operation.atomic, operation.second_read,
           machine_.others_enabled(number_), Place::AnyTime);
  if (machine_.observer_) machine_.observer_->on_passed_choice(number_);
  return true;
}

// An operation whose place among those of other threads makes no difference as long as this thread does
// not synchronise again. Who holds a lock keeps the others away from it, so what they do to it comes
// before this operation or after the release; readers of one lock commute, as do those who wait for the
// end of a thread. Not so if a lock is looked at without waiting for it.
bool Interpreter::is_order_free(SyncKind kind, bool two_conditions) const {
  if (machine_.releases_are_visible_) return false;
  switch (kind) {
    case SyncKind::MutexLock:
    case SyncKind::SpinLock:
    case SyncKind::Join: return true;
    case SyncKind::RwLockRead: return !two_conditions;  // with two, waiting writers are noticed
    case SyncKind::RwLockWrite:
    case SyncKind::CondWake: return two_conditions;  // with one, it also stops being a waiter
    default: return false;
  }
}

// Whether the transition's first operation is one of these, or a plain access. What comes first in a new
// thread is a transition of its own.
bool Interpreter::begins_order_free(const Pending& first) const {
  if (first.kind == PendingKind::Access) return !first.atomic;
  return first.kind == PendingKind::Await &&
         is_order_free(first.sync, first.conditions[1].address != 0);
}

bool Interpreter::comes_to_watched_code() const {
  const WatchedCode* watched = machine_.options_.watched;
  return watched && !began_in_watched_code_ && watched->called.contains(here()) &&
         (watched->points.contains(here()) || machine_.is_in_watched_code(number_));
}

bool Interpreter::runs_through(const MemoryRange& range, bool writes,
                               const MemoryRange& second_read) {
  if (machine_.options_.plain_choices || ordered_ || machine_.accesses_.is_full()) return false;
  if (comes_to_watched_code()) return false;
  const uint64_t exposed = machine_.others_enabled(number_);
  if (exposed == 0) return false;
  record(range, writes, false, second_read, exposed);
  machine_.avoided_.count(AvoidedBy::RaceFreedom);
  if (machine_.observer_) machine_.observer_->on_passed_choice(number_);
  return true;
}

void Interpreter::record(const MemoryRange& range, bool writes, bool atomic,
                         const MemoryRange& second_read, uint64_t exposed, Place place) {
  TransitionAccesses& accesses = machine_.accesses_;
  const bool in_section = thread_.atomic_depth > 0;
  const bool commutes = place == Place::AnyTime;
  accesses.add({range, exposed, writes, atomic, in_section, commutes});
  if (second_read.size) accesses.add({second_read, exposed, false, atomic, in_section, commutes});
}

// The thread did not stand before it: it is noted for those who go by dependence.
void Interpreter::note_operation(const Pending& operation) {
  if (machine_.options_.note_operations && others_have_lived())
    machine_.operations_.push_back(operation);
}

Interpreter::Decision Interpreter::await(const Instruction& i) {
  const auto operands = program_.operands(i.c);
  const auto kind = SyncKind(value(operands[0]));
  const uint64_t object_address = value(operands[1]);
  AwaitCondition conditions[2];
  bool open = true;
  for (size_t k = 0; 2 + 3 * k < operands.size(); ++k) {
    AwaitCondition& condition = conditions[k];
    condition = {value(operands[2 + 3 * k]), uint32_t(value(operands[3 + 3 * k])),
                 uint32_t(value(operands[4 + 3 * k]))};
    const Object* word = memory_.find(condition.address, 4);
    if (!word) return memory_error(condition.address, 4, true);
    const uint64_t current = memory_.read(*word, memory_.offset_in(*word, condition.address), 4);
    open = open && (current & condition.mask) == condition.value;
  }
  bool shared = true;
  const bool apart = waits_apart_from_object(kind);
  if (!apart) {
    const Object* object = memory_.find(object_address, 1);
    if (!object) return memory_error(object_address, 1, true);
    shared = is_noticed(*object);
  }
  const bool is_choice = kind != SyncKind::Join || machine_.options_.steady_stops;
  const bool relevant =
      !open || (is_choice && shared && thread_.atomic_depth == 0 && !granted_ && others_can_run());
  const auto pending = [&]() -> Pending {
    return {.kind = PendingKind::Await,
            .sync = kind,
            .writes = true,
            .atomic = true,
            .object = object_address,
            .range = apart ? MemoryRange{} : MemoryRange{object_address, 4},
            .conditions = {conditions[0], conditions[1]}};
  };
  const bool passed =
      relevant && open && machine_.options_.filter && takes_lock(kind) && passes(pending());
  if (relevant && !passed) {
    stop_at(pending());
    return Decision::Stop;
  }
  if (!granted_ && !passed) note_operation(pending());
  granted_ = false;
  record_in_section(apart ? MemoryRange{} : MemoryRange{object_address, 4});
  ordered_ = ordered_ || !is_order_free(kind, conditions[1].address != 0);
  if (machine_.observer_) machine_.observer_->on_sync(number_, here(), kind, object_address);
  return Decision::Go;
}

Interpreter::Decision Interpreter::visible(const Instruction& i) {
  const auto operands = program_.operands(i.c);
  const auto kind = SyncKind(value(operands[0]));
  const uint64_t address = value(operands[1]);
  const uint64_t size = value(operands[2]);
  if (kind == SyncKind::Touch) {
    note_operation({.kind = PendingKind::Sync,
                    .sync = kind,
                    .writes = true,
                    .atomic = true,
                    .object = address,
                    .range = {address, size}});
    return Decision::Go;
  }
  bool relevant = true;
  if (address && !waits_apart_from_object(kind)) {
    Object* object = memory_.find(address, size);
    if (!object) return memory_error(address, size, true);
    if (is_release(kind) &&
        machine_.lock_words_.release({address, size}, size_to_tell_apart(*object)))
      machine_.observed_held_locks_ = true;
    const bool shared = is_noticed(*object);
    // Readers leave a lock in any order: who waits for all of them must know each.
    const bool told = machine_.options_.steady_stops && kind == SyncKind::RwLockUnlock;
    relevant = shared && (!is_release(kind) || machine_.releases_are_visible_ || told);
    if (inspects_lock(kind) && shared && releases_may_be_late())
      machine_.observed_held_locks_ = true;
  }
  const auto pending = [&]() -> Pending {
    return {.kind = PendingKind::Sync,
            .sync = kind,
            .writes = kind != SyncKind::AtomicWait,  // which looks, and then waits elsewhere
            .atomic = !is_initialisation(kind),
            .object = address,
            .range = waits_apart_from_object(kind) ? MemoryRange{} : MemoryRange{address, size}};
  };
  if (relevant && !granted_ && thread_.atomic_depth == 0 && others_can_run()) {
    stop_at(pending());
    return Decision::Stop;
  }
  if (!granted_) note_operation(pending());
  granted_ = false;
  if (address && !waits_apart_from_object(kind)) record_in_section({address, size});
  ordered_ = true;
  if (machine_.observer_) machine_.observer_->on_sync(number_, here(), kind, address);
  return Decision::Go;
}

}  // namespace heddle
