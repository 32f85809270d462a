// Checkpoint: a depth-first search in the middle of its work, so that another run of heddle can go on.
//
// Machines are not saved. A worker's place is its path and the choices left on it; whoever goes on runs
// the path again. The visited states are in a log beside the checkpoint (state_log.h). The file appears
// whole or not at all: it is written under another name, brought to the disk, and renamed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "machine/machine.h"
#include "search/exploration.h"
#include "search/state_log.h"
#include "search/work_pool.h"

namespace heddle {

// Whose search it is: nothing else may go on with it.
struct SearchIdentity {
  uint64_t program = 0;
  std::string settings;  // that decide what is explored, as text, one on a line
  friend bool operator==(const SearchIdentity&, const SearchIdentity&) = default;
};

// What the search found out about the program, and was then begun anew with.
struct LearntSettings {
  bool plain_choices = false;
  bool visible_releases = false;
  bool hand_over = false;
  SharingPolicy sharing = SharingPolicy::ByReachability;
  bool gave_up_filter = false;
};

// Of a search in rounds: those before this one.
struct Rounds {
  uint32_t done = 0;
  SearchOutcome before;  // errors and figures
};

struct Checkpoint {
  SearchIdentity identity;
  LearntSettings learnt;
  std::vector<WorkItem> work;
  Machine::Notes notes;
  Rounds rounds;
  SearchOutcome so_far;  // without the reason why it ended
  std::string log;  // beside the checkpoint
  StateLog::Position log_end;
};

// What a search needs to write checkpoints, and to go on from one.
struct CheckpointPlan {
  std::string file;
  double interval = 60;  // seconds
  SearchIdentity identity;
  LearntSettings learnt;
  Rounds rounds{};
  const Checkpoint* from = nullptr;  // none: from the beginning
  std::string from_file;
};

// Throws UsageError if it cannot be written.
void write_checkpoint(const std::string& file, const Checkpoint& checkpoint);
// Throws InputError if there is none, it is damaged, or another version of heddle wrote it.
Checkpoint read_checkpoint(const std::string& file);

// The log of a checkpoint, which is named without its folder.
std::string log_beside(const std::string& file, const std::string& log);

}  // namespace heddle
