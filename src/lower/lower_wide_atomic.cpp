// Atomic operations on 16 bytes: a read, some arithmetic and a write that nothing comes between, see
// AccessFlag.
// SPDX-License-Identifier: Apache-2.0
#include "lower/lower_function.h"

namespace heddle {

namespace {

constexpr uint8_t kWideBits = 128;
constexpr uint8_t kWideBytes = 16;

using BinOp = llvm::AtomicRMWInst::BinOp;

std::optional<WideFunction> wide_function(BinOp operation) {
  switch (operation) {
    case BinOp::Add: return WideFunction::Add;
    case BinOp::Sub: return WideFunction::Sub;
    case BinOp::And:
    case BinOp::Nand: return WideFunction::And;
    case BinOp::Or: return WideFunction::Or;
    case BinOp::Xor: return WideFunction::Xor;
    default: return std::nullopt;
  }
}

struct Choice {
  WidePredicate predicate;
  bool takes_less;
};

std::optional<Choice> choice(BinOp operation) {
  switch (operation) {
    case BinOp::Min: return Choice{WidePredicate::Slt, true};
    case BinOp::Max: return Choice{WidePredicate::Slt, false};
    case BinOp::UMin: return Choice{WidePredicate::Ult, true};
    case BinOp::UMax: return Choice{WidePredicate::Ult, false};
    default: return std::nullopt;
  }
}

}  // namespace

void FunctionLowering::begin_wide_update(const llvm::Value& pointer, uint32_t to) {
  add_hint(pointer);
  emit({.opcode = Opcode::LoadWide,
        .width = kWideBytes,
        .aux = uint8_t(access_flags(pointer.getType(), true) | kUpdates),
        .a = to,
        .b = operand(pointer)});
}

void FunctionLowering::end_wide_update(const llvm::Value& pointer, Operand from) {
  add_hint(pointer);
  emit({.opcode = Opcode::StoreWide,
        .width = kWideBytes,
        .aux = uint8_t(access_flags(pointer.getType(), true) | kUpdating),
        .a = from,
        .b = operand(pointer)});
}

void FunctionLowering::lower_wide_update(const llvm::AtomicRMWInst& i) {
  const BinOp operation = i.getOperation();
  const uint32_t old = slot_of(i);
  const Operand argument = operand(*i.getValOperand());
  const llvm::Value& pointer = *i.getPointerOperand();
  if (operation == BinOp::Xchg) {
    begin_wide_update(pointer, old);
    return end_wide_update(pointer, argument);
  }
  const uint32_t result = new_slots(2);
  const auto combine = [&](WideFunction function, Operand x, Operand y) {
    emit({.opcode = Opcode::Wide,
          .width = kWideBits,
          .aux = uint8_t(function),
          .a = result,
          .b = x,
          .c = y});
  };
  if (const auto function = wide_function(operation)) {
    begin_wide_update(pointer, old);
    combine(*function, old, argument);
    if (operation == BinOp::Nand)
      combine(WideFunction::Xor, result,
              module_.constant(*llvm::Constant::getAllOnesValue(i.getType())));
  } else if (const auto chosen = choice(operation)) {
    const uint32_t old_is_less = new_slots(1);
    begin_wide_update(pointer, old);
    emit({.opcode = Opcode::WideCompare,
          .width = kWideBits,
          .aux = uint8_t(chosen->predicate),
          .a = old_is_less,
          .b = old,
          .c = argument});
    for (uint32_t k = 0; k < 2; ++k)
      emit({.opcode = Opcode::Select,
            .a = result + k,
            .b = old_is_less,
            .c = (chosen->takes_less ? old : argument) + k,
            .imm = int64_t((chosen->takes_less ? argument : old) + k)});
  } else {
    refuse("this atomic operation on more than 8 bytes", i);
  }
  end_wide_update(pointer, result);
}

void FunctionLowering::lower_wide_compare_exchange(const llvm::AtomicCmpXchgInst& i) {
  const uint32_t old = slot_of(i);
  const uint32_t success = old + 2;
  const Operand expected = operand(*i.getCompareOperand());
  const Operand desired = operand(*i.getNewValOperand());
  begin_wide_update(*i.getPointerOperand(), old);
  emit({.opcode = Opcode::WideCompare,
        .width = kWideBits,
        .aux = uint8_t(WidePredicate::Eq),
        .a = success,
        .b = old,
        .c = expected});
  const Point branch = emit({.opcode = Opcode::Branch, .a = success});
  end_wide_update(*i.getPointerOperand(), desired);
  program_.code[branch].b = branch + 1;
  program_.code[branch].c = Point(program_.code.size());
}

}  // namespace heddle
