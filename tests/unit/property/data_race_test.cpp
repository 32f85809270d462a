// Tests of the definition of a data race, on two threads that stand before one access each.
// SPDX-License-Identifier: Apache-2.0
#include "property/data_race.h"

#include <gtest/gtest.h>

#include "machine/program_builder.h"

namespace heddle {
namespace {

using testing::Body;
using testing::ProgramBuilder;
using testing::threads_program;

class DataRace : public ::testing::Test {
 protected:
  // What is found when both threads stand before their operations, whoever came there last.
  std::optional<Violation> race_between(const Body& first, const Body& second) {
    const uint64_t lead_in = builder_.global("lead_in");
    const auto later = [=](const Body& body) {
      return [=](ProgramBuilder& b) {
        b.fetch_add(lead_in, 1);
        body(b);
      };
    };
    program_ = threads_program(builder_, {later(first), later(second)});
    machine_.emplace(program_, MachineOptions{});
    machine_->run(0);
    const Machine::Mark mark = machine_->mark();
    machine_->run(2);
    EXPECT_FALSE(find_data_race(*machine_)) << "only one stands there";
    machine_->run(1);
    const std::optional<Violation> first_came_last = find_data_race(*machine_);
    machine_->undo(mark);
    machine_->run(1);
    machine_->run(2);
    const std::optional<Violation> second_came_last = find_data_race(*machine_);
    EXPECT_EQ(first_came_last.has_value(), second_came_last.has_value());
    return second_came_last;
  }
  Body read(uint64_t address, uint8_t flags = 0, unsigned bytes = 8) {
    return [=](ProgramBuilder& b) { b.load(b.constant(address), bytes, flags); };
  }
  Body write(uint64_t address, uint8_t flags = 0, unsigned bytes = 8) {
    return [=](ProgramBuilder& b) { b.store(b.constant(1), b.constant(address), bytes, flags); };
  }
  Body copy(uint64_t to, uint64_t from, uint64_t size) {
    return [=](ProgramBuilder& b) {
      b.emit({.opcode = Opcode::CopyMemory,
              .a = b.constant(to),
              .b = b.constant(from),
              .c = b.constant(size)});
    };
  }

