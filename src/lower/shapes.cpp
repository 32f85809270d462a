// SPDX-License-Identifier: Apache-2.0
#include "lower/shapes.h"

namespace heddle {

namespace {

// To the compiler, a union is its member of the strictest alignment and something to fill the rest.
bool is_union(const llvm::StructType& type) {
  return type.hasName() && type.getName().starts_with("union.");
}

// Of "struct.std::pair.7": "std::pair".
std::string name_of(const llvm::StructType& type) {
  llvm::StringRef name = type.hasName() ? type.getName() : llvm::StringRef();
  name = name.substr(name.find('.') + 1);
  return name.substr(0, name.find('.')).str();
}

}  // namespace

TypeIndex Shapes::of(llvm::Type* type) {
  const auto known = known_.find(type);
  return known != known_.end() ? known->second : known_[type] = add(type);
}

TypeIndex Shapes::add(llvm::Type* type) {
  TypeInfo info{.kind = TypeKind::Unsigned, .size = layout_.getTypeAllocSize(type)};
  auto* const structure = llvm::dyn_cast<llvm::StructType>(type);
  if (structure && is_union(*structure)) {
    info.kind = TypeKind::Array;
    info.element = of(llvm::Type::getInt8Ty(type->getContext()));
  } else if (structure) {
    info = record(structure);
  } else if (type->isArrayTy()) {
    info.kind = TypeKind::Array;
    info.element = of(type->getArrayElementType());
  }
  source_.types.push_back(std::move(info));
  return TypeIndex(source_.types.size() - 1);
}

TypeInfo Shapes::record(llvm::StructType* type) {
  constexpr uint64_t kBitsPerByte = 8;
  const llvm::StructLayout* const layout = layout_.getStructLayout(type);
  TypeInfo info{.kind = TypeKind::Record, .name = name_of(*type), .size = layout->getSizeInBytes()};
  for (unsigned k = 0; k < type->getNumElements(); ++k) {
    const uint64_t bits = layout_.getTypeAllocSize(type->getElementType(k)) * kBitsPerByte;
    const uint64_t offset = layout->getElementOffset(k) * kBitsPerByte;
    info.members.push_back({.offset = offset, .bits = bits, .type = of(type->getElementType(k))});
  }
  return info;
}

}  // namespace heddle
