// Style: how text looks on a terminal.
// SPDX-License-Identifier: Apache-2.0
#include "report/style.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <iterator>

namespace heddle {
namespace {

std::string_view code_of(Ink ink) {
  switch (ink) {
    case Ink::Plain: return "";
    case Ink::Strong: return "1";
    case Ink::Faint: return "2";
    case Ink::Error: return "1;31";
    case Ink::Caution: return "33";
    case Ink::Success: return "1;32";
    case Ink::Change: return "1";
  }
  return "";
}

// No red, yellow or green: those mean error, waiting and verified.
constexpr std::string_view kThreadCodes[] = {"1;34", "1;36", "1;35", "1;94", "1;96", "1;95"};

std::string wrap_in_code(std::string_view code, std::string_view text) {
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace

bool wants_colors(ColorMode mode, bool is_terminal, const char* no_color, const char* term) {
  if (mode != ColorMode::Auto) return mode == ColorMode::Always;
  // Set to anything but the empty string, as no-color.org has it.
  if (no_color != nullptr && *no_color != '\0') return false;
  if (term != nullptr && std::string_view(term) == "dumb") return false;
  return is_terminal;
}

Style Style::for_descriptor(ColorMode mode, int descriptor) {
  return Style(
      wants_colors(mode, isatty(descriptor) == 1, std::getenv("NO_COLOR"), std::getenv("TERM")));
}

std::string Style::paint(Ink ink, std::string_view text) const {
  const std::string_view code = code_of(ink);
  if (!colors_ || code.empty() || text.empty()) return std::string(text);
  return wrap_in_code(code, text);
}

std::string Style::paint_thread(ThreadNumber thread, std::string_view text) const {
  if (!colors_ || text.empty()) return std::string(text);
  return wrap_in_code(kThreadCodes[thread % std::size(kThreadCodes)], text);
}

}  // namespace heddle
