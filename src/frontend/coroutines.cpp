// C++20 coroutines: LLVM's own passes make functions of them, with the coroutine's variables in a
// frame on the heap.
//
// Only what is needed to run is done. The frames are not optimised, so no two variables share a place,
// and no allocation is left out. LLVM's last pass would also tidy up the control flow, which may merge
// or move accesses that other threads can see, so what is left to it is done here.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Coroutines/CoroEarly.h>
#include <llvm/Transforms/Coroutines/CoroSplit.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "frontend/compile.h"
#include "frontend/pass_managers.h"

namespace heddle {

namespace {

namespace Intrinsic = llvm::Intrinsic;

bool uses_coroutines(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    if (function.getName().starts_with("llvm.coro.")) return true;
  return false;
}

// A frame begins with the functions that resume and destroy the coroutine.
llvm::Value* load_function(const llvm::IntrinsicInst& call, llvm::IRBuilder<>& builder) {
  const auto& index = *llvm::cast<llvm::ConstantInt>(call.getArgOperand(1));
  if (index.isNegative()) return nullptr;
  llvm::Value* place = builder.CreateConstInBoundsGEP1_32(builder.getPtrTy(), call.getArgOperand(0),
                                                          unsigned(index.getZExtValue()));
  return builder.CreateLoad(builder.getPtrTy(), place);
}

// What an intrinsic that is left stands for; null if it stays, to be refused by name.
llvm::Value* meaning_of(llvm::IntrinsicInst& call) {
  llvm::IRBuilder<> builder(&call);
  switch (call.getIntrinsicID()) {
    case Intrinsic::coro_alloc: return builder.getTrue();
    case Intrinsic::coro_begin:
    case Intrinsic::coro_free: return call.getArgOperand(1);
    case Intrinsic::coro_id: return llvm::ConstantTokenNone::get(call.getContext());
    case Intrinsic::coro_subfn_addr: return load_function(call, builder);
    default: return nullptr;
  }
}

void replace_remaining_intrinsics(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
      if (llvm::Value* meaning = meaning_of(*call)) {
        call->replaceAllUsesWith(meaning);
        call->eraseFromParent();
      }
}

// The functions of libstdc++'s coroutine that does nothing have no parameters, but are called like those
// of any coroutine, with the frame.
void give_noop_coroutine_its_parameter(llvm::Module& module) {
  llvm::Function* function = module.getFunction(
      "_ZNSt7__n486116coroutine_handleINS_22noop_coroutine_promiseEE7__frame22__dummy_resume_"
      "destroyEv");
  if (!function || function->arg_size() != 0) return;
  llvm::IRBuilder<> builder(module.getContext());
  auto* replacement = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), builder.getPtrTy(), /*isVarArg=*/false),
      llvm::GlobalValue::InternalLinkage, "noop_coroutine", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", replacement));
  builder.CreateRetVoid();
  function->replaceAllUsesWith(replacement);
}

}  // namespace

void lower_coroutines(llvm::Module& module) {
  if (!uses_coroutines(module)) return;
  verify(module);
  PassManagers managers;
  llvm::FunctionPassManager registers;
  registers.addPass(llvm::PromotePass());
  llvm::CGSCCPassManager split;
  split.addPass(llvm::CoroSplitPass(/*OptimizeFrame=*/false));
  llvm::ModulePassManager passes;
  passes.addPass(llvm::CoroEarlyPass());
  // As everywhere, a local whose address is never taken is no memory; it is kept in the frame only while
  // the coroutine is suspended.
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(registers)));
  passes.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(std::move(split)));
  passes.run(module, managers.modules);
  give_noop_coroutine_its_parameter(module);
  for (llvm::Function& function : module) replace_remaining_intrinsics(function);
}

}  // namespace heddle
