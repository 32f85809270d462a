// The hybrid reduction: a choice is needed only if another thread may, from where it really stands, do
// something that conflicts with the operation.
//
// What the other threads may still do is asked of Futures: static facts, and where the threads really stand.
//
// Paper: [ParizekLhotak-SCP], Section 4, Figure 6.
// Differs: - two writes conflict as well: their order shows in the final state, and they may race;
//          - what a register of another thread points to is read from its frame;
//          - the lock of a mutex counts as an access of the mutex.
// With the happens-before analyses, an access of another thread does not count if that thread cannot get
// there before the running one is done: it waits for a mutex that the running thread holds, it must lock
// such a mutex first, or it must join the running thread first.
//
// Paper: [ParizekJancik-SPIN14], Section 3.
// An access of an immutable field needs no question, and initialisation is not among what others may do.
//
// Paper: [ParizekLhotak-SCP], Section 6.
// C allows more than the analyses follow: an index that leaves its array for another member, a pointer
// computed from the distance of two objects. Every access is therefore compared with what was expected at
// its Point, and a shared object's immutable fields must not be written; was_wrong() then asks for a search
// without this reduction.
//
// Names: isGloballyRelevant -> !avoids_choice, existsFutureRead/Write -> may_conflict
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "machine/choice_filter.h"
#include "reduction/futures.h"
#include "reduction/join_ahead.h"

namespace heddle {

class HybridFilter final : public ChoiceFilter {
 public:
  HybridFilter(const Program& program, std::shared_ptr<const Facts> facts)
      : futures_(program, std::move(facts)) {}
  std::optional<AvoidedBy> avoids_choice(const Machine& machine, ThreadNumber running,
                                         const Pending& operation) const override;
  void watch(const Machine& machine, ThreadNumber running, const Pending& operation) const override;
  bool was_wrong() const override { return was_wrong_; }
  std::unique_ptr<ChoiceFilter> clone() const override {
    return std::make_unique<HybridFilter>(*this);
  }

 private:
  // What the analyses say about an instruction and a piece of an abstract object.
  struct Judgement {
    std::array<LocationRange, 2> locations{};  // one or both may be empty
    bool is_expected = false;
    bool is_immutable = false;  // some of it
    bool is_lasting = false;
  };
  // It never changes, and most instructions touch the same piece again and again.
  struct Known {
    Point point = kNoPoint;
    ObjectId id = 0;
    uint64_t offset = 0;
    uint64_t size = 0;
    Judgement judgement{};
  };
  // The piece of a real object that an operation touches.
  struct Touched {
    MemoryRange range;
    bool writes;
    const Object* object;
    Judgement known;
  };
  // Calls visit(std::optional<Touched>) for each piece; without a value for one nobody knows. On the way it compares the
  // piece with what was expected of the instruction.
  template <typename Visit>
  void visit_touched(const Machine& machine, ThreadNumber running, const Pending& operation,
                     Visit visit) const;
  void compare(const Machine& machine, ThreadNumber running, Point point,
               const Touched& touched) const;
  bool conflicts(const Machine& machine, ThreadNumber running, const Touched& touched) const;
  bool may_conflict(const Machine& machine, ThreadNumber other, ThreadNumber running,
                    const Touched& touched) const;
  // Whether the other thread may come to a conflicting access at all.
  bool future_meets(const Machine& machine, ThreadNumber other, const Touched& touched) const;
  // The same while `holder` keeps its mutexes.
  bool future_meets_without(const Machine& machine, ThreadNumber other, ThreadNumber holder,
                            const Touched& touched) const;
  uint64_t movable_without(const Machine& machine, ThreadNumber running) const;
  // Whether one of these threads may do what a blocked one waits for, before the running one moves.
  bool may_be_released(const Machine& machine, ThreadNumber blocked, ThreadNumber running,
                       uint64_t by) const;
  bool joins_first(const Machine& machine, ThreadNumber other, ThreadNumber running) const;
  std::optional<Touched> touched_by(const Machine& machine, const Wish& wish,
                                    Point point = kNoPoint) const;
  bool is_stable(const Machine& machine, ThreadNumber user, const Wish& wish) const;
  Claim claim_to(const Machine& machine, Wishes wishes) const;
  bool are_stable(const Machine& machine, ThreadNumber user, const Claim& claim) const;
  // The same as far as one other thread is concerned.
  bool is_untouched(const Machine& machine, ThreadNumber other, const Claim& claim) const;
  bool meets(const Frame& frame, const GuardedAccesses& layer, const Touched& touched) const;
  // The access through a register of the frame.
  static bool meets(const Frame& frame, const FrameAccess& access, const Touched& touched);
  bool meets(const BitSet& reads, const BitSet& writes, const Touched& touched) const;
  static bool is_local_of(ThreadNumber thread, const Touched& touched);
  bool is_expected(Point point, const std::array<LocationRange, 2>& locations) const;
  bool is_for_good(const Touched& touched) const;
  const Judgement& known_about(Point point, ObjectId id, uint64_t offset, uint64_t size) const;
  std::array<LocationRange, 2> locations_of(ObjectId id, uint64_t offset, uint64_t size) const;
  static bool is_alone(const Machine& machine, ThreadNumber running);

  const Facts& facts() const { return futures_.facts(); }

  Futures futures_;
  mutable std::array<KnownJoins, kMaxThreads> known_joins_;
  static constexpr size_t kKnownPieces = 1 << 12;
  mutable std::vector<Known> known_pieces_ = std::vector<Known>(kKnownPieces);
  mutable bool was_wrong_ = false;
  mutable bool used_order_ = false;  // the happens-before order has excluded a conflict
};

}  // namespace heddle
