// Text in columns: widths, padding, wrapping, and making foreign text safe to print.
//
// Widths count code points. That is wrong for double-width and combining characters, which in C
// sources occur in comments and strings at most: a column may shift there, nothing is lost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle {

inline constexpr size_t kPageWidth = 110;

size_t display_width(std::string_view text);

// Without control characters: a checked program's data must not move the reader's cursor.
std::string printable(std::string_view text);

std::string padded(std::string_view text, size_t width);

// Cut to `width` with an ellipsis.
std::string clipped(std::string_view text, size_t width);

// Broken at spaces; a word longer than the width stays whole. Never empty.
std::vector<std::string> wrapped(std::string_view text, size_t width);

std::vector<std::string> split_lines(std::string_view text);

// A line across the page that begins with the title: "── title ────".
std::string rule(std::string_view title, size_t width = kPageWidth);

}  // namespace heddle
