// Makes a whole program: what runs before main, and the models of what it calls.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <map>

#include "frontend/compile.h"
#include "support/invariant.h"

namespace heddle {

namespace {

using llvm::Function;

// The functions of llvm.global_ctors or llvm.global_dtors, lowest priority number first.
std::vector<Function*> functions_in(llvm::Module& module, const char* list_name) {
  // By priority, then in the order they stand in.
  std::map<std::pair<uint64_t, size_t>, Function*> entries;
  llvm::GlobalVariable* list = module.getNamedGlobal(list_name);
  if (!list || !list->hasInitializer()) return {};
  if (const auto* array = llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()))
    for (const llvm::Use& use : array->operands()) {
      const auto* entry = llvm::cast<llvm::ConstantStruct>(use);
      const uint64_t priority = llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue();
      if (auto* function = llvm::dyn_cast<Function>(entry->getOperand(1)->stripPointerCasts()))
        entries[{priority, entries.size()}] = function;
    }
  list->eraseFromParent();
  std::vector<Function*> functions;
  for (const auto& [place, function] : entries) functions.push_back(function);
  return functions;
}

Function* new_function(llvm::Module& module, const char* name, llvm::Type* result) {
  auto* function = Function::Create(llvm::FunctionType::get(result, false),
                                    Function::ExternalLinkage, name, module);
  llvm::BasicBlock::Create(module.getContext(), "", function);
  return function;
}

void add_constructors(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  Function* run = new_function(module, "__heddle_run_constructors", llvm::Type::getVoidTy(context));
  llvm::IRBuilder<> builder(&run->getEntryBlock());
  // Registered first, destructors run last, after the program's own atexit handlers.
  std::vector<Function*> destructors = functions_in(module, "llvm.global_dtors");
  if (!destructors.empty()) {
    const llvm::FunctionCallee atexit =
        module.getOrInsertFunction("atexit", builder.getInt32Ty(), builder.getPtrTy());
    for (Function* destructor : destructors) builder.CreateCall(atexit, {destructor});
  }
  for (Function* constructor : functions_in(module, "llvm.global_ctors"))
    builder.CreateCall(constructor->getFunctionType(), constructor);
  builder.CreateRetVoid();
}

}  // namespace

void add_start_code(llvm::Module& module) {
  add_constructors(module);
  // Asked for by name, so that the linker brings it in.
  module.getOrInsertFunction("__heddle_start", llvm::Type::getVoidTy(module.getContext()));
}

void link_runtime(llvm::Module& module, const std::string& runtime_file) {
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> runtime = llvm::getLazyIRFileModule(
      runtime_file, diagnostic, module.getContext(), /*ShouldLazyLoadMetadata=*/true);
  if (!runtime)
    throw UsageError("cannot read the runtime models: " + diagnostic.getMessage().str());
  runtime->setTargetTriple(module.getTargetTriple());
  runtime->setDataLayout(module.getDataLayout());
  if (llvm::Linker::linkModules(module, std::move(runtime), llvm::Linker::LinkOnlyNeeded))
    throw InputError("the program cannot be linked with the runtime models");
}

}  // namespace heddle
