// Machine: runs a Program, one thread's transition at a time, and can take transitions back.
//
// A transition starts with the operation the thread stands before (its Pending) and goes on until
// just before the next one that other threads could notice. Which operations are candidates is
// decided here (shared memory, synchronisation); which of them need a choice is the reduction's
// business: it may tell the machine to go on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "machine/choice_filter.h"
#include "machine/code_trace.h"
#include "machine/lock_words.h"
#include "machine/memory.h"
#include "machine/observer.h"
#include "machine/thread.h"
#include "machine/transition_accesses.h"
#include "program/program.h"
#include "result/violation.h"
#include "support/bit_set.h"
#include "support/bits.h"

namespace heddle {

// Code that a thread does not come to without standing there first, if it touches shared memory.
struct WatchedCode {
  BitSet points;
  BitSet called;  // the same, and the Points of what it calls
};

struct MachineOptions {
  SharingPolicy sharing = SharingPolicy::ByReachability;
  ReusePolicy reuse = ReusePolicy::LowestFirst;
  bool spurious_wakeups = false;
  bool visible_releases = false;  // an unlock is a choice, too
  bool stop_when_alone = true;  // before a visible operation, also when no other thread can run
  // Where a thread stops depends on the thread alone: one visible operation each, from the first thread
  // created on, whatever the others do. Models then tell every step that order could matter to.
  bool steady_stops = false;
  bool note_accesses =
      false;  // of each transition, for heuristics; also while no other thread can run
  // What order could matter to is noted of each transition, told or not: for searches that go by
  // dependence without steady stops. Goes with note_accesses.
  bool note_operations = false;
  bool plain_choices = true;  // stop before accesses that are not atomic; see transition_accesses.h
  const WatchedCode* watched =
      nullptr;  // before the first such access in there it does so in any case
  const ChoiceFilter* filter = nullptr;  // none: every visible operation is a choice
  bool hand_over = true;  // believe models that say an object goes to another thread for good
  uint32_t max_threads = kMaxThreads;
  uint64_t max_local_steps = 50'000'000;  // instructions of one transition
};

// Before what the threads stand, as sets: most questions about a state are answered by these.
struct Standing {
  uint64_t choosing = 0;  // a nondeterministic choice
  uint64_t awaiting = 0;  // an operation that may have to wait
  uint64_t plain = 0;  // an access that is not atomic
};

// Why a thread stopped running.
enum class Stop : uint8_t {
  Visible,  // before an operation that others could notice, see Thread::pending
  Finished,  // the thread ended
  Exit,  // the process ended
  Violation,  // see violation()
  Discarded,  // an assumption does not hold: this execution is of no interest
  StepLimit,  // too many instructions without a visible one
};

class Machine {
 public:
  Machine(const Program& program, const MachineOptions& options);
  ~Machine();

  // Runs one transition of a thread that can run; `branch` answers its Choose, if it stands at one.
  // Threads it created run up to their first visible operation, too.
  Stop run(ThreadNumber thread, uint32_t branch = 0);

  // What every transition changes is kept in the mark itself; the rest is on the trail.
  struct Mark {
    Memory::Mark memory;
    Fingerprint threads_fingerprint;
    uint64_t live;
    Standing standing;
    bool threaded;
  };
  Mark mark() { return {memory_.mark(), threads_fingerprint_, live_, standing_, threaded_}; }
  void undo(const Mark& mark);
  // Nothing before this moment will be taken back.
  void forget_history() { memory_.trail().clear(); }

  // 128 bits that stand for the state: memory, what of it is shared, and where all threads are.
  Fingerprint fingerprint() const {
    return memory_.fingerprint() + memory_.sharing_fingerprint() + threads_fingerprint_;
  }
  // The same without what is shared, which other settings of the machine see in another way.
  Fingerprint contents_fingerprint() const { return memory_.fingerprint() + threads_fingerprint_; }
  // The whole state as bytes: equal exactly when the states are. For --exact.
  void encode(std::vector<uint64_t>& out) const;

