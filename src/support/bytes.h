// ByteWriter and ByteReader: plain values as a row of bytes, for files that only heddle reads.
//
// Numbers have eight bytes, texts and lists begin with their length. Whoever writes and whoever reads
// name the same values in the same order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace heddle {

class ByteWriter {
 public:
  void put(uint64_t value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value)); }
  void put(std::string_view text) {
    put(uint64_t(text.size()));
    bytes_.append(text);
  }
  template <typename List, typename Put>
  void put_all(const List& list, Put put_one) {
    put(uint64_t(list.size()));
    for (const auto& one : list) put_one(one);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Throws std::out_of_range at the end.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  uint64_t get() {
    uint64_t value = 0;
    std::memcpy(&value, take(sizeof(value)).data(), sizeof(value));
    return value;
  }
  std::string get_text() { return std::string(take(get())); }
  template <typename Get>
  void get_all(Get get_one) {
    for (uint64_t count = get(); count; --count) get_one();
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view take(uint64_t count) {
    if (count > rest_.size()) throw std::out_of_range("the file is too short");
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  std::string_view rest_;
};

}  // namespace heddle
