// Progress: tells the user that a long search is alive.
// SPDX-License-Identifier: Apache-2.0
#include "report/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "report/format.h"
#include "report/layout.h"

namespace heddle {
namespace {

// A check that ends sooner than this shows no progress at all.
constexpr double kFirstDraw = 0.3;
constexpr double kRedrawInterval = 0.1;

constexpr double kFirstLine = 5;
constexpr double kMaxLineInterval = 60;

// The rate is that of the last second or so: a search that slows down should be seen to.
constexpr double kRateWindow = 1;

constexpr size_t kUsualColumns = 80;
constexpr std::string_view kClearLine = "\r\x1b[K";

double first_time(ProgressMode mode) {
  return mode == ProgressMode::Terminal ? kFirstDraw : kFirstLine;
}

// Lines come after 5, 10, 20, 40, 80 seconds and then every minute.
double next_time(ProgressMode mode, double now) {
  if (mode == ProgressMode::Terminal) return now + kRedrawInterval;
  double next = kFirstLine;
  while (next <= now) next += std::min(next, kMaxLineInterval);
  return next;
}

}  // namespace

ProgressMode progress_mode_for(int descriptor, bool quiet) {
  if (quiet) return ProgressMode::Quiet;
  const char* term = std::getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  return isatty(descriptor) == 1 && !dumb ? ProgressMode::Terminal : ProgressMode::Lines;
}

size_t terminal_columns(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsualColumns;
  return size.ws_col;
}

std::string progress_text(const ProgressFigures& figures, double states_per_second) {
  const std::string share =
      figures.explored ? fmt::format(", about {:.0f} %", *figures.explored * 100) : "";
  return fmt::format("{} ({}/s){}, {}, depth {}, {}, {}", format_plural(figures.states, "state"),
                     format_count(uint64_t(std::llround(states_per_second))), share,
                     format_plural(figures.transitions, "transition"), format_count(figures.depth),
                     format_bytes(figures.bytes), format_seconds(figures.seconds));
}

double Progress::rate(const ProgressFigures& figures) {
  const double elapsed = figures.seconds - window_seconds_;
  if (elapsed < kRateWindow && rate_ > 0) return rate_;
  if (elapsed <= 0) return 0;
  const double rate = double(figures.states - std::min(window_states_, figures.states)) / elapsed;
  if (elapsed < kRateWindow) return rate;
  window_states_ = figures.states;
  window_seconds_ = figures.seconds;
  return rate_ = rate;
}

void Progress::show(const ProgressFigures& figures) {
  const bool too_early = figures.seconds < first_time(mode_);
  next_ = too_early ? first_time(mode_) : next_time(mode_, figures.seconds);
  if (too_early) return;
  const std::string text = progress_text(figures, rate(figures));
  if (mode_ == ProgressMode::Lines) {
    out_ << text << std::endl;
    return;
  }
  // One column stays free: a full line would make some terminals scroll.
  out_ << kClearLine << clipped(text, std::max<size_t>(columns_, 2) - 1) << std::flush;
  drawn_ = true;
}

void Progress::clear() {
  if (drawn_) out_ << kClearLine << std::flush;
  drawn_ = false;
}

}  // namespace heddle
