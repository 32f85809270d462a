// Alerts: see alert_board.h.
// SPDX-License-Identifier: Apache-2.0
#include "alert_board.h"

namespace cdx {
namespace {

constexpr float early = 0.5f;
// How many frames an alert outlives its cause.
constexpr int frames_to_keep = 1;

}  // namespace

const char* name_of(Severity severity) {
  switch (severity) {
    case Severity::Advice: return "advice";
    case Severity::Warning: return "warning";
  }
  return "";
}

Severity severity_of(const Contact& contact) {
  return contact.time <= early ? Severity::Warning : Severity::Advice;
}

void AlertBoard::update(const CollisionCollector& found, int frame) {
  for (const Collision& collision : found.collisions()) see(collision, frame);
  clear_outdated(frame);
}

void AlertBoard::see(const Collision& collision, int frame) {
  const Severity severity = severity_of(collision.contact());
  for (Entry& entry : entries_) {
    if (!entry.alert->cause().has_same_aircraft(collision)) continue;
    entry.last_seen = frame;
    if (entry.alert->severity() < severity) {
      entry.alert = std::make_unique<const Alert>(collision, severity, frame);
    }
    return;
  }
  entries_.push_back({std::make_unique<const Alert>(collision, severity, frame), frame});
  ++raised_count_;
}

void AlertBoard::clear_outdated(int frame) {
  std::erase_if(entries_,
                [frame](const Entry& entry) { return frame - entry.last_seen > frames_to_keep; });
}

const Alert* AlertBoard::find(const Collision& pair) const {
  for (const Entry& entry : entries_) {
    if (entry.alert->cause().has_same_aircraft(pair)) return entry.alert.get();
  }
  return nullptr;
}

}  // namespace cdx
