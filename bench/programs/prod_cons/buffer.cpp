// The buffer's three operations.
//
// Waiters are woken only when the buffer stops being empty or full: nobody waits in between. All are
// woken then, because producers and consumers wait for the same condition variable.
// SPDX-License-Identifier: Apache-2.0
#include "buffer.h"

#include <utility>

namespace prod_cons {

void Buffer::put(std::unique_ptr<Item> item) {
  {
    std::unique_lock lock(mutex_);
    while (used_slots_ == kBufferSize) changed_.wait(lock);
    slots_[put_position_] = std::move(item);
    put_position_ = (put_position_ + 1) % kBufferSize;
    if (used_slots_ == 0) changed_.notify_all();
#ifndef BROKEN_COUNT_UNLOCKED
    ++used_slots_;
#endif
  }
#ifdef BROKEN_COUNT_UNLOCKED
  ++used_slots_;
#endif
}

std::unique_ptr<Item> Buffer::get() {
  std::unique_lock lock(mutex_);
#ifdef BROKEN_IF
  if (used_slots_ == 0 && !halted()) changed_.wait(lock);
#else
  while (used_slots_ == 0 && !halted()) changed_.wait(lock);
  if (used_slots_ == 0) return nullptr;
#endif
  std::unique_ptr<Item> item = std::move(slots_[get_position_]);
  get_position_ = (get_position_ + 1) % kBufferSize;
  if (used_slots_ == kBufferSize) changed_.notify_all();
  --used_slots_;
  return item;
}

void Buffer::halt() {
  std::lock_guard lock(mutex_);
  ++halted_producers_;
#ifndef BROKEN_SILENT_HALT
  if (halted()) changed_.notify_all();
#endif
}

bool Buffer::halted() const {
#ifdef BROKEN_EARLY_HALT
  return halted_producers_ > 0;
#else
  return halted_producers_ == kProducers;
#endif
}

}  // namespace prod_cons
