// All frames of a run, made before it: what the radar will see, from the courses of the flights.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "flight.h"
#include "frame.h"

namespace cdx {

class Traffic {
 public:
  // `planes` flights whose courses cross in pairs, and `frames` frames, one second apart.
  Traffic(int planes, int frames);

  int frame_count() const { return static_cast<int>(frames_.size()); }
  const Frame& frame(int index) const { return frames_[index]; }
  // Which frame of the run has this content; -1 if none has.
  int index_of(const Frame& frame) const;

 private:
  static Flight make_flight(int plane);
  Frame make_frame(float time) const;

  std::vector<Flight> flights_;
  std::vector<Frame> frames_;
};

}  // namespace cdx
