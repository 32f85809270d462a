// SPDX-License-Identifier: Apache-2.0
#include "property/livelock.h"

#include "support/bits.h"

namespace heddle {

Violation livelock(const Machine& machine, uint64_t threads) {
  const ThreadNumber first = lowest(threads);
  Violation violation{.kind = ErrorKind::Livelock,
                      .message = "the threads can go on like this for ever, and none gets on",
                      .thread = first,
                      .stack = machine.call_stack(first)};
  for (uint64_t rest = threads & (threads - 1); rest; rest &= rest - 1)
    violation.notes.push_back({.thread = lowest(rest),
                               .text = "goes round, too",
                               .stack = machine.call_stack(lowest(rest))});
  return violation;
}

void CircleWatch::begin(const Machine& machine) {
  marks_ = machine.progress_marks();
  states_ = {{.fingerprint = machine.fingerprint(), .enabled = machine.enabled_threads()}};
}

void CircleWatch::note(const Machine& machine, ThreadNumber thread, Stop stop) {
  const bool runs = stop == Stop::Visible || stop == Stop::Finished;
  states_.push_back({.fingerprint = machine.fingerprint(),
                     .enabled = runs ? machine.enabled_threads() : 0,
                     .thread = thread,
                     .got_on = stop != Stop::Visible || machine.progress_marks() != marks_});
  marks_ = machine.progress_marks();
}

std::optional<size_t> CircleWatch::start() const {
  for (size_t k = 0; k + 1 < states_.size(); ++k)
    if (states_[k].fingerprint == states_.back().fingerprint) return k;
  return std::nullopt;
}

uint64_t CircleWatch::runners(size_t start) const {
  uint64_t threads = 0;
  for (size_t k = start + 1; k < states_.size(); ++k) threads |= bit(states_[k].thread);
  return threads;
}

std::optional<Violation> CircleWatch::violation(const Machine& machine) const {
  const auto first = start();
  if (!first) return std::nullopt;
  const uint64_t threads = runners(*first);
  if (is_single(threads)) return std::nullopt;
  for (size_t k = *first + 1; k < states_.size(); ++k)
    if (states_[k].got_on || (states_[k].enabled & ~threads)) return std::nullopt;
  return livelock(machine, threads);
}

}  // namespace heddle
