// The bus between the two computers: a queue of packets each way, with a lock of its own.
//
// The lock is the innermost one: nobody waits for another lock while holding it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <mutex>

#include "messages.h"

namespace papabench {

class PacketQueue {
 public:
  // The oldest packet makes room when the queue is full.
  void push(const Packet& packet);
  // False if there is none.
  bool pop(Packet& packet);
  bool is_empty() const;

 private:
  mutable std::mutex mutex_;
  std::deque<Packet> packets_;
};

struct SpiBus {
  PacketQueue to_fly_by_wire;
  PacketQueue to_autopilot;
};

}  // namespace papabench
