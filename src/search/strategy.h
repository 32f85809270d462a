// Strategy: in which order a depth-first search takes the threads at a choice, and which it leaves out.
//
// This is all that a heuristic has to say; the loop, the visited set, limits, properties and reports are the
// search's. Without a strategy the thread that ran last goes on first, then the lowest number: fewer
// context switches make better traces.
//
// Paper: [Parizek-TR15], Figure 1: `for tr in order(filter(enabled(s)))`.
// Names: filter -> Arrangement::explored, order -> Arrangement::first and next
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "machine/machine.h"
#include "result/schedule.h"
#include "support/bits.h"

namespace heddle {

// The thread that goes first where nothing else decides.
inline ThreadNumber by_default(uint64_t threads, ThreadNumber last) {
  return threads & bit(last) ? last : lowest(threads);
}

class Strategy {
 public:
  virtual ~Strategy() = default;

  // As sets of threads; `first` go before the others.
  struct Arrangement {
    uint64_t explored = 0;
    uint64_t first = 0;
  };
  // Asked once for a state in which several threads can run. At least one must be explored.
  virtual Arrangement arrange(const Machine&, uint64_t enabled, ThreadNumber) {
    return {.explored = enabled, .first = 0};
  }
  // What else than the state decides what is explored from here: states are told apart by it.
  virtual uint64_t key(const Machine&, [[maybe_unused]] uint64_t enabled, ThreadNumber) {
    return 0;
  }
  // Which one of those that are left and equally good goes next.
  virtual ThreadNumber next(const Machine&, uint64_t threads, ThreadNumber last) {
    return by_default(threads, last);
  }

  // For what depends on the path: a transition is about to be taken; it has been; the path was cut to this length.
  virtual void take(const Machine&, const ScheduleStep&) {}
  virtual void taken(const Machine&) {}
  virtual void go_back(size_t) {}

  // Why not everything was explored; empty if nothing was left out.
  virtual std::string incomplete() const { return ""; }
};

}  // namespace heddle
