// SPDX-License-Identifier: Apache-2.0
#include "machine/machine.h"

#include <algorithm>
#include <bit>

#include "machine/interpreter.h"
#include "machine/stack.h"
#include "support/bits.h"
#include "support/invariant.h"

namespace heddle {

namespace {

uint64_t* words_of(Thread& thread) { return reinterpret_cast<uint64_t*>(&thread); }
constexpr size_t kThreadWords = sizeof(Thread) / sizeof(uint64_t);
constexpr size_t kFrameWords = sizeof(Frame) / sizeof(uint64_t);

}  // namespace

Machine::Machine(const Program& program, const MachineOptions& options)
    : program_(program),
      options_(options),
      memory_(options.sharing, options.reuse),
      releases_are_visible_(options.visible_releases || program.observes_held_locks ||
                            options.sharing == SharingPolicy::Everything) {
  for (const Global& global : program.globals) memory_.add_global(global);
  start(0, program.start, nullptr, 0);
  threads_[0].entry = 0;
}

Machine::~Machine() = default;

void Machine::start(ThreadNumber number, FunctionIndex entry, const uint64_t* arguments,
                    uint32_t count) {
  Thread& thread = threads_[number];
  Trail& trail = memory_.trail();
  trail.save_block(words_of(thread), kThreadWords);
  if (!stacks_[number]) stacks_[number] = std::make_unique<Stack>();
  memory_.open_thread(number);
  thread = {.status = ThreadStatus::Live, .depth = 1};
  live_ |= uint64_t(1) << number;

  // Thread-local variables are the first objects on the thread's stack.
  for (const Global& variable : program_.thread_locals) {
    const uint64_t address = memory_.push_stack(number, variable.size, kNoPoint);
    INVARIANT(address && variable.size <= address::kMaxSmallObject,
              "thread-local variables fit on a stack");
    Object& object = *memory_.object_at(address);
    for (const InitialWord& word : variable.contents)
      memory_.write(object, word.index * 8,
                    unsigned(std::min<uint64_t>(8, variable.size - word.index * 8)), word.value);
  }

  Stack& stack = *stacks_[number];
  const Function& function = program_.functions[entry];
  INVARIANT(function.parameter_slots == count,
            "thread entries are the runtime's own and take what it passes");
  std::copy(arguments, arguments + count, stack.slots.data());
  stack.frames[0] = {.slots = stack.slots.data(),
                     .point = function.entry,
                     .stack_objects = memory_.stack_objects(number),
                     .function = entry,
                     .below = {mix(hash_constants::k3, number), number}};
}

// Each thread numbers its children from a place of its own, so that threads that create threads do
// not change each other's numbers: creations commute.
std::optional<ThreadNumber> Machine::free_thread_number(ThreadNumber parent) const {
  constexpr ThreadNumber kChildrenApart = 8;
  const auto used = std::count_if(threads_.begin(), threads_.end(), [](const Thread& thread) {
    return thread.status != ThreadStatus::Unused;
  });
  if (used >= options_.max_threads) return std::nullopt;
  for (ThreadNumber k = 1; k <= kMaxThreads; ++k) {
    const ThreadNumber candidate = (parent * kChildrenApart + k) % kMaxThreads;
    if (candidate != 0 && threads_[candidate].status == ThreadStatus::Unused) return candidate;
  }
  return std::nullopt;
}

void Machine::save_frame(ThreadNumber number, uint32_t index) {
  Frame& frame = stacks_[number]->frames[index];
  Trail& trail = memory_.trail();
  trail.save_slots(frame.slots, program_.live_at(frame.point));
  trail.save_block(reinterpret_cast<uint64_t*>(&frame), kFrameWords);
}

Stop Machine::run(ThreadNumber number, uint32_t branch) {
  section_accesses_.clear();
  violation_.reset();
  new_threads_ = moved_ = creators_ = passed_ = 0;
  note_first_access(number);
  return run_new_threads(run_thread(number, branch));
}

void Machine::note_first_access(ThreadNumber number) {
  accesses_.clear();
  const Pending& pending = threads_[number].pending;
  if (pending.kind == PendingKind::None || pending.kind == PendingKind::Choose) return;
  const uint64_t exposed = enabled_threads() & ~bit(number);
  if (exposed == 0 && !options_.note_alone) return;
  if (pending.range.size) accesses_.add({pending.range, exposed, pending.writes, pending.atomic});
  if (pending.second_read.size)
    accesses_.add({pending.second_read, exposed, false, pending.atomic});
}

Stop Machine::run_thread(ThreadNumber number, uint32_t branch) {
  Thread& thread = threads_[number];
  moved_ |= uint64_t(1) << number;
  memory_.trail().save_block(words_of(thread), kThreadWords);
  intact_frames_ = thread.depth - 1;
  save_frame(number, intact_frames_);
  Interpreter interpreter(*this, number);
  const Stop stop =
      observer_ ? interpreter.execute<true>(branch) : interpreter.execute<false>(branch);
  update_fingerprint(number);
  update_standing(number);
  return stop;
}

// What a new thread does before its first visible operation concerns nobody else, so it is done at
// once: "created" and "about to do its first operation" need not be two states.
Stop Machine::run_new_threads(Stop stop) {
  while (new_threads_ && stop != Stop::Violation && stop != Stop::Discarded && stop != Stop::Exit &&
         stop != Stop::StepLimit) {
    const auto child = ThreadNumber(std::countr_zero(new_threads_));
    new_threads_ &= new_threads_ - 1;
    const Stop child_stop = run_thread(child, 0);
    if (child_stop != Stop::Visible && child_stop != Stop::Finished) stop = child_stop;
  }
  return stop;
}

void Machine::update_fingerprint(ThreadNumber number) {
  Thread& thread = threads_[number];
  threads_fingerprint_ -= thread.fingerprint;
  thread.fingerprint = {};
  if (thread.depth == 0) return;
  Stack& stack = *stacks_[number];
  Fingerprint sum = stack.frames[intact_frames_].below;
  for (uint32_t index = intact_frames_; index < thread.depth; ++index) {
    Frame& frame = stack.frames[index];
    frame.below = sum;
    const Function& function = program_.functions[frame.function];
    Hasher hasher(sum);
    hasher.add(function.code_hash + (frame.point - function.entry));
    for (const uint32_t slot : program_.live_at(frame.point)) hasher.add(frame.slots[slot]);
    sum = hasher.finish();
  }
  if (thread.atomic_depth) sum.low += thread.atomic_depth;
  thread.fingerprint = sum;
  threads_fingerprint_ += sum;
}

void Machine::update_standing(ThreadNumber number) {
  const Pending& pending = threads_[number].pending;
  const auto put = [number](uint64_t& set, bool in) {
    set = in ? set | bit(number) : set & ~bit(number);
  };
  put(standing_.choosing, pending.kind == PendingKind::Choose);
  put(standing_.awaiting, pending.kind == PendingKind::Await);
  put(standing_.plain, !pending.atomic && (pending.kind == PendingKind::Access ||
                                           pending.kind == PendingKind::Sync));
}

void Machine::undo(const Mark& mark) {
  memory_.undo(mark.memory);
  threads_fingerprint_ = mark.threads_fingerprint;
  live_ = mark.live;
  standing_ = mark.standing;
}

// However little an operation matters to others, a loop of such operations must end a transition
// somewhere, or the others would be forgotten.
bool Machine::may_pass(ThreadNumber number, const Pending& operation) {
  constexpr uint64_t kMostPassed = 1000;
  if (!options_.filter || passed_ >= kMostPassed) return false;
  // Threads begin to run when their creator stops: not later than they would without a filter.
  if (creators_ & bit(number)) return false;
  if (options_.filter->needs_choice(*this, number, operation)) return false;
  ++passed_;
  ++all_passed_;
  return true;
}

bool Machine::holds(const AwaitCondition& condition) const {
  const Object* object = const_cast<Memory&>(memory_).find(condition.address, 4);
  // A word that is gone lets the thread run into the error that this is.
  if (!object) return true;
  const uint64_t word = Memory::read(*object, Memory::offset_in(*object, condition.address), 4);
  return (word & condition.mask) == condition.value;
}

bool Machine::is_enabled(ThreadNumber number) const {
  const Pending& pending = threads_[number].pending;
  if (pending.kind != PendingKind::Await) return true;
  return holds(pending.conditions[0]) &&
         (pending.conditions[1].address == 0 || holds(pending.conditions[1]));
}

bool Machine::another_can_run(ThreadNumber running) const {
  const uint64_t others = live_ & ~bit(running);
  if ((others & ~standing_.awaiting) || options_.stop_when_alone) return true;
  for (uint64_t rest = others; rest; rest &= rest - 1)
    if (is_enabled(lowest(rest))) return true;
  return false;
}

uint64_t Machine::enabled_threads() const {
  uint64_t enabled = live_;
  for (uint64_t rest = live_ & standing_.awaiting; rest; rest &= rest - 1)
    if (!is_enabled(lowest(rest))) enabled &= ~bit(lowest(rest));
  return enabled;
}

std::span<const Frame> Machine::frames(ThreadNumber number) const {
  return {stacks_[number]->frames.data(), threads_[number].depth};
}

CallStack Machine::call_stack(ThreadNumber number) const {
  CallStack stack;
  for (uint32_t index = threads_[number].depth; index-- > 0;)
    stack.push_back(stacks_[number]->frames[index].point);
  return stack;
}

// Owner words are awaited under this mask; see runtime/pthread_internal.h.
constexpr uint32_t kOwnerMask = 0x7fffffff;

std::optional<ThreadNumber> Machine::waits_for(ThreadNumber number) const {
  const Pending& pending = threads_[number].pending;
  if (pending.kind != PendingKind::Await || is_enabled(number)) return std::nullopt;
  for (const AwaitCondition& condition : pending.conditions) {
    if (condition.mask != kOwnerMask) continue;
    const Object* object = const_cast<Memory&>(memory_).find(condition.address, 4);
    if (!object) continue;
    const uint64_t word = Memory::read(*object, Memory::offset_in(*object, condition.address), 4);
    const uint64_t owner = word & kOwnerMask;
    if (owner != 0 && owner <= kMaxThreads) return ThreadNumber(owner - 1);
  }
  return std::nullopt;
}

bool Machine::holds_mutex(ThreadNumber number, uint64_t mutex) const {
  const Object* object = const_cast<Memory&>(memory_).find(mutex, 4);
  if (!object) return false;
  return Memory::read(*object, Memory::offset_in(*object, mutex), 4) == number + 1;
}

void Machine::adopt_notes(const Machine& other) {
  assumptions_.insert(other.assumptions_.begin(), other.assumptions_.end());
  incompleteness_.insert(other.incompleteness_.begin(), other.incompleteness_.end());
  observed_held_locks_ = observed_held_locks_ || other.observed_held_locks_;
  hand_over_failed_ = hand_over_failed_ || other.hand_over_failed_;
}

size_t Machine::bytes_in_use() const { return memory_.bytes_in_use(); }

}  // namespace heddle
