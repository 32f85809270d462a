// Places: what a call frame's place in the code is called in fingerprints, so that states of two versions of a program can
// be compared.
//
// The functions of the two versions are laid side by side, and so are their registers. An instruction is unchanged if the two do the
// same to the same registers and no others matter there now; its place then has the name that it had in the earlier version. All other places
// have new names. So two states with the same fingerprint stand at unchanged instructions, with the same values in registers that
// mean the same, and go on alike until one of their threads comes to code that has changed, or to which another way leads now
// (docs/decisions/005-a-stored-graph.md).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/program.h"

namespace heddle {

// One function of a version, as the next version is compared with it.
struct PlannedFunction {
  uint64_t name = 0;  // hashes
  uint64_t head = 0;  // what the whole function depends on
  uint64_t whole = 0;
  Point entry = kNoPoint;
  uint32_t parameters = 0;  // registers
  std::vector<uint64_t> texts;  // by instruction: what it does, without registers and targets
  std::vector<Fingerprint> positions;
  std::vector<uint32_t> details;  // see places.cpp
  friend bool operator==(const PlannedFunction&, const PlannedFunction&) = default;
};

struct PlacePlan {
  std::vector<PlannedFunction> functions;
  friend bool operator==(const PlacePlan&, const PlacePlan&) = default;
};

// Where the instructions of an earlier version are now; kNoPoint for those that have changed. By their Points then.
struct PlaceMap {
  std::vector<Point> now;
  // From each Point then up to the next jump, call or return: the first that who comes there does not come to any more, or that
  // has changed; kNoPoint if there is none.
  std::vector<Point> changed;
};

// Sets Program::positions, and the order of live registers. With a plan, those of what is unchanged are as in it.
void set_places(Program& program);
PlaceMap set_places(Program& program, const PlacePlan& plan);

PlacePlan plan_of_places(const Program& program);

}  // namespace heddle
