// The detector: see detector.h.
// SPDX-License-Identifier: Apache-2.0
#include "detector.h"

#include <cassert>
#include <thread>
#include <utility>

#include "config.h"
#include "frame_scope.h"

namespace cdx {

void Detector::run() {
  handshake_.meet(Party::Detector);
  while (!is_stopped_) run_period();
}

void Detector::run_period() {
  // Waiting for the next period: time is not modelled, so any number of frames may have come.
  std::this_thread::yield();
  if (const Frame* frame = buffer_.get()) {
    process(*frame);
  } else {
    report_.count_not_ready();
  }
  if (has_all_frames()) is_stopped_ = true;
}

void Detector::process(const Frame& frame) {
  FrameScope scope(states_);
  scope.process(frame);
  // A frame that was overwritten while it was read is none of those that were sent.
  const int index = traffic_.index_of(frame);
  assert(index >= 0);
  report_.add({index, scope.suspected_groups(), scope.collisions()});
}

bool Detector::has_all_frames() const {
  return report_.frame_count() + buffer_.dropped_frames() == max_frames;
}

}  // namespace cdx
