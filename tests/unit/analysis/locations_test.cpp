// Tests of which accesses share locations.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/locations.h"

#include <gtest/gtest.h>

#include "analysis/analysis_fixture.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;

// Of a program whose main accesses a global of 64 bytes.
class Pieces {
 public:
  explicit Pieces(const std::function<void(ProgramBuilder&, Operand array)>& accesses) {
    ProgramBuilder builder;
    const uint64_t array = builder.global("array", 64);
    builder.begin("main");
    accesses(builder, builder.constant(array));
    builder.exit();
    program_ = builder.finish();
    points_to_.emplace(andersen(program_, 0));
    locations_.emplace(program_, *points_to_);
  }
  BitSet of_bytes(int64_t offset, uint64_t size) const {
    BitSet set(locations_->count());
    locations_->visit_bytes(*points_to_->find(ObjectKind::Global, 0), offset, size,
                            [&](LocationRange range) { set.add_range(range.first, range.end); });
    return set;
  }
  bool overlap(int64_t one, int64_t other, uint64_t size = 8) const {
    const BitSet first = of_bytes(one, size), second = of_bytes(other, size);
    for (LocationId id = 0; id < locations_->count(); ++id)
      if (first.meets_range(id, id + 1) && second.meets_range(id, id + 1)) return true;
    return false;
  }

 private:
  Program program_;
  std::optional<PointsTo> points_to_;
  std::optional<Locations> locations_;
};

TEST(Locations, FieldsAreToldApart) {
  const Pieces pieces([](ProgramBuilder& b, Operand array) {
    b.load(array);
    b.load(b.offset(array, 8), 4);
  });
  EXPECT_FALSE(pieces.overlap(0, 8));
  EXPECT_TRUE(pieces.overlap(0, 4)) << "bytes 4 to 8 are in both";
}

TEST(Locations, ElementsAtAnUnknownIndexShareTheirFields) {
  const Pieces pieces([](ProgramBuilder& b, Operand array) {
    const Operand element = b.index(array, b.choose(4), 16);
    b.load(element);
    b.load(b.offset(element, 8));
  });
  EXPECT_TRUE(pieces.overlap(0, 32));
  EXPECT_TRUE(pieces.overlap(8, 56));
  EXPECT_FALSE(pieces.overlap(0, 24));
}

TEST(Locations, ElementsOfADeclaredArrayAreToldApart) {
  const Pieces pieces(
      [](ProgramBuilder& b, Operand array) { b.load(b.index(array, b.choose(4), 8, 4)); });
  EXPECT_FALSE(pieces.overlap(0, 8));
  EXPECT_TRUE(pieces.overlap(8, 8));
  EXPECT_FALSE(pieces.overlap(24, 32)) << "the array ends there";
}

TEST(Locations, AnAccessAcrossElementsCoversBoth) {
  const Pieces pieces([](ProgramBuilder& b, Operand array) {
    const Operand element = b.index(array, b.choose(4), 16);
    b.load(element);
    b.load(b.offset(element, 8));
  });
  EXPECT_TRUE(pieces.overlap(12, 0)) << "12 to 20 reaches the next element's first field";
  EXPECT_TRUE(pieces.overlap(12, 8));
}

}  // namespace
}  // namespace heddle
