// Puts functions of library headers that only pass a call on (std::mutex::lock to __gthread_mutex_lock to
// pthread_mutex_lock) in the place of their calls by other functions of such headers.
//
// Such a function accesses no memory, so a thread stops in what it calls and never in itself. Traces
// and messages name the library function that the user's code called: the user's calls stay, and so do
// constructors and destructors, some of which messages look for.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "frontend/compile.h"

namespace heddle {

namespace {

constexpr size_t kLargestForwarder = 12;  // instructions
constexpr int kMostRounds = 8;  // functions that pass calls on to each other in a circle never end

bool is_constructor_or_destructor(const llvm::Function& function) {
  llvm::ItaniumPartialDemangler demangler;
  const std::string name = function.getName().str();
  return !demangler.partialDemangle(name.c_str()) && demangler.isCtorOrDtor();
}

bool is_plain_call(const llvm::CallInst& call) {
  return call.getCalledFunction() && !call.getCalledFunction()->isIntrinsic() &&
         call.getCalledFunction() != call.getFunction() && !call.isMustTailCall();
}

bool only_computes(const llvm::Instruction& instruction) {
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return !operation->isIntDivRem();
  return llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::CmpInst, llvm::SelectInst,
                   llvm::PHINode, llvm::BranchInst, llvm::ReturnInst, llvm::UnreachableInst>(
      instruction);
}

// At most one call that returns, and nothing but arithmetic around it.
bool is_forwarder(const llvm::Function& function) {
  if (function.isDeclaration() || function.isVarArg() || function.hasSection() ||
      function.hasPersonalityFn() || is_constructor_or_destructor(function))
    return false;
  for (const llvm::Argument& argument : function.args())
    if (argument.hasPassPointeeByValueCopyAttr() || argument.hasStructRetAttr() ||
        argument.hasNoAliasAttr())
      return false;
  size_t size = 0;
  unsigned returning = 0;
  for (const llvm::BasicBlock& block : function) {
    size += block.sizeWithoutDebug();
    for (const llvm::Instruction& instruction : block.instructionsWithoutDebug()) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call ? !is_plain_call(*call) : !only_computes(instruction)) return false;
      if (call && !call->doesNotReturn()) ++returning;
    }
  }
  return returning <= 1 && size <= kLargestForwarder;
}

// What has become known: __gthread_active_p is true.
void fold_constants(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block))
      if (llvm::isa<llvm::CmpInst, llvm::CastInst>(instruction))
        if (llvm::Constant* value = llvm::ConstantFoldInstruction(&instruction, layout)) {
          instruction.replaceAllUsesWith(value);
          instruction.eraseFromParent();
        }
    llvm::ConstantFoldTerminator(&block);
  }
  llvm::removeUnreachableBlocks(function);
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(function))
    llvm::MergeBlockIntoPredecessor(&block);
}

bool inline_forwarders(llvm::Function& caller, const std::set<std::string>& library) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::BasicBlock& block : caller)
    for (llvm::Instruction& instruction : block)
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (const llvm::Function* callee = call->getCalledFunction())
          if (callee != &caller && library.contains(callee->getName().str()) &&
              is_forwarder(*callee))
            calls.push_back(call);
  bool changed = false;
  for (llvm::CallBase* call : calls) {
    llvm::InlineFunctionInfo information;
    changed |= llvm::InlineFunction(*call, information).isSuccess();
  }
  if (changed) fold_constants(caller);
  return changed;
}

}  // namespace

void inline_forwarders(llvm::Module& module, const std::set<std::string>& library_functions) {
  bool changed = true;
  for (int round = 0; changed && round < kMostRounds; ++round) {
    changed = false;
    for (llvm::Function& function : module)
      if (!function.isDeclaration() && library_functions.contains(function.getName().str()))
        changed |= inline_forwarders(function, library_functions);
  }
}

}  // namespace heddle
