// IdleLoops: threads that go round in a loop while nothing changes, in a search that does not match states.
//
// A thread that is back where it was, with memory as it was, will be there again for ever until another thread changes
// what it reads on the way round. Until then it need not run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "search/happens_before.h"

namespace heddle {

// The states along the path, by what is needed to see that one comes back.
class PathStates {
 public:
  // The machine is in the state after the last event.
  void append(const Machine& machine, ThreadNumber mover);
  void cut(size_t length);

  // The number of events at the end of the path in which a thread went round a loop; 0 if it did not.
  size_t idle_events(const HappensBefore& events) const;
  // Whether the last state has been on the path before.
  bool comes_back() const { return !states_.empty() && states_.back().earlier.has_value(); }
  // Whether the last event left memory as it was.
  bool memory_is_same() const;

 private:
  struct State {
    Fingerprint whole;
    Fingerprint memory;
    Fingerprint mover;
    size_t memory_since;  // the first state from which on memory is as here
    std::optional<size_t> earlier;  // the same state
    std::optional<size_t> hidden;  // what the index said before
  };
  std::vector<State> states_;  // after each event
  std::unordered_map<uint64_t, size_t> index_;
};

class IdleLoops {
 public:
  uint64_t threads() const { return threads_; }
  // Whether the thread has no way out of its loop but by what others do.
  bool is_stuck(ThreadNumber thread) const;
  // The thread of the last event went round a loop with its last `count` events.
  void add(const HappensBefore& events, size_t count);
  // The last event changed memory: whoever reads what it wrote goes on.
  void wake(const HappensBefore& events);
  // The loop that a thread, about to run, has come out of.
  std::optional<IdleLoop> take_ended(ThreadNumber thread);

 private:
  struct Loop {
    ThreadNumber thread;
    size_t since;
    bool chooses;  // it could have gone another way
    std::vector<std::shared_ptr<const Footprint>> footprints;
  };
  struct Ended {
    ThreadNumber thread;
    IdleLoop loop;
  };
  uint64_t threads_ = 0;
  std::vector<Loop> loops_;
  std::vector<Ended> ended_;
};

}  // namespace heddle
