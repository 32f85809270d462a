// Progress: tells the user that a long search is alive, and how it is going.
//
// Time comes from the caller's figures, so that an update that prints nothing costs a compare and
// tests need no clock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

namespace heddle {

struct ProgressFigures {
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t depth = 0;
  uint64_t bytes = 0;
  double seconds = 0;
  std::optional<double> explored;  // estimated share of the whole, 0 to 1
};

enum class ProgressMode : uint8_t {
  Quiet,
  Lines,     // for logs: a line now and then, less often as time goes by
  Terminal,  // one line that is drawn over and over
};

// What suits a file descriptor. A terminal that cannot move its cursor gets lines.
ProgressMode progress_mode_for(int descriptor, bool quiet);

// How many columns a terminal has; a usual number if that cannot be found out.
size_t terminal_columns(int descriptor);

// The text of a progress line. The most important comes first: a narrow terminal cuts the end.
std::string progress_text(const ProgressFigures& figures, double states_per_second);

class Progress {
 public:
  Progress(std::ostream& out, ProgressMode mode, size_t columns = 80)
      : out_(out), mode_(mode), columns_(columns) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // May be called often; prints only when it is time to.
  void update(const ProgressFigures& figures) {
    if (mode_ != ProgressMode::Quiet && figures.seconds >= next_) show(figures);
  }

  // Removes the line from the terminal. Call before other output.
  void clear();

 private:
  void show(const ProgressFigures& figures);
  double rate(const ProgressFigures& figures);

  std::ostream& out_;
  ProgressMode mode_;
  size_t columns_;
  double next_ = 0;  // seconds; 0 until the first update has set the pace
  bool drawn_ = false;
  uint64_t window_states_ = 0;
  double window_seconds_ = 0;
  double rate_ = 0;
};

}  // namespace heddle
