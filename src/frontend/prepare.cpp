// The passes between compiling and lowering: registers for locals whose address is never taken, and
// nothing that merges, removes, speculates or reorders an access that another thread could see.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "frontend/compile.h"
#include "support/invariant.h"

namespace heddle {

void prepare(llvm::Module& module) {
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (llvm::verifyModule(module, &stream)) throw InputError("the bitcode is not valid: " + problem);

  llvm::FunctionAnalysisManager functions;
  llvm::LoopAnalysisManager loops;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  llvm::FunctionPassManager passes;
  passes.addPass(llvm::PromotePass());
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::removeUnreachableBlocks(function);
    passes.run(function, functions);
  }
}

}  // namespace heddle
