// Tests of the fingerprint arithmetic: a weak term would make two states look like one.
// SPDX-License-Identifier: Apache-2.0
#include "support/hash.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace heddle {
namespace {

// Real keys are hashes, but a term must not lean on that: small neighbouring numbers everywhere.
TEST(Hash, TermsDifferByKeyPositionAndValue) {
  std::set<uint64_t> low;
  std::set<uint64_t> high;
  for (uint64_t key = 1; key <= 16; ++key)
    for (uint64_t position = 0; position < 64; ++position)
      for (uint64_t value = 1; value <= 16; ++value) {
        const Fingerprint term = word_term(key, position, value);
        low.insert(term.low);
        high.insert(term.high);
      }
  EXPECT_EQ(low.size(), 16u * 64 * 16);
  EXPECT_EQ(high.size(), 16u * 64 * 16);
}

TEST(Hash, EveryBitOfAValueCounts) {
  std::set<Fingerprint> terms;
  for (unsigned bit = 0; bit < 64; ++bit) terms.insert(word_term(7, 3, uint64_t(1) << bit));
  EXPECT_EQ(terms.size(), 64u);
}

TEST(Hash, SumsDoNotDependOnTheOrder) {
  std::vector<Fingerprint> terms;
  for (uint64_t k = 1; k <= 100; ++k) terms.push_back(word_term(k, k * k, ~k));
  const auto sum = [](const std::vector<Fingerprint>& of) {
    Fingerprint total;
    for (const Fingerprint& term : of) total += term;
    return total;
  };
  const Fingerprint in_order = sum(terms);
  std::shuffle(terms.begin(), terms.end(), std::mt19937_64(1));
  EXPECT_EQ(sum(terms), in_order);
}

TEST(Hash, WhatIsSubtractedIsGone) {
  const Fingerprint before = word_term(1, 0, 5);
  Fingerprint now = before;
  now += word_term(2, 9, ~uint64_t(0));
  EXPECT_NE(now, before);
  now -= word_term(2, 9, ~uint64_t(0));
  EXPECT_EQ(now, before);
}

TEST(Hash, ExchangedValuesChangeTheSum) {
  EXPECT_NE(word_term(1, 0, 5) + word_term(1, 1, 6), word_term(1, 0, 6) + word_term(1, 1, 5));
  EXPECT_NE(word_term(1, 0, 5) + word_term(2, 0, 6), word_term(1, 0, 6) + word_term(2, 0, 5));
}

Fingerprint hash_of(const Fingerprint& seed, std::initializer_list<uint64_t> values) {
  Hasher hasher(seed);
  for (const uint64_t value : values) hasher.add(value);
  return hasher.finish();
}

TEST(Hash, HasherSeesSeedOrderAndLength) {
  const std::set<Fingerprint> all{
      hash_of({1, 1}, {1, 2}),    hash_of({1, 1}, {2, 1}),    hash_of({1, 1}, {1}),
      hash_of({1, 1}, {}),        hash_of({2, 1}, {1, 2}),    hash_of({1, 2}, {1, 2}),
      hash_of({1, 1}, {1, 2, 0}), hash_of({1, 1}, {0, 1, 2}),
  };
  EXPECT_EQ(all.size(), 8u);
}

TEST(Hash, TextsDifferByLengthOrderAndBytes) {
  const std::set<uint64_t> all{hash_text(""),
                               hash_text("a"),
                               hash_text("aa"),
                               hash_text("ab"),
                               hash_text("ba"),
                               hash_text("b"),
                               hash_text(std::string_view("a\0", 2)),
                               hash_text("\xff")};
  EXPECT_EQ(all.size(), 8u);
}

// A number of the checked program may be one of the constants that numbers are mixed with.
TEST(Hash, NoNumberMakesOthersDisappear) {
  using namespace hash_constants;
  for (const uint64_t number : {k0, k1, k2, k3, uint64_t(0)}) {
    EXPECT_NE(mix(1, number), mix(2, number));
    EXPECT_NE(mix(number, 1), mix(number, 2));
  }
  EXPECT_NE(mix(hash_text(""), 1), mix(hash_text(""), 2));
}

// Fingerprints are compared between runs, machines and versions: a change here is a change of format.
TEST(Hash, ValuesAreTheSameEverywhere) {
  EXPECT_EQ(hash_text("counter"), 0xafa4411e3c9c8607u);
  EXPECT_EQ(word_term(1, 2, 3), (Fingerprint{0xe1eb8e14e50c3b43u, 0xb4f3d26af514d309u}));
}

}  // namespace
}  // namespace heddle
