// Loads, stores, locals and atomic operations.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Operator.h>

#include "lower/debug_types.h"
#include "lower/lower_function.h"
#include "support/invariant.h"

namespace heddle {

namespace {

UpdateFunction update_function(llvm::AtomicRMWInst::BinOp operation) {
  switch (operation) {
    case llvm::AtomicRMWInst::Xchg: return UpdateFunction::Exchange;
    case llvm::AtomicRMWInst::Add: return UpdateFunction::Add;
    case llvm::AtomicRMWInst::Sub: return UpdateFunction::Sub;
    case llvm::AtomicRMWInst::And: return UpdateFunction::And;
    case llvm::AtomicRMWInst::Nand: return UpdateFunction::Nand;
    case llvm::AtomicRMWInst::Or: return UpdateFunction::Or;
    case llvm::AtomicRMWInst::Xor: return UpdateFunction::Xor;
    case llvm::AtomicRMWInst::Max: return UpdateFunction::SMax;
    case llvm::AtomicRMWInst::Min: return UpdateFunction::SMin;
    case llvm::AtomicRMWInst::UMax: return UpdateFunction::UMax;
    case llvm::AtomicRMWInst::UMin: return UpdateFunction::UMin;
    case llvm::AtomicRMWInst::FAdd: return UpdateFunction::FAdd;
    case llvm::AtomicRMWInst::FSub: return UpdateFunction::FSub;
    default: throw Unsupported("an atomic operation that C does not have");
  }
}

// The opcode for so many bytes, given the first of the family 1, 2, 4, 8, odd, wide.
Opcode sized(Opcode first, unsigned bits) {
  const unsigned index = bits <= 8    ? 0
                         : bits == 16 ? 1
                         : bits == 32 ? 2
                         : bits == 64 ? 3
                         : bits < 64  ? 4
                                      : 5;
  return Opcode(uint16_t(first) + index);
}

}  // namespace

uint8_t FunctionLowering::access_flags(llvm::Type* type, bool atomic) const {
  return uint8_t((atomic ? kAtomic : 0) | (type->isPointerTy() ? kPointer : 0) |
                 (invisible_ ? kInvisible : 0));
}

// Constant parts of an address ride along in the access.
std::pair<Operand, int64_t> FunctionLowering::address_and_offset(const llvm::Value& pointer) {
  const auto* element = llvm::dyn_cast<llvm::GetElementPtrInst>(&pointer);
  llvm::APInt offset(64, 0);
  if (element && !element->getType()->isVectorTy() &&
      element->accumulateConstantOffset(layout(), offset))
    return {operand(*element->getPointerOperand()), offset.getSExtValue()};
  return {operand(pointer), 0};
}

void FunctionLowering::add_hint(const llvm::Value& pointer) {
  if (std::optional<AccessHint> hint = module_.types().hint_for(pointer, layout())) {
    hint->point = Point(program_.code.size());
    program_.source.hints.push_back(*hint);
  }
}

void FunctionLowering::load_leaf(llvm::Type* type, uint32_t to, Operand address, int64_t offset,
                                 uint8_t flags) {
  const unsigned bits = bits_of(type);
  const Opcode opcode = sized(Opcode::Load1, bits);
  const auto width = uint8_t(opcode == Opcode::LoadWide ? (bits + 7) / 8 : bits);
  emit({.opcode = opcode, .width = width, .aux = flags, .a = to, .b = address, .imm = offset});
}

void FunctionLowering::store_leaf(llvm::Type* type, Operand from, Operand address, int64_t offset,
                                  uint8_t flags) {
  const unsigned bits = bits_of(type);
  const Opcode opcode = sized(Opcode::Store1, bits);
  const auto width = uint8_t(opcode == Opcode::StoreWide ? (bits + 7) / 8 : bits);
  emit({.opcode = opcode, .width = width, .aux = flags, .a = from, .b = address, .imm = offset});
}

void FunctionLowering::lower_load(const llvm::LoadInst& i) {
  const auto [address, offset] = address_and_offset(*i.getPointerOperand());
  const uint32_t to = slot_of(i);
  for (const Leaf& leaf : leaves_of(i.getType(), layout())) {
    add_hint(*i.getPointerOperand());
    load_leaf(leaf.type, to + leaf.slot, address, offset + int64_t(leaf.offset),
              access_flags(leaf.type, i.isAtomic()));
  }
}

void FunctionLowering::lower_store(const llvm::StoreInst& i) {
  const Operand from = operand(*i.getValueOperand());
  const auto [address, offset] = address_and_offset(*i.getPointerOperand());
  for (const Leaf& leaf : leaves_of(i.getValueOperand()->getType(), layout())) {
    add_hint(*i.getPointerOperand());
    store_leaf(leaf.type, from + leaf.slot, address, offset + int64_t(leaf.offset),
               access_flags(leaf.type, i.isAtomic()));
  }
}

void FunctionLowering::lower_alloca(const llvm::AllocaInst& i) {
  const uint64_t size = layout().getTypeAllocSize(i.getAllocatedType());
  const Point point = emit({.opcode = Opcode::Alloca,
                            .a = slot_of(i),
                            .b = operand(*i.getArraySize()),
                            .c = uint32_t(i.getAlign().value()),
                            .imm = int64_t(size)});
  if (std::optional<LocalVariable> variable = module_.types().describe_local(i)) {
    variable->alloca_point = point;
    program_.locals.push_back(std::move(*variable));
  } else {
    program_.source.temporaries.push_back({point, module_.shapes().of(i.getAllocatedType())});
  }
}

void FunctionLowering::lower_update(const llvm::AtomicRMWInst& i) {
  if (is_wide(i.getType())) return lower_wide_update(i);
  const Operand address = operand(*i.getPointerOperand());
  const Operand argument = operand(*i.getValOperand());
  add_hint(*i.getPointerOperand());
  emit({.opcode = Opcode::AtomicUpdate,
        .width = uint8_t(bits_of(i.getType())),
        .aux = access_flags(i.getType(), true),
        .a = slot_of(i),
        .b = address,
        .c = argument,
        .imm = int64_t(update_function(i.getOperation()))});
}

void FunctionLowering::lower_compare_exchange(const llvm::AtomicCmpXchgInst& i) {
  llvm::Type* type = i.getCompareOperand()->getType();
  if (is_wide(type)) return lower_wide_compare_exchange(i);
  const Operand address = operand(*i.getPointerOperand());
  const Operand expected = operand(*i.getCompareOperand());
  const Operand desired = operand(*i.getNewValOperand());
  add_hint(*i.getPointerOperand());
  emit({.opcode = Opcode::CompareExchange,
        .width = uint8_t(bits_of(type)),
        .aux = access_flags(type, true),
        .a = slot_of(i),
        .b = address,
        .c = expected,
        .imm = int64_t(desired)});
}

}  // namespace heddle
