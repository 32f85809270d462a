// Tests of single instructions: what they compute, against the host.
// SPDX-License-Identifier: Apache-2.0
#include "machine/interpreter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "machine/arithmetic.h"
#include "machine/program_builder.h"

namespace heddle {
namespace {

using arithmetic::as_signed;
using arithmetic::from_double;
using arithmetic::from_float;
using arithmetic::mask_of;
using testing::ProgramBuilder;

// Runs a program of one thread to its end.
Stop run_to_end(Machine& machine) { return machine.run(0); }

uint64_t word_at(Machine& machine, uint64_t address) {
  const Object* object = machine.memory().find(address, 8);
  return Memory::read(*object, Memory::offset_in(*object, address), 8);
}

using Operation = std::function<Operand(ProgramBuilder&)>;

// The values of all operations, computed by one program into a global array.
std::vector<uint64_t> evaluate(const std::vector<Operation>& operations) {
  ProgramBuilder builder;
  const uint64_t results = builder.global("results", operations.size() * 8);
  builder.begin("main");
  for (size_t k = 0; k < operations.size(); ++k)
    builder.store(operations[k](builder), builder.constant(results + 8 * k));
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  EXPECT_EQ(run_to_end(machine), Stop::Exit);
  std::vector<uint64_t> values;
  for (size_t k = 0; k < operations.size(); ++k)
    values.push_back(word_at(machine, results + 8 * k));
  return values;
}

uint64_t evaluate_one(const Operation& operation) { return evaluate({operation}).front(); }

struct BinaryCase {
  Opcode opcode;
  uint64_t (*expected)(uint64_t x, uint64_t y, unsigned width);
};

class BinaryInstruction : public ::testing::TestWithParam<BinaryCase> {};

TEST_P(BinaryInstruction, AgreesWithTheHost) {
  std::mt19937_64 random(9);
  std::vector<Operation> operations;
  std::vector<uint64_t> expected;
  for (const unsigned width : {1u, 8u, 16u, 32u, 33u, 64u}) {
    const uint64_t sign = uint64_t(1) << (width - 1);
    std::vector<uint64_t> values{0, 1, 2, 7, sign, sign - 1, mask_of(width), width - 1};
    for (int k = 0; k < 10; ++k) values.push_back(random());
    for (uint64_t& value : values) value &= mask_of(width);
    for (const uint64_t x : values)
      for (const uint64_t y : values) {
        operations.push_back([x, y, width](ProgramBuilder& b) {
          return b.binary(GetParam().opcode, b.constant(x), b.constant(y), uint8_t(width));
        });
        expected.push_back(GetParam().expected(x, y, width));
      }
  }
  EXPECT_EQ(evaluate(operations), expected);
}

INSTANTIATE_TEST_SUITE_P(
    All, BinaryInstruction,
    ::testing::Values(
        BinaryCase{Opcode::Add,
                   [](uint64_t x, uint64_t y, unsigned w) { return (x + y) & mask_of(w); }},
        BinaryCase{Opcode::Sub,
                   [](uint64_t x, uint64_t y, unsigned w) { return (x - y) & mask_of(w); }},
        BinaryCase{Opcode::Mul,
                   [](uint64_t x, uint64_t y, unsigned w) { return (x * y) & mask_of(w); }},
        BinaryCase{Opcode::And, [](uint64_t x, uint64_t y, unsigned) { return x & y; }},
        BinaryCase{Opcode::Or, [](uint64_t x, uint64_t y, unsigned) { return x | y; }},
        BinaryCase{Opcode::Xor, [](uint64_t x, uint64_t y, unsigned) { return x ^ y; }},
        // Shifting by the width or more is undefined; here it shifts everything out.
        BinaryCase{Opcode::Shl, [](uint64_t x, uint64_t y,
                                   unsigned w) { return y < w ? (x << y) & mask_of(w) : 0; }},
        BinaryCase{Opcode::LShr,
                   [](uint64_t x, uint64_t y, unsigned w) { return y < w ? x >> y : 0; }},
        BinaryCase{Opcode::AShr,
                   [](uint64_t x, uint64_t y, unsigned w) {
                     return uint64_t(as_signed(x, w) >> std::min<uint64_t>(y, w - 1)) & mask_of(w);
                   }},
        BinaryCase{Opcode::CmpEq,
                   [](uint64_t x, uint64_t y, unsigned) { return uint64_t(x == y); }},
        BinaryCase{Opcode::CmpNe,
                   [](uint64_t x, uint64_t y, unsigned) { return uint64_t(x != y); }},
        BinaryCase{Opcode::CmpUlt,
                   [](uint64_t x, uint64_t y, unsigned) { return uint64_t(x < y); }},
        BinaryCase{Opcode::CmpUle,
                   [](uint64_t x, uint64_t y, unsigned) { return uint64_t(x <= y); }},
        BinaryCase{Opcode::CmpSlt,
                   [](uint64_t x, uint64_t y, unsigned w) {
                     return uint64_t(as_signed(x, w) < as_signed(y, w));
                   }},
        BinaryCase{Opcode::CmpSle,
                   [](uint64_t x, uint64_t y, unsigned w) {
                     return uint64_t(as_signed(x, w) <= as_signed(y, w));
                   }}),
    [](const auto& info) { return std::string(name_of(info.param.opcode)); });

TEST(Interpreter, DivisionsAgreeWithTheHost) {
  std::vector<Operation> operations;
  std::vector<uint64_t> expected;
  for (const int32_t x : {0, 1, -1, 7, -7, 100, INT32_MAX, INT32_MIN})
    for (const int32_t y : {1, 2, -2, 3, -3, 7, INT32_MAX, INT32_MIN}) {
      const auto add = [&](Opcode opcode, uint32_t value) {
        operations.push_back([=](ProgramBuilder& b) {
          return b.binary(opcode, b.constant(uint32_t(x)), b.constant(uint32_t(y)), 32);
        });
        expected.push_back(value);
      };
      add(Opcode::SDiv, uint32_t(x / y));
      add(Opcode::SRem, uint32_t(x % y));
      add(Opcode::UDiv, uint32_t(x) / uint32_t(y));
      add(Opcode::URem, uint32_t(x) % uint32_t(y));
    }
  EXPECT_EQ(evaluate(operations), expected);
}

TEST(Interpreter, CastsSelectsAndAddresses) {
  const auto emit = [](Instruction i) {
    return [=](ProgramBuilder& b) {
      Instruction copy = i;
      copy.a = b.slot();
      copy.b = b.constant(i.b);
      if (shape_of(i.opcode) == Shape::DUU) copy.c = b.constant(i.c);
      b.emit(copy);
      return Operand(copy.a);
    };
  };
  EXPECT_EQ(evaluate_one(emit({.opcode = Opcode::Trunc, .width = 8, .b = 0x1234})), 0x34u);
  EXPECT_EQ(evaluate_one(emit({.opcode = Opcode::SExt, .width = 32, .aux = 8, .b = 0x80})),
            0xffffff80u);
  EXPECT_EQ(evaluate_one(emit({.opcode = Opcode::SExt, .width = 64, .aux = 33, .b = 0x7fffffff})),
            0x7fffffffu);
  EXPECT_EQ(evaluate_one(emit({.opcode = Opcode::SExt, .width = 64, .aux = 1, .b = 1})),
            ~uint64_t(0));
  EXPECT_EQ(evaluate_one(emit({.opcode = Opcode::Offset, .b = 100, .imm = -8})), 92u);
  EXPECT_EQ(evaluate_one(emit({.opcode = Opcode::Index, .width = 64, .b = 100, .c = 3, .imm = 12})),
            136u);
  EXPECT_EQ(evaluate_one(
                emit({.opcode = Opcode::Index, .width = 32, .b = 100, .c = 0xffffffff, .imm = 4})),
            96u);
  for (const uint64_t condition : {0, 1})
    EXPECT_EQ(evaluate_one([=](ProgramBuilder& b) {
                const uint32_t result = b.slot();
                b.emit({.opcode = Opcode::Select,
                        .a = result,
                        .b = b.constant(condition),
                        .c = b.constant(5),
                        .imm = b.constant(6)});
                return result;
              }),
              condition ? 5u : 6u);
}

TEST(Interpreter, FloatsAreComputedInTheirOwnWidth) {
  const auto compute = [](Opcode opcode, uint8_t width, uint64_t x, uint64_t y) {
    return evaluate_one(
        [=](ProgramBuilder& b) { return b.binary(opcode, b.constant(x), b.constant(y), width); });
  };
  const float f = 0.1f, g = 3.3f;
  EXPECT_EQ(compute(Opcode::FloatAdd, 32, from_float(f), from_float(g)), from_float(f + g));
  EXPECT_EQ(compute(Opcode::FloatMul, 32, from_float(f), from_float(g)), from_float(f * g));
  const double d = 0.1, e = 3.3;
  EXPECT_EQ(compute(Opcode::FloatAdd, 64, from_double(d), from_double(e)), from_double(d + e));
  EXPECT_EQ(compute(Opcode::FloatSub, 64, from_double(d), from_double(e)), from_double(d - e));
  EXPECT_EQ(compute(Opcode::FloatDiv, 64, from_double(d), from_double(e)), from_double(d / e));
  EXPECT_EQ(compute(Opcode::FloatRem, 64, from_double(-7.5), from_double(2)),
            from_double(std::fmod(-7.5, 2)));
}

TEST(Interpreter, LoadsAndStoresOfEverySize) {
  for (const unsigned bytes : {1u, 2u, 4u, 8u}) {
    const uint64_t loaded = evaluate_one([=](ProgramBuilder& b) {
      const Operand block = b.allocate(16);
      b.store(b.constant(~uint64_t(0)), block);
      b.store(b.constant(0x1122334455667788), block, bytes);
      return b.load(block, 8);
    });
    const uint64_t mask = mask_of(bytes * 8);
    EXPECT_EQ(loaded, (0x1122334455667788 & mask) | ~mask);
  }
}

TEST(Interpreter, OddWidthsAreMasked) {
  const uint64_t loaded = evaluate_one([](ProgramBuilder& b) {
    const Operand block = b.allocate(8);
    b.store(b.constant(~uint64_t(0)), block);
    const uint32_t result = b.slot();
    b.emit({.opcode = Opcode::LoadOdd, .width = 33, .a = result, .b = block});
    return Operand(result);
  });
  EXPECT_EQ(loaded, 0x1ffffffffu);
}

TEST(Interpreter, SwitchTakesTheCaseOrTheDefault) {
  for (const uint64_t value : {0, 3, 4, 9}) {
    ProgramBuilder builder;
    const uint64_t out = builder.global("out");
    builder.begin("main");
    const Operand key = builder.load_from(out);
    const Operand shifted = builder.binary(Opcode::Add, key, builder.constant(value));
    builder.emit({.opcode = Opcode::Switch, .a = shifted, .c = 0});
    SwitchTable table{.otherwise = builder.here()};
    builder.store_to(out, 100);
    builder.exit();
    for (const uint64_t known : {3, 9}) {
      table.cases.emplace_back(known, builder.here());
      builder.store_to(out, known * 10);
      builder.exit();
    }
    builder.add_switch(table);
    const Program program = builder.finish();
    Machine machine(program, {});
    ASSERT_EQ(run_to_end(machine), Stop::Exit);
    EXPECT_EQ(word_at(machine, out), value == 3 || value == 9 ? value * 10 : 100) << value;
  }
}

TEST(Interpreter, CallsPassArgumentsAndResults) {
  ProgramBuilder builder;
  const uint64_t out = builder.global("out", 16);
  const uint64_t divide = builder.begin("divide", 2);
  builder.return_values({builder.binary(Opcode::UDiv, 0, 1), builder.binary(Opcode::URem, 0, 1)});
  builder.begin("main");
  const auto results = builder.call(divide, {builder.constant(17), builder.constant(5)}, 2);
  builder.store(results[0], builder.constant(out));
  builder.store(results[1], builder.constant(out + 8));
  builder.exit(3);
  const Program program = builder.finish();
  Machine machine(program, {});
  ASSERT_EQ(run_to_end(machine), Stop::Exit);
  EXPECT_EQ(word_at(machine, out), 3u);
  EXPECT_EQ(word_at(machine, out + 8), 2u);
  EXPECT_EQ(machine.exit_code(), 3);
}

TEST(Interpreter, LongJumpGoesBackToWhereSetJumpWas) {
  ProgramBuilder builder;
  const uint64_t buffer = builder.global("buffer", 16);
  const uint64_t out = builder.global("out");
  const uint64_t leap = builder.begin("leap");
  builder.emit(
      {.opcode = Opcode::LongJump, .a = builder.constant(buffer), .b = builder.constant(7)});
  builder.begin("main");
  const uint32_t result = builder.slot();
  builder.emit({.opcode = Opcode::SetJump, .a = result, .b = builder.constant(buffer)});
  builder.emit(
      {.opcode = Opcode::Branch, .a = result, .b = builder.here() + 2, .c = builder.here() + 1});
  builder.call(leap, {}, 0);
  builder.store(result, builder.constant(out));
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  ASSERT_EQ(run_to_end(machine), Stop::Exit);
  EXPECT_EQ(word_at(machine, out), 7u);
}

TEST(Interpreter, ThreadLocalVariablesStartWithTheirValue) {
  ProgramBuilder builder;
  builder.thread_local_variable("errno", 5);
  builder.thread_local_variable("other", 6);
  const uint64_t out = builder.global("out");
  builder.begin("main");
  const uint32_t place = builder.slot();
  builder.emit({.opcode = Opcode::ThreadLocal, .a = place, .imm = 1});
  builder.store(builder.load(place), builder.constant(out));
  builder.exit();
  const Program program = builder.finish();
  Machine machine(program, {});
  ASSERT_EQ(run_to_end(machine), Stop::Exit);
  EXPECT_EQ(word_at(machine, out), 6u);
}

}  // namespace
}  // namespace heddle
