// SPDX-License-Identifier: Apache-2.0
#include "frontend/bitcode_cache.h"

#include <fmt/format.h>
#include <llvm/Support/MemoryBuffer.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <vector>

#include "support/invariant.h"

namespace heddle {

namespace {

namespace fs = std::filesystem;

constexpr int kCompressionLevel = 1;
constexpr const char* kSuffix = ".bitcode";
constexpr auto kAbandonedAfter = std::chrono::hours(1);
constexpr auto kTidyInterval = std::chrono::minutes(1);
constexpr const char* kTidied =
    "/tidied";  // when it was written last, the folder was looked through

struct Entry {
  fs::path path;
  uint64_t bytes = 0;
  fs::file_time_type used;
};

// In front of the compressed content.
struct Seal {
  uint64_t size = 0;  // uncompressed
  uint64_t checksum = 0;  // of the compressed bytes, the size and the name
};

uint64_t checksum_of(const char* bytes, size_t count, uint64_t size, std::string_view name) {
  return XXH3_64bits_withSeed(bytes, count, size ^ XXH3_64bits(name.data(), name.size()));
}

// All files of the cache; others may come and go meanwhile.
std::vector<Entry> entries_in(const std::string& folder) {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::recursive_directory_iterator k(folder, error), end; !error && k != end;
       k.increment(error)) {
    std::error_code gone;
    if (!k->is_regular_file(gone)) continue;
    const Entry entry{k->path(), k->file_size(gone), k->last_write_time(gone)};
    if (!gone) entries.push_back(entry);
  }
  return entries;
}

// Different for each call, also between processes and machines that share the folder.
std::string unique_suffix() {
  static thread_local std::mt19937_64 random(std::random_device{}());
  return fmt::format(".{}.{:016x}.tmp", getpid(), random());
}

}  // namespace

BitcodeCache::BitcodeCache(std::string folder, uint64_t max_bytes)
    : folder_(std::move(folder)), max_bytes_(max_bytes) {}

std::string BitcodeCache::path_of(const std::string& key) const {
  return folder_ + "/" + key.substr(0, 2) + "/" + key.substr(2) + kSuffix;
}

std::optional<std::string> BitcodeCache::find(const std::string& key) const {
  if (!is_on()) return std::nullopt;
  std::ifstream stream(path_of(key), std::ios::binary);
  if (!stream) return std::nullopt;
  std::ostringstream sealed;
  sealed << stream.rdbuf();
  std::optional<std::string> bitcode = unseal(std::move(sealed).str(), key);
  std::error_code ignored;  // what was used last is evicted last; no harm if we may not say so
  if (bitcode) fs::last_write_time(path_of(key), fs::file_time_type::clock::now(), ignored);
  return bitcode;
}

void BitcodeCache::store(const std::string& key, const std::string& bitcode) const {
  if (!is_on()) return;
  const std::string path = path_of(key);
  const std::string unfinished = path + unique_suffix();
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  {
    std::ofstream stream(unfinished, std::ios::binary);
    const std::string sealed = seal(bitcode, key);
    stream.write(sealed.data(), std::streamsize(sealed.size()));
    stream.flush();
    if (!stream) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) fs::rename(unfinished, path, error);
  if (error) fs::remove(unfinished, error);
  if (is_untidy(bitcode.size())) evict();
}

// To look through thousands of files takes longer than to compile one: not for every small entry.
bool BitcodeCache::is_untidy(uint64_t added) const {
  constexpr uint64_t kSmallPart = 64;
  std::error_code never;
  const auto tidied = fs::last_write_time(folder_ + kTidied, never);
  return never || added > max_bytes_ / kSmallPart ||
         fs::file_time_type::clock::now() - tidied > kTidyInterval;
}

void BitcodeCache::evict() const {
  std::ofstream(folder_ + kTidied).flush();
  std::vector<Entry> entries = entries_in(folder_);
  const auto now = fs::file_time_type::clock::now();
  uint64_t total = 0;
  std::error_code ignored;
  for (const Entry& entry : entries) {
    // What a killed run left behind.
    if (entry.path.extension() == ".tmp" && now - entry.used > kAbandonedAfter)
      fs::remove(entry.path, ignored);
    if (entry.path.extension() == kSuffix) total += entry.bytes;
  }
  if (total <= max_bytes_) return;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.used < b.used; });
  // Down to three quarters, so that not every store evicts again.
  for (const Entry& entry : entries) {
    if (total <= max_bytes_ / 4 * 3) break;
    if (entry.path.extension() == kSuffix && fs::remove(entry.path, ignored)) total -= entry.bytes;
  }
}

std::string content_hash(std::string_view content) {
  const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::string content_hash_of_file(const std::string& path) {
  const auto mapped = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                                  /*RequiresNullTerminator=*/false);
  if (!mapped) throw InputError(path + " cannot be read");
  const llvm::StringRef content = (*mapped)->getBuffer();
  return content_hash({content.data(), content.size()});
}

std::string seal(const std::string& content, std::string_view name) {
  std::string sealed(sizeof(Seal) + ZSTD_compressBound(content.size()), '\0');
  char* const body = sealed.data() + sizeof(Seal);
  const size_t count = ZSTD_compress(body, sealed.size() - sizeof(Seal), content.data(),
                                     content.size(), kCompressionLevel);
  const Seal head{content.size(), checksum_of(body, count, content.size(), name)};
  std::memcpy(sealed.data(), &head, sizeof head);
  sealed.resize(sizeof(Seal) + count);
  return sealed;
}

std::optional<std::string> unseal(const std::string& sealed, std::string_view name) {
  Seal head;
  if (sealed.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, sealed.data(), sizeof head);
  const char* const body = sealed.data() + sizeof head;
  const size_t count = sealed.size() - sizeof head;
  if (checksum_of(body, count, head.size, name) != head.checksum) return std::nullopt;
  std::string content(head.size, '\0');
  if (ZSTD_decompress(content.data(), content.size(), body, count) != head.size)
    return std::nullopt;
  return content;
}

}  // namespace heddle
