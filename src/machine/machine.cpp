// SPDX-License-Identifier: Apache-2.0
#include "machine/machine.h"

#include <algorithm>
#include <bit>

#include "machine/interpreter.h"
#include "machine/stack.h"
#include "support/bits.h"
#include "support/invariant.h"

namespace heddle {

namespace {}  // namespace

Machine::Machine(const Program& program, const MachineOptions& options)
    : program_(program),
      options_(options),
      memory_(options.sharing, options.reuse),
      releases_are_visible_(options.visible_releases || program.observes_held_locks ||
                            options.sharing == SharingPolicy::Everything) {
  for (const Function& function : program.functions)
    call_targets_.push_back(
        {function.entry, function.slot_count, function.parameter_slots, function.returns_twice});
  for (const Global& global : program.globals) memory_.add_global(global);
  // The keys of globals tell what they begin with; from here on only what changes counts.
  memory_.forget_fingerprint();
  if (options.note_operations) memory_.note_deaths(&deaths_);
  start(0, program.start, nullptr, 0);
  threads_[0].entry = 0;
}

Machine::~Machine() = default;

void Machine::start(ThreadNumber number, FunctionIndex entry, const uint64_t* arguments,
                    uint32_t count) {
  Thread& thread = threads_[number];
  memory_.trail().save_whole(thread);
  others_of_ = kMaxThreads;
  if (!stacks_[number]) stacks_[number] = std::make_unique<Stack>();
  memory_.open_thread(number);
  thread = {.status = ThreadStatus::Live, .depth = 1};
  live_ |= uint64_t(1) << number;
  threaded_ |= number != 0;

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
  trail.save_whole(frame);
}

Stop Machine::run(ThreadNumber number, uint32_t branch) {
  section_accesses_.clear();
  model_writes_.clear();
  operations_.clear();
  deaths_.clear();
  violation_.reset();
  creations_.clear();
  new_threads_ = created_ = moved_ = released_ = creators_ = passed_ = 0;
  if (!options_.plain_choices || options_.note_accesses) note_first_access(number);
  return run_new_threads(run_thread(number, branch));
}

void Machine::note_first_access(ThreadNumber number) {
  accesses_.clear();
  const Pending& pending = threads_[number].pending;
  if (pending.kind == PendingKind::None || pending.kind == PendingKind::Choose) return;
  const uint64_t exposed = enabled_threads() & ~bit(number);
  if (exposed == 0 && !options_.note_accesses) return;
  if (pending.range.size) accesses_.add({pending.range, exposed, pending.writes, pending.atomic});
  if (pending.second_read.size)
    accesses_.add({pending.second_read, exposed, false, pending.atomic});
}

Stop Machine::run_thread(ThreadNumber number, uint32_t branch) {
  Thread& thread = threads_[number];
  moved_ |= uint64_t(1) << number;
  memory_.trail().save_whole(thread);
  others_of_ = kMaxThreads;
  intact_frames_ = thread.depth - 1;
  save_frame(number, intact_frames_);
  Interpreter interpreter(*this, number);
  const Stop stop = observer_ ? interpreter.execute<true, false>(branch)
                    : trace_  ? interpreter.execute<false, true>(branch)
                              : interpreter.execute<false, false>(branch);
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
    // How many objects lie below the next ones on the stack: their addresses depend on it.
    const uint64_t objects = index + 1 < thread.depth ? stack.frames[index + 1].stack_objects
                                                      : memory_.stack_objects(number);
    Fingerprint position = program_.positions[frame.point];
    position.low += objects;
    Hasher hasher(sum);
    hasher.add(position);
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
  threaded_ = mark.threaded;
  others_of_ = kMaxThreads;
}

// However little an operation matters to others, a loop of such operations must end a transition
// somewhere, or the others would be forgotten.
bool Machine::may_pass(ThreadNumber number, const Pending& operation) {
  constexpr uint64_t kMostPassed = 1000;
  if (!options_.filter || passed_ >= kMostPassed) return false;
  // Threads begin to run when their creator stops: not later than they would without a filter.
  if (creators_ & bit(number)) return false;
  const std::optional<AvoidedBy> reason = options_.filter->avoids_choice(*this, number, operation);
  if (!reason) return false;
  ++passed_;
  avoided_.count(*reason);
  return true;
}

// The word that a thread at an Await must see changed before it can run, for Memory::watch; 0 if it can.
inline uint64_t Machine::blocked_by(const Pending& pending) const {
  for (const AwaitCondition& condition : pending.conditions) {
    // There is no second condition, or the word is gone: that lets the thread run into the error it is.
    const Object* object = const_cast<Memory&>(memory_).find(condition.address, 4);
    if (!object) continue;
    const uint64_t offset = Memory::offset_in(*object, condition.address);
    if ((Memory::read(*object, offset, 4) & condition.mask) != condition.value)
      return Memory::watch_bits(*object, offset);
  }
  return 0;
}

// The words that may keep such a thread from running.
inline uint64_t Machine::awaited_by(const Pending& pending) const {
  uint64_t words = 0;
  for (const AwaitCondition& condition : pending.conditions)
    if (const Object* object = const_cast<Memory&>(memory_).find(condition.address, 4))
      words |= Memory::watch_bits(*object, Memory::offset_in(*object, condition.address));
  return words;
}

std::optional<uint32_t> Machine::word_at(uint64_t address) const {
  const Object* object = const_cast<Memory&>(memory_).find(address, 4);
  if (!object) return std::nullopt;
  return uint32_t(Memory::read(*object, Memory::offset_in(*object, address), 4));
}

bool Machine::holds(const AwaitCondition& condition) const {
  const std::optional<uint32_t> word = word_at(condition.address);
  // A word that is gone lets the thread run into the error that this is.
  return !word || (*word & condition.mask) == condition.value;
}

bool Machine::is_enabled(ThreadNumber number) const {
  const Pending& pending = threads_[number].pending;
  return pending.kind != PendingKind::Await || !blocked_by(pending);
}

void Machine::find_others(ThreadNumber running) {
  others_ = live_ & ~bit(running);
  uint64_t words = 0;
  for (uint64_t rest = others_ & standing_.awaiting; rest; rest &= rest - 1) {
    const Pending& pending = threads_[lowest(rest)].pending;
    if (const uint64_t blocking = blocked_by(pending)) {
      words |= blocking;
      others_ &= ~bit(lowest(rest));
    } else {
      words |= awaited_by(pending);
    }
  }
  memory_.watch(words);
  others_of_ = running;
}

uint64_t Machine::enabled_threads() const {
  if (knows_others()) return others_ | (is_enabled(others_of_) ? live_ & bit(others_of_) : 0);
  uint64_t enabled = live_;
  for (uint64_t rest = live_ & standing_.awaiting; rest; rest &= rest - 1)
    if (blocked_by(threads_[lowest(rest)].pending)) enabled &= ~bit(lowest(rest));
  return enabled;
}

void Machine::note_awaited() const {
  for (uint64_t rest = live_ & standing_.awaiting; rest; rest &= rest - 1)
    awaited_by(threads_[lowest(rest)].pending);
}

std::span<const Frame> Machine::frames(ThreadNumber number) const {
  return {stacks_[number]->frames.data(), threads_[number].depth};
}

bool Machine::is_in_watched_code(ThreadNumber thread) const {
  const std::span<const Frame> stack = frames(thread);
  return std::any_of(stack.begin(), stack.end(), [&](const Frame& frame) {
    return options_.watched->points.contains(frame.point);
  });
}

CallStack Machine::call_stack(ThreadNumber number) const {
  CallStack stack;
  for (uint32_t index = threads_[number].depth; index-- > 0;)
    stack.push_back(stacks_[number]->frames[index].point);
  return stack;
}

// Owner words are awaited under this mask; see runtime/pthread_internal.h.
constexpr uint32_t kOwnerMask = 0x7fffffff;

std::optional<ThreadNumber> Machine::owner_in(const AwaitCondition& condition) const {
  if (condition.mask != kOwnerMask) return std::nullopt;
  const Object* object = const_cast<Memory&>(memory_).find(condition.address, 4);
  if (!object) return std::nullopt;
  const uint64_t word = Memory::read(*object, Memory::offset_in(*object, condition.address), 4);
  const uint64_t owner = word & kOwnerMask;
  if (owner == 0 || owner > kMaxThreads) return std::nullopt;
  return ThreadNumber(owner - 1);
}

std::optional<ThreadNumber> Machine::waits_for(ThreadNumber number) const {
  const Pending& pending = threads_[number].pending;
  if (pending.kind != PendingKind::Await || is_enabled(number)) return std::nullopt;
  for (const AwaitCondition& condition : pending.conditions)
    if (const auto owner = owner_in(condition)) return owner;
  return std::nullopt;
}

bool Machine::holds_mutex(ThreadNumber number, uint64_t mutex) const {
  const Object* object = const_cast<Memory&>(memory_).find(mutex, 4);
  if (!object) return false;
  return Memory::read(*object, Memory::offset_in(*object, mutex), 4) == number + 1;
}

void Machine::Notes::add(const Notes& other) {
  assumptions.insert(other.assumptions.begin(), other.assumptions.end());
  incompleteness.insert(other.incompleteness.begin(), other.incompleteness.end());
  observed_held_locks |= other.observed_held_locks;
  hand_over_failed |= other.hand_over_failed;
  met_private_object |= other.met_private_object;
  lock_words.add(other.lock_words);
  observed_held_locks |= lock_words.meet();
}

void Machine::adopt_notes(const Notes& other) {
  Notes all = notes();
  all.add(other);
  assumptions_ = std::move(all.assumptions);
  incompleteness_ = std::move(all.incompleteness);
  observed_held_locks_ = all.observed_held_locks;
  hand_over_failed_ = all.hand_over_failed;
  met_private_object_ = all.met_private_object;
  lock_words_.adopt(all.lock_words);
}

size_t Machine::bytes_in_use() const { return memory_.bytes_in_use(); }

}  // namespace heddle
