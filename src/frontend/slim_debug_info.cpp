// SPDX-License-Identifier: Apache-2.0
#include "frontend/slim_debug_info.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle {

namespace {

// What a record is made of counts, and the types inside it, which other units may only know by name; not its functions
// and other names for types.
bool is_needed(const llvm::DINode* element) {
  if (llvm::isa<llvm::DISubprogram>(element)) return false;
  const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(element);
  return !derived || derived->getTag() == llvm::dwarf::DW_TAG_member ||
         derived->getTag() == llvm::dwarf::DW_TAG_inheritance;
}

// Where LLVM keeps it; its own function for this insists that nothing is lost.
constexpr unsigned kElementsOfType = 4;
constexpr unsigned kTemplateParametersOfFunction = 9;

void slim(llvm::DICompositeType& type) {
  llvm::SmallVector<llvm::Metadata*> needed;
  for (llvm::DINode* element : type.getElements())
    if (is_needed(element)) needed.push_back(element);
  if (needed.size() != type.getElements().size())
    type.replaceOperandWith(kElementsOfType, llvm::MDTuple::get(type.getContext(), needed));
}

// Of the types that a function returns and takes, only that of its object counts.
llvm::DISubroutineType* object_alone(const llvm::DISubroutineType& type) {
  const llvm::DITypeRefArray types = type.getTypeArray();
  llvm::SmallVector<llvm::Metadata*, 2> needed;
  if (types && types.size() > 1)
    if (auto* object = llvm::dyn_cast_or_null<llvm::DIDerivedType>(types[1]))
      if (object->isObjectPointer()) needed = {nullptr, object};
  llvm::LLVMContext& context = type.getContext();
  return llvm::DISubroutineType::get(context, llvm::DINode::FlagZero, 0,
                                     llvm::MDTuple::get(context, needed));
}

void slim(llvm::DISubprogram& function) {
  if (function.getType()) function.replaceType(object_alone(*function.getType()));
  function.replaceDeclaration(nullptr);
  function.replaceRetainedNodes(llvm::MDTuple::get(function.getContext(), {}));
  if (function.getNumOperands() > kTemplateParametersOfFunction)
    function.replaceOperandWith(kTemplateParametersOfFunction, nullptr);
}

void slim(llvm::DICompileUnit& unit) {
  unit.replaceEnumTypes(nullptr);
  unit.replaceRetainedTypes(nullptr);
  unit.replaceImportedEntities(nullptr);
  unit.replaceMacros(nullptr);
}

}  // namespace

std::string slim_debug_info(const std::string& bitcode) {
  llvm::LLVMContext context;
  llvm::Expected<std::unique_ptr<llvm::Module>> module =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, ""), context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return bitcode;
  }
  llvm::DebugInfoFinder all;
  all.processModule(**module);
  for (llvm::DIType* type : all.types())
    if (auto* record = llvm::dyn_cast<llvm::DICompositeType>(type)) slim(*record);
  for (llvm::DISubprogram* function : all.subprograms())
    if (function->isDefinition()) slim(*function);
  for (llvm::DICompileUnit* unit : all.compile_units()) slim(*unit);
  std::string result;
  llvm::raw_string_ostream stream(result);
  llvm::WriteBitcodeToFile(**module, stream);
  return result;
}

}  // namespace heddle
