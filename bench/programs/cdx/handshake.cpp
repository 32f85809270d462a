// The handshake at the start: see handshake.h.
// SPDX-License-Identifier: Apache-2.0
#include "handshake.h"

namespace cdx {
namespace {

Party other_of(Party party) {
  return party == Party::Simulator ? Party::Detector : Party::Simulator;
}

}  // namespace

void Handshake::report(Party own) {
  is_ready_[static_cast<int>(own)] = true;
  changed_.notify_all();
}

#ifdef BROKEN_HANDSHAKE
// Looks and waits in two steps: what the other one reports in between wakes nobody.
void Handshake::meet(Party own) {
  std::unique_lock lock(mutex_);
  report(own);
  const bool is_other_ready = is_ready(other_of(own));
  lock.unlock();
  if (is_other_ready) return;
  lock.lock();
  changed_.wait(lock);
}
#else
void Handshake::meet(Party own) {
  std::unique_lock lock(mutex_);
  report(own);
  changed_.wait(lock, [this, own] { return is_ready(other_of(own)); });
}
#endif

}  // namespace cdx