  uint64_t live_threads() const { return live_; }  // a set, as bits
  const Standing& standing() const { return standing_; }
  const AvoidedChoices& avoided_choices() const { return avoided_; }  // since it was made
  uint64_t moved_threads() const { return moved_; }  // in the last transition, new ones included
  // In the last transition; also those that an error kept from running.
  uint64_t created_threads() const { return created_; }
  // The same, in order, each with its creator: a new thread may create others before its first visible operation.
  struct Creation {
    ThreadNumber parent, child;
  };
  const std::vector<Creation>& creations() const { return creations_; }
  uint64_t released_threads() const { return released_; }  // numbers given back in it
  uint64_t enabled_threads() const;
  bool is_enabled(ThreadNumber thread) const;
  // The words that threads wait for at this moment count as used: which of them can run depends on these, also where nobody asks again.
  void note_awaited() const;
  // Asked in the middle of a transition: are there others to choose from?
  bool another_can_run(ThreadNumber running) {
    return (live_ & ~bit(running) & ~standing_.awaiting) || options_.stop_when_alone ||
           others_enabled(running) != 0;
  }
  // Those besides the running thread that could run at this moment of its transition.
  uint64_t others_enabled(ThreadNumber running) {
    if (!knows_others()) find_others(running);
    return others_;
  }
  const Thread& thread(ThreadNumber number) const { return threads_[number]; }
  CallStack call_stack(ThreadNumber thread) const;
  // The outermost first. Each stands before its Point, or, if it is not the last, in the call there.
  std::span<const Frame> frames(ThreadNumber thread) const;
  // Who keeps a blocked thread from running, if a single thread does.
  std::optional<ThreadNumber> waits_for(ThreadNumber thread) const;

  // Whether what a thread waits for is the case.
  bool holds(const AwaitCondition& condition) const;
  // The thread whose number stands in the word: the owner of a lock, or a thread that has not ended.
  std::optional<ThreadNumber> owner_in(const AwaitCondition& condition) const;
  // Whether the thread has locked the mutex at this address.
  bool holds_mutex(ThreadNumber thread, uint64_t mutex) const;

  // The object it waits for, as the user knows it.
  uint64_t blocked_on(ThreadNumber thread) const { return threads_[thread].pending.object; }

  const std::optional<Violation>& violation() const { return violation_; }
  int exit_code() const { return exit_code_; }
  uint64_t instructions() const { return instructions_; }
  // How often a thread has said that it gets on (heddle_progress); no part of the state.
  uint64_t progress_marks() const { return progress_marks_; }
  const Program& program() const { return program_; }
  const MachineOptions& options() const { return options_; }
  Memory& memory() { return memory_; }
  const Memory& memory() const { return memory_; }
  size_t bytes_in_use() const;

  void observe(Observer* observer) { observer_ = observer; }
  // From here on; not while observed. Null: no more.
  void trace(CodeTrace* trace) { trace_ = trace; }

  // What the last transition accessed inside an atomic section, without standing before it first.
  struct SectionAccess {
    Point point;
    MemoryRange range;
    bool writes;
    bool atomic;
  };
  const std::vector<SectionAccess>& section_accesses() const { return section_accesses_; }

  // What models wrote in the last transition without standing before it, word by word: releases, mostly.
  // With `steady_stops` only.
  struct ModelWrite {
    uint64_t address;
    uint32_t before;
  };
  const std::vector<ModelWrite>& model_writes() const { return model_writes_; }
  std::optional<uint32_t> word_at(uint64_t address) const;

  // Without choices before plain accesses, or with note_accesses: what the last transition accessed.
  const TransitionAccesses& accesses() const { return accesses_; }

  // With note_operations: synchronisation that the last transition did without standing before it, and the
  // shared local variables that went out of scope in it.
  const std::vector<Pending>& operations() const { return operations_; }
  const std::vector<MemoryRange>& deaths() const { return deaths_; }

  // An operation looked at a lock that another thread may hold, without waiting for it. Releases
  // are then no longer invisible: the search must be done again with `visible_releases`.
  bool needs_visible_releases() const { return observed_held_locks_ && !releases_are_visible_; }

