// What the autopilot is asked to do.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace papabench {

enum class AutopilotMode { Manual, Auto1, Auto2, Home, Failsafe };
enum class LateralMode { Manual, RollRate, Roll, Course };
enum class VerticalMode { Manual, AutoGaz, AutoClimb, AutoAltitude };

// Whether the aircraft steers itself.
constexpr bool is_autonomous(AutopilotMode mode) {
  return mode == AutopilotMode::Auto2 || mode == AutopilotMode::Home;
}

}  // namespace papabench
