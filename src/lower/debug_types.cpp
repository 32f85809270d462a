// SPDX-License-Identifier: Apache-2.0
#include "lower/debug_types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

#include "lower/debug_names.h"
#include "lower/module_lowering.h"
#include "program/cxx_name.h"

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

// The models' own files are named relative to the source tree.
bool is_model_file(const llvm::DIFile* file) {
  return file && file->getFilename().starts_with("runtime/");
}

const llvm::DIType* first_argument(const llvm::DICompositeType& type) {
  if (type.getTemplateParams().empty()) return nullptr;
  const auto* parameter =
      llvm::dyn_cast<llvm::DITemplateTypeParameter>(type.getTemplateParams()[0]);
  return parameter ? parameter->getType() : nullptr;
}

// The variable that holds a pointer in a register, or null.
const llvm::DILocalVariable* variable_of(const llvm::Value& value) {
  llvm::SmallVector<llvm::DbgValueInst*, 1> instructions;
  llvm::SmallVector<llvm::DbgVariableRecord*, 1> records;
  llvm::findDbgValues(instructions, const_cast<llvm::Value*>(&value), &records);
  for (const llvm::DbgVariableRecord* record : records)
    if (record->getExpression()->getNumElements() == 0) return record->getVariable();
  for (const llvm::DbgValueInst* instruction : instructions)
    if (instruction->getExpression()->getNumElements() == 0) return instruction->getVariable();
  return nullptr;
}

}  // namespace

DebugTypes::DebugTypes(const llvm::Module& module, SourceMap& source) : source_(source) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types())
    if (const auto* record = llvm::dyn_cast<llvm::DICompositeType>(type))
      if (!record->isForwardDecl()) records_by_name_.emplace(full_name(*record), record);
}

TypeIndex DebugTypes::index_of(const llvm::DIType* type) {
  type = defined(strip(type));
  if (!type) return kNoType;
  const auto known = indices_.find(type);
  return known != indices_.end() ? known->second : add(*type);
}

// Of a class whose constructors are elsewhere the compiler describes only the name; another file may
// have the rest.
const llvm::DIType* DebugTypes::defined(const llvm::DIType* type) const {
  if (!type || !type->isForwardDecl()) return type;
  const auto found = records_by_name_.find(full_name(*type));
  return found != records_by_name_.end() ? found->second : type;
}

TypeIndex DebugTypes::add(const llvm::DIType& type) {
  const auto index = TypeIndex(source_.types.size());
  indices_[&type] = index;
  source_.types.push_back({.name = type_name(type), .size = type.getSizeInBits() / 8});
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
  const bool library = is_library_scope(type.getScope());
  const TypeIndex argument = library ? index_of(first_argument(type)) : kNoType;
  source_.types[index].kind = TypeKind::Record;
  source_.types[index].members = std::move(members);
  source_.types[index].library = library;
  source_.types[index].argument = argument;
}

void DebugTypes::describe_global(const llvm::GlobalVariable& variable, Global& global,
                                 ModuleLowering& lowering) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  if (expressions.empty()) {
    global.shown_name = symbol_name(variable.getName());
    if (!global.shown_name.empty()) global.origin = FunctionOrigin::Library;
    return;
  }
  const llvm::DIGlobalVariable* description = expressions[0]->getVariable();
  global.shown_name = description->getName().str();
  if (is_library_scope(description->getScope()) || is_model_file(description->getFile()))
    global.origin = FunctionOrigin::Library;
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
  return LocalVariable{.name = variable->getName().str(),
                       .type = index_of(variable->getType()),
                       .artificial = variable->isArtificial()};
}

void DebugTypes::describe_function(const llvm::DISubprogram& description,
                                   const llvm::Function& function, Function& result) {
  if (description.getName().empty()) return;
  result.shown_name = function_name(description);
  // The models carry no more than line numbers.
  if (llvm::isa_and_nonnull<llvm::DIFile>(description.getScope()))
    if (const std::string name = symbol_function(function.getName()); !name.empty())
      result.shown_name = name;
  result.operation = without_template_arguments(description.getName().str());
  result.is_model =
      result.origin == FunctionOrigin::Library && is_model_file(description.getFile());
  if (const llvm::DIType* object = object_type(description)) {
    result.this_slot = function.hasStructRetAttr() ? 1 : 0;
    result.this_type = index_of(object);
  }
}

TypeIndex DebugTypes::allocated_by(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->getName().starts_with("_Zn")) return kNoType;
  if (const auto* type = llvm::dyn_cast_or_null<llvm::DIType>(call.getMetadata("heapallocsite")))
    return index_of(type);
  // The standard allocator says in its own type what it allocates.
  const llvm::DISubprogram* function = call.getFunction()->getSubprogram();
  const auto* allocator =
      function ? llvm::dyn_cast_or_null<llvm::DICompositeType>(function->getScope()) : nullptr;
  if (!allocator || !allocator->getName().contains("new_allocator<")) return kNoType;
  return index_of(first_argument(*allocator));
}

// The name of an LLVM structure ("struct.node", "union.value.12") tells the type; templates and
// lambdas share names, and there the variable that holds the pointer does.
const llvm::DIType* DebugTypes::record_of(const llvm::GEPOperator& element,
                                          const llvm::DataLayout& layout) {
  auto* structure = llvm::cast<llvm::StructType>(element.getSourceElementType());
  llvm::StringRef name = structure->getName();
  name = name.substr(name.find('.') + 1);
  auto found = records_by_name_.find(name.str());
  if (found == records_by_name_.end()) found = records_by_name_.find(name.rsplit('.').first.str());
  if (found != records_by_name_.end()) return found->second;
  const llvm::DILocalVariable* variable = variable_of(*element.getPointerOperand());
  const auto* pointer =
      variable ? llvm::dyn_cast_or_null<llvm::DIDerivedType>(strip(variable->getType())) : nullptr;
  const llvm::DIType* record = pointer ? strip(pointer->getBaseType()) : nullptr;
  const bool fits = record && llvm::isa<llvm::DICompositeType>(record) &&
                    record->getSizeInBits() == layout.getTypeAllocSizeInBits(structure);
  return fits ? record : nullptr;
}

std::optional<AccessHint> DebugTypes::hint_for(const llvm::Value& address,
                                               const llvm::DataLayout& layout) {
  const auto* element = llvm::dyn_cast<llvm::GEPOperator>(&address);
  if (!element) return std::nullopt;
  auto* structure = llvm::dyn_cast<llvm::StructType>(element->getSourceElementType());
  if (!structure || !structure->hasName()) return std::nullopt;
  const llvm::DIType* record = record_of(*element, layout);
  if (!record) return std::nullopt;
  uint64_t offset = 0;
  auto type = llvm::gep_type_begin(element);
  for (unsigned k = 1; k <= element->getNumIndices(); ++k, ++type) {
    const auto* index = llvm::dyn_cast<llvm::ConstantInt>(element->getOperand(k));
    // A variable index chooses among elements of an array: the array itself is hint enough.
    if (k == 1 || !index) continue;
    if (llvm::StructType* inner = type.getStructTypeOrNull())
      offset += layout.getStructLayout(inner)->getElementOffset(unsigned(index->getZExtValue()));
    else
      offset += index->getZExtValue() * layout.getTypeAllocSize(type.getIndexedType());
  }
  return AccessHint{.record = index_of(record), .offset = offset};
}

}  // namespace heddle
