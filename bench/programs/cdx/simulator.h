// The radar: puts one pregenerated frame after the other into the ring.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frame_buffer.h"
#include "handshake.h"
#include "traffic.h"

namespace cdx {

class Simulator {
 public:
  Simulator(const Traffic& traffic, FrameBuffer& buffer, Handshake& handshake)
      : traffic_(traffic), buffer_(buffer), handshake_(handshake) {}

  // The body of the radar's thread.
  void run();
  // To be read when the thread has ended.
  int sent_frames() const { return sent_frames_; }

 private:
  const Traffic& traffic_;
  FrameBuffer& buffer_;
  Handshake& handshake_;
  int sent_frames_ = 0;
};

}  // namespace cdx
