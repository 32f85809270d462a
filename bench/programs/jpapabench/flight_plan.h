// A flight plan: blocks of stages, flown one after the other.
//
// Used by the navigation task only, although it is reachable for all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "autopilot.h"
#include "estimator.h"
#include "geometry.h"
#include "navigator.h"

namespace papabench {

class FlightPlan;

// What a stage works with while it is flown.
struct FlightContext {
  Autopilot& autopilot;
  Estimator& estimator;
  Navigator& navigator;
  FlightPlan& plan;
};

// One thing to do until a condition holds.
class Stage {
 public:
  virtual ~Stage() = default;

  // Flies one period of the stage. True if the stage is over and the next one begins.
  virtual bool fly(FlightContext& context) = 0;
  // Called when the stage becomes the current one.
  void enter(const Estimator& estimator);

 protected:
  // Where and when the stage began.
  const Position2& entry() const { return entry_; }
  int entry_time() const { return entry_time_; }

 private:
  Position2 entry_;
  int entry_time_ = 0;
};

class Block {
 public:
  void add(std::unique_ptr<Stage> stage) { stages_.push_back(std::move(stage)); }
  Stage& stage(int index) const { return *stages_[index]; }
  int stage_count() const { return static_cast<int>(stages_.size()); }

 private:
  std::vector<std::unique_ptr<Stage>> stages_;
};

class FlightPlan {
 public:
  explicit FlightPlan(double ground_altitude) : ground_altitude_(ground_altitude) {}

  void add(Block block) { blocks_.push_back(std::move(block)); }
  void add(const Position2& waypoint) { waypoints_.push_back(waypoint); }
  const Position2& waypoint(int index) const { return waypoints_[index]; }
  int waypoint_count() const { return static_cast<int>(waypoints_.size()); }
  double ground_altitude() const { return ground_altitude_; }
  int current_block() const { return current_block_; }
  int current_stage() const { return current_stage_; }

  // One period of the current stage; at its end, the next stage or block.
  void fly(Autopilot& autopilot, Estimator& estimator, Navigator& navigator);
  void go_to_block(int block, const Estimator& estimator);

 private:
  void next_stage(const Estimator& estimator);
  Stage& current() const { return blocks_[current_block_].stage(current_stage_); }

  const double ground_altitude_;
  std::vector<Block> blocks_;
  std::vector<Position2> waypoints_;
  int current_block_ = 0;
  int current_stage_ = 0;
};

}  // namespace papabench
