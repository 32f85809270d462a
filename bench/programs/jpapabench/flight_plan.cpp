// Flight plans: see flight_plan.h.
// SPDX-License-Identifier: Apache-2.0
#include "flight_plan.h"

#include <cassert>

namespace papabench {

void Stage::enter(const Estimator& estimator) {
  entry_ = flat(estimator.position());
  entry_time_ = estimator.flight_time();
}

void FlightPlan::fly(Autopilot& autopilot, Estimator& estimator, Navigator& navigator) {
  FlightContext context{autopilot, estimator, navigator, *this};
  if (current().fly(context)) next_stage(estimator);
}

void FlightPlan::go_to_block(int block, const Estimator& estimator) {
  assert(block >= 0 && block < static_cast<int>(blocks_.size()));
  current_block_ = block;
  current_stage_ = 0;
  current().enter(estimator);
}

void FlightPlan::next_stage(const Estimator& estimator) {
  if (current_stage_ + 1 < blocks_[current_block_].stage_count()) {
    ++current_stage_;
    current().enter(estimator);
    return;
  }
  // The last block is flown again and again.
  const int last_block = static_cast<int>(blocks_.size()) - 1;
  go_to_block(current_block_ < last_block ? current_block_ + 1 : last_block, estimator);
}

}  // namespace papabench
