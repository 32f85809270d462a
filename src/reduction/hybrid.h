// The hybrid reduction: a choice is needed only if another thread may, from where it really stands, do
// something that conflicts with the operation.
//
// Static facts say what may happen from each Point on; the machine says at which Points the other
// threads stand, with all their callers and registers.
//
// Paper: [ParizekLhotak-SCP], Section 4, Figure 6.
// Differs: - two writes conflict as well: their order shows in the final state, and they may race;
//          - what a register of another thread points to is read from its frame;
//          - the lock of a mutex counts as an access of the mutex.
// Names: isGloballyRelevant -> needs_choice, existsFutureRead/Write -> may_conflict
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "analysis/facts.h"
#include "machine/choice_filter.h"
#include "machine/machine.h"

namespace heddle {

class HybridFilter final : public ChoiceFilter {
 public:
  HybridFilter(const Program& program, std::shared_ptr<const Facts> facts);
  bool needs_choice(const Machine& machine, ThreadNumber running,
                    const Pending& operation) const override;

 private:
  // The piece of a real object that an operation touches.
  struct Touched {
    MemoryRange range;
    bool writes;
    const Object* object;
    ObjectId id;
  };
  bool conflicts(const Machine& machine, ThreadNumber running, const Touched& touched) const;
  bool may_conflict(const Machine& machine, ThreadNumber other, const Touched& touched) const;
  bool meets(const Future& future, const Touched& touched) const;
  bool meets_through_frame(const Machine& machine, const Frame& frame, const Future& future,
                           const Touched& touched) const;
  ObjectId id_of(uint64_t address, const Object& object) const;

  std::shared_ptr<const Facts> facts_;
  std::vector<ObjectId> small_globals_;  // by place in their region
  std::vector<ObjectId> large_globals_;
};

}  // namespace heddle
