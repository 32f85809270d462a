// StateLog: the states that a search comes to, written to a file as it goes, for checkpoints.
//
// The file only grows: a checkpoint names a length of it and the checksum up to there, and what was written
// after that does not count. So a checkpoint of a search with a billion states writes only those that are
// new since the last one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "support/hash.h"

namespace heddle {

class StateLog {
 public:
  struct Position {
    uint64_t entries = 0;
    uint64_t checksum = 0;
  };

  // A record is a state, or a mark (low half zero) and a state that it says something about: then on
  // the shortest path so far it was so many transitions deep.
  using Records = std::vector<Fingerprint>;
  static void add_state(Records& records, const Fingerprint& state);
  static void add_depth(Records& records, const Fingerprint& key, uint64_t depth);

  // Goes on from there; what the file holds beyond is dropped. Throws UsageError.
  StateLog(std::string file, const Position& position);
  ~StateLog();
  StateLog(const StateLog&) = delete;
  StateLog& operator=(const StateLog&) = delete;

  // By several workers.
  void append(std::span<const Fingerprint> records);
  Position position();
  // Everything that was appended before is on the disk afterwards.
  void sync();
  const std::string& file() const { return file_; }

  struct Visitor {
    std::function<void(const Fingerprint& state)> state;
    std::function<void(const Fingerprint& key, uint64_t depth)> depth;
  };
  // Reads a log up to there. Throws InputError if it is not what was written.
  static void read(const std::string& file, const Position& position, const Visitor& visitor);

 private:
  std::string file_;
  int descriptor_;
  std::mutex mutex_;
  Position position_;
};

}  // namespace heddle
