// Text in columns.
// SPDX-License-Identifier: Apache-2.0
#include "report/layout.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {
namespace {

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::string escaped(char control) {
  switch (control) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return " ";
    default: return fmt::format("\\x{:02x}", static_cast<unsigned char>(control));
  }
}

bool is_control(char byte) {
  const auto code = static_cast<unsigned char>(byte);
  return code < 0x20 || code == 0x7F;
}

}  // namespace

size_t display_width(std::string_view text) {
  return size_t(std::count_if(text.begin(), text.end(), begins_character));
}

std::string printable(std::string_view text) {
  std::string result;
  for (const char byte : text) {
    if (is_control(byte))
      result += escaped(byte);
    else
      result += byte;
  }
  return result;
}

std::string padded(std::string_view text, size_t width) {
  const size_t used = display_width(text);
  return std::string(text) + std::string(width > used ? width - used : 0, ' ');
}

std::string clipped(std::string_view text, size_t width) {
  if (display_width(text) <= width) return std::string(text);
  size_t end = 0;
  for (size_t characters = 0; end < text.size(); ++end)
    if (begins_character(text[end]) && ++characters >= width) break;
  return std::string(text.substr(0, end)) + "…";
}

std::vector<std::string> wrapped(std::string_view text, size_t width) {
  std::vector<std::string> lines(1);
  while (!text.empty()) {
    const size_t space = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(std::min(space + 1, text.size()));
    std::string& line = lines.back();
    if (line.empty())
      line = word;
    else if (display_width(line) + 1 + display_width(word) <= width)
      line.append(" ").append(word);
    else
      lines.emplace_back(word);
  }
  return lines;
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string rule(std::string_view title, size_t width) {
  std::string line = fmt::format("── {} ──", title);
  for (size_t used = display_width(line); used < width; ++used) line += "─";
  return line;
}

}  // namespace heddle
