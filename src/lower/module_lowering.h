// What the lowering of all functions shares: numbers for functions, addresses for globals, constants,
// and the places in the source.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "lower/layout.h"
#include "lower/shapes.h"
#include "program/address_plan.h"
#include "program/program.h"

namespace heddle {

class DebugTypes;

// A use of a block's address, to be filled in when the block has a Point.
struct BlockAddressUse {
  const llvm::BasicBlock* block;
  uint32_t constant;  // index in Program::constants, or
  int64_t global = -1;  // index of the global whose word holds it
  uint32_t word = 0;
};

class ModuleLowering {
 public:
  ModuleLowering(const llvm::Module& module, const std::set<std::string>& user_functions,
                 const AddressNumbers* numbers);
  ~ModuleLowering();
  Program run();

  const llvm::DataLayout& layout() const { return layout_; }
  Program& program() { return program_; }
  DebugTypes& types() { return *types_; }
  Shapes& shapes() { return shapes_; }

  FunctionIndex index_of(const llvm::Function& function);
  // The thread-local variable's number, or -1 for an ordinary global.
  int64_t thread_local_index(const llvm::GlobalVariable& variable);
  uint64_t address_of(const llvm::GlobalVariable& variable);
  uint64_t address_of(const llvm::Function& function);

  Operand constant(uint64_t value);
  // A constant of any type, in as many consecutive words as it has slots.
  Operand constant(const llvm::Constant& value);
  // The bits of one scalar constant, low word first.
  std::vector<uint64_t> scalar_words(const llvm::Constant& value);

  // Exceptions: the runtime's function that tells whether an exception has a type, and the numbers by
  // which landing pads know types.
  FunctionIndex exception_matcher();
  FunctionIndex end_of_unwinding();
  uint64_t type_number(const llvm::Constant& type_info);

  // Whether no pointer to a member function moves `this`, as those of second base classes do.
  bool member_pointers_leave_this() const { return !moves_this_; }

  SourceLocation locate(const llvm::DebugLoc& location);
  uint32_t file_index(const llvm::DIFile* file);
  std::string describe(const llvm::Instruction& instruction);  // "file.c:12 in main"
  FunctionOrigin origin_of(const llvm::Function& function) const;

  void set_block_point(const llvm::BasicBlock* block, Point point) { block_points_[block] = point; }

 private:
  void find_reachable();
  void look_for_member_pointers(const llvm::Constant& constant);
  void look_for_member_pointers(const llvm::Instruction& instruction);
  void refuse_unmodelled();
  void number_globals();
  void number_functions();
  void lower_globals();
  void fill_contents(Global& global, const llvm::Constant& value, uint64_t offset, int64_t index);
  void fill_block_addresses();
  void hash_functions();
  bool main_may_leave() const;
  uint64_t evaluate_expression(const llvm::ConstantExpr& expression);
  void flatten(const llvm::Constant& value, std::vector<uint64_t>& words);

  const llvm::Module& module_;
  const llvm::DataLayout& layout_;
  const std::set<std::string>& user_functions_;
  const AddressNumbers* numbers_;
  bool moves_this_ = false;
  Program program_;
  std::unique_ptr<DebugTypes> types_;
  Shapes shapes_;
  std::vector<const llvm::Function*> functions_;
  std::vector<const llvm::GlobalVariable*> globals_;
  std::vector<const llvm::GlobalVariable*> thread_locals_;
  std::map<const llvm::Function*, FunctionIndex> function_indices_;
  std::map<const llvm::Function*, const llvm::Instruction*> first_use_;
  std::map<const llvm::GlobalVariable*, uint64_t> addresses_;
  std::map<const llvm::GlobalVariable*, int64_t> thread_local_indices_;
  std::map<const llvm::Constant*, uint64_t> type_numbers_;
  std::unordered_map<uint64_t, Operand> constant_words_;
  std::map<const llvm::Constant*, Operand> constant_values_;
  std::map<const llvm::DIFile*, uint32_t> files_;
  std::map<const llvm::BasicBlock*, Point> block_points_;
  std::vector<BlockAddressUse> block_address_uses_;
};

}  // namespace heddle
