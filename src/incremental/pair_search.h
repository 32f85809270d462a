// PairSearch: explores the interleavings of two threads around a fragment, from the program's start to its end.
//
// The search is the ordinary one (search/search.h) with a PairStrategy; each pair has a visited set of its own. Its errors
// are ordinary errors. That it finds none says that these interleavings have none, and nothing about others.
//
// Plain accesses outside the fragments are no choices where data races are errors (machine/transition_accesses.h): what two threads do
// between synchronisations is compared instead.
//
// Paper: [ParizekKliber-Pairs], exploreInterleavingsForThreadPair.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "incremental/pair_strategy.h"
#include "search/search.h"

namespace heddle {

struct PairError {
  FoundError found;
  MachineOptions replayed;  // of the machine that its schedule is for
};

struct PairRun {
  SearchOutcome outcome;  // but for its errors
  std::vector<PairError> errors;
  PairSightings sightings;
  std::set<std::string> assumptions;  // noted by models
  std::set<std::string> incompleteness;
};

// Whether more than one of the others does something that matters in the fragment, or to another one of them: what that does next nobody
// has seen. Otherwise the pairs have explored all of the fragment's orders with others.
bool several_matter(const TouchedMemory& fragment, const std::vector<TouchedMemory>& others);
// Where the order of accesses may matter to the fragment: what it touches, and where others meet each other.
TouchedMemory memory_that_matters(const TouchedMemory& fragment,
                                  const std::vector<TouchedMemory>& others);

// `settings` are those of the machine, with plain_choices where races are no errors; what a run shows to be needed for this program
// is added to them. Several workers explore what is too much for one.
PairRun explore_pair(const Program& program, MachineOptions& settings, const SearchOptions& options,
                     const PairTask& task, unsigned workers = 1);

// What a search is given when it begins; nothing: the time is up. Asked by one worker at a time.
using OptionsOfPair = std::function<std::optional<SearchOptions>()>;

// One after the other, as it were, by so many workers. Where errors end it, those behind the first pair that has one are left out, and
// what a run shows to be needed counts from the next call on: what comes of it does not depend on who was faster, but for the error
// that several workers on one large pair find first.
std::vector<PairRun> explore_pairs(const Program& program, MachineOptions& settings,
                                   const OptionsOfPair& options, const std::vector<PairTask>& tasks,
                                   bool errors_end_it, unsigned workers);

}  // namespace heddle
