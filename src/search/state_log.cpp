// SPDX-License-Identifier: Apache-2.0
#include "search/state_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "support/invariant.h"

namespace heddle {

namespace {

uint64_t checksum_after(uint64_t checksum, std::span<const Fingerprint> records) {
  for (const Fingerprint& record : records)
    checksum = mix(checksum ^ record.low, record.high + hash_constants::k2);
  return checksum;
}

[[noreturn]] void fail(const std::string& file) {
  throw UsageError("cannot write " + file + ": " + std::strerror(errno));
}

}  // namespace

void StateLog::add_state(Records& records, const Fingerprint& state) {
  // One in 2^64 looks like a mark. Not remembered, it is explored again.
  if (state.low != 0) records.push_back(state);
}

void StateLog::add_depth(Records& records, const Fingerprint& key, uint64_t depth) {
  records.push_back({.low = 0, .high = depth});
  records.push_back(key);
}

StateLog::StateLog(std::string file, const Position& position)
    : file_(std::move(file)),
      descriptor_(open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644)),
      position_(position) {
  if (descriptor_ < 0) fail(file_);
  const auto length = off_t(position.entries * sizeof(Fingerprint));
  if (ftruncate(descriptor_, length) != 0 || lseek(descriptor_, length, SEEK_SET) != length)
    fail(file_);
}

StateLog::~StateLog() { close(descriptor_); }

void StateLog::append(std::span<const Fingerprint> records) {
  const std::lock_guard lock(mutex_);
  const std::span<const std::byte> bytes = std::as_bytes(records);
  for (size_t written = 0; written < bytes.size();) {
    const ssize_t count = write(descriptor_, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno != EINTR) fail(file_);
    if (count > 0) written += size_t(count);
  }
  position_.entries += records.size();
  position_.checksum = checksum_after(position_.checksum, records);
}

StateLog::Position StateLog::position() {
  const std::lock_guard lock(mutex_);
  return position_;
}

void StateLog::sync() {
  if (fdatasync(descriptor_) != 0) fail(file_);
}

void StateLog::read(const std::string& file, const Position& position, const Visitor& visitor) {
  constexpr size_t kBlock = 1 << 16;
  std::ifstream stream(file, std::ios::binary);
  std::vector<Fingerprint> block(kBlock);
  Position read;
  bool follows_mark = false;
  uint64_t depth = 0;
  while (stream && read.entries < position.entries) {
    const size_t count = std::min<uint64_t>(kBlock, position.entries - read.entries);
    if (!stream.read(reinterpret_cast<char*>(block.data()),
                     std::streamsize(count * sizeof(Fingerprint))))
      break;
    const std::span<const Fingerprint> records(block.data(), count);
    for (const Fingerprint& record : records) {
      if (follows_mark)
        visitor.depth(record, depth);
      else if (record.low != 0)
        visitor.state(record);
      else
        depth = record.high;
      follows_mark = !follows_mark && record.low == 0;
    }
    read.entries += count;
    read.checksum = checksum_after(read.checksum, records);
  }
  if (read.entries != position.entries || read.checksum != position.checksum)
    throw InputError(file + " is damaged, or not the one that belongs to the checkpoint");
}

}  // namespace heddle
