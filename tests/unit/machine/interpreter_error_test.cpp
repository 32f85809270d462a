// Tests of the errors that instructions end in: each is told by its kind and its place.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

#include "machine/arithmetic.h"
#include "machine/machine.h"
#include "machine/program_builder.h"
#include "program/address.h"
#include "support/invariant.h"

namespace heddle {
namespace {

using arithmetic::mask_of;
using testing::ProgramBuilder;

// The error that a short program ends in; none if it reaches its end.
std::optional<ErrorKind> error_of(const std::function<void(ProgramBuilder&)>& body) {
  ProgramBuilder builder;
  builder.begin("main");
  body(builder);
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  const Stop stop = machine.run(0);
  if (stop == Stop::Exit) return std::nullopt;
  EXPECT_EQ(stop, Stop::Violation);
  return machine.violation()->kind;
}

TEST(InterpreterErrors, DivisionByZeroIsAnError) {
  for (const Opcode opcode : {Opcode::SDiv, Opcode::SRem, Opcode::UDiv, Opcode::URem})
    EXPECT_EQ(
        error_of([&](ProgramBuilder& b) { b.binary(opcode, b.constant(1), b.constant(0), 32); }),
        ErrorKind::DivisionByZero);
  EXPECT_EQ(error_of([&](ProgramBuilder& b) {
              const Operand zero = b.constant(0);
              b.constant(0);  // the other half of the divisor
              b.emit({.opcode = Opcode::Wide,
                      .width = 128,
                      .aux = uint8_t(WideFunction::URem),
                      .a = b.slots(2),
                      .b = zero,
                      .c = zero});
            }),
            ErrorKind::DivisionByZero);
}

TEST(InterpreterErrors, AQuotientThatDoesNotFitIsAnError) {
  for (const unsigned width : {8u, 32u, 64u})
    for (const Opcode opcode : {Opcode::SDiv, Opcode::SRem}) {
      const auto divide = [&](uint64_t x) {
        return error_of([&](ProgramBuilder& b) {
          b.binary(opcode, b.constant(x), b.constant(mask_of(width)), uint8_t(width));
        });
      };
      EXPECT_EQ(divide(uint64_t(1) << (width - 1)), ErrorKind::DivisionByZero) << width << " bits";
      EXPECT_EQ(divide(0), std::nullopt);
      EXPECT_EQ(divide(5), std::nullopt);
    }
}

TEST(InterpreterErrors, CallsThroughPointersAreChecked) {
  const auto call_through = [](uint64_t target) {
    return error_of([=](ProgramBuilder& b) {
      b.emit({.opcode = Opcode::CallIndirect,
              .a = 0,
              .b = b.constant(target),
              .c = b.list({b.constant(1)})});
    });
  };
  EXPECT_EQ(call_through(0), ErrorKind::NullPointer);
  EXPECT_EQ(call_through(address::make(address::kFirstHeapRegion, 0)), ErrorKind::WildPointer);
  EXPECT_EQ(call_through(address::of_function(99)), ErrorKind::WildPointer);
  EXPECT_EQ(call_through(address::of_function(0) + 1), ErrorKind::WildPointer);
  EXPECT_EQ(call_through(address::of_function(0)), ErrorKind::WildPointer)
      << "main takes no argument";
}

TEST(InterpreterErrors, APureVirtualFunctionMayBeCalledWithAnyArguments) {
  ProgramBuilder builder;
  const uint64_t pure = builder.begin("__cxa_pure_virtual", 1);
  builder.emit({.opcode = Opcode::Unreachable});
  builder.begin("main");
  builder.emit({.opcode = Opcode::CallIndirect,
                .a = 0,
                .b = builder.constant(pure),
                .c = builder.list({builder.constant(1), builder.constant(2)})});
  const Program program = builder.finish();
  Machine machine(program, {});
  EXPECT_EQ(machine.run(0), Stop::Violation);
  EXPECT_EQ(machine.violation()->kind, ErrorKind::Abort);
  EXPECT_EQ(machine.violation()->message, "call of a pure virtual function");
}

// In a process of its own: to follow such a pointer would end the test.
TEST(InterpreterErrors, AComputedJumpToNowhereIsAnError) {
  const auto jump = [] {
    const auto error = error_of([](ProgramBuilder& b) {
      b.emit({.opcode = Opcode::JumpIndirect, .a = b.constant(0x5000000), .c = b.list({})});
    });
    std::_Exit(error == ErrorKind::WildPointer ? 0 : 1);
  };
  EXPECT_EXIT(jump(), ::testing::ExitedWithCode(0), "");
}

TEST(InterpreterErrors, EndlessRecursionOverflowsTheStack) {
  ProgramBuilder builder;
  const uint64_t self = builder.begin("deeper");
  builder.call(self, {}, 0);
  builder.return_values({});
  builder.begin("main");
  builder.call(self, {}, 0);
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Violation);
  EXPECT_EQ(machine.violation()->kind, ErrorKind::StackOverflow);
}

TEST(InterpreterErrors, BadAccessesAreToldApart) {
  EXPECT_EQ(error_of([](ProgramBuilder& b) { b.load_from(0); }), ErrorKind::NullPointer);
  EXPECT_EQ(error_of([](ProgramBuilder& b) { b.load_from(24); }), ErrorKind::NullPointer);
  EXPECT_EQ(error_of([](ProgramBuilder& b) { b.store_to(0x7777777777, 1); }),
            ErrorKind::WildPointer);
  EXPECT_EQ(error_of([](ProgramBuilder& b) { b.load_from(address::of_function(0)); }),
            ErrorKind::WildPointer);
  EXPECT_EQ(error_of([](ProgramBuilder& b) { b.load_from(b.global("x", 8) + 1); }),
            ErrorKind::OutOfBounds);
  EXPECT_EQ(error_of([](ProgramBuilder& b) { b.store_to(b.constant_global("c", 8, 1), 1); }),
            ErrorKind::WildPointer);
  EXPECT_EQ(error_of([](ProgramBuilder& b) {
              const Operand block = b.allocate(8);
              b.free(block);
              b.load(block);
            }),
            ErrorKind::UseAfterFree);
  EXPECT_EQ(error_of([](ProgramBuilder& b) {
              const Operand block = b.allocate(8);
              b.free(block);
              b.free(block);
            }),
            ErrorKind::DoubleFree);
  EXPECT_EQ(error_of([](ProgramBuilder& b) {
              b.free(b.binary(Opcode::Add, b.allocate(8), b.constant(1)));
            }),
            ErrorKind::InvalidFree);
  EXPECT_EQ(error_of([](ProgramBuilder& b) { b.free(b.constant(b.global("x"))); }),
            ErrorKind::InvalidFree);
  EXPECT_EQ(error_of([](ProgramBuilder& b) { b.free(b.local(8)); }), ErrorKind::InvalidFree);
  EXPECT_EQ(error_of([](ProgramBuilder& b) { b.free(b.constant(0)); }), std::nullopt);
  EXPECT_EQ(error_of([](ProgramBuilder& b) { b.emit({.opcode = Opcode::Unreachable}); }),
            ErrorKind::Abort);
}

TEST(InterpreterErrors, MemoryOperationsOfAnyLengthAreChecked) {
  for (const uint64_t size : {uint64_t(9), uint64_t(1) << 40, ~uint64_t(0)}) {
    const auto set = [=](ProgramBuilder& b) {
      b.emit({.opcode = Opcode::SetMemory,
              .a = b.allocate(8),
              .b = b.constant(0),
              .c = b.constant(size)});
    };
    const auto copy = [=](ProgramBuilder& b) {
      const Operand to = b.allocate(8);
      b.emit({.opcode = Opcode::CopyMemory, .a = to, .b = b.allocate(8), .c = b.constant(size)});
    };
    EXPECT_EQ(error_of(set), ErrorKind::OutOfBounds) << size;
    EXPECT_EQ(error_of(copy), ErrorKind::OutOfBounds) << size;
  }
}

TEST(InterpreterErrors, LocalsOfReturnedCallsAreGone) {
  ProgramBuilder builder;
  const uint64_t make = builder.begin("make");
  builder.return_values({builder.local(8)});
  builder.begin("main");
  builder.load(builder.call(make, {}, 1)[0]);
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Violation);
  EXPECT_EQ(machine.violation()->kind, ErrorKind::UseAfterReturn);
}

