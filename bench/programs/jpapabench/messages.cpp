// Messages and their encoding: see messages.h.
// SPDX-License-Identifier: Apache-2.0
#include "messages.h"

namespace papabench {
namespace {

constexpr std::uint8_t control_mark = 0xc0;
constexpr std::uint8_t radio_mark = 0x4d;
// Angles travel as ten-thousandths of a radian.
constexpr double angle_scale = 10000;

// Writes a packet from front to back.
class Writer {
 public:
  explicit Writer(std::uint8_t mark) { packet_[0] = mark; }

  void put_byte(int value) { packet_[size_++] = static_cast<std::uint8_t>(value); }
  void put_word(int value) {
    put_byte(value & 0xff);
    put_byte((value >> 8) & 0xff);
  }
  Packet finish();

 private:
  Packet packet_{};
  int size_ = 1;
};

class Reader {
 public:
  explicit Reader(const Packet& packet) : packet_(packet) {}

  int take_byte() { return packet_[size_++]; }
  int take_word() {
    const int low = take_byte();
    const int high = take_byte();
    return static_cast<std::int16_t>(low | (high << 8));
  }

 private:
  const Packet& packet_;
  int size_ = 1;
};

std::uint8_t check_sum(const Packet& packet) {
  std::uint8_t sum = 0;
  for (int i = 0; i + 1 < packet_size; ++i) sum = static_cast<std::uint8_t>(sum * 3 + packet[i]);
  return sum;
}

Packet Writer::finish() {
  packet_.back() = check_sum(packet_);
  return packet_;
}

bool is_intact(const Packet& packet, std::uint8_t mark) {
  return packet.front() == mark && packet.back() == check_sum(packet);
}

}  // namespace

Packet encode(const ControlMessage& message) {
  Writer writer(control_mark);
  writer.put_word(message.aileron);
  writer.put_word(message.elevator);
  writer.put_word(message.gaz);
  writer.put_word(static_cast<int>(message.phi * angle_scale));
  return writer.finish();
}

Packet encode(const RadioMessage& message) {
  Writer writer(radio_mark);
  for (const int channel : message.channels) writer.put_word(channel);
  writer.put_byte(message.is_valid ? 1 : 0);
  writer.put_byte(message.battery);
  return writer.finish();
}

bool decode(const Packet& packet, ControlMessage& message) {
  if (!is_intact(packet, control_mark)) return false;
  Reader reader(packet);
  message.aileron = reader.take_word();
  message.elevator = reader.take_word();
  message.gaz = reader.take_word();
  message.phi = reader.take_word() / angle_scale;
  return true;
}

bool decode(const Packet& packet, RadioMessage& message) {
  if (!is_intact(packet, radio_mark)) return false;
  Reader reader(packet);
  for (int& channel : message.channels) channel = reader.take_word();
  message.is_valid = reader.take_byte() != 0;
  message.battery = reader.take_byte();
  return true;
}

}  // namespace papabench
