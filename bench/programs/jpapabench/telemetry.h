// What the aircraft tells the ground: one record per subject, in turn.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vehicle.h"

namespace papabench {

enum class Subject { Modes, Position, Attitude, Navigation, Surfaces };
inline constexpr int subject_count = 5;

const char* name_of(Subject subject);

// Fixed point numbers, as the modem sends them.
struct TelemetryRecord {
  Subject subject = Subject::Modes;
  std::vector<std::int32_t> values;

  std::string text() const;
};

class Telemetry {
 public:
  explicit Telemetry(const Vehicle& vehicle) : vehicle_(vehicle) {}

  // The next subject's record.
  TelemetryRecord next();
  TelemetryRecord record_of(Subject subject) const;

 private:
  std::vector<std::int32_t> modes() const;
  std::vector<std::int32_t> position() const;
  std::vector<std::int32_t> attitude() const;
  std::vector<std::int32_t> navigation() const;
  std::vector<std::int32_t> surfaces() const;

  const Vehicle& vehicle_;
  int next_ = 0;
};

}  // namespace papabench
