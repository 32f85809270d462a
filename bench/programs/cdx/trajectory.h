// Courses of simulated aircraft: where one is at a given time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "vector3.h"

namespace cdx {

class Trajectory {
 public:
  virtual ~Trajectory() = default;

  // Seconds since the start of this trajectory, from 0 to its duration.
  virtual Vector3 position_at(float time) const = 0;
  virtual float duration() const = 0;

  Vector3 start() const { return position_at(0); }
  Vector3 end() const { return position_at(duration()); }
};

// Straight from one place to another.
class StraightTrajectory final : public Trajectory {
 public:
  StraightTrajectory(const Vector3& from, const Vector3& to, float duration);

  Vector3 position_at(float time) const override;
  float duration() const override { return duration_; }

 private:
  Vector3 from_;
  Vector3 to_;
  float duration_;
};

// Level circles around a centre, at a constant rate of turn.
class CircularTrajectory final : public Trajectory {
 public:
  struct Turn {
    float first_angle = 0;  // radians, from the x axis
    float rate = 0;         // radians per second, positive to the left
  };

  CircularTrajectory(const Vector3& centre, float radius, const Turn& turn, float duration);

  Vector3 position_at(float time) const override;
  float duration() const override { return duration_; }

 private:
  Vector3 centre_;
  float radius_;
  Turn turn_;
  float duration_;
};

// Climbs or sinks from one altitude to another while another trajectory gives the course.
class ClimbingTrajectory final : public Trajectory {
 public:
  ClimbingTrajectory(std::unique_ptr<const Trajectory> course, float altitude_gain);

  Vector3 position_at(float time) const override;
  float duration() const override { return course_->duration(); }

 private:
  std::unique_ptr<const Trajectory> course_;
  float altitude_gain_;
};

// One after the other; afterwards the aircraft stays where the last one ended.
class CompositeTrajectory final : public Trajectory {
 public:
  void append(std::unique_ptr<const Trajectory> part);

  Vector3 position_at(float time) const override;
  float duration() const override { return duration_; }

 private:
  std::vector<std::unique_ptr<const Trajectory>> parts_;
  float duration_ = 0;
};

}  // namespace cdx
