// The alerts that are up: raised when two aircraft collide or come near, cleared a while later.
//
// A pair that is found in one frame and missed in the next must not flicker on the controller's
// screen, so an alert stays up for some frames after its cause was last seen.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "collision.h"

namespace cdx {

enum class Severity { Advice, Warning };

const char* name_of(Severity severity);
// A contact early in the interval leaves less time to react than a late one.
Severity severity_of(const Contact& contact);

// Never changes after it was made; a worse one replaces it.
class Alert {
 public:
  Alert(const Collision& cause, Severity severity, int frame)
      : cause_(cause), severity_(severity), raised_at_(frame) {}

  const Collision& cause() const { return cause_; }
  Severity severity() const { return severity_; }
  int raised_at() const { return raised_at_; }

 private:
  Collision cause_;
  Severity severity_;
  int raised_at_;
};

class AlertBoard {
 public:
  // Takes over what was found in a frame: raises, renews and clears alerts.
  void update(const CollisionCollector& found, int frame);

  int active_count() const { return static_cast<int>(entries_.size()); }
  int raised_count() const { return raised_count_; }
  // Null if the pair has no alert.
  const Alert* find(const Collision& pair) const;

 private:
  struct Entry {
    std::unique_ptr<const Alert> alert;
    int last_seen = 0;
  };

  void see(const Collision& collision, int frame);
  void clear_outdated(int frame);

  std::vector<Entry> entries_;
  int raised_count_ = 0;
};

}  // namespace cdx
