// SPDX-License-Identifier: Apache-2.0
#include "frontend/line_markers.h"

#include <set>

namespace heddle {

namespace {

// The name between quotes, and what follows them.
struct Marker {
  std::string name;
  std::string_view flags;
};

Marker parse_marker(std::string_view line) {
  Marker marker;
  size_t k = line.find('"');
  if (k == line.npos) return marker;
  for (++k; k < line.size() && line[k] != '"'; ++k) {
    if (line[k] == '\\' && k + 1 < line.size()) ++k;
    marker.name += line[k];
  }
  marker.flags = line.substr(std::min(k + 1, line.size()));
  return marker;
}

}  // namespace

std::vector<MarkedFile> files_in_markers(std::string_view text) {
  std::vector<MarkedFile> files;
  std::set<std::string> seen;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    start = end + 1;
    if (!line.starts_with("# ")) continue;
    const Marker marker = parse_marker(line);
    if (marker.name.empty() || marker.name[0] == '<' || !seen.insert(marker.name).second) continue;
    files.push_back({marker.name, marker.flags.find('3') != marker.flags.npos});
  }
  return files;
}

std::vector<std::string> files_in_rule(std::string_view text) {
  std::vector<std::string> files;
  std::string name;
  const auto finish = [&] {
    if (!name.empty()) files.push_back(std::move(name));
    name.clear();
  };
  // Blanks and number signs have a backslash before them, dollar signs another one; so has the end of a line that goes on.
  const size_t colon = text.find(": ");
  for (size_t k = colon == text.npos ? text.size() : colon + 2; k < text.size(); ++k) {
    const char next = k + 1 < text.size() ? text[k + 1] : '\0';
    if (text[k] == '\n') break;
    if (text[k] == '\\' && next == '\n') {
      finish();
      ++k;
    } else if ((text[k] == '\\' && (next == ' ' || next == '#')) ||
               (text[k] == '$' && next == '$')) {
      name += text[++k];
    } else if (text[k] == ' ' || text[k] == '\t') {
      finish();
    } else {
      name += text[k];
    }
  }
  finish();
  return files;
}

}  // namespace heddle
