// The kinds of stages a flight plan can have.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "flight_plan.h"

namespace papabench {

// Lets the motor run once the flight time says that the aircraft has left the hand.
class LaunchStage final : public Stage {
 public:
  bool fly(FlightContext& context) override;
};

// Keeps a course at fixed throttle and pitch until the ground is far enough below.
class TakeOffStage final : public Stage {
 public:
  struct Settings {
    double course = 0;
    double pitch = 0;
    double gaz = 0;
    double altitude_above_ground = 0;
    int longest_time = 0;  // in periods
  };

  explicit TakeOffStage(const Settings& settings) : settings_(settings) {}
  bool fly(FlightContext& context) override;

 private:
  bool is_over(const FlightContext& context) const;

  const Settings settings_;
};

// Flies along the line between two way points, at an altitude.
class LegStage final : public Stage {
 public:
  LegStage(int from, int to, double altitude) : from_(from), to_(to), altitude_(altitude) {}
  bool fly(FlightContext& context) override;

 private:
  const int from_;
  const int to_;
  const double altitude_;
};

// Circles around a way point for a number of periods; for ever, if that is 0.
class CircleStage final : public Stage {
 public:
  CircleStage(int centre, double radius, double altitude, int periods)
      : centre_(centre), radius_(radius), altitude_(altitude), periods_(periods) {}
  bool fly(FlightContext& context) override;

 private:
  const int centre_;
  const double radius_;
  const double altitude_;
  const int periods_;
};

// The papers' plan "Simple 02": one block, two stages, two way points.
std::unique_ptr<FlightPlan> make_simple_plan();
// A longer one, for larger runs: take-off, a leg, and circles at the end.
std::unique_ptr<FlightPlan> make_tour_plan();

}  // namespace papabench
