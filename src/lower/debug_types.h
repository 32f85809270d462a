// Names for people, from the debug information: types, globals, locals and members.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <optional>
#include <string>

#include "program/program.h"

namespace heddle {

class ModuleLowering;

class DebugTypes {
 public:
  DebugTypes(const llvm::Module& module, SourceMap& source);

  TypeIndex index_of(const llvm::DIType* type);
  void describe_global(const llvm::GlobalVariable& variable, Global& global,
                       ModuleLowering& lowering);
  void describe_function(const llvm::DISubprogram& description, const llvm::Function& function,
                         Function& result);
  std::optional<LocalVariable> describe_local(const llvm::AllocaInst& alloca);
  // What the address computation of an access says about the member it touches.
  std::optional<AccessHint> hint_for(const llvm::Value& address, const llvm::DataLayout& layout);
  // The type of what a call of operator new makes, or kNoType.
  TypeIndex allocated_by(const llvm::CallBase& call);

 private:
  const llvm::DIType* record_of(const llvm::GEPOperator& element, const llvm::DataLayout& layout);
  const llvm::DIType* defined(const llvm::DIType* type) const;
  TypeIndex add(const llvm::DIType& type);
  void add_record(TypeIndex index, const llvm::DICompositeType& type);

  SourceMap& source_;
  std::map<const llvm::DIType*, TypeIndex> indices_;
  std::map<std::string, const llvm::DICompositeType*> records_by_name_;
};

}  // namespace heddle
