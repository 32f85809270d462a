// Tests of the folder of compiled bitcode.
// SPDX-License-Identifier: Apache-2.0
#include "frontend/bitcode_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

namespace heddle {
namespace {

namespace fs = std::filesystem;

class BitcodeCacheTest : public testing::Test {
 protected:
  BitcodeCacheTest() {
    char name[] = "/tmp/heddle_cache_test_XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~BitcodeCacheTest() override { fs::remove_all(folder_); }

  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder_))
      if (entry.is_regular_file() && entry.path().filename() != "tidied")
        found.push_back(entry.path());
    return found;
  }
  static std::string key(int number) { return content_hash(std::to_string(number)); }

  std::string folder_;
};

TEST_F(BitcodeCacheTest, FindsWhatWasStored) {
  const BitcodeCache cache(folder_);
  EXPECT_EQ(cache.find(key(1)), std::nullopt);
  cache.store(key(1), std::string("one\0two", 7));
  EXPECT_EQ(cache.find(key(1)), std::string("one\0two", 7));
  EXPECT_EQ(cache.find(key(2)), std::nullopt);
}

TEST_F(BitcodeCacheTest, ADamagedEntryIsNotFound) {
  const BitcodeCache cache(folder_);
  cache.store(key(1), std::string(1000, 'x'));
  const fs::path file = files().at(0);
  std::ifstream whole(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(whole), {}};
  for (size_t kept = 0; kept < bytes.size(); ++kept) {
    std::ofstream(file, std::ios::binary) << bytes.substr(0, kept);
    EXPECT_EQ(cache.find(key(1)), std::nullopt) << kept;
  }
  for (size_t place = 0; place < bytes.size(); ++place) {
    std::string changed = bytes;
    changed[place] = char(changed[place] ^ 4);
    std::ofstream(file, std::ios::binary) << changed;
    EXPECT_EQ(cache.find(key(1)), std::nullopt) << place;
  }
}

TEST_F(BitcodeCacheTest, TheOldestEntriesGoFirst) {
  std::string content;  // does not compress
  for (int k = 0; k < 100; ++k) content += key(k);
  const uint64_t size = seal(content).size();
  const BitcodeCache cache(folder_, size * 4 + 100);
  for (int k = 0; k < 4; ++k) cache.store(key(k), content);
  EXPECT_EQ(files().size(), 4u);
  EXPECT_TRUE(cache.find(key(0)));  // used again: now the youngest
  cache.store(key(4), content);
  EXPECT_EQ(files().size(), 3u);
  EXPECT_TRUE(cache.find(key(0)));
  EXPECT_FALSE(cache.find(key(1)));
  EXPECT_TRUE(cache.find(key(4)));
}

TEST_F(BitcodeCacheTest, WhatAKilledRunLeftGoes) {
  const BitcodeCache cache(folder_);
  const fs::path left = fs::path(folder_) / "half.bitcode.1.2.tmp";
  std::ofstream(left) << "half";
  cache.store(key(1), "x");
  EXPECT_TRUE(fs::exists(left));  // may still be written
  fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(2));
  cache.store(key(2), "x");
  EXPECT_TRUE(fs::exists(left));  // the folder has just been looked through
  fs::last_write_time(folder_ + "/tidied",
                      fs::file_time_type::clock::now() - std::chrono::minutes(2));
  cache.store(key(3), "x");
  EXPECT_FALSE(fs::exists(left));
}

TEST_F(BitcodeCacheTest, ManyAtOnce) {
  const BitcodeCache cache(folder_);
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        cache.store(key(round % 3), std::string(2000, char('a' + round % 3)));
        const std::optional<std::string> found = cache.find(key(round % 3));
        EXPECT_EQ(found, std::string(2000, char('a' + round % 3)));
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(files().size(), 3u);
}

TEST(BitcodeCache, OffOrNotWritableIsNoError) {
  const BitcodeCache off("");
  off.store(content_hash("a"), "x");
  EXPECT_EQ(off.find(content_hash("a")), std::nullopt);
  const BitcodeCache nowhere("/dev/null/folder");
  nowhere.store(content_hash("a"), "x");
  EXPECT_EQ(nowhere.find(content_hash("a")), std::nullopt);
}

}  // namespace
}  // namespace heddle
