// SPDX-License-Identifier: Apache-2.0
#include "lower/lower_function.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <set>

#include "lower/debug_names.h"
#include "lower/debug_types.h"
#include "support/invariant.h"

namespace heddle {

FunctionLowering::FunctionLowering(ModuleLowering& module, const llvm::Function& function,
                                   FunctionIndex index)
    : module_(module),
      program_(module.program()),
      function_(function),
      result_(program_.functions[index]),
      invisible_(function.getSection() == "heddle_invisible") {}

void FunctionLowering::run() {
  result_.entry = Point(program_.code.size());
  if (const llvm::DISubprogram* description = function_.getSubprogram()) {
    location_ = {module_.file_index(description->getFile()), description->getLine(), 0};
    result_.location = location_;
    module_.types().describe_function(*description, function_, result_);
  } else {
    result_.shown_name = symbol_name(function_.getName());
  }
  for (const llvm::Argument& argument : function_.args())
    slots_[&argument] = new_slots(slots_of(argument.getType(), layout()));
  if (function_.isVarArg()) argument_area_slot_ = new_slots(1);
  result_.parameter_slots = slot_count_;

  // By the convention of verifiers, such a function is atomic as a whole.
  atomic_ = function_.getName().starts_with("__VERIFIER_atomic_") &&
            result_.origin == FunctionOrigin::User;
  if (atomic_) emit({.opcode = Opcode::AtomicBegin});

  llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function_);
  const std::vector<const llvm::BasicBlock*> blocks(order.begin(), order.end());
  for (size_t k = 0; k < blocks.size(); ++k) {
    next_block_ = k + 1 < blocks.size() ? blocks[k + 1] : nullptr;
    lower_block(*blocks[k]);
  }
  resolve_jumps();

  result_.instruction_count = uint32_t(program_.code.size()) - result_.entry;
  result_.slot_count = slot_count_;
  result_.returns_twice = returns_twice_;
}

void FunctionLowering::lower_block(const llvm::BasicBlock& block) {
  block_points_[&block] = Point(program_.code.size());
  module_.set_block_point(&block, Point(program_.code.size()));
  for (const llvm::Instruction& instruction : block) {
    if (instruction.getDebugLoc()) location_ = module_.locate(instruction.getDebugLoc());
    lower_instruction(instruction);
  }
}

Point FunctionLowering::emit(Instruction instruction) {
  program_.code.push_back(instruction);
  program_.source.locations.push_back(location_);
  return Point(program_.code.size() - 1);
}

uint32_t FunctionLowering::new_slots(uint32_t count) {
  const uint32_t first = slot_count_;
  slot_count_ += count;
  return first;
}

uint32_t FunctionLowering::slot_of(const llvm::Value& value) {
  const auto [entry, is_new] = slots_.try_emplace(&value, 0);
  if (is_new) entry->second = new_slots(slots_of(value.getType(), layout()));
  return entry->second;
}

Operand FunctionLowering::operand(const llvm::Value& value) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
      variable && variable->isThreadLocal()) {
    const uint32_t slot = new_slots(1);
    emit({.opcode = Opcode::ThreadLocal, .a = slot, .imm = module_.thread_local_index(*variable)});
    return slot;
  }
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value))
    return module_.constant(*constant);
  const auto same = aliases_.find(&value);
  return same != aliases_.end() ? same->second : slot_of(value);
}

