// TargetDistance: how many instructions a thread is away from a line of the source at least, by control flow alone.
//
// Within a function, into the functions it calls, into the threads it starts, and back through the callers it really
// has. Conditions are not looked at: the distance guides a search, it proves nothing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/facts.h"
#include "machine/machine.h"

namespace heddle {

struct SourceLine {
  std::string file;  // its last parts are enough
  uint32_t line = 0;
};

// Reads "file:line".
std::optional<SourceLine> parse_source_line(const std::string& text);

class TargetDistance {
 public:
  using Distance = uint32_t;
  static constexpr Distance kUnreachable = ~0u;

  TargetDistance(const Program& program, const Facts& facts, const SourceLine& target);

  // Whether the line has any code.
  bool exists() const { return exists_; }
  // From before an instruction; for a call that is under way, from behind it.
  Distance from(Point point) const { return to_target_[point]; }
  Distance of(const Machine& machine, ThreadNumber thread) const;
  // Of the thread that is nearest.
  Distance of(const Machine& machine) const;

 private:
  Distance behind(Point call, const std::vector<Distance>& distances) const;

  const Program& program_;
  std::vector<Distance> to_return_;  // by Point
  std::vector<Distance> to_target_;
  bool exists_ = false;
};

}  // namespace heddle
