// LongRun: the checkpoints of one check: whose they are, and where it goes on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "pipeline/options.h"
#include "program/program.h"
#include "search/checkpoint.h"

namespace heddle {

class LongRun {
 public:
  // Reads the checkpoint to go on from. Throws InputError if it is not one of this check.
  LongRun(const Program& program, const Options& options);

  // Whether and how the search went on the last time: what it had learnt.
  bool gave_up_filter() const { return from_ && from_->learnt.gave_up_filter; }
  void adopt_learnt(MachineOptions& machine) const;

  // For a search with these settings; nothing if no checkpoints are asked for.
  const CheckpointPlan* plan(const MachineOptions& machine, bool gave_up_filter);
  // What the checkpoint holds was searched in vain.
  void begin_anew() { from_.reset(); }

 private:
  std::optional<Checkpoint> from_;
  CheckpointPlan plan_;
};

}  // namespace heddle
