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
  const int number = report_.frame_count();
  FrameScope scope(states_, number);
  scope.process(frame);
  Frame received;
  received.copy_from(frame);
  // A frame that was overwritten while it was read is none of those that were sent.
  const int index = traffic_.index_of(received);
  assert(index >= 0);
  alerts_.update(scope.collisions(), number);
  report_.add({index, scope.suspected_groups(), scope.collisions(),
               make_log(index, received, scope.collisions())});
}

Log Detector::make_log(int index, const Frame& frame, const CollisionCollector& collisions) const {
  Log log;
  log.write_frame(index, frame);
  for (const Collision& collision : collisions.collisions()) {
    log.write_collision(collision);
    if (const Alert* alert = alerts_.find(collision)) log.write_alert(*alert);
  }
  return log;
}

bool Detector::has_all_frames() const {
  return report_.frame_count() + buffer_.dropped_frames() == max_frames;
}

}  // namespace cdx
