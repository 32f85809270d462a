// ChoiceFilter: says which of the operations that others could notice need no choice after all.
//
// The machine asks before it stops. To let an operation pass is right when no other thread can, from
// where it stands now, do anything that depends on it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "machine/thread.h"
#include "result/avoided_choices.h"

namespace heddle {

class Machine;

class ChoiceFilter {
 public:
  virtual ~ChoiceFilter() = default;
  // What makes the choice superfluous; nothing if it is needed.
  virtual std::optional<AvoidedBy> avoids_choice(const Machine& machine, ThreadNumber running,
                                                 const Pending& operation) const = 0;
  // The same for an operation that happens without being asked about: while no other thread can run.
  virtual void watch(const Machine& machine, ThreadNumber running,
                     const Pending& operation) const = 0;
  // The program did what the filter had thought impossible: whatever it let pass is in doubt, and the
  // search must be done again without it.
  virtual bool was_wrong() const = 0;
  // For another machine, on another core.
  virtual std::unique_ptr<ChoiceFilter> clone() const = 0;
};

}  // namespace heddle
