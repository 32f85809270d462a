// Tests of member bounds: how far an index may go from a place in an object of a known type.
// SPDX-License-Identifier: Apache-2.0
#include "analysis/member_bounds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace heddle {
namespace {

// struct node { long key; long many[4]; char text[16]; struct pair { int a, b; } pairs[3]; union { long n; char c[8]; }; long last; char tail[1]; };
class MemberBounds : public ::testing::Test {
 protected:
  MemberBounds() {
    auto& types = program.source.types;
    const auto add = [&](TypeInfo type) {
      types.push_back(std::move(type));
      return TypeIndex(types.size() - 1);
    };
    const TypeIndex number = add({.kind = TypeKind::Signed, .size = 8});
    const TypeIndex small = add({.kind = TypeKind::Signed, .size = 4});
    const TypeIndex character = add({.kind = TypeKind::Char, .size = 1});
    const TypeIndex many = add({.kind = TypeKind::Array, .size = 32, .element = number});
    const TypeIndex text = add({.kind = TypeKind::Array, .size = 16, .element = character});
    const TypeIndex pair = add({.kind = TypeKind::Record,
                                .size = 8,
                                .members = {{"a", 0, 32, small}, {"b", 32, 32, small}}});
    const TypeIndex pairs = add({.kind = TypeKind::Array, .size = 24, .element = pair});
    const TypeIndex bytes = add({.kind = TypeKind::Array, .size = 8, .element = character});
    const TypeIndex either = add({.kind = TypeKind::Record,
                                  .size = 8,
                                  .members = {{"n", 0, 64, number}, {"c", 0, 64, bytes}}});
    const TypeIndex one = add({.kind = TypeKind::Array, .size = 1, .element = character});
    const auto bits = [](uint64_t offset) { return offset * 8; };
    node = add({.kind = TypeKind::Record,
                .size = 104,
                .members = {{"key", bits(0), 64, number},
                            {"many", bits(8), bits(32), many},
                            {"text", bits(40), bits(16), text},
                            {"pairs", bits(56), bits(24), pairs},
                            {"", bits(80), 64, either},
                            {"last", bits(88), 64, number},
                            {"tail", bits(96), 8, one}}});
    program.globals.push_back({.name = "node", .size = 104, .type = node});
    program.globals.push_back({.name = "untyped", .size = 104});
    program.source.allocations.push_back({7, node});
  }

  std::string of(const AbstractObject& object, int64_t offset, int64_t stride) const {
    const auto bounds = member_bounds(program, object, offset, stride);
    return bounds ? fmt::format("{}..{}", bounds->begin, bounds->end) : "anywhere";
  }
  std::string in_global(int64_t offset, int64_t stride) const {
    return of({ObjectKind::Global, 0, 104}, offset, stride);
  }
  std::string in_block(int64_t offset, int64_t stride) const {
    return of({ObjectKind::Heap, 7, kUnknownSize}, offset, stride);
  }

