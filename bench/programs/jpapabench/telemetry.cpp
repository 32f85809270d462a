// Telemetry: see telemetry.h.
// SPDX-License-Identifier: Apache-2.0
#include "telemetry.h"

#include <cmath>

#include "units.h"

namespace papabench {
namespace {

constexpr double per_metre = 100;

std::int32_t fixed(double value, double scale) {
  return static_cast<std::int32_t>(std::lround(value * scale));
}

std::int32_t tenths_of_degree(double radians) { return fixed(to_degrees(radians), 10); }

template <typename Mode>
std::int32_t number_of(Mode mode) {
  return static_cast<std::int32_t>(mode);
}

}  // namespace

const char* name_of(Subject subject) {
  switch (subject) {
    case Subject::Modes: return "MODES";
    case Subject::Position: return "POSITION";
    case Subject::Attitude: return "ATTITUDE";
    case Subject::Navigation: return "NAVIGATION";
    case Subject::Surfaces: return "SURFACES";
  }
  return "";
}

std::string TelemetryRecord::text() const {
  std::string line = name_of(subject);
  for (const std::int32_t value : values) line += " " + std::to_string(value);
  return line;
}

TelemetryRecord Telemetry::next() {
  const Subject subject = static_cast<Subject>(next_);
  next_ = (next_ + 1) % subject_count;
  return record_of(subject);
}

TelemetryRecord Telemetry::record_of(Subject subject) const {
  switch (subject) {
    case Subject::Modes: return {subject, modes()};
    case Subject::Position: return {subject, position()};
    case Subject::Attitude: return {subject, attitude()};
    case Subject::Navigation: return {subject, navigation()};
    case Subject::Surfaces: return {subject, surfaces()};
  }
  return {};
}

std::vector<std::int32_t> Telemetry::modes() const {
  const Autopilot& autopilot = vehicle_.autopilot();
  return {number_of(autopilot.mode()), number_of(autopilot.lateral_mode()),
          number_of(autopilot.vertical_mode()), autopilot.is_launched() ? 1 : 0};
}

std::vector<std::int32_t> Telemetry::position() const {
  const Estimator& estimator = vehicle_.estimator();
  const Position& position = estimator.position();
  return {fixed(position.x, per_metre),
          fixed(position.y, per_metre),
          fixed(position.z, per_metre),
          fixed(estimator.horizontal_speed().module, per_metre),
          tenths_of_degree(estimator.horizontal_speed().direction),
          fixed(estimator.vertical_speed(), per_metre),
          estimator.flight_time()};
}

std::vector<std::int32_t> Telemetry::attitude() const {
  const Attitude& attitude = vehicle_.estimator().attitude();
  return {tenths_of_degree(attitude.phi), tenths_of_degree(attitude.psi),
          tenths_of_degree(attitude.theta)};
}

std::vector<std::int32_t> Telemetry::navigation() const {
  const Navigator& navigator = vehicle_.navigator();
  return {tenths_of_degree(navigator.desired_course()),
          fixed(navigator.desired_altitude(), per_metre),
          tenths_of_degree(navigator.desired_roll()),
          tenths_of_degree(navigator.desired_pitch()),
          fixed(navigator.desired_position().x, per_metre),
          fixed(navigator.desired_position().y, per_metre)};
}

std::vector<std::int32_t> Telemetry::surfaces() const {
  const Autopilot& autopilot = vehicle_.autopilot();
  return {autopilot.aileron(), autopilot.elevator(), autopilot.gaz()};
}

}  // namespace papabench