unsigned FunctionLowering::lanes_of(llvm::Type* type) const {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

uint32_t FunctionLowering::list(const std::vector<Operand>& operands) {
  const auto index = uint32_t(program_.operand_lists.size());
  program_.operand_lists.push_back(uint32_t(operands.size()));
  program_.operand_lists.insert(program_.operand_lists.end(), operands.begin(), operands.end());
  return index;
}

void FunctionLowering::refuse(const std::string& what, const llvm::Instruction& at) {
  throw Unsupported(what + " at " + module_.describe(at) + ": heddle does not support this");
}

// --- control flow ---

void FunctionLowering::jump_to(Fixup::Field field, Point point, const llvm::BasicBlock& from,
                               const llvm::BasicBlock& to, size_t index) {
  fixups_.push_back({field, point, index, &from, &to});
}

// Where an edge leads: to the block itself, or to the moves for its phis first.
Point FunctionLowering::edge_to(const llvm::BasicBlock* from, const llvm::BasicBlock& to) {
  if (!from || !llvm::isa<llvm::PHINode>(to.front())) return block_points_.at(&to);
  const auto [entry, is_new] = edges_.try_emplace({from, &to}, Point(program_.code.size()));
  if (is_new) {
    lower_phis(*from, to);
    emit({.opcode = Opcode::Jump, .a = block_points_.at(&to)});
  }
  return entry->second;
}

void FunctionLowering::set_target(const Fixup& fixup, Point target) {
  Instruction& instruction = program_.code[fixup.point];
  const auto imm = uint64_t(instruction.imm);
  switch (fixup.field) {
    case Fixup::Field::A: instruction.a = target; break;
    case Fixup::Field::B: instruction.b = target; break;
    case Fixup::Field::C: instruction.c = target; break;
    case Fixup::Field::ImmLow: instruction.imm = pack_targets(target, uint32_t(imm >> 32)); break;
    case Fixup::Field::ImmHigh: instruction.imm = pack_targets(uint32_t(imm), target); break;
    case Fixup::Field::SwitchDefault: program_.switches[instruction.c].otherwise = target; break;
    case Fixup::Field::SwitchCase:
      program_.switches[instruction.c].cases[fixup.index].second = target;
      break;
    case Fixup::Field::List: program_.operand_lists[fixup.index] = target; break;
    case Fixup::Field::LandingPad: program_.landing_pads[fixup.index].pad = target; break;
  }
}

// A jump to a jump goes to where that one leads; a loop of nothing but jumps stays one.
Point FunctionLowering::straightened(Point target) const {
  for (int hops = 0; hops < 64 && program_.code[target].opcode == Opcode::Jump; ++hops)
    target = program_.code[target].a;
  return target;
}

void FunctionLowering::resolve_jumps() {
  std::vector<Point> targets;
  for (const Fixup& fixup : fixups_) {
    targets.push_back(fixup.field == Fixup::Field::List ? computed_entrance(*fixup.to)
                                                        : edge_to(fixup.from, *fixup.to));
    set_target(fixup, targets.back());
  }
  for (size_t k = 0; k < fixups_.size(); ++k)
    if (fixups_[k].field != Fixup::Field::List) set_target(fixups_[k], straightened(targets[k]));
}

void FunctionLowering::lower_phis(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  std::vector<std::pair<uint32_t, Operand>> moves;
  for (const llvm::PHINode& phi : to.phis()) {
    const llvm::Value& incoming = *phi.getIncomingValueForBlock(&from);
    // An undefined value gets one, too: whatever was in the register would tell states apart.
    const uint32_t target = slot_of(phi);
    const Operand source = operand(incoming);
    for (uint32_t k = 0; k < slots_of(phi.getType(), layout()); ++k)
      if (source + k != target + k) moves.emplace_back(target + k, source + k);
  }
  parallel_moves(std::move(moves));
}

// All sources are read before any target is written. Emit a move whose target nobody still needs;
// when only circles are left, break one with a temporary.
void FunctionLowering::parallel_moves(std::vector<std::pair<uint32_t, Operand>> moves) {
  while (!moves.empty()) {
    const auto free_move = std::find_if(moves.begin(), moves.end(), [&](const auto& move) {
      return std::none_of(moves.begin(), moves.end(),
                          [&](const auto& other) { return other.second == move.first; });
    });
    if (free_move != moves.end()) {
      emit({.opcode = Opcode::Move, .a = free_move->first, .b = free_move->second});
      moves.erase(free_move);
      continue;
    }
    const uint32_t temporary = new_slots(1);
    const Operand saved = moves.front().first;
    emit({.opcode = Opcode::Move, .a = temporary, .b = saved});
    for (auto& move : moves)
      if (move.second == saved) move.second = temporary;
  }
}

// The moves for the phis stand right here, so the jump goes to the block itself: an edge from nowhere.
void FunctionLowering::jump_on(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  lower_phis(from, to);
  if (&to == next_block_) return;
  const Point jump = emit({.opcode = Opcode::Jump});
  fixups_.push_back({Fixup::Field::A, jump, 0, nullptr, &to});
}

void FunctionLowering::lower_branch(const llvm::BranchInst& branch) {
  const llvm::BasicBlock& from = *branch.getParent();
  if (branch.isUnconditional()) return jump_on(from, *branch.getSuccessor(0));
  if (fuse_compare(branch)) return;
  const Operand condition = operand(*branch.getCondition());
  const Point point = emit({.opcode = Opcode::Branch, .a = condition});
  jump_to(Fixup::Field::B, point, from, *branch.getSuccessor(0));
  jump_to(Fixup::Field::C, point, from, *branch.getSuccessor(1));
}

// A comparison used by nothing but the branch right after it needs no register.
bool FunctionLowering::fuse_compare(const llvm::BranchInst& branch) {
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition());
  if (!compare || !compare->hasOneUse() || compare->getParent() != branch.getParent()) return false;
  llvm::Type* type = compare->getOperand(0)->getType();
  if (type->isVectorTy() || is_wide(type)) return false;
  bool swapped = false;
  Opcode opcode = Opcode::BranchEq;
  switch (compare->getPredicate()) {
    case llvm::CmpInst::ICMP_EQ: opcode = Opcode::BranchEq; break;
    case llvm::CmpInst::ICMP_NE: opcode = Opcode::BranchNe; break;
    case llvm::CmpInst::ICMP_ULT: opcode = Opcode::BranchUlt; break;
    case llvm::CmpInst::ICMP_ULE: opcode = Opcode::BranchUle; break;
    case llvm::CmpInst::ICMP_SLT: opcode = Opcode::BranchSlt; break;
    case llvm::CmpInst::ICMP_SLE: opcode = Opcode::BranchSle; break;
    case llvm::CmpInst::ICMP_UGT: opcode = Opcode::BranchUlt, swapped = true; break;
    case llvm::CmpInst::ICMP_UGE: opcode = Opcode::BranchUle, swapped = true; break;
    case llvm::CmpInst::ICMP_SGT: opcode = Opcode::BranchSlt, swapped = true; break;
    case llvm::CmpInst::ICMP_SGE: opcode = Opcode::BranchSle, swapped = true; break;
    default: return false;
  }
  const Operand x = operand(*compare->getOperand(swapped ? 1 : 0));
  const Operand y = operand(*compare->getOperand(swapped ? 0 : 1));
  const Point point = emit({.opcode = opcode, .width = uint8_t(bits_of(type)), .a = x, .b = y});
  jump_to(Fixup::Field::ImmLow, point, *branch.getParent(), *branch.getSuccessor(0));
  jump_to(Fixup::Field::ImmHigh, point, *branch.getParent(), *branch.getSuccessor(1));
  return true;
}

