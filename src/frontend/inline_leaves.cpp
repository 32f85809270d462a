// Puts small functions of C++ headers that only compute (std::move, operator[] of an array, get of a
// tuple) in the place of their calls: a call with its return costs as much as eight other instructions.
//
// Such a function accesses no memory and cannot fail, so no thread ever stops inside it and no trace can
// show it: nothing but time tells the difference. Functions that access memory stay, for their names
// belong into traces.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "frontend/compile.h"

namespace heddle {

namespace {

constexpr ptrdiff_t kLargestLeaf = 8;  // instructions

bool only_computes(const llvm::Instruction& instruction) {
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return !operation->isIntDivRem();
  return llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::CmpInst, llvm::SelectInst,
                   llvm::ExtractValueInst, llvm::InsertValueInst, llvm::FreezeInst,
                   llvm::ReturnInst>(instruction);
}

// Functions that a header defines: those of a source file, and all of C, stay as they are written.
bool is_leaf(const llvm::Function& function) {
  if (!function.hasLinkOnceODRLinkage() || function.isVarArg() || function.size() != 1)
    return false;
  for (const llvm::Argument& argument : function.args())
    if (argument.hasPassPointeeByValueCopyAttr()) return false;
  const llvm::BasicBlock& body = function.front();
  return body.sizeWithoutDebug() <= kLargestLeaf && llvm::all_of(body, only_computes);
}

// What the call returns, computed in its place; null for a call of a void function.
llvm::Value* compute_in_place(llvm::CallBase& call, const llvm::Function& leaf) {
  llvm::ValueToValueMapTy values;
  for (const llvm::Argument& argument : leaf.args())
    values[&argument] = call.getArgOperand(argument.getArgNo());
  for (const llvm::Instruction& instruction : leaf.front()) {
    if (const auto* result = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
      llvm::Value* value = result->getReturnValue();
      return value ? llvm::MapValue(value, values, llvm::RF_NoModuleLevelChanges) : nullptr;
    }
    llvm::Instruction* copy = instruction.clone();
    copy->insertBefore(&call);
    copy->setDebugLoc(call.getDebugLoc());
    llvm::RemapInstruction(copy, values, llvm::RF_NoModuleLevelChanges);
    values[&instruction] = copy;
  }
  return nullptr;
}

void replace_call(llvm::CallBase& call, const llvm::Function& leaf) {
  if (llvm::Value* result = compute_in_place(call, leaf)) call.replaceAllUsesWith(result);
  if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
    llvm::BranchInst::Create(invoke->getNormalDest(), invoke->getIterator())
        ->setDebugLoc(invoke->getDebugLoc());
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
  }
  call.eraseFromParent();
}

bool inline_leaves(llvm::Function& function) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& instruction : block)
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (const llvm::Function* callee = call->getCalledFunction())
          if (callee != &function && callee->getFunctionType() == call->getFunctionType() &&
              is_leaf(*callee))
            calls.push_back(call);
  for (llvm::CallBase* call : calls) replace_call(*call, *call->getCalledFunction());
  if (!calls.empty()) llvm::removeUnreachableBlocks(function);
  return !calls.empty();
}

}  // namespace

void inline_leaves(llvm::Module& module) {
  // A function that calls nothing but leaves becomes one.
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::Function& function : module)
      if (!function.isDeclaration()) changed |= inline_leaves(function);
  }
}

}  // namespace heddle
