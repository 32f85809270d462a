// RunGraph: the states of a finished search and the transitions between them, with the code that each one ran.
//
// A state is one that was matched; a transition goes from one to the next, the steps in between that nobody had a choice about
// included. A GraphRecorder notes transitions as a search takes them; graph_of puts them in order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "machine/machine.h"
#include "result/schedule.h"
#include "search/fingerprint_index.h"
#include "search/idle_words.h"

namespace heddle {

struct RunGraph {
  static constexpr uint32_t kEnd = FingerprintIndex::kNone;  // of an execution

  struct Edge {
    uint32_t to = kEnd;  // a state
    uint32_t run = 0;
    uint32_t step = 0;  // the choice; see packed()
    friend bool operator==(const Edge&, const Edge&) = default;
  };

  std::vector<Fingerprint> states;
  std::vector<uint32_t> first_edge;  // by state, and one more
  std::vector<Edge> edges;
  std::vector<uint32_t> put_off;  // states from which some threads were run later or never, sorted
  std::vector<uint32_t> first_range;  // by run, and one more
  std::vector<CodeRange> ranges;
  std::optional<IdleWords> idle;

  std::span<const Edge> edges_of(uint32_t state) const {
    return {edges.data() + first_edge[state], first_edge[state + 1] - first_edge[state]};
  }
  std::span<const CodeRange> ranges_of(uint32_t run) const {
    return {ranges.data() + first_range[run], first_range[run + 1] - first_range[run]};
  }
  friend bool operator==(const RunGraph&, const RunGraph&) = default;
};

inline uint32_t packed(const ScheduleStep& step) { return step.thread | step.branch << 8; }
inline ThreadNumber thread_of(uint32_t packed_step) { return packed_step & 0xff; }

// Transitions as they were taken; the same ones may be there twice.
struct TakenTransitions {
  struct Transition {
    uint32_t from;
    uint32_t to;
    uint32_t step;
    uint32_t run;
  };
  FingerprintIndex states;
  std::vector<Transition> transitions;
  std::vector<uint32_t> put_off;
  std::vector<std::vector<CodeRange>> runs;
  std::optional<IdleWords> idle;  // if that is known

  void add(const TakenTransitions& others);
};

RunGraph graph_of(const TakenTransitions& taken);

class GraphRecorder {
 public:
  // Gives up, and forgets everything, beyond so many transitions. Idle words are not known where the end of an
  // execution looks at all memory.
  GraphRecorder(Machine& machine, size_t most_transitions, bool knows_idle_words);
  ~GraphRecorder();
  GraphRecorder(const GraphRecorder&) = delete;
  GraphRecorder& operator=(const GraphRecorder&) = delete;

  // The machine is about to go on from this state; none: from the beginning. The number that here() gave it saves looking.
  void leave(const std::optional<Fingerprint>& state, uint32_t number = FingerprintIndex::kNone);
  void take(const ScheduleStep& step) {
    if (!step_) step_ = packed(step);
  }
  // It has come to a state that arrive() may be told of.
  void prefetch(const Fingerprint& state) const { taken_.states.prefetch(state); }
  // It has come to a state, or to the end of an execution.
  void arrive(const std::optional<Fingerprint>& state);
  // The machine stands at the first choice of all, or has come there again from the beginning.
  void begin();
  bool has_begun() const { return has_begun_; }
  // It goes back to the beginning, and not to go on from there.
  void begin_anew();
  // Not all threads that can run from the state are run from there at once.
  void put_off(const Fingerprint& state);

  // Of the state that it has come to; none before the first transition.
  uint32_t here() const { return number_; }
  // Where the transition that it is on began, and with what.
  const std::optional<Fingerprint>& from() const { return from_; }
  std::optional<uint32_t> step() const { return step_; }

  std::optional<TakenTransitions> hand_over();
  size_t bytes() const;
  // Forgets everything; whether there was something to forget.
  bool give_up();

 private:
  uint32_t number_of_run();

  Machine& machine_;
  size_t most_;
  bool given_up_ = false;
  bool knows_idle_words_;
  bool has_begun_ = false;
  std::optional<IdleWords> idle_;  // from the first choice on; the words come at the end
  CodeTrace trace_;
  std::optional<Fingerprint> from_;
  uint32_t number_ = FingerprintIndex::kNone;  // of that, if known
  std::optional<uint32_t> step_;
  TakenTransitions taken_;
  FingerprintIndex runs_;
};

}  // namespace heddle