  ProgramBuilder builder_;
  uint64_t x_ = builder_.global("x", 16);
  uint64_t y_ = builder_.global("y", 16);
  Program program_;
  std::optional<Machine> machine_;
};

TEST_F(DataRace, TwoWritesRace) {
  const std::optional<Violation> race = race_between(write(x_), write(x_));
  ASSERT_TRUE(race.has_value());
  EXPECT_EQ(race->kind, ErrorKind::DataRace);
  EXPECT_EQ(race->address, x_);
  EXPECT_EQ(race->thread, 1u);
  EXPECT_EQ(race->stack, machine_->call_stack(1));
  ASSERT_EQ(race->notes.size(), 1u);
  EXPECT_EQ(race->notes[0].thread, 2u);
  EXPECT_EQ(race->notes[0].stack, machine_->call_stack(2));
}

TEST_F(DataRace, AReadAndAWriteRace) { EXPECT_TRUE(race_between(read(x_), write(x_))); }
TEST_F(DataRace, AWriteAndAReadRace) { EXPECT_TRUE(race_between(write(x_), read(x_))); }
TEST_F(DataRace, TwoReadsDoNot) { EXPECT_FALSE(race_between(read(x_), read(x_))); }
TEST_F(DataRace, TwoAtomicWritesDoNot) {
  EXPECT_FALSE(race_between(write(x_, kAtomic), write(x_, kAtomic)));
}
TEST_F(DataRace, AnAtomicAndAPlainWriteRace) {
  EXPECT_TRUE(race_between(write(x_, kAtomic), write(x_)));
}
TEST_F(DataRace, AnAtomicReadAndAPlainWriteRace) {
  EXPECT_TRUE(race_between(write(x_), read(x_, kAtomic)));
}
TEST_F(DataRace, AnAtomicAndAPlainReadDoNot) {
  EXPECT_FALSE(race_between(read(x_, kAtomic), read(x_)));
}
TEST_F(DataRace, DifferentObjectsDoNot) { EXPECT_FALSE(race_between(write(x_), write(y_))); }
TEST_F(DataRace, NeighbouringBytesDoNot) {
  EXPECT_FALSE(race_between(write(x_, 0, 4), write(x_ + 4, 0, 4)));
}
TEST_F(DataRace, OneByteInCommonIsEnough) {
  EXPECT_TRUE(race_between(write(x_), read(x_ + 7, 0, 1)));
}
TEST_F(DataRace, AnUpdateRacesWithAPlainRead) {
  EXPECT_TRUE(race_between([=, this](ProgramBuilder& b) { b.fetch_add(x_, 1); }, read(x_)));
}

TEST_F(DataRace, ACopyWritesItsTarget) {
  EXPECT_TRUE(race_between(copy(x_, y_, 16), read(x_ + 8)));
}
TEST_F(DataRace, ACopyReadsItsSource) {
  EXPECT_TRUE(race_between(copy(x_, y_, 16), write(y_ + 8)));
}
TEST_F(DataRace, TwoCopiesFromOneSourceDoNotRace) {
  const uint64_t z = builder_.global("z", 16);
  EXPECT_FALSE(race_between(copy(x_, y_, 16), copy(z, y_, 16)));
}
TEST_F(DataRace, ACopyRacesWithACopyOutOfItsTarget) {
  const uint64_t z = builder_.global("z", 16);
  EXPECT_TRUE(race_between(copy(x_, y_, 16), copy(z, x_, 16)));
}

TEST_F(DataRace, FreeingRacesWithEveryByteOfTheBlock) {
  const uint64_t holder = builder_.global("holder");
  const uint64_t worker = builder_.begin("worker", 2);
  builder_.free(builder_.load_from(holder, kInvisible | kPointer));
  builder_.end_thread();
  builder_.begin("main");
  const Operand block = builder_.allocate(16);
  builder_.store(block, builder_.constant(holder), 8, kPointer);
  builder_.spawn(worker);
  builder_.load(builder_.binary(Opcode::Add, block, builder_.constant(15)), 1);
  builder_.exit();
  const Program program = builder_.finish();
  Machine machine(program, {});
  machine.run(0);
  EXPECT_TRUE(find_data_race(machine));
}

TEST_F(DataRace, AThreadThatWaitsDoesNotRace) {
  const uint64_t mutex = builder_.global("mutex", 8, 77);  // held by somebody else
  const Body wait = [=](ProgramBuilder& b) { b.lock(mutex); };
  EXPECT_FALSE(race_between(wait, write(mutex)));
}

TEST_F(DataRace, LockingRacesWithAPlainWriteOfTheLock) {
  const uint64_t mutex = builder_.global("mutex");
  EXPECT_TRUE(race_between([=](ProgramBuilder& b) { b.lock(mutex); }, write(mutex)));
}

TEST_F(DataRace, InitialisingRacesWithLocking) {
  const uint64_t mutex = builder_.global("mutex");
  const Body lock = [=](ProgramBuilder& b) { b.lock(mutex); };
  EXPECT_TRUE(
      race_between([=](ProgramBuilder& b) { b.visible(SyncKind::MutexInit, mutex, 8); }, lock));
}

TEST_F(DataRace, TwoLocksDoNotRace) {
  const uint64_t mutex = builder_.global("mutex");
  const Body lock = [=](ProgramBuilder& b) { b.lock(mutex); };
  EXPECT_FALSE(race_between(lock, lock));
}

// Inside an atomic section nobody stands before an access, but it can race all the same.
TEST_F(DataRace, AccessesInAtomicSectionsRaceWithThoseOutside) {
  const Body section = [=, this](ProgramBuilder& b) {
    b.emit({.opcode = Opcode::AtomicBegin});
    b.store_to(x_, 1);
    b.emit({.opcode = Opcode::AtomicEnd});
  };
  EXPECT_FALSE(race_between(section, read(x_))) << "before the section";
  ASSERT_EQ(machine_->run(1), Stop::Finished);
  const std::optional<Violation> race = find_data_race(*machine_);
  ASSERT_TRUE(race.has_value());
  EXPECT_EQ(race->thread, 1u);
  EXPECT_EQ(race->notes.at(0).thread, 2u);
}

TEST_F(DataRace, TwoAtomicSectionsDoNotRace) {
  const Body section = [=, this](ProgramBuilder& b) {
    b.emit({.opcode = Opcode::AtomicBegin});
    b.store_to(x_, 1);
    b.emit({.opcode = Opcode::AtomicEnd});
  };
  EXPECT_FALSE(race_between(section, section));
  machine_->run(1);
  EXPECT_FALSE(find_data_race(*machine_));
  machine_->run(2);
  EXPECT_FALSE(find_data_race(*machine_));
}

}  // namespace
}  // namespace heddle
