// The name of an aircraft, as the radar sends it: a few letters without an end mark.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "config.h"

namespace cdx {

class Callsign {
 public:
  // Copies `length` letters; what is missing up to the full length is blank.
  Callsign(const char* letters, int length);
  explicit Callsign(const std::string& name);

  char letter(int index) const { return letters_[index]; }
  std::size_t hash() const;
  std::string text() const;

  bool operator==(const Callsign& other) const;
  bool operator<(const Callsign& other) const;

 private:
  std::array<char, callsign_length> letters_;
};

struct CallsignHash {
  std::size_t operator()(const Callsign& callsign) const { return callsign.hash(); }
};

// The callsign of the simulated aircraft with this number: AC0, AC1, ...
Callsign callsign_of_plane(int plane);

}  // namespace cdx
