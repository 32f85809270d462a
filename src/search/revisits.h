// Revisits: the stored states of an earlier version of the program, and which of them have to be visited again.
//
// A state of this version that is stored goes on as the stored one did, transition by transition, as long as the code that they
// run has not changed. So where all transitions from a stored state ran unchanged code, nothing is run: what they lead to
// is taken over, and so on from there. Where one did not, the state has to be visited and everything from there run anew; what that
// comes to may be stored again. To get to such a state, those on the way to it are visited, too, but only in that
// direction.
//
// Where this version comes to its first choice with other values in words that the stored run left alone from there on, its states
// are shifted by what that makes of their fingerprints (see idle_words.h).
//
// When a transition that should be the same leads elsewhere, the stored graph is not to be believed: see misleads().
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <unordered_map>
#include <vector>

#include "search/run_graph.h"

namespace heddle {

class Revisits {
 public:
  // `changed`: the first instruction from a Point on that has changed; see analysis/places.h.
  Revisits(const RunGraph& graph, const std::vector<Point>& changed);

  // The search has come to its first choice.
  void begin_at(const Machine& machine);

  // Whether the search has to go on from the state it has come to; it must do so then. A state that is not stored counts as
  // one to be visited each time.
  bool must_visit(const Fingerprint& state);
  // Of the threads that could be run from a state that is visited: those that have to be.
  uint64_t needed(const Fingerprint& state, uint64_t threads) const;
  // Whether a transition that was taken is another one than the graph says. To none: the end of an execution.
  bool misleads(const Fingerprint& from, uint32_t step, const std::optional<Fingerprint>& to) const;

  // Whether a state that has to be visited has not been: not after a search that came to its end.
  bool is_waiting() const;
  uint64_t taken_over() const;
  // Transitions that were taken over, with Points as they are now.
  TakenTransitions transitions(const std::vector<Point>& now) const;

 private:
  enum class Status : uint8_t { Unknown, TakenOver, Waiting, Visited };
  struct Way {
    uint32_t from;
    ThreadNumber thread;
  };

  // States to be walked on from, those first that few others have to be visited for.
  class Open;

  uint32_t number_of(const Fingerprint& state) const {
    const uint32_t number = numbers_.find(state + shift_);
    const bool is_hidden = number != RunGraph::kEnd && !is_hidden_.empty() && is_hidden_[number];
    return is_hidden ? RunGraph::kEnd : number;
  }
  void walk_from(uint32_t start);
  void walk_on(uint32_t state, Open& open);
  void wait_for(uint32_t state, uint32_t start, Open& open);

  const RunGraph& graph_;
  FingerprintIndex numbers_;
  bool has_begun_ = false;
  std::vector<bool> is_hidden_;  // by state; empty if there is no shift
  // From the states of this version to the stored ones; set before any other worker begins.
  Fingerprint shift_;
  std::vector<bool> is_same_;  // by run: all of its code
  std::vector<bool> is_settled_;  // by state: all transitions from there are the same
  std::vector<bool> is_run_whole_;  // by state: not settled, and visited with all threads
  std::vector<Status> status_;
  std::vector<Way> way_to_;  // a state that was walked to
  std::vector<uint32_t> cost_;  // how many more states are visited if that one is
  std::unordered_map<uint32_t, uint64_t> ways_from_;  // a settled state: threads
  mutable std::mutex mutex_;
};

}  // namespace heddle
