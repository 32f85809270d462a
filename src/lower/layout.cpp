// SPDX-License-Identifier: Apache-2.0
#include "lower/layout.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/raw_ostream.h>

#include "support/invariant.h"

namespace heddle {

namespace {

[[noreturn]] void refuse(llvm::Type* type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  type->print(stream);
  throw Unsupported("values of type " + text);
}

void add_leaves(llvm::Type* type, const llvm::DataLayout& layout, uint64_t offset,
                std::vector<Leaf>& out, uint32_t& slot) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout.getStructLayout(structure);
    for (unsigned k = 0; k < structure->getNumElements(); ++k)
      add_leaves(structure->getElementType(k), layout, offset + places->getElementOffset(k), out,
                 slot);
    return;
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const uint64_t stride = layout.getTypeAllocSize(array->getElementType());
    for (uint64_t k = 0; k < array->getNumElements(); ++k)
      add_leaves(array->getElementType(), layout, offset + k * stride, out, slot);
    return;
  }
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    const uint64_t stride = layout.getTypeStoreSize(vector->getElementType());
    for (unsigned k = 0; k < vector->getNumElements(); ++k)
      add_leaves(vector->getElementType(), layout, offset + k * stride, out, slot);
    return;
  }
  if (type->isVoidTy()) return;
  out.push_back({type, offset, slot});
  slot += is_wide(type) ? 2 : 1;
}

}  // namespace

bool is_wide(llvm::Type* type) {
  if (type->isIntegerTy()) {
    if (type->getIntegerBitWidth() > 128) refuse(type);
    return type->getIntegerBitWidth() > 64;
  }
  if (type->isX86_FP80Ty()) return true;
  if (type->isFloatTy() || type->isDoubleTy() || type->isPointerTy()) return false;
  refuse(type);
}

unsigned bits_of(llvm::Type* type) {
  if (type->isPointerTy()) return 64;
  return unsigned(type->getPrimitiveSizeInBits());
}

std::vector<Leaf> leaves_of(llvm::Type* type, const llvm::DataLayout& layout) {
  std::vector<Leaf> leaves;
  uint32_t slot = 0;
  add_leaves(type, layout, 0, leaves, slot);
  return leaves;
}

uint32_t slots_of(llvm::Type* type, const llvm::DataLayout& layout) {
  if (type->isVoidTy()) return 0;
  if (type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy())
    return is_wide(type) ? 2 : 1;
  const std::vector<Leaf> leaves = leaves_of(type, layout);
  return leaves.empty() ? 0 : leaves.back().slot + (is_wide(leaves.back().type) ? 2 : 1);
}

bool is_member_pointer(const llvm::Type& type) {
  const auto* pair = llvm::dyn_cast<llvm::StructType>(&type);
  return pair && pair->isLiteral() && pair->getNumElements() == 2 &&
         pair->getElementType(0)->isIntegerTy(64) && pair->getElementType(1)->isIntegerTy(64);
}

}  // namespace heddle
