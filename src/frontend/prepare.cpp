// The passes between compiling and lowering: registers for locals whose address is never taken, and
// nothing that merges, removes, speculates or reorders an access that another thread could see.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "frontend/compile.h"
#include "frontend/pass_managers.h"
#include "support/invariant.h"

namespace heddle {

void verify(const llvm::Module& module) {
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(module, &stream)) throw InputError("the bitcode is not valid: " + problem);
}

namespace {

// clang leads every return of a function to one block; to return at once saves the way there.
void return_at_once(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    auto* result = llvm::dyn_cast<llvm::ReturnInst>(block.getFirstNonPHIOrDbg());
    if (!result || block.isEntryBlock()) continue;
    for (llvm::BasicBlock* from : llvm::to_vector(llvm::predecessors(&block))) {
      const auto* jump = llvm::dyn_cast<llvm::BranchInst>(from->getTerminator());
      if (jump && jump->isUnconditional()) llvm::FoldReturnIntoUncondBranch(result, &block, from);
    }
  }
  llvm::removeUnreachableBlocks(function);
}

}  // namespace

void prepare(llvm::Module& module) {
  PassManagers managers;
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::PromotePass());
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::removeUnreachableBlocks(function);
    passes.run(function, managers.functions);
    return_at_once(function);
  }
}

}  // namespace heddle
