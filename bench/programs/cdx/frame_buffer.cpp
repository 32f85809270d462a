// The ring of frames: see frame_buffer.h.
// SPDX-License-Identifier: Apache-2.0
#include "frame_buffer.h"

#ifdef BROKEN_NO_LOCK
#define BUFFER_LOCK(name)
#else
#define BUFFER_LOCK(name) const std::lock_guard name(mutex_)
#endif

namespace cdx {

bool FrameBuffer::put(const Frame& frame) {
  BUFFER_LOCK(lock);
  if (is_full()) {
    ++dropped_frames_;
    return false;
  }
  frames_[last_].copy_from(frame);
  last_ = (last_ + 1) % buffer_slots;
  return true;
}

const Frame* FrameBuffer::get() {
  BUFFER_LOCK(lock);
  if (last_ == first_) return nullptr;
  const int taken = first_;
  first_ = (first_ + 1) % buffer_slots;
  return &frames_[taken];
}

int FrameBuffer::dropped_frames() const {
#ifndef BROKEN_DROP_COUNT
  BUFFER_LOCK(lock);
#endif
  return dropped_frames_;
}

bool FrameBuffer::is_full() const {
#ifdef BROKEN_FULL_TEST
  // Takes "as many frames as slots" for the limit, which indices modulo the slots never show.
  return (last_ - first_ + buffer_slots) % buffer_slots == buffer_slots;
#else
  return (last_ + 1) % buffer_slots == first_;
#endif
}

}  // namespace cdx
