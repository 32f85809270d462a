// Bitcode of sources compiled before, in a folder that any number of runs may use at the same time.
//
// The key is the hash of all that the compiler sees (see compile.cpp), so an entry is right or is not found;
// there is nothing to invalidate. An entry appears by renaming a finished file, and carries a checksum: a run that is
// killed, or a disk that fills up, leaves nothing that could be taken for an entry.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle {

// Part of every key. What is compiled in another way has another number.
inline constexpr const char* kBitcodeKind = "heddle " HEDDLE_VERSION " bitcode 2";

class BitcodeCache {
 public:
  static constexpr uint64_t kMaxBytes = uint64_t(1) << 30;

  // An empty folder means that nothing is kept.
  explicit BitcodeCache(std::string folder, uint64_t max_bytes = kMaxBytes);

  bool is_on() const { return !folder_.empty(); }
  std::optional<std::string> find(const std::string& key) const;
  // Does nothing if the folder cannot be written: a check must not fail because of that.
  void store(const std::string& key, const std::string& bitcode) const;

 private:
  std::string path_of(const std::string& key) const;
  bool is_untidy(uint64_t added) const;
  void evict() const;

  std::string folder_;
  uint64_t max_bytes_;
};

// A name for content: 128 bits in hexadecimal digits.
std::string content_hash(std::string_view content);
// The same without reading a large one into memory.
std::string content_hash_of_file(const std::string& path);

// Compressed and with a checksum, so that what was cut short or changed, or has another name, is not taken for content.
std::string seal(const std::string& content, std::string_view name = "");
std::optional<std::string> unseal(const std::string& sealed, std::string_view name = "");

}  // namespace heddle
