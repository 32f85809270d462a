// How LLVM values are laid out in registers: a scalar of up to 64 bits takes one slot, a wider one
// two, an aggregate or vector the slots of its leaves in order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Type.h>

#include <cstdint>
#include <vector>

namespace heddle {

struct Leaf {
  llvm::Type* type;
  uint64_t offset;  // bytes in memory
  uint32_t slot;    // relative to the value's first
};

std::vector<Leaf> leaves_of(llvm::Type* type, const llvm::DataLayout& layout);
uint32_t slots_of(llvm::Type* type, const llvm::DataLayout& layout);
bool is_wide(llvm::Type* type);  // two slots
unsigned bits_of(llvm::Type* type);  // of a scalar; pointers have 64
bool is_member_pointer(const llvm::Type& type);  // to a member function; also other pairs of words

}  // namespace heddle
