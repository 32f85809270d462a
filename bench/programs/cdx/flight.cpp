// Flights: see flight.h.
// SPDX-License-Identifier: Apache-2.0
#include "flight.h"

#include <utility>

namespace cdx {
namespace {

constexpr float lane_distance = 20;
constexpr float cruise_altitude = 5;
constexpr float crossing_time = 1.5f;
constexpr float distance_to_crossing = 9;
constexpr float turn_radius = 6;
constexpr float turn_rate = 1;
constexpr float turn_time = 3;

Vector3 crossing_of(int plane) {
  const float lane = lane_distance * static_cast<float>(plane / 2);
  return {lane, lane, cruise_altitude};
}

std::unique_ptr<const Trajectory> make_westerly(const Vector3& crossing) {
  const Vector3 offset(distance_to_crossing, 0, 0);
  return std::make_unique<StraightTrajectory>(crossing - offset, crossing + offset,
                                              2 * crossing_time);
}

std::unique_ptr<const Trajectory> make_southerly(const Vector3& crossing) {
  const Vector3 offset(0, distance_to_crossing, 0);
  const Vector3 climb(0, 0, 1);
  auto approach = std::make_unique<StraightTrajectory>(crossing - offset - climb, crossing - climb,
                                                       crossing_time);
  auto course = std::make_unique<CompositeTrajectory>();
  course->append(std::make_unique<ClimbingTrajectory>(std::move(approach), climb.z()));
  // The circle touches the course at the crossing: its centre lies to the left.
  const Vector3 centre = crossing - Vector3(turn_radius, 0, 0);
  course->append(std::make_unique<CircularTrajectory>(
      centre, turn_radius, CircularTrajectory::Turn{0, turn_rate}, turn_time));
  return course;
}

}  // namespace

Flight::Flight(const Callsign& callsign, std::unique_ptr<const Trajectory> trajectory)
    : callsign_(callsign), trajectory_(std::move(trajectory)) {}

Flight make_benchmark_flight(int plane) {
  const Vector3 crossing = crossing_of(plane);
  auto trajectory = plane % 2 == 0 ? make_westerly(crossing) : make_southerly(crossing);
  return Flight(callsign_of_plane(plane), std::move(trajectory));
}

}  // namespace cdx
