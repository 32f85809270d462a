// The detector's log: what it saw and found, one line each, as it goes to the recorder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "alert_board.h"
#include "collision.h"
#include "frame.h"
#include "linked_list.h"

namespace cdx {

class Log {
 public:
  void write_frame(int index, const Frame& frame);
  void write_collision(const Collision& collision);
  void write_alert(const Alert& alert);

  const LinkedList<std::string>& lines() const { return lines_; }
  int size() const { return static_cast<int>(lines_.size()); }

 private:
  LinkedList<std::string> lines_;
};

// With one decimal: (1.5 -2.0 5.0).
std::string to_text(const Vector3& position);

}  // namespace cdx
