// The collision detector: takes frames from the ring as they come and looks for collisions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "alert_board.h"
#include "frame_buffer.h"
#include "handshake.h"
#include "report.h"
#include "state_table.h"
#include "traffic.h"

namespace cdx {

class Detector {
 public:
  Detector(const Traffic& traffic, FrameBuffer& buffer, Handshake& handshake)
      : traffic_(traffic), buffer_(buffer), handshake_(handshake) {}

  // The body of the detector's thread: one period after the other until all frames are accounted for.
  void run();
  // To be read when the thread has ended.
  const Report& report() const { return report_; }

 private:
  void run_period();
  void process(const Frame& frame);
  Log make_log(int index, const Frame& frame, const CollisionCollector& collisions) const;
  bool has_all_frames() const;

  const Traffic& traffic_;
  FrameBuffer& buffer_;
  Handshake& handshake_;
  StateTable states_;
  AlertBoard alerts_;
  Report report_;
  bool is_stopped_ = false;
};

}  // namespace cdx
