// SPDX-License-Identifier: Apache-2.0
#include "search/run_graph.h"

#include <algorithm>

namespace heddle {

void TakenTransitions::add(const TakenTransitions& others) {
  // A part without transitions uses nothing.
  if (transitions.empty() && !idle)
    idle = others.idle;
  else if (!others.transitions.empty())
    idle = idle_in_both(std::move(idle), others.idle);
  std::vector<uint32_t> number;
  for (const Fingerprint& state : others.states.all()) number.push_back(states.number_of(state));
  const auto first_run = uint32_t(runs.size());
  for (const auto& [from, to, step, run] : others.transitions)
    transitions.push_back(
        {number[from], to == RunGraph::kEnd ? to : number[to], step, run + first_run});
  for (const uint32_t state : others.put_off) put_off.push_back(number[state]);
  runs.insert(runs.end(), others.runs.begin(), others.runs.end());
}

namespace {

// Transitions from before the first choice were not looked at: those words are idle that nothing after it uses, so
// nothing may come back there.
bool comes_back_before_choices(const TakenTransitions& taken) {
  if (!taken.idle) return false;
  std::vector<bool> is_before(taken.states.all().size());
  for (const Fingerprint& state : taken.idle->before)
    if (const uint32_t number = taken.states.find(state); number != FingerprintIndex::kNone)
      is_before[number] = true;
  return std::ranges::any_of(taken.transitions, [&](const auto& transition) {
    return transition.to != RunGraph::kEnd && is_before[transition.to] &&
           !is_before[transition.from];
  });
}

}  // namespace

RunGraph graph_of(const TakenTransitions& taken) {
  RunGraph graph;
  if (!comes_back_before_choices(taken)) graph.idle = taken.idle;
  // Some may be of an earlier version, and not be reached any more.
  std::vector<uint32_t> number(taken.states.all().size(), RunGraph::kEnd);
  const auto use = [&](uint32_t state) {
    if (state == RunGraph::kEnd || number[state] != RunGraph::kEnd) return;
    number[state] = uint32_t(graph.states.size());
    graph.states.push_back(taken.states.all()[state]);
  };
  for (const auto& transition : taken.transitions) use(transition.from), use(transition.to);
  for (const uint32_t state : taken.put_off) use(state);
  if (graph.idle)
    std::erase_if(graph.idle->before, [&](const Fingerprint& state) {
      const uint32_t known = taken.states.find(state);
      return known == FingerprintIndex::kNone || number[known] == RunGraph::kEnd;
    });
  graph.first_edge.resize(graph.states.size() + 1);
  for (const auto& transition : taken.transitions) ++graph.first_edge[number[transition.from] + 1];
  for (size_t k = 1; k < graph.first_edge.size(); ++k)
    graph.first_edge[k] += graph.first_edge[k - 1];
  graph.edges.resize(taken.transitions.size());
  std::vector<uint32_t> next(graph.first_edge.begin(), graph.first_edge.end() - 1);
  for (const auto& [from, to, step, run] : taken.transitions)
    graph.edges[next[number[from]]++] = {to == RunGraph::kEnd ? to : number[to], run, step};
  for (const uint32_t state : taken.put_off) graph.put_off.push_back(number[state]);
  std::sort(graph.put_off.begin(), graph.put_off.end());
  graph.first_range.push_back(0);
  for (const std::vector<CodeRange>& run : taken.runs) {
    graph.ranges.insert(graph.ranges.end(), run.begin(), run.end());
    graph.first_range.push_back(uint32_t(graph.ranges.size()));
  }
  return graph;
}

GraphRecorder::GraphRecorder(Machine& machine, size_t most_transitions, bool knows_idle_words)
    : machine_(machine),
      most_(most_transitions),
      knows_idle_words_(knows_idle_words),
      trace_(machine.program().code.size()) {
  machine_.trace(&trace_);
}

GraphRecorder::~GraphRecorder() {
  machine_.trace(nullptr);
  machine_.memory().note_no_use();
}

void GraphRecorder::begin() {
  has_begun_ = true;
  if (!knows_idle_words_ || given_up_) return;
  if (!idle_) {
    idle_ = {.before = {},
             .first_choice = machine_.fingerprint(),
             .sharing = machine_.memory().sharing_fingerprint(),
             .words = {}};
    for (const Fingerprint& state : taken_.states.all())
      if (state != idle_->first_choice) idle_->before.push_back(state);
  }
  machine_.memory().note_use_of_old();
  // Who can run at the first choice was asked before.
  machine_.note_awaited();
}

void GraphRecorder::begin_anew() {
  leave(std::nullopt);
  has_begun_ = false;
  machine_.memory().note_no_use();
}

void GraphRecorder::leave(const std::optional<Fingerprint>& state, uint32_t number) {
  from_ = state;
  number_ = number;
  step_.reset();
  trace_.clear();
  machine_.memory().forget_removals();
}

void GraphRecorder::arrive(const std::optional<Fingerprint>& state) {
  uint32_t to = RunGraph::kEnd;
  if (from_ && step_ && !given_up_) {
    const uint32_t from =
        number_ != FingerprintIndex::kNone ? number_ : taken_.states.number_of(*from_);
    if (state) {
      to = taken_.states.number_of(*state);
      machine_.memory().count_removals();
    }
    taken_.transitions.push_back({from, to, *step_, number_of_run()});
    if (taken_.transitions.size() > most_) give_up();
  }
  leave(state, to);
}

void GraphRecorder::put_off(const Fingerprint& state) {
  if (!given_up_) taken_.put_off.push_back(taken_.states.number_of(state));
}

bool GraphRecorder::give_up() {
  if (given_up_) return false;
  given_up_ = true;
  taken_ = {};  // numbers mean nothing any more, and are not looked at
  runs_ = {};
  machine_.trace(nullptr);
  machine_.memory().note_no_use();
  return true;
}

uint32_t GraphRecorder::number_of_run() {
  const uint32_t number = runs_.number_of(trace_.hash());
  if (number == taken_.runs.size()) taken_.runs.push_back(trace_.ranges());
  return number;
}

std::optional<TakenTransitions> GraphRecorder::hand_over() {
  if (given_up_) return std::nullopt;
  if (idle_) add_idle_words(machine_, *idle_);
  taken_.idle = std::move(idle_);
  return std::move(taken_);
}

size_t GraphRecorder::bytes() const {
  return taken_.transitions.capacity() * sizeof(TakenTransitions::Transition) +
         taken_.states.bytes();
}

}  // namespace heddle
