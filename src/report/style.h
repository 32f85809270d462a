// Style: how text looks on a terminal. Passed down to the writers, so that none of them knows
// where its text goes.
//
// Inks are named after what is said, not after a colour; the palette is in one place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "program/point.h"

namespace heddle {

enum class ColorMode : uint8_t { Auto, Always, Never };

enum class Ink : uint8_t {
  Plain,
  Strong,   // headlines, names
  Faint,    // what may be skipped at first reading
  Error,
  Caution,  // a thread that waits, an incomplete search
  Success,
  Change,   // a value that was written
};

class Style {
 public:
  static Style plain() { return Style(false); }
  static Style colored() { return Style(true); }

  // Decides for a file descriptor; NO_COLOR and TERM are read from the environment.
  static Style for_descriptor(ColorMode mode, int descriptor);

  bool has_colors() const { return colors_; }
  std::string paint(Ink ink, std::string_view text) const;

  // The same colour for the same thread throughout a trace.
  std::string paint_thread(ThreadNumber thread, std::string_view text) const;

 private:
  explicit Style(bool colors) : colors_(colors) {}
  bool colors_;
};

// The rule behind Style::for_descriptor. An explicit mode wins over the environment.
// `no_color` and `term` are the environment variables' values or null.
bool wants_colors(ColorMode mode, bool is_terminal, const char* no_color, const char* term);

}  // namespace heddle
