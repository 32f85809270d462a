// The bus: see spi_bus.h.
// SPDX-License-Identifier: Apache-2.0
#include "spi_bus.h"

namespace papabench {
namespace {

constexpr std::size_t queue_capacity = 2;

}  // namespace

void PacketQueue::push(const Packet& packet) {
  const std::lock_guard lock(mutex_);
  if (packets_.size() == queue_capacity) packets_.pop_front();
  packets_.push_back(packet);
}

bool PacketQueue::pop(Packet& packet) {
  const std::lock_guard lock(mutex_);
  if (packets_.empty()) return false;
  packet = packets_.front();
  packets_.pop_front();
  return true;
}

bool PacketQueue::is_empty() const {
#ifndef BROKEN_QUEUE
  const std::lock_guard lock(mutex_);
#endif
  return packets_.empty();
}

}  // namespace papabench
