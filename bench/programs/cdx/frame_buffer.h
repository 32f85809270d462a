// The ring of frames between radar and detector.
//
// One slot always stays free. It is the one that the detector took last: the frame it reads is not
// written before it asks for the next one. So frames are read in place, without the lock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <mutex>

#include "config.h"
#include "frame.h"

namespace cdx {

class FrameBuffer {
 public:
  // Copies the frame into the ring, or drops it if there is no room. False if it was dropped.
  bool put(const Frame& frame);
  // The oldest frame, or null if there is none yet. It stays valid until the next call.
  const Frame* get();
  int dropped_frames() const;

 private:
  bool is_full() const;

  mutable std::mutex mutex_;
  int first_ = 0;
  int last_ = 0;
  int dropped_frames_ = 0;
  std::array<Frame, buffer_slots> frames_;
};

}  // namespace cdx
