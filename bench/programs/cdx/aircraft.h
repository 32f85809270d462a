// An aircraft as the detector knows it: nothing but its name. Never changes after it was made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "callsign.h"

namespace cdx {

class Aircraft {
 public:
  explicit Aircraft(const Callsign& callsign) : callsign_(callsign) {}

  const Callsign& callsign() const { return callsign_; }
  bool operator==(const Aircraft& other) const { return callsign_ == other.callsign_; }
  bool operator<(const Aircraft& other) const { return callsign_ < other.callsign_; }

 private:
  Callsign callsign_;
};

}  // namespace cdx