  Program program;
  TypeIndex node = kNoType;
};

TEST_F(MemberBounds, AScalarIsItsOwnArray) {
  EXPECT_EQ(in_global(0, 8), "0..8");
  EXPECT_EQ(in_global(88, 8), "88..96");
  EXPECT_EQ(in_global(88, 1), "88..96") << "its bytes";
}

TEST_F(MemberBounds, AnArrayIsWalkedFromAnyOfItsElements) {
  EXPECT_EQ(in_global(8, 8), "8..40");
  EXPECT_EQ(in_global(24, 8), "8..40");
  EXPECT_EQ(in_global(45, 1), "40..56");
}

TEST_F(MemberBounds, RecordsInAnArrayAreWalkedAsAWholeOrInside) {
  EXPECT_EQ(in_global(64, 8), "56..80");
  EXPECT_EQ(in_global(68, 4), "68..72") << "the second member of the second pair";
  EXPECT_EQ(in_global(68, 8), "56..80") << "the second members of all pairs";
}

TEST_F(MemberBounds, AWholeObjectIsOne) { EXPECT_EQ(in_global(0, 104), "0..104"); }

TEST_F(MemberBounds, AUnionIsAllOfItsMembers) {
  EXPECT_EQ(in_global(80, 1), "80..88");
  EXPECT_EQ(in_global(83, 1), "80..88");
  auto& types = program.source.types;
  const TypeIndex number = types[node].members[0].type, text = types[node].members[2].type;
  types.push_back({.kind = TypeKind::Record,
                   .size = 16,
                   .members = {{"capacity", 0, 64, number}, {"text", 0, 128, text}}});
  program.globals.push_back({.name = "either", .size = 16, .type = TypeIndex(types.size() - 1)});
  EXPECT_EQ(of({ObjectKind::Global, 2, 16}, 0, 1), "0..16") << "the larger one counts";
}

TEST_F(MemberBounds, AnEmptyBaseDoesNotCount) {
  const auto empty = TypeIndex(program.source.types.size());
  program.source.types.push_back({.kind = TypeKind::Record, .size = 1});
  program.source.types[node].members.insert(program.source.types[node].members.begin(),
                                            {"", 0, 8, empty});
  EXPECT_EQ(in_global(0, 8), "0..8");
}

TEST_F(MemberBounds, ACopyGoesOverTheLargestValueThatBeginsThere) {
  const AbstractObject global{ObjectKind::Global, 0, 104};
  const auto copied = [&](int64_t offset) {
    const auto bounds = copy_bounds(program, global, offset);
    return bounds ? fmt::format("{}..{}", bounds->begin, bounds->end) : "anywhere";
  };
  EXPECT_EQ(copied(0), "0..104");
  EXPECT_EQ(copied(8), "8..40");
  EXPECT_EQ(copied(16), "8..40") << "from within an array";
  EXPECT_EQ(copied(64), "56..80") << "from one element to others";
  EXPECT_EQ(copied(80), "80..88") << "a union";
}

TEST_F(MemberBounds, TheHeaderOfATreeIsFoundByItsName) {
  auto& types = program.source.types;
  const auto header = TypeIndex(types.size());
  types.push_back({.kind = TypeKind::Record,
                   .name = "std::_Rb_tree_header",
                   .size = 40,
                   .members = {{"_M_header", 0, 256, kNoType}}});
  const auto map = TypeIndex(types.size());
  types.push_back({.kind = TypeKind::Record, .size = 48, .members = {{"header", 64, 320, header}}});
  program.source.allocations.push_back({9, map});
  EXPECT_TRUE(is_tree_header(program, {ObjectKind::Heap, 9, kUnknownSize}, 8));
  EXPECT_TRUE(is_tree_header(program, {ObjectKind::Heap, 9, kUnknownSize}, 48 + 8))
      << "of the second in a row";
  EXPECT_FALSE(is_tree_header(program, {ObjectKind::Heap, 9, kUnknownSize}, 0));
  EXPECT_FALSE(is_tree_header(program, {ObjectKind::Heap, 9, kUnknownSize}, 16));
  EXPECT_FALSE(is_tree_header(program, {ObjectKind::Global, 0, 104}, 8));
}

TEST_F(MemberBounds, NothingIsKnownOfOpenEnds) {
  EXPECT_EQ(in_global(96, 1), "anywhere") << "one element may be the head of more";
  EXPECT_EQ(in_global(100, 4), "anywhere") << "padding";
  EXPECT_EQ(in_global(200, 8), "anywhere") << "outside";
  EXPECT_EQ(of({ObjectKind::Global, 1, 104}, 0, 8), "anywhere") << "no type";
}

TEST_F(MemberBounds, ABlockMayHoldSeveralValues) {
  EXPECT_EQ(in_block(8, 8), "8..40");
  EXPECT_EQ(in_block(104 + 8, 8), "112..144") << "in the second of them";
  EXPECT_EQ(in_block(0, 104), "anywhere") << "from one value to the next";
  EXPECT_EQ(of({ObjectKind::Heap, 8, kUnknownSize}, 0, 8), "anywhere") << "no type";
}

}  // namespace
}  // namespace heddle
