// The calls on a floor: pushed by people, claimed and answered by lifts.
// SPDX-License-Identifier: Apache-2.0
#include "controls.h"

#include <utility>

namespace elevator {

void Floor::push(Direction direction, int destination) {
#ifdef BROKEN_PUSH_UNLOCKED
  std::unique_lock lock(mutex_, std::defer_lock);
  if (direction == Direction::down) lock.lock();
#else
  std::lock_guard lock(mutex_);
#endif
  Queue& calls = queue(direction);
  calls.people.push_back(destination);
  if (calls.people.size() == 1) calls.claimed = false;
}

bool Floor::check(Direction direction) {
#ifdef BROKEN_CHECK_UNLOCKED
  std::unique_lock lock(mutex_, std::defer_lock);
  if (direction == Direction::down) lock.lock();
#else
  std::lock_guard lock(mutex_);
#endif
  const Queue& calls = queue(direction);
  return !calls.people.empty() && !calls.claimed;
}

bool Floor::claim(Direction direction) {
  if (!check(direction)) return false;
  std::lock_guard lock(mutex_);
  Queue& calls = queue(direction);
#if defined(BROKEN_CLAIM_TWICE)
  calls.claimed = true;
  return true;
#elif defined(BROKEN_CLAIM_ANSWERED)
  return !std::exchange(calls.claimed, true);
#else
  // Between the check and the lock another lift may have claimed the call, or even answered it.
  if (calls.people.empty() || calls.claimed) return false;
  calls.claimed = true;
  return true;
#endif
}

std::vector<int> Floor::take_people(Direction direction) {
  std::lock_guard lock(mutex_);
  Queue& calls = queue(direction);
  calls.claimed = false;
  return std::exchange(calls.people, {});
}

std::size_t Controls::waiting() const {
  std::size_t people = 0;
  for (const Floor& floor : floors_) people += floor.waiting();
  return people;
}

}  // namespace elevator