  // A thread came by an object that had been handed over to another: search again without `hand_over`.
  bool needs_no_hand_over() const { return hand_over_failed_; }

  // A thread came by another thread's private object, through a dangling or a forged pointer: search
  // again with the next SharingPolicy.
  bool needs_more_sharing() const { return met_private_object_; }

  // Everything a model noted on any path: assumptions, and reasons why `verified` is impossible.
  const std::set<std::string>& assumptions() const { return assumptions_; }
  const std::set<std::string>& incompleteness() const { return incompleteness_; }
  // All of that together: what outlives this machine.
  struct Notes {
    std::set<std::string> assumptions;
    std::set<std::string> incompleteness;
    bool observed_held_locks = false;
    bool hand_over_failed = false;
    bool met_private_object = false;
    LockWordSets lock_words;

    void add(const Notes& other);
  };
  Notes notes() const {
    return {assumptions_,      incompleteness_,     observed_held_locks_,
            hand_over_failed_, met_private_object_, lock_words_.words()};
  }
  void adopt_notes(const Notes& other);
  void adopt_notes(const Machine& other) { adopt_notes(other.notes()); }

 private:
  friend class Interpreter;
  struct Stack;
  // What a call must know of a function, without its names.
  struct CallTarget {
    Point entry;
    uint32_t slot_count;
    uint32_t parameter_slots;
    bool returns_twice;
  };

  Stop run_thread(ThreadNumber thread, uint32_t branch);
  Stop run_new_threads(Stop stop);
  void note_first_access(ThreadNumber thread);
  void start(ThreadNumber thread, FunctionIndex entry, const uint64_t* arguments, uint32_t count);
  void update_fingerprint(ThreadNumber thread);
  void update_standing(ThreadNumber thread);
  void find_others(ThreadNumber running);
  bool knows_others() const { return others_of_ != kMaxThreads && !memory_.watched_changed(); }
  uint64_t blocked_by(const Pending& pending) const;
  uint64_t awaited_by(const Pending& pending) const;
  bool may_pass(ThreadNumber thread, const Pending& operation);
  bool is_in_watched_code(ThreadNumber thread) const;
  std::optional<ThreadNumber> free_thread_number(ThreadNumber parent) const;
  void save_frame(ThreadNumber thread, uint32_t index);

  const Program& program_;
  MachineOptions options_;
  Memory memory_;
  std::vector<CallTarget> call_targets_;  // by function
  std::array<Thread, kMaxThreads> threads_;
  std::array<std::unique_ptr<Stack>, kMaxThreads> stacks_;
  uint64_t live_ = 0;
  bool threaded_ = false;  // a thread has been created
  Standing standing_;
  Fingerprint threads_fingerprint_;
  // Frames below this index have not been touched, hence not been saved, in this transition.
  uint32_t intact_frames_ = 0;
  // The threads besides this one that can run, unless a watched word has changed; kMaxThreads: not known.
  ThreadNumber others_of_ = kMaxThreads;
  uint64_t others_ = 0;
  uint64_t new_threads_ = 0;
  uint64_t creators_ = 0;  // threads that created others in this transition
  uint64_t passed_ = 0;  // choices in this transition that the filter found not needed
  AvoidedChoices avoided_;
  uint64_t moved_ = 0;
  uint64_t created_ = 0;
  std::vector<Creation> creations_;
  uint64_t released_ = 0;
  std::optional<Violation> violation_;
  int exit_code_ = 0;
  uint64_t instructions_ = 0;
  uint64_t progress_marks_ = 0;
  Observer* observer_ = nullptr;
  CodeTrace* trace_ = nullptr;
  bool releases_are_visible_;
  bool observed_held_locks_ = false;
  LockWords lock_words_;
  bool hand_over_failed_ = false;
  bool met_private_object_ = false;
  std::vector<SectionAccess> section_accesses_;
  std::vector<ModelWrite> model_writes_;
  TransitionAccesses accesses_;
  std::vector<Pending> operations_;
  std::vector<MemoryRange> deaths_;
  std::set<std::string> assumptions_;
  std::set<std::string> incompleteness_;
};

}  // namespace heddle
