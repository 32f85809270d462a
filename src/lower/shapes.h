// What the compiler's own types tell of variables that the source does not name: where their members and arrays are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>

#include <map>

#include "program/source_map.h"

namespace heddle {

class Shapes {
 public:
  Shapes(const llvm::DataLayout& layout, SourceMap& source) : layout_(layout), source_(source) {}

  TypeIndex of(llvm::Type* type);

 private:
  TypeIndex add(llvm::Type* type);
  TypeInfo record(llvm::StructType* type);

  const llvm::DataLayout& layout_;
  SourceMap& source_;
  std::map<llvm::Type*, TypeIndex> known_;
};

}  // namespace heddle
