// Start-up: radar and detector wait for each other before the first frame.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <condition_variable>
#include <mutex>

namespace cdx {

enum class Party { Simulator, Detector };

class Handshake {
 public:
  // Reports the caller ready and returns when the other one is.
  void meet(Party own);

 private:
  void report(Party own);
  bool is_ready(Party party) const { return is_ready_[static_cast<int>(party)]; }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<bool, 2> is_ready_{};
};

}  // namespace cdx
