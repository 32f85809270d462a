// Callsigns: see callsign.h.
// SPDX-License-Identifier: Apache-2.0
#include "callsign.h"

namespace cdx {

Callsign::Callsign(const char* letters, int length) {
  for (int i = 0; i < callsign_length; ++i) letters_[i] = i < length ? letters[i] : ' ';
}

Callsign::Callsign(const std::string& name)
    : Callsign(name.data(), static_cast<int>(name.size())) {}

std::size_t Callsign::hash() const {
  std::size_t value = 0;
  for (int i = 0; i < callsign_length; ++i) value = 31 * value + static_cast<unsigned>(letter(i));
  return value;
}

std::string Callsign::text() const {
  std::string text(letters_.begin(), letters_.end());
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

bool Callsign::operator==(const Callsign& other) const {
  for (int i = 0; i < callsign_length; ++i) {
    if (letter(i) != other.letter(i)) return false;
  }
  return true;
}

bool Callsign::operator<(const Callsign& other) const {
  for (int i = 0; i < callsign_length; ++i) {
    if (letter(i) != other.letter(i)) return letter(i) < other.letter(i);
  }
  return false;
}

Callsign callsign_of_plane(int plane) { return Callsign("AC" + std::to_string(plane % 10)); }

}  // namespace cdx
