// Tests of the sets of visited states.
// SPDX-License-Identifier: Apache-2.0
#include "search/visited_set.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <cmath>

#include "machine/program_builder.h"
#include "support/random.h"

namespace heddle {
namespace {

constexpr size_t kPlenty = size_t(1) << 30;

Fingerprint number(uint64_t k) { return {mix(k, 1), mix(k, 2)}; }

TEST(FingerprintSet, KnowsWhatWasInsertedAndNothingElse) {
  FingerprintSet set(kPlenty);
  constexpr uint64_t count = 200'000;  // it grows many times on the way
  for (uint64_t k = 0; k < count; ++k) ASSERT_EQ(set.insert(number(k)), Insertion::New) << k;
  for (uint64_t k = 0; k < count; ++k) ASSERT_EQ(set.insert(number(k)), Insertion::Known) << k;
  EXPECT_EQ(set.size(), count);
  EXPECT_EQ(set.insert(number(count)), Insertion::New);
}

TEST(FingerprintSet, TakesManyInAscendingOrder) {
  constexpr uint64_t kCount = 200'000;
  std::vector<Fingerprint> states;
  for (uint64_t k = 0; k < kCount; ++k) states.push_back(number(k));
  std::sort(states.begin(), states.end());
  FingerprintSet set(kPlenty);
  set.reserve(kCount);
  const size_t bytes = set.bytes();
  for (const Fingerprint& state : states) ASSERT_EQ(set.insert(state), Insertion::New);
  for (const Fingerprint& state : states) ASSERT_EQ(set.insert(state), Insertion::Known);
  EXPECT_EQ(set.bytes(), bytes);
  EXPECT_EQ(set.insert(number(kCount)), Insertion::New);
}

TEST(FingerprintSet, IsFullAtItsLimitOrGoesOnWithBits) {
  constexpr size_t kLittle = size_t(1) << 20;
  FingerprintSet stopping(kLittle), going_on(kLittle, WhenFull::KeepBits);
  // Fingerprints are as good as random; what neighbouring numbers are mixed to is not.
  Random random(1);
  std::vector<Fingerprint> states;
  const auto next = [&] {
    return states.emplace_back(Fingerprint{random.next() | 1, random.next()});
  };
  while (stopping.insert(next()) == Insertion::New) {
  }
  const uint64_t room = states.size() - 1;
  while (states.size() < 4 * room) next();
  EXPECT_FALSE(stopping.lossy_since());
  uint64_t missed = 0;
  for (const Fingerprint& state : states) missed += going_on.insert(state) != Insertion::New;
  ASSERT_EQ(going_on.lossy_since(), room);
  EXPECT_LE(going_on.bytes(), stopping.bytes() / 2 + sizeof(uint64_t));
  EXPECT_EQ(going_on.size(), 4 * room - missed);
  // What it has seen it never takes for new.
  for (const Fingerprint& state : states) ASSERT_EQ(going_on.insert(state), Insertion::Known);
  EXPECT_GT(going_on.omission_probability(), 0);
  EXPECT_LT(double(missed), double(4 * room) * 2 * going_on.omission_probability());
}

TEST(FingerprintSet, BothHalvesCount) {
  FingerprintSet set(kPlenty);
  EXPECT_EQ(set.insert(Fingerprint{5, 6}), Insertion::New);
  EXPECT_EQ(set.insert(Fingerprint{5, 7}), Insertion::New);
  EXPECT_EQ(set.insert(Fingerprint{6, 6}), Insertion::New);
  EXPECT_EQ(set.insert(Fingerprint{5, 6}), Insertion::Known);
}

// All of them want the last place of the table.
TEST(FingerprintSet, GoesOnBehindItsLastPlace) {
  FingerprintSet set(kPlenty);
  for (uint64_t k = 0; k < 100; ++k) ASSERT_EQ(set.insert(Fingerprint{~k, k}), Insertion::New);
  for (uint64_t k = 0; k < 100; ++k) ASSERT_EQ(set.insert(Fingerprint{~k, k}), Insertion::Known);
}

// Half of them between others that want the same place, in every order.
TEST(FingerprintSet, NeighboursMakeRoomForEachOther) {
  FingerprintSet set(kPlenty);
  for (uint64_t k = 100; k > 0; --k) ASSERT_EQ(set.insert(Fingerprint{4 * k, 1}), Insertion::New);
  for (uint64_t k = 1; k <= 100; ++k) {
    ASSERT_EQ(set.insert(Fingerprint{4 * k + 2, k}), Insertion::New);
    ASSERT_EQ(set.insert(Fingerprint{4 * k + 1, k}), Insertion::New);
    ASSERT_EQ(set.insert(Fingerprint{4 * k + 1, k - 1}), Insertion::New);
  }
  for (uint64_t k = 1; k <= 100; ++k) {
    ASSERT_EQ(set.insert(Fingerprint{4 * k, 1}), Insertion::Known);
    ASSERT_EQ(set.insert(Fingerprint{4 * k + 2, k}), Insertion::Known);
    ASSERT_EQ(set.insert(Fingerprint{4 * k + 1, k}), Insertion::Known);
    ASSERT_EQ(set.insert(Fingerprint{4 * k + 1, k - 1}), Insertion::Known);
  }
  EXPECT_EQ(set.size(), 400u);
}

TEST(FingerprintSet, AStateCosts19To24Bytes) {
  FingerprintSet set(kPlenty);
  for (uint64_t k = 0; k < 300'000; ++k) {
    set.insert(number(k));
    if (k < 20'000) continue;
    const double cost = double(set.bytes()) / double(set.size());
    ASSERT_GE(cost, 19) << set.size();
    ASSERT_LE(cost, 24) << set.size();
  }
}

TEST(FingerprintSet, IsFullBeforeItPassesItsLimit) {
  constexpr size_t limit = 1 << 20;
  FingerprintSet set(limit);
  uint64_t inserted = 0;
  while (set.insert(number(inserted)) == Insertion::New) ++inserted;
  EXPECT_EQ(set.insert(number(inserted)), Insertion::Full);
  EXPECT_EQ(set.insert(number(0)), Insertion::Known) << "what it has it still knows";
  EXPECT_EQ(set.size(), inserted);
  EXPECT_LE(set.bytes(), limit);
  EXPECT_GT(inserted * 64, limit) << "most of the limit was put to use";
}

TEST(FingerprintSet, TheChanceOfAnOmissionGrowsWithThePairs) {
  FingerprintSet set(kPlenty);
  EXPECT_EQ(set.omission_probability(), 0);
  for (uint64_t k = 0; k < 1000; ++k) set.insert(number(k));
  EXPECT_DOUBLE_EQ(set.omission_probability(), std::ldexp(1000.0 * 999 / 2, -128));
}

template <typename Set>
class VisitedStates : public ::testing::Test {
 protected:
  VisitedStates() { machine_.run(0); }

  Program program_ = testing::independent_counters(3);
  Machine machine_{program_, {}};
  Set set_{kPlenty};
};
using SetTypes = ::testing::Types<FingerprintSet, ExactSet>;
TYPED_TEST_SUITE(VisitedStates, SetTypes);

TYPED_TEST(VisitedStates, AStateIsNewOnce) {
  EXPECT_FALSE(this->set_.contains(this->machine_, 0));
  EXPECT_EQ(this->set_.insert(this->machine_, 0), Insertion::New);
  EXPECT_EQ(this->set_.insert(this->machine_, 0), Insertion::Known);
  EXPECT_TRUE(this->set_.contains(this->machine_, 0));
  this->machine_.run(1);
  EXPECT_FALSE(this->set_.contains(this->machine_, 0));
  EXPECT_EQ(this->set_.insert(this->machine_, 0), Insertion::New);
  EXPECT_EQ(this->set_.size(), 2u);
}

TYPED_TEST(VisitedStates, StatesReachedOnDifferentPathsAreOne) {
  const Machine::Mark mark = this->machine_.mark();
  this->machine_.run(1);
  this->machine_.run(2);
  EXPECT_EQ(this->set_.insert(this->machine_, 0), Insertion::New);
  this->machine_.undo(mark);
  this->machine_.run(2);
  this->machine_.run(1);
  EXPECT_EQ(this->set_.insert(this->machine_, 0), Insertion::Known);
}

TYPED_TEST(VisitedStates, DifferentBudgetsAreKeptApart) {
  EXPECT_EQ(this->set_.insert(this->machine_, 1), Insertion::New);
  EXPECT_EQ(this->set_.insert(this->machine_, 2), Insertion::New);
  EXPECT_FALSE(this->set_.contains(this->machine_, 3));
}

TEST(ExactSet, IsFullAtItsLimitAndNeverWrong) {
  const Program program = testing::independent_counters(3);
  Machine machine(program, {});
  machine.run(0);
  ExactSet set(1000);
  uint64_t inserted = 0;
  while (set.insert(machine, inserted) == Insertion::New) ++inserted;
  EXPECT_GT(inserted, 0u);
  EXPECT_EQ(set.insert(machine, inserted), Insertion::Full);
  EXPECT_EQ(set.insert(machine, 0), Insertion::Known);
  EXPECT_LE(set.bytes(), 1000u);
  EXPECT_EQ(set.omission_probability(), 0);
}

}  // namespace
}  // namespace heddle
