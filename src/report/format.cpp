// Numbers as people read them.
// SPDX-License-Identifier: Apache-2.0
#include "report/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace heddle {

std::string format_count(uint64_t count) {
  std::string text = std::to_string(count);
  for (size_t digits = 3; digits < text.size(); digits += 4)
    text.insert(text.size() - digits, 1, ',');
  return text;
}

std::string format_plural(uint64_t count, std::string_view noun, std::string_view plural) {
  if (count == 1) return fmt::format("1 {}", noun);
  if (!plural.empty()) return fmt::format("{} {}", format_count(count), plural);
  return fmt::format("{} {}s", format_count(count), noun);
}

std::string format_bytes(uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  static constexpr std::string_view kUnits[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double amount = double(bytes) / 1024;
  size_t unit = 0;
  // 1023.96 would be printed as 1024.0: it belongs to the next unit already.
  while (amount >= 1023.95 && unit + 1 < std::size(kUnits)) {
    amount /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", amount, kUnits[unit]);
}

std::string format_seconds(double seconds) {
  seconds = std::max(seconds, 0.0);
  if (seconds < 9.995) return fmt::format("{:.2f} s", seconds);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const uint64_t whole = uint64_t(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace heddle
