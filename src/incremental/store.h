// Store: completely verified runs, kept so that a later version of the program need not be checked from
// scratch.
//
// An entry is one file, named by a hash of what it is about (program and settings), that appears by renaming
// a finished one and ends with a checksum over all of it; a reference says which entry was the last of a
// command line, and of which: files that were copied over each other are told as well. Any number of runs may use the folder at the same time. What is cut short, changed or
// written by another build of heddle is never believed: an entry is either whole or not there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/places.h"
#include "machine/lock_words.h"
#include "program/address_plan.h"
#include "search/run_graph.h"

namespace heddle {

struct StoredRun {
  std::string settings;  // all that decides which states there are and what is an error, as text
  uint64_t program = 0;  // hash
  // What the search had found out about the program when it came to its end; see MachineOptions.
  bool plain_choices = false;
  bool visible_releases = false;
  bool detaches_threads = false;  // see Program
  bool hand_over = true;
  uint8_t sharing = 0;
  LockWordSets lock_words;  // addresses mean the same in the next version, by the plan
  AddressPlan plan;
  std::vector<std::string> assumptions;
  std::string version;  // what `heddle diff` compares; see incremental/version.h
  PlacePlan places;
  RunGraph graph;  // of all executions: none of them has an error
};

class Store {
 public:
  static constexpr uint64_t kMaxBytes = uint64_t(1) << 30;
  static constexpr uint64_t kMaxTransitions = 16'000'000;  // of a run that is kept

  // An empty folder means that nothing is kept. `build` names this build of heddle.
  Store(std::string folder, std::string build, uint64_t max_bytes = kMaxBytes);

  bool is_on() const { return !folder_.empty(); }

  struct Found {
    std::optional<StoredRun> run;
    std::string problem;  // why there is none, for people
  };
  // The last one that was kept under this name.
  Found last(const std::string& name) const;
  // Says why nothing was kept; empty if all went well.
  std::string keep(const std::string& name, const StoredRun& run) const;

 private:
  std::string reference_path(const std::string& name) const;
  std::string run_path(const std::string& key) const;
  bool leads_to_a_run(const std::string& reference) const;
  std::string write(const std::string& path, const std::string& content) const;
  void evict() const;

  std::string folder_;
  std::string build_;
  uint64_t max_bytes_;
};

// The content of an entry. Parsing gives nothing for bytes that are not exactly what was made.
std::string serialise(const StoredRun& run, const std::string& build);
Store::Found parse_run(const std::string& content, const std::string& build);

}  // namespace heddle