TEST(InterpreterErrors, LocalsAreGoneBehindTheirScope) {
  const auto access_after = [](std::initializer_list<Opcode> scopes) {
    return error_of([&](ProgramBuilder& b) {
      const Operand local = b.local(8);
      for (const Opcode opcode : scopes) b.emit({.opcode = opcode, .a = local});
      b.load(local);
    });
  };
  EXPECT_EQ(access_after({Opcode::LifetimeStart}), std::nullopt);
  EXPECT_EQ(access_after({Opcode::LifetimeStart, Opcode::LifetimeEnd}), ErrorKind::UseAfterReturn);
  EXPECT_EQ(access_after({Opcode::LifetimeStart, Opcode::LifetimeEnd, Opcode::LifetimeStart}),
            std::nullopt);
}

TEST(InterpreterErrors, TheStackOfAnErrorGoesFromTheInside) {
  ProgramBuilder builder;
  const uint64_t inner = builder.begin("inner");
  const Point bad = builder.here();
  builder.load_from(0);
  builder.return_values({});
  builder.begin("main");
  const Point call = builder.here();
  builder.call(inner, {}, 0);
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Violation);
  EXPECT_EQ(machine.violation()->stack, (CallStack{bad, call}));
}

TEST(InterpreterErrors, FailNamesKindMessageAndDetail) {
  ProgramBuilder builder;
  builder.begin("main");
  builder.emit({.opcode = Opcode::Fail,
                .a = builder.constant(builder.text("lock-misuse")),
                .b = builder.constant(builder.text("unlock of a mutex")),
                .c = builder.constant(builder.text("not locked"))});
  const Program program = builder.finish();
  Machine machine(program, {});
  ASSERT_EQ(machine.run(0), Stop::Violation);
  EXPECT_EQ(machine.violation()->kind, ErrorKind::LockMisuse);
  EXPECT_EQ(machine.violation()->message, "unlock of a mutex: not locked");
}

TEST(InterpreterErrors, ModelsCanRefuseNoteAndAssume) {
  EXPECT_THROW(error_of([](ProgramBuilder& b) {
                 b.emit({.opcode = Opcode::Refuse, .a = b.constant(b.text("fork"))});
               }),
               Unsupported);

  ProgramBuilder builder;
  builder.begin("main");
  builder.emit({.opcode = Opcode::Note,
                .aux = 0,
                .a = builder.constant(builder.text("the clock stands still"))});
  builder.emit(
      {.opcode = Opcode::Note, .aux = 1, .a = builder.constant(builder.text("input was cut"))});
  builder.emit({.opcode = Opcode::Assume, .a = builder.constant(1)});
  builder.emit({.opcode = Opcode::Assume, .a = builder.constant(0)});
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  EXPECT_EQ(machine.run(0), Stop::Discarded);
  EXPECT_EQ(machine.assumptions(), std::set<std::string>{"the clock stands still"});
  EXPECT_EQ(machine.incompleteness(), std::set<std::string>{"input was cut"});
}

}  // namespace
}  // namespace heddle
