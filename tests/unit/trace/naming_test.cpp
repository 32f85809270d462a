// Tests of names: the user's words end where the C++ library's begin.
// SPDX-License-Identifier: Apache-2.0
#include "trace/naming.h"

#include <gtest/gtest.h>

#include "machine/machine.h"
#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::ProgramBuilder;

// A global `pool` of 64 bytes: a mutex, a vector behind an empty base, and a pair.
class NamingTest : public ::testing::Test {
 protected:
  NamingTest() {
    ProgramBuilder builder;
    pool_ = builder.global("pool", 64);
    builder.begin("main");
    builder.exit();
    program_ = builder.finish();
    const TypeIndex number = add({.kind = TypeKind::Signed, .name = "int", .size = 4});
    const TypeIndex pointer = add({.kind = TypeKind::Pointer, .size = 8});
    const TypeIndex posix = record("", 8, {{"__lock", 0, 32, number}, {"__count", 32, 32, number}});
    const TypeIndex mutex = library("std::mutex", 8, {{"_M_mutex", 0, 64, posix}});
    const TypeIndex empty = library("std::allocator<int>", 1, {});
    const TypeIndex base = library("std::_Vector_base<int>", 16,
                                   {{"_M_start", 0, 64, pointer}, {"_M_finish", 64, 64, pointer}});
    const TypeIndex vector = library("std::vector<int>", 16, {{"", 0, 0, empty}, {"", 0, 0, base}});
    const TypeIndex pair =
        library("std::pair<int, int>", 8, {{"first", 0, 32, number}, {"second", 32, 32, number}});
    program_.globals[0].shown_name = "pool";
    program_.globals[0].type =
        record("Pool", 64,
               {{"mutex_", 0, 64, mutex}, {"items_", 64, 128, vector}, {"range_", 192, 64, pair}});
    vector_ = vector;
    number_ = number;
    machine_ = std::make_unique<Machine>(program_, MachineOptions{});
    naming_ = std::make_unique<Naming>(program_, machine_->memory(), blocks_);
  }

  TypeIndex add(TypeInfo info) {
    program_.source.types.push_back(std::move(info));
    return TypeIndex(program_.source.types.size() - 1);
  }
  TypeIndex record(const char* name, uint64_t size, std::vector<RecordMember> members) {
    return add(
        {.kind = TypeKind::Record, .name = name, .size = size, .members = std::move(members)});
  }
  TypeIndex library(const char* name, uint64_t size, std::vector<RecordMember> members) {
    const TypeIndex index = record(name, size, std::move(members));
    program_.source.types[index].library = true;
    return index;
  }
  // A block of two numbers with this history.
  uint64_t block(BlockHistory history) {
    const uint64_t address = machine_->memory().allocate(0, 8, kNoPoint);
    history.size = 8;
    blocks_[address] = std::move(history);
    return address;
  }

  Program program_;
  uint64_t pool_ = 0;
  TypeIndex vector_ = kNoType;
  TypeIndex number_ = kNoType;
  Blocks blocks_;
  std::unique_ptr<Machine> machine_;
  std::unique_ptr<Naming> naming_;
};

TEST_F(NamingTest, MembersOfLibraryClassesAreNotNamed) {
  EXPECT_EQ(naming_->name(pool_, 4).name, "pool.mutex_");
  EXPECT_EQ(naming_->name(pool_ + 8, 8).name, "pool.items_");
  EXPECT_EQ(naming_->name(pool_ + 16, 8).name, "pool.items_");
}

TEST_F(NamingTest, TheTypeOfTheValueIsFoundAllTheSame) {
  const NamedPlace place = naming_->name(pool_ + 4, 4);
  EXPECT_EQ(place.name, "pool.mutex_");
  EXPECT_EQ(place.type, number_);
}

TEST_F(NamingTest, PairsHaveTheUsersWords) {
  EXPECT_EQ(naming_->name(pool_ + 28, 4).name, "pool.range_.second");
}

TEST_F(NamingTest, ElementsOfAVectorAreNumberedWhileItOwnsThem) {
  const uint64_t elements = block(
      {.type = number_, .owner = pool_ + 8, .owner_type = vector_, .owner_name = "pool.items_"});
  EXPECT_EQ(naming_->name(elements + 4, 4).name, "a std::vector<int>[1]");
  Memory& memory = machine_->memory();
  memory.write(*memory.object_at(pool_), 8, 8, elements);
  EXPECT_EQ(naming_->name(elements + 4, 4).name, "pool.items_[1]");
}

TEST_F(NamingTest, BlocksAreCalledAfterTheirType) {
  const TypeIndex task = record("Task", 8, {{"id", 0, 32, number_}, {"result", 32, 32, number_}});
  const uint64_t address = block({.type = task});
  EXPECT_EQ(naming_->name(address + 4, 4).name, "Task.result");
  EXPECT_EQ(naming_->pointer(address), "Task 0.1");
  EXPECT_EQ(naming_->block(address), "Task");
}

TEST_F(NamingTest, WithoutATypeABlockIsKnownByItsSize) {
  const uint64_t address = block({});
  EXPECT_EQ(naming_->name(address + 4, 4).name, "block(8 bytes)+4");
  EXPECT_EQ(naming_->block(address), "");
}

}  // namespace
}  // namespace heddle