void FunctionLowering::lower_switch(const llvm::SwitchInst& instruction) {
  if (is_wide(instruction.getCondition()->getType()))
    refuse("a switch over a 128-bit value", instruction);
  const Operand condition = operand(*instruction.getCondition());
  const auto table_index = uint32_t(program_.switches.size());
  program_.switches.emplace_back();
  const Point point = emit({.opcode = Opcode::Switch, .a = condition, .c = table_index});
  std::vector<std::pair<uint64_t, const llvm::BasicBlock*>> cases;
  for (const auto& entry : instruction.cases())
    cases.emplace_back(entry.getCaseValue()->getZExtValue(), entry.getCaseSuccessor());
  std::sort(cases.begin(), cases.end());
  for (size_t k = 0; k < cases.size(); ++k) {
    program_.switches[table_index].cases.emplace_back(cases[k].first, kNoPoint);
    jump_to(Fixup::Field::SwitchCase, point, *instruction.getParent(), *cases[k].second, k);
  }
  jump_to(Fixup::Field::SwitchDefault, point, *instruction.getParent(),
          *instruction.getDefaultDest());
}

// Nobody knows where a computed goto goes, so the values that its targets merge are put aside for all
// of them, and each target picks up its own at a second entrance.
void FunctionLowering::lower_indirect(const llvm::IndirectBrInst& instruction) {
  const Operand target = operand(*instruction.getAddress());
  const uint32_t targets = list(std::vector<Operand>(instruction.getNumDestinations()));
  std::set<const llvm::BasicBlock*> seen;
  for (unsigned k = 0; k < instruction.getNumDestinations(); ++k) {
    if (!seen.insert(instruction.getDestination(k)).second) continue;
    for (const llvm::PHINode& phi : instruction.getDestination(k)->phis()) {
      const Operand incoming = operand(*phi.getIncomingValueForBlock(instruction.getParent()));
      const uint32_t slots = slots_of(phi.getType(), layout());
      const auto [entry, is_new] = put_aside_.try_emplace(&phi, 0);
      if (is_new) entry->second = new_slots(slots);
      for (uint32_t slot = 0; slot < slots; ++slot)
        emit({.opcode = Opcode::Move, .a = entry->second + slot, .b = incoming + slot});
    }
  }
  const Point point = emit({.opcode = Opcode::JumpIndirect, .a = target, .c = targets});
  for (unsigned k = 0; k < instruction.getNumDestinations(); ++k)
    jump_to(Fixup::Field::List, point, *instruction.getParent(), *instruction.getDestination(k),
            targets + 1 + k);
}

Point FunctionLowering::computed_entrance(const llvm::BasicBlock& block) {
  if (!llvm::isa<llvm::PHINode>(block.front())) return block_points_.at(&block);
  const auto [entry, is_new] = entrances_.try_emplace(&block, Point(program_.code.size()));
  if (is_new) {
    for (const llvm::PHINode& phi : block.phis())
      for (uint32_t slot = 0; slot < slots_of(phi.getType(), layout()); ++slot)
        emit({.opcode = Opcode::Move, .a = slot_of(phi) + slot, .b = put_aside_.at(&phi) + slot});
    emit({.opcode = Opcode::Jump, .a = block_points_.at(&block)});
    module_.set_block_point(&block, entry->second);
  }
  return entry->second;
}

void FunctionLowering::lower_return(const llvm::ReturnInst& instruction) {
  std::vector<Operand> results;
  if (const llvm::Value* value = instruction.getReturnValue()) {
    const Operand first = operand(*value);
    for (uint32_t k = 0; k < slots_of(value->getType(), layout()); ++k)
      results.push_back(first + k);
  }
  if (atomic_) emit({.opcode = Opcode::AtomicEnd});
  emit({.opcode = Opcode::Return, .c = list(results)});
}

}  // namespace heddle
