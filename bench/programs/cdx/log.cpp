// The log: see log.h.
// SPDX-License-Identifier: Apache-2.0
#include "log.h"

#include <cmath>
#include <utility>

namespace cdx {
namespace {

std::string to_text(float value) {
  const int tenths = static_cast<int>(std::lround(std::fabs(value) * 10));
  std::string text = value < 0 && tenths > 0 ? "-" : "";
  return text + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

}  // namespace

std::string to_text(const Vector3& position) {
  return "(" + to_text(position.x()) + " " + to_text(position.y()) + " " + to_text(position.z()) +
         ")";
}

void Log::write_frame(int index, const Frame& frame) {
  std::string line = "frame " + std::to_string(index) + ":";
  for (int plane = 0; plane < frame.plane_count(); ++plane) {
    line += " " + frame.callsign(plane).text() + " " + to_text(frame.position(plane));
  }
  lines_.append(std::move(line));
}

void Log::write_collision(const Collision& collision) {
  lines_.append("collision: " + collision.text() + " at " + to_text(collision.contact().place));
}

void Log::write_alert(const Alert& alert) {
  lines_.append(std::string(name_of(alert.severity())) + " since frame " +
                std::to_string(alert.raised_at()) + ": " + alert.cause().text());
}

}  // namespace cdx
