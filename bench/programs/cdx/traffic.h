// All frames of a run, made before it: what the radar will see of the benchmark's flights.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "flight.h"
#include "frame.h"
#include "radar.h"

namespace cdx {

class Traffic {
 public:
  // One frame per second.
  Traffic(int planes, int frames);

  int frame_count() const { return static_cast<int>(frames_.size()); }
  const Frame& frame(int index) const { return frames_[index]; }
  // Which frame of the run has this content; -1 if none has.
  int index_of(const Frame& frame) const;

 private:
  std::vector<Frame> frames_;
};

}  // namespace cdx
