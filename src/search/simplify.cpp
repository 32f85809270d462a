// A schedule is a sequence of blocks, each a run of one thread. Moving a block next to another of the
// same thread saves context switches; a replay tells whether the error is still the same.
// SPDX-License-Identifier: Apache-2.0
#include "search/simplify.h"

#include <algorithm>
#include <chrono>

#include "search/replay.h"

namespace heddle {

namespace {

struct Block {
  size_t first;
  size_t count;
};

std::vector<Block> blocks_of(const Schedule& schedule) {
  std::vector<Block> blocks;
  for (size_t k = 0; k < schedule.size(); ++k) {
    if (k == 0 || schedule[k].thread != schedule[k - 1].thread)
      blocks.push_back({k, 1});
    else
      ++blocks.back().count;
  }
  return blocks;
}

// The schedule with the steps of `block` moved to before position `to` (an index into the original).
Schedule moved(const Schedule& schedule, const Block& block, size_t to) {
  Schedule result = schedule;
  const auto first = result.begin() + ptrdiff_t(block.first);
  const auto last = first + ptrdiff_t(block.count);
  const auto target = result.begin() + ptrdiff_t(to);
  if (to <= block.first)
    std::rotate(target, first, last);
  else
    std::rotate(first, last, target);
  return result;
}

class Simplifier {
 public:
  Simplifier(const Program& program, const MachineOptions& options, const Violation& violation,
             double seconds)
      : program_(program),
        options_(options),
        violation_(violation),
        deadline_(std::chrono::steady_clock::now() +
                  std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                      std::chrono::duration<double>(seconds))) {}

  Schedule run(Schedule schedule) {
    while (improve(schedule)) {
    }
    return schedule;
  }

 private:
  bool in_time() const { return std::chrono::steady_clock::now() < deadline_; }

  bool reproduces(const Schedule& schedule) const {
    Machine machine(program_, options_);
    const std::optional<Violation> found = replay(machine, schedule, violation_.kind);
    return found && same_error(program_, *found, violation_);
  }

  bool accept(Schedule& schedule, Schedule candidate) const {
    if (context_switches(candidate) >= context_switches(schedule) || !reproduces(candidate))
      return false;
    schedule = std::move(candidate);
    return true;
  }

  // One change for the better, if there is one: a block joins the next or the previous of its thread,
  // or is left out altogether.
  bool improve(Schedule& schedule) const {
    const std::vector<Block> blocks = blocks_of(schedule);
    for (size_t k = blocks.size(); k-- > 0 && in_time();) {
      const ThreadNumber thread = schedule[blocks[k].first].thread;
      for (size_t earlier = k; earlier-- > 0;)
        if (schedule[blocks[earlier].first].thread == thread) {
          if (accept(schedule,
                     moved(schedule, blocks[k], blocks[earlier].first + blocks[earlier].count)))
            return true;
          if (accept(schedule, moved(schedule, blocks[earlier], blocks[k].first))) return true;
          break;
        }
      Schedule without = schedule;
      without.erase(without.begin() + ptrdiff_t(blocks[k].first),
                    without.begin() + ptrdiff_t(blocks[k].first + blocks[k].count));
      if (accept(schedule, std::move(without))) return true;
    }
    return false;
  }

  const Program& program_;
  const MachineOptions& options_;
  const Violation& violation_;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace

Schedule simplify(const Program& program, const MachineOptions& options, const Violation& violation,
                  Schedule schedule, double seconds) {
  return Simplifier(program, options, violation, seconds).run(std::move(schedule));
}

}  // namespace heddle
