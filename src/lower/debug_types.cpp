// SPDX-License-Identifier: Apache-2.0
#include "lower/debug_types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

#include "lower/module_lowering.h"

namespace heddle {

namespace {

namespace dwarf = llvm::dwarf;

// Typedefs and qualifiers do not change what a value is.
const llvm::DIType* strip(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_atomic_type:
      case dwarf::DW_TAG_restrict_type: type = derived->getBaseType(); continue;
      default: return type;
    }
  }
  return type;
}

TypeKind kind_of(const llvm::DIBasicType& type) {
  switch (type.getEncoding()) {
    case dwarf::DW_ATE_boolean: return TypeKind::Bool;
    case dwarf::DW_ATE_float: return TypeKind::Float;
    case dwarf::DW_ATE_signed: return TypeKind::Signed;
    case dwarf::DW_ATE_signed_char:
    case dwarf::DW_ATE_unsigned_char: return TypeKind::Char;
    default: return TypeKind::Unsigned;
  }
}

}  // namespace

DebugTypes::DebugTypes(const llvm::Module& module, SourceMap& source) : source_(source) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types())
    if (const auto* record = llvm::dyn_cast<llvm::DICompositeType>(type))
      if (!record->isForwardDecl()) records_by_name_.emplace(record->getName().str(), record);
}

TypeIndex DebugTypes::index_of(const llvm::DIType* type) {
  type = strip(type);
  if (!type) return kNoType;
  const auto known = indices_.find(type);
  return known != indices_.end() ? known->second : add(*type);
}

TypeIndex DebugTypes::add(const llvm::DIType& type) {
  const auto index = TypeIndex(source_.types.size());
  indices_[&type] = index;
  source_.types.push_back({.name = type.getName().str(), .size = type.getSizeInBits() / 8});
  if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(&type)) {
    source_.types[index].kind = kind_of(*basic);
  } else if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(&type)) {
    source_.types[index].kind = TypeKind::Pointer;
    source_.types[index].size = 8;
    const TypeIndex element = index_of(derived->getBaseType());
    source_.types[index].element = element;
  } else if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(&type)) {
    add_record(index, *composite);
  }
  return index;
}

void DebugTypes::add_record(TypeIndex index, const llvm::DICompositeType& type) {
  if (type.getTag() == dwarf::DW_TAG_array_type) {
    const TypeIndex element = index_of(type.getBaseType());
    // A matrix has several subranges in one type; nest the inner ones.
    const llvm::DINodeArray ranges = type.getElements();
    TypeIndex inner = element;
    for (size_t k = ranges.size(); k-- > 1;) {
      const auto* range = llvm::dyn_cast<llvm::DISubrange>(ranges[unsigned(k)]);
      const auto* count =
          range ? llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount()) : nullptr;
      if (!count) break;
      source_.types.push_back({.kind = TypeKind::Array,
                               .size = source_.types[inner].size * count->getZExtValue(),
                               .element = inner});
      inner = TypeIndex(source_.types.size() - 1);
    }
    source_.types[index].kind = TypeKind::Array;
    source_.types[index].element = inner;
    return;
  }
  if (type.getTag() == dwarf::DW_TAG_enumeration_type) {
    source_.types[index].kind = TypeKind::Enum;
    for (const llvm::DINode* element : type.getElements())
      if (const auto* value = llvm::dyn_cast<llvm::DIEnumerator>(element))
        source_.types[index].values.push_back(
            {value->getName().str(), value->getValue().getSExtValue()});
    return;
  }
  std::vector<RecordMember> members;
  for (const llvm::DINode* element : type.getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (!member || member->isStaticMember()) continue;
    if (member->getTag() != dwarf::DW_TAG_member && member->getTag() != dwarf::DW_TAG_inheritance)
      continue;
    const TypeIndex member_type = index_of(member->getBaseType());
    members.push_back(
        {member->getName().str(), member->getOffsetInBits(), member->getSizeInBits(), member_type});
  }
  source_.types[index].kind = TypeKind::Record;
  source_.types[index].members = std::move(members);
}

void DebugTypes::describe_global(const llvm::GlobalVariable& variable, Global& global,
                                 ModuleLowering& lowering) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  if (expressions.empty()) return;
  const llvm::DIGlobalVariable* description = expressions[0]->getVariable();
  global.shown_name = description->getName().str();
  global.type = index_of(description->getType());
  global.location = {lowering.file_index(description->getFile()), description->getLine(), 0};
}

std::optional<LocalVariable> DebugTypes::describe_local(const llvm::AllocaInst& alloca) {
  auto& address = const_cast<llvm::AllocaInst&>(alloca);
  const llvm::DILocalVariable* variable = nullptr;
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&address))
    variable = record->getVariable();
  for (const llvm::DbgDeclareInst* declare : llvm::findDbgDeclares(&address))
    variable = declare->getVariable();
  if (!variable) return std::nullopt;
  return LocalVariable{.name = variable->getName().str(), .type = index_of(variable->getType())};
}

std::optional<AccessHint> DebugTypes::hint_for(const llvm::Value& address,
                                               const llvm::DataLayout& layout) {
  const auto* element = llvm::dyn_cast<llvm::GEPOperator>(&address);
  if (!element) return std::nullopt;
  auto* structure = llvm::dyn_cast<llvm::StructType>(element->getSourceElementType());
  if (!structure || !structure->hasName()) return std::nullopt;
  // "struct.node" or "union.value.12"
  llvm::StringRef name = structure->getName();
  name = name.substr(name.find('.') + 1);
  auto found = records_by_name_.find(name.str());
  if (found == records_by_name_.end()) found = records_by_name_.find(name.rsplit('.').first.str());
  if (found == records_by_name_.end()) return std::nullopt;
  uint64_t offset = 0;
  auto type = llvm::gep_type_begin(element);
  for (unsigned k = 1; k <= element->getNumIndices(); ++k, ++type) {
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(element->getOperand(k));
    // A variable index chooses among elements of an array: the array itself is hint enough.
    if (k == 1 || !index) continue;
    if (llvm::StructType* record = type.getStructTypeOrNull())
      offset += layout.getStructLayout(record)->getElementOffset(unsigned(index->getZExtValue()));
    else
      offset += index->getZExtValue() * layout.getTypeAllocSize(type.getIndexedType());
  }
  return AccessHint{.record = index_of(found->second), .offset = offset};
}

}  // namespace heddle
