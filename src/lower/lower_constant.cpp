// Constants: as register operands and as the initial contents of globals.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include "lower/module_lowering.h"
#include "program/address.h"
#include "support/invariant.h"

namespace heddle {

Operand ModuleLowering::constant(uint64_t value) {
  const auto [entry, is_new] =
      constant_words_.emplace(value, Operand(program_.constants.size()) | kConstantBit);
  if (is_new) program_.constants.push_back(value);
  return entry->second;
}

Operand ModuleLowering::constant(const llvm::Constant& value) {
  if (const auto* block = llvm::dyn_cast<llvm::BlockAddress>(&value)) {
    const auto place = uint32_t(program_.constants.size());
    program_.constants.push_back(0);
    block_address_uses_.push_back({block->getBasicBlock(), place});
    return place | kConstantBit;
  }
  const auto known = constant_values_.find(&value);
  if (known != constant_values_.end()) return known->second;
  std::vector<uint64_t> words;
  flatten(value, words);
  Operand operand = 0;
  if (words.size() == 1) {
    operand = constant(words[0]);
  } else {
    operand = Operand(program_.constants.size()) | kConstantBit;
    program_.constants.insert(program_.constants.end(), words.begin(), words.end());
  }
  constant_values_[&value] = operand;
  return operand;
}

void ModuleLowering::flatten(const llvm::Constant& value, std::vector<uint64_t>& words) {
  llvm::Type* type = value.getType();
  if (type->isAggregateType() || type->isVectorTy()) {
    if (llvm::isa<llvm::UndefValue>(value) || value.isNullValue()) {
      words.insert(words.end(), slots_of(type, layout_), 0);
      return;
    }
    for (unsigned k = 0; const llvm::Constant* element = value.getAggregateElement(k); ++k)
      flatten(*element, words);
    return;
  }
  const std::vector<uint64_t> scalar = scalar_words(value);
  words.insert(words.end(), scalar.begin(), scalar.end());
}

std::vector<uint64_t> ModuleLowering::scalar_words(const llvm::Constant& value) {
  const bool wide = is_wide(value.getType());
  const auto from_bits = [&](const llvm::APInt& bits) {
    std::vector<uint64_t> words{bits.extractBitsAsZExtValue(std::min(bits.getBitWidth(), 64u), 0)};
    if (wide) words.push_back(bits.extractBitsAsZExtValue(bits.getBitWidth() - 64, 64));
    return words;
  };
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&value))
    return from_bits(integer->getValue());
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&value))
    return from_bits(number->getValueAPF().bitcastToAPInt());
  // Undefined values may be anything; zero is as good as any.
  if (llvm::isa<llvm::UndefValue>(value) || value.isNullValue())
    return std::vector<uint64_t>(wide ? 2 : 1, 0);
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&value)) return {address_of(*function)};
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value)) {
    if (variable->isThreadLocal())
      throw Unsupported("the address of the thread-local variable " + variable->getName().str() +
                        " as a constant");
    return {address_of(*variable)};
  }
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&value))
    return scalar_words(*alias->getAliasee());
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&value))
    return {evaluate_expression(*expression)};
  if (const auto* same = llvm::dyn_cast<llvm::DSOLocalEquivalent>(&value))
    return scalar_words(*same->getGlobalValue());
  throw Unsupported("a constant of a kind that C programs do not have");
}

uint64_t ModuleLowering::evaluate_expression(const llvm::ConstantExpr& expression) {
  const auto operand = [&](unsigned k) { return scalar_words(*expression.getOperand(k))[0]; };
  const auto narrowed = [&](uint64_t value) {
    const unsigned bits = bits_of(expression.getType());
    return bits < 64 ? value & ((uint64_t(1) << bits) - 1) : value;
  };
  switch (expression.getOpcode()) {
    case llvm::Instruction::GetElementPtr: {
      const auto& address = llvm::cast<llvm::GEPOperator>(expression);
      llvm::APInt offset(64, 0);
      if (!address.accumulateConstantOffset(layout_, offset)) break;
      return operand(0) + offset.getZExtValue();
    }
    case llvm::Instruction::BitCast:
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::AddrSpaceCast:
    case llvm::Instruction::Trunc: return narrowed(operand(0));
    case llvm::Instruction::Add: return narrowed(operand(0) + operand(1));
    case llvm::Instruction::Sub: return narrowed(operand(0) - operand(1));
    case llvm::Instruction::Mul: return narrowed(operand(0) * operand(1));
    case llvm::Instruction::Xor: return narrowed(operand(0) ^ operand(1));
    default: break;
  }
  std::string text;
  llvm::raw_string_ostream(text) << expression;
  throw Unsupported("the constant expression " + text);
}

void ModuleLowering::fill_contents(Global& global, const llvm::Constant& value, uint64_t offset,
                                   int64_t index) {
  if (value.isNullValue() || llvm::isa<llvm::UndefValue>(value)) return;
  llvm::Type* type = value.getType();
  if (type->isAggregateType() || type->isVectorTy()) {
    auto* structure = llvm::dyn_cast<llvm::StructType>(type);
    llvm::Type* element_type = structure           ? nullptr
                               : type->isArrayTy() ? type->getArrayElementType()
                                                   : type->getScalarType();
    for (unsigned k = 0; const llvm::Constant* element = value.getAggregateElement(k); ++k) {
      const uint64_t place = structure
                                 ? uint64_t(layout_.getStructLayout(structure)->getElementOffset(k))
                                 : k * uint64_t(layout_.getTypeAllocSize(element_type));
      fill_contents(global, *element, offset + place, index);
    }
    return;
  }
  if (const auto* block = llvm::dyn_cast<llvm::BlockAddress>(&value)) {
    if (index < 0 || offset % 8 != 0)
      throw Unsupported("the address of a label in " + global.name +
                        ", which is thread-local or packed");
    block_address_uses_.push_back({block->getBasicBlock(), 0, index, uint32_t(offset / 8)});
    return;
  }
  const std::vector<uint64_t> words = scalar_words(value);
  const uint64_t size = layout_.getTypeStoreSize(type);
  for (uint64_t byte = 0; byte < size; ++byte) {
    const uint64_t bits = words[byte / 8] >> (byte % 8 * 8) & 0xff;
    const auto word = uint32_t((offset + byte) / 8);
    // Elements come in the order of their addresses, so a word that is there already is the last.
    if (global.contents.empty() || global.contents.back().index != word)
      global.contents.push_back({word, 0});
    global.contents.back().value |= bits << ((offset + byte) % 8 * 8);
  }
}

}  // namespace heddle
