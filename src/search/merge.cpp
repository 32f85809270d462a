// SPDX-License-Identifier: Apache-2.0
#include "search/merge.h"

#include "search/replay.h"

namespace heddle {

void add_worker(Statistics& sum, const Statistics& part) {
  add_work(sum, part);
  sum.peak_bytes += part.peak_bytes > part.visited_bytes ? part.peak_bytes - part.visited_bytes : 0;
}

void add_search(Statistics& sum, const Statistics& part) {
  add_work(sum, part);
  sum.states += part.states;
  sum.visited_bytes += part.visited_bytes;
  sum.peak_bytes += part.peak_bytes;
}

void merge(SearchOutcome& sum, SearchOutcome&& part, const Program& program) {
  for (FoundError& error : part.errors) {
    bool known = false;
    for (const FoundError& other : sum.errors)
      known = known || same_error(program, error.violation, other.violation);
    if (!known) sum.errors.push_back(std::move(error));
  }
  if (sum.incomplete.empty()) sum.incomplete = std::move(part.incomplete);
  if (sum.left_out.empty()) sum.left_out = std::move(part.left_out);
  if (sum.first_execution.empty()) sum.first_execution = std::move(part.first_execution);
  sum.needs_plain_choices |= part.needs_plain_choices;
  sum.surprised |= part.surprised;
  sum.misled |= part.misled;
  sum.lost_transitions |= !part.taken;
  if (sum.taken && part.taken)
    sum.taken->add(*part.taken);
  else if (part.taken)
    sum.taken = std::move(part.taken);
  sum.bound_reached |= part.bound_reached;
  sum.depth_reached |= part.depth_reached;
  sum.ignored_errors.merge(part.ignored_errors);
  sum.final_states.merge(part.final_states);
  add_worker(sum.statistics, part.statistics);
}

}  // namespace heddle
