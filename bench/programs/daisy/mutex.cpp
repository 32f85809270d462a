// The monitor behind Mutex.
//
// SPDX-License-Identifier: Apache-2.0
#include "mutex.h"

namespace daisy {

void Mutex::acquire() {
  std::unique_lock lock(monitor_);
#ifdef BROKEN_WAIT_TEST
  // The test is made before the monitor is entered to wait: the release in between is lost.
  const bool must_wait = locked_;
  lock.unlock();
  lock.lock();
  if (must_wait) released_.wait(lock);
#else
  while (locked_) released_.wait(lock);
#endif
  locked_ = true;
}

void Mutex::release() {
  const std::lock_guard lock(monitor_);
  locked_ = false;
#ifndef BROKEN_NO_NOTIFY
  released_.notify_one();
#endif
}

}  // namespace daisy
