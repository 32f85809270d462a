// SPDX-License-Identifier: Apache-2.0
#include "search/transition_effects.h"

#include <algorithm>

#include "support/bits.h"

namespace heddle {

namespace {

constexpr Touch kEverything{.range = {0, ~uint64_t(0)}, .writes = true, .atomic = true};
// Stands for who has which number of a thread; no object is there.
constexpr uint64_t kThreadNumbers = 4096;
// Owner words are awaited under this mask; see runtime/pthread_internal.h.
constexpr uint32_t kOwnerMask = 0x7fffffff;

Touch thread_number(ThreadNumber number, bool writes) {
  return {.range = {kThreadNumbers + number, 1}, .writes = writes, .atomic = true};
}

void append(std::vector<Touch>& touches, const Footprint& footprint) {
  if (footprint.is_everything()) touches.push_back(kEverything);
  for (const Touch& touch : footprint.touches())
    if (touch.range.size) touches.push_back(touch);
}

// What an operation leaves for those who come after it to wait for or to see.
void append_uses(std::vector<SyncUse>& uses, const Pending& operation) {
  if (operation.kind == PendingKind::Await)
    for (const AwaitCondition& condition : operation.conditions)
      if (condition.address && condition.mask == kOwnerMask)
        uses.push_back({condition.address, SyncUse::Kind::Acquire});
  const Footprint footprint = footprint_of(operation);
  for (const Touch& touch : footprint.touches())
    if (touch.atomic && touch.range.size)
      uses.push_back(
          {touch.range.address, touch.writes ? SyncUse::Kind::Write : SyncUse::Kind::Read});
}

bool is_mutex_release(const Pending& operation) {
  return operation.sync == SyncKind::MutexUnlock || operation.sync == SyncKind::SpinUnlock;
}

void sort_uses(std::vector<SyncUse>& uses) {
  std::sort(uses.begin(), uses.end());
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
}

void append_operation(TransitionEffects& effects, const Pending& operation) {
  if (is_release(operation.sync)) {
    if (is_mutex_release(operation)) effects.releases.push_back(operation.object);
    return;
  }
  append(effects.later, footprint_of(operation));
  if (operation.sync == SyncKind::Touch)
    effects.exposed.push_back({operation.range, operation.writes, operation.atomic});
  else
    append_uses(effects.uses, operation);
}

// A number is the first that is free in the parent's row of numbers.
void append_numbers(TransitionEffects& effects, const Machine& machine) {
  constexpr ThreadNumber kRow = 8;
  for (uint64_t rest = effects.created; rest; rest &= rest - 1) {
    const ThreadNumber child = lowest(rest);
    const ThreadNumber first = effects.thread * kRow + 1;
    const bool in_row = child >= first && child < first + kRow;
    for (ThreadNumber number = in_row ? first : 0; number < (in_row ? child : kMaxThreads);
         ++number)
      effects.later.push_back(thread_number(number, false));
    effects.later.push_back(thread_number(child, true));
  }
  for (uint64_t rest = machine.released_threads(); rest; rest &= rest - 1)
    effects.later.push_back(thread_number(lowest(rest), true));
}

void append_accesses(TransitionEffects& effects, const Machine& machine) {
  for (const TransitionAccess& access : machine.accesses().all()) {
    const Touch touch{access.range, access.writes, access.atomic};
    effects.later.push_back(touch);
    if (!access.commutes && access.exposed) effects.exposed.push_back(touch);
    if (access.atomic)
      effects.uses.push_back(
          {access.range.address, access.writes ? SyncUse::Kind::Write : SyncUse::Kind::Read});
  }
  for (const Machine::SectionAccess& access : machine.section_accesses()) {
    const Touch touch{access.range, access.writes, access.atomic};
    effects.later.push_back(touch);
    effects.exposed.push_back(touch);
  }
}

}  // namespace

std::vector<Touch> pending_touches(const Machine& machine, ThreadNumber thread) {
  std::vector<Touch> touches;
  append(touches, expected_footprint(machine.thread(thread)));
  return touches;
}

EffectsRecorder::EffectsRecorder(const Machine& machine, ThreadNumber thread)
    : thread_(thread),
      first_(machine.thread(thread).pending),
      expected_(expected_footprint(machine.thread(thread))),
      waiting_(machine.live_threads() & ~machine.enabled_threads()) {}

TransitionEffects EffectsRecorder::finish(const Machine& machine, Stop stop) const {
  TransitionEffects effects{.thread = thread_};
  effects.ends = stop != Stop::Visible && stop != Stop::Finished;
  append(effects.first, effects.ends ? Footprint() : seen_footprint(machine, first_, expected_));
  if (effects.ends) effects.first.push_back(kEverything);
  append_uses(effects.first_uses, first_);
  sort_uses(effects.first_uses);
  effects.uses = effects.first_uses;
  if (is_mutex_release(first_)) effects.releases.push_back(first_.object);

  effects.created = machine.created_threads();
  append_accesses(effects, machine);
  for (const Pending& operation : machine.operations()) append_operation(effects, operation);
  // An atomic section is one operation.
  const size_t untold = expected_.is_everything() ? 0 : effects.later.size();
  for (const MemoryRange& range : machine.deaths())
    effects.later.push_back({.range = range, .writes = true, .atomic = false});
  append_numbers(effects, machine);
  effects.exposed.insert(effects.exposed.end(), effects.first.begin(), effects.first.end());
  effects.exposed.insert(effects.exposed.end(), effects.later.begin() + ptrdiff_t(untold),
                         effects.later.end());
  sort_uses(effects.uses);

  const uint64_t still =
      waiting_ & machine.live_threads() & machine.enabled_threads() & ~machine.moved_threads();
  for (uint64_t rest = still; rest; rest &= rest - 1)
    effects.woken.push_back({lowest(rest), pending_touches(machine, lowest(rest))});
  return effects;
}

}  // namespace heddle
