// Lowers one function: registers for its values, its blocks in order, and moves for its phis.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <initializer_list>
#include <map>
#include <vector>

#include "lower/module_lowering.h"

namespace heddle {

class FunctionLowering {
 public:
  FunctionLowering(ModuleLowering& module, const llvm::Function& function, FunctionIndex index);
  void run();

 private:
  // A jump whose target has no Point yet.
  struct Fixup {
    enum class Field {
      A,
      B,
      C,
      ImmLow,
      ImmHigh,
      SwitchDefault,
      SwitchCase,
      List,
      LandingPad
    } field;
    Point point;
    size_t index;  // of a switch case or list entry
    const llvm::BasicBlock* from;
    const llvm::BasicBlock* to;
  };

  void lower_block(const llvm::BasicBlock& block);
  void lower_instruction(const llvm::Instruction& instruction);

  // Terminators and control flow.
  void lower_branch(const llvm::BranchInst& branch);
  void lower_switch(const llvm::SwitchInst& instruction);
  void lower_return(const llvm::ReturnInst& instruction);
  void lower_indirect(const llvm::IndirectBrInst& instruction);
  bool fuse_compare(const llvm::BranchInst& branch);
  void jump_to(Fixup::Field field, Point point, const llvm::BasicBlock& from,
               const llvm::BasicBlock& to, size_t index = 0);
  void resolve_jumps();
  Point straightened(Point target) const;
  void set_target(const Fixup& fixup, Point target);
  Point edge_to(const llvm::BasicBlock* from, const llvm::BasicBlock& to);
  Point computed_entrance(const llvm::BasicBlock& block);
  void lower_phis(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void parallel_moves(std::vector<std::pair<uint32_t, Operand>> moves);

  // Values.
  void lower_binary(const llvm::BinaryOperator& instruction);
  void lower_wide_binary(const llvm::Instruction& instruction, llvm::Type* type, uint32_t to,
                         Operand x, Operand y);
  void lower_compare(const llvm::CmpInst& instruction);
  void lower_cast(const llvm::CastInst& instruction);
  void lower_int_cast(const llvm::CastInst& instruction, uint32_t to, Operand from,
                      llvm::Type* from_type, llvm::Type* to_type);
  void lower_float_cast(const llvm::CastInst& instruction, uint32_t to, Operand from,
                        llvm::Type* from_type, llvm::Type* to_type);
  void lower_bitcast(const llvm::CastInst& instruction);
  void lower_select(const llvm::SelectInst& instruction);
  void lower_negation(const llvm::UnaryOperator& instruction);
  void lower_address(const llvm::GetElementPtrInst& instruction);
  void lower_extract(const llvm::ExtractValueInst& instruction);
  void lower_insert(const llvm::InsertValueInst& instruction);
  void lower_vector_element(const llvm::Instruction& instruction);
  void lower_shuffle(const llvm::ShuffleVectorInst& instruction);

  // Memory.
  void lower_load(const llvm::LoadInst& instruction);
  void lower_store(const llvm::StoreInst& instruction);
  void load_leaf(llvm::Type* type, uint32_t to, Operand address, int64_t offset, uint8_t flags);
  void store_leaf(llvm::Type* type, Operand from, Operand address, int64_t offset, uint8_t flags);
  void lower_alloca(const llvm::AllocaInst& instruction);
  void lower_update(const llvm::AtomicRMWInst& instruction);
  void lower_compare_exchange(const llvm::AtomicCmpXchgInst& instruction);
  void begin_wide_update(const llvm::Value& pointer, uint32_t to);
  void end_wide_update(const llvm::Value& pointer, Operand from);
  void lower_wide_update(const llvm::AtomicRMWInst& instruction);
  void lower_wide_compare_exchange(const llvm::AtomicCmpXchgInst& instruction);
  std::pair<Operand, int64_t> address_and_offset(const llvm::Value& pointer);
  void add_hint(const llvm::Value& pointer);

  // Exceptions.
  void lower_invoke(const llvm::InvokeInst& invoke);
  void lower_landing_pad(const llvm::LandingPadInst& pad);
  void lower_resume(const llvm::ResumeInst& resume);
  void unwind(Operand exception);
  void add_landing_pad(const llvm::InvokeInst& invoke, Point call);
  void jump_on(const llvm::BasicBlock& from, const llvm::BasicBlock& to);

  // Calls.
  void lower_call(const llvm::CallBase& call);
  void lower_plain_call(const llvm::CallBase& call);
  void lower_intrinsic(const llvm::IntrinsicInst& call);
  bool lower_int_intrinsic(const llvm::IntrinsicInst& call);
  bool lower_float_intrinsic(const llvm::IntrinsicInst& call);
  void lower_wide_intrinsic(const llvm::IntrinsicInst& call);
  void lower_assembly(const llvm::CallBase& call);
  bool lower_builtin(const llvm::CallBase& call, llvm::StringRef name);
  Operand argument_area(const llvm::CallBase& call, unsigned fixed);
  Operand by_value_copy(const llvm::CallBase& call, unsigned index);
  uint32_t list(const std::vector<Operand>& operands);
  uint32_t parameter_slots(const llvm::Function& function) const;

  Point emit(Instruction instruction);
  uint32_t slot_of(const llvm::Value& value);
  uint32_t new_slots(uint32_t count);
  Operand operand(const llvm::Value& value);
  // The value is the same bits as another: it needs no register of its own. SSA makes this safe: no
  // path leads from a new definition of the other to a use of this one but through this one's.
  void alias(const llvm::Value& value, Operand other) { aliases_[&value] = other; }
  unsigned lanes_of(llvm::Type* type) const;
  uint8_t access_flags(llvm::Type* type, bool atomic) const;
  const llvm::DataLayout& layout() const { return module_.layout(); }
  [[noreturn]] void refuse(const std::string& what, const llvm::Instruction& at);

  ModuleLowering& module_;
  Program& program_;
  const llvm::Function& function_;
  Function& result_;
  bool invisible_;
  std::map<const llvm::Value*, uint32_t> slots_;
  std::map<const llvm::Value*, Operand> aliases_;
  const llvm::BasicBlock* next_block_ = nullptr;  // the one that will follow in the code
  uint32_t slot_count_ = 0;
  uint32_t argument_area_slot_ = kNoSlot;
  std::map<const llvm::BasicBlock*, Point> block_points_;
  std::map<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, Point> edges_;
  std::map<const llvm::PHINode*, uint32_t> put_aside_;  // for computed gotos
  std::map<const llvm::BasicBlock*, Point> entrances_;
  std::vector<Fixup> fixups_;
  SourceLocation location_;
  bool returns_twice_ = false;
  bool atomic_ = false;
};

}  // namespace heddle
