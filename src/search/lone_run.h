// LoneRun: notices that a thread, as long as no other runs, comes back to a state it was in.
//
// A state is kept at every power of two, so a circle is noticed at the latest after three times its length.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "machine/machine.h"
#include "support/bits.h"

namespace heddle {

class LoneRun {
 public:
  // Runs that are no longer than `unsuspicious` are not looked at.
  explicit LoneRun(uint64_t unsuspicious) : unsuspicious_(unsuspicious) {}

  bool begins() const { return length_ == 0; }
  void end() {
    length_ = 0;
    kept_ = {};
  }
  // The thread goes on: was it here before?
  bool comes_back(const Machine& machine) {
    if (++length_ <= unsuspicious_) return false;
    const Fingerprint now = machine.fingerprint();
    if (now == kept_) return true;
    if (is_single(length_)) kept_ = now;
    return false;
  }

 private:
  uint64_t unsuspicious_;
  uint64_t length_ = 0;
  Fingerprint kept_;
};

}  // namespace heddle
