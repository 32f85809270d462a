// JoinAhead: which threads a thread is going to join before it does anything else that matters.
//
// A main function usually waits for its workers one after the other, in a loop over an array or vector
// of them. What it does afterwards cannot happen before a worker's accesses, but no static analysis sees
// which worker a turn of the loop waits for. The state does: from where it stands, the thread's code is
// run ahead, on copies, assuming that each join succeeds, until it does something that is not
// its own business: writes memory others can reach, reads what others may still write, allocates,
// locks. Values that are not known yet (results of threads) may be passed around but not looked at.
//
// Paper: [ParizekJancik-SPIN14], Section 3, pattern 4.
// Differs: by running ahead instead of a must-join analysis.
//
// The run depends on where the thread stands and on what it asks of the state, so it is done again only if an
// answer has changed: a thread that waits in a join stands there while the others make many choices. That no answer
// has changed is seen from the objects and bytes that were looked at, and from one question about all that was granted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "machine/machine.h"
#include "support/bit_set.h"

namespace heddle {

// Memory that all threads can reach, and what somebody wants to do to it.
struct Wish {
  MemoryRange range;
  bool writes;
};
// Many of them: sorted ranges that do not touch each other.
struct Wishes {
  std::vector<MemoryRange> accessed;
  std::vector<MemoryRange> written;
};
// The same, prepared for being asked for again and again, as long as the objects are the same.
struct Claim {
  Wishes wishes;
  BitSet accessed;  // locations
  BitSet written;
  uint64_t in_stacks_of = 0;  // threads
  bool is_known = true;  // all of it is memory that the analyses know
};
// Whether no other thread will do anything to the memory that matters.
using IsStable = std::function<bool(const Wish&)>;
struct Stability {
  IsStable of_one;
  std::function<Claim(Wishes)> claim;
  std::function<bool(const Claim&)> of_all;
};

// What a run ahead asks of the real state.
struct AheadQuestion {
  enum class Kind : uint8_t {
    Read,  // the bytes there, if nobody will change them
    Write,  // whether nobody will notice a write
    End,  // whether nobody will notice the end of the object
    IsThread,  // whether there is a thread of this number
  };
  Kind kind;
  unsigned size;
  uint64_t subject;  // an address, or a thread's number
  friend auto operator<=>(const AheadQuestion&, const AheadQuestion&) = default;
};
// Nothing is a no.
using AheadAnswer = std::optional<uint64_t>;

class JoinAhead {
 public:
  JoinAhead(const Machine& machine, ThreadNumber thread, const IsStable& is_stable);
  // As a set. To be called once.
  uint64_t threads();
  // In the order of the run.
  std::vector<std::pair<AheadQuestion, AheadAnswer>> take_answers() { return std::move(asked_); }
  static AheadAnswer answer(const Machine& machine, const IsStable& is_stable,
                            const AheadQuestion& question);

 private:
  using Value = std::optional<uint64_t>;
  struct Call {
    FunctionIndex function;
    Point point;
    std::vector<Value> slots;
  };

  bool leave_first_join();
  bool step();
  bool compute(const Instruction& i);
  bool branch(const Instruction& i);
  bool call(const Instruction& i, FunctionIndex callee);
  bool join(const std::vector<Value>& arguments, std::vector<Value>& results);
  bool may_end_locals();
  bool may_end(uint64_t address);
  bool finish_call(const std::vector<Value>& results);
  bool load(const Instruction& i, unsigned bytes);
  bool store(Value address, unsigned bytes, Value value);
  bool copy(const Instruction& i);
  Value value(Operand operand) const;
  bool go(Value condition, Point if_true, Point if_false);
  std::optional<Value> read(uint64_t address, unsigned bytes);
  AheadAnswer ask(AheadQuestion::Kind kind, uint64_t subject, unsigned size = 0);

  const Machine& machine_;
  const Program& program_;
  ThreadNumber thread_;
  const IsStable& is_stable_;
  std::vector<Call> calls_;
  std::vector<uint32_t> first_locals_;  // of the real calls that have not been left
  std::map<uint64_t, std::optional<uint8_t>> written_;  // bytes, over the real memory
  std::map<AheadQuestion, AheadAnswer> answers_;
  std::vector<std::pair<AheadQuestion, AheadAnswer>> asked_;
  uint64_t next_local_;
  uint64_t joined_ = 0;
};

// A run ahead, and all that it depends on.
class JoinRun {
 public:
  JoinRun(const Machine& machine, ThreadNumber thread, const Stability& stability);
  // Whether it would be the same now.
  bool holds(const Machine& machine, ThreadNumber thread, const Stability& stability) const {
    return stands_as_before(machine, thread) && answers_are_the_same(machine, stability);
  }
  uint64_t joined() const { return joined_; }

 private:
  // All of a thread's own that a run begins with.
  struct Stand {
    std::vector<Point> points;
    std::vector<uint32_t> stack_objects;  // before each call, and in all
    std::vector<uint64_t> slots;
    std::optional<ThreadNumber> waits_for;
  };
  // An object that the run depends on, as it was.
  struct SeenObject {
    uint64_t address;
    const Object* place;
    Object object;
  };
  struct SeenBytes {
    MemoryRange range;
    size_t first;  // in bytes_
  };
  bool stands_as_before(const Machine& machine, ThreadNumber thread) const;
  void note_stand(const Machine& machine, ThreadNumber thread);
  bool answers_are_the_same(const Machine& machine, const Stability& stability) const;
  void note_answers(const Machine& machine,
                    const std::vector<std::pair<AheadQuestion, AheadAnswer>>& answers);
  void note_object(const Machine& machine, uint64_t address);

  Stand stand_;
  std::vector<SeenObject> objects_;
  std::vector<SeenBytes> reads_;
  std::vector<char> bytes_;
  std::vector<std::pair<AheadQuestion, AheadAnswer>> others_;  // that are asked again
  Claim claim_;
  uint64_t joined_ = 0;
};

// The last runs ahead of one thread. A search goes back and forth between a few situations.
class KnownJoins {
 public:
  // As JoinAhead::threads().
  uint64_t threads(const Machine& machine, ThreadNumber thread, const Stability& stability);

 private:
  static constexpr size_t kMostRuns = 4;
  std::vector<JoinRun> runs_;  // the last used first
};

}  // namespace heddle
