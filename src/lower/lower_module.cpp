// What of the module is needed, and in what order it is lowered.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <filesystem>

#include "lower/builtins.h"
#include "lower/debug_types.h"
#include "lower/liveness.h"
#include "lower/lower.h"
#include "lower/lower_function.h"
#include "lower/module_lowering.h"
#include "program/address.h"
#include "program/operands.h"
#include "support/hash.h"
#include "support/invariant.h"

namespace heddle {

namespace {

bool is_leave(const std::string& name) { return name == "pthread_exit" || name == "thrd_exit"; }

// Whatever is passed a function may call it: qsort, pthread_once, std::function. Not counted are what every
// program has: the ends of threads and of the process.
bool calls_back(const Function& function) {
  for (const char* own : {"run_thread", "__heddle_finish_thread", "end_thread_locals", "run"})
    if (function.name == own && function.origin == FunctionOrigin::Library) return false;
  return true;
}

constexpr const char* kExceptionMatcher = "__heddle_exception_matches";
constexpr const char* kEndOfUnwinding = "__heddle_exception_leaves_thread";

// Names are relative to where the file was compiled, which in a project may be elsewhere. Those of our own models
// have no such place and stay as they are.
std::string name_from_here(const llvm::DIFile& file) {
  const std::filesystem::path name = file.getFilename().str();
  const std::filesystem::path folder = file.getDirectory().str();
  const bool is_elsewhere = folder.is_absolute() && folder != std::filesystem::current_path();
  return is_elsewhere ? (folder / name).lexically_normal() : name;
}

// Marked so in the models, or one of those that the headers define.
bool is_generic(const llvm::Function& function) {
  static constexpr const char* kInHeaders[] = {
      "_ZNSt18_Rb_tree_node_base", "_ZNSt15_Rb_tree_header",
      "_ZNSt4pairIPSt18_Rb_tree_node_baseS1_E", "_ZNSt8__detail17_List_node_header"};
  return function.getSection() == "heddle_generic" ||
         llvm::any_of(kInHeaders,
                      [&](const char* name) { return function.getName().starts_with(name); });
}

}  // namespace

Program lower(const llvm::Module& module, const std::set<std::string>& user_functions,
              const AddressNumbers* numbers) {
  return ModuleLowering(module, user_functions, numbers).run();
}

ModuleLowering::ModuleLowering(const llvm::Module& module,
                               const std::set<std::string>& user_functions,
                               const AddressNumbers* numbers)
    : module_(module),
      layout_(module.getDataLayout()),
      user_functions_(user_functions),
      numbers_(numbers),
      types_(std::make_unique<DebugTypes>(module, program_.source)),
      shapes_(layout_, program_.source) {}

ModuleLowering::~ModuleLowering() = default;

Program ModuleLowering::run() {
  find_reachable();
  refuse_unmodelled();
  number_globals();
  number_functions();
  program_.functions.resize(functions_.size());
  for (FunctionIndex index = 0; index < functions_.size(); ++index) {
    const llvm::Function& function = *functions_[index];
    program_.functions[index].name = function.getName().str();
    program_.functions[index].origin = origin_of(function);
    program_.functions[index].is_generic = is_generic(function);
    FunctionLowering(*this, function, index).run();
  }
  lower_globals();
  fill_block_addresses();
  std::sort(program_.globals.begin(), program_.globals.end(),
            [](const Global& a, const Global& b) { return a.address < b.address; });
  compute_liveness(program_);
  hash_functions();
  set_plain_positions(program_);
  program_.main_may_leave = main_may_leave();
  program_.detaches_threads = std::ranges::any_of(program_.functions, [](const Function& function) {
    return function.name == "pthread_detach" || function.name == "pthread_attr_setdetachstate";
  });
  program_.start = index_of(*module_.getFunction("__heddle_start"));
  return std::move(program_);
}

FunctionOrigin ModuleLowering::origin_of(const llvm::Function& function) const {
  return user_functions_.contains(function.getName().str()) ? FunctionOrigin::User
                                                            : FunctionOrigin::Library;
}

// Everything that the start function leads to, through calls, addresses and initialisers.
void ModuleLowering::find_reachable() {
  std::vector<const llvm::Constant*> work;
  std::set<const llvm::Constant*> seen;
  std::vector<const llvm::Function*> bodies;
  const llvm::Instruction* user = nullptr;
  const auto reach = [&](const llvm::Constant* constant) {
    if (seen.insert(constant).second) {
      work.push_back(constant);
      look_for_member_pointers(*constant);
    }
    if (const auto* function = llvm::dyn_cast<llvm::Function>(constant))
      first_use_.emplace(function, user);
  };
  const auto reach_matcher = [&] {
    const llvm::Function* matcher = module_.getFunction(kExceptionMatcher);
    const llvm::Function* end = module_.getFunction(kEndOfUnwinding);
    if (!matcher || !end) throw Unsupported("exceptions at " + describe(*user));
    reach(matcher);
    reach(end);
  };
  const auto drain = [&] {
    while (!work.empty()) {
      const llvm::Constant* constant = work.back();
      work.pop_back();
      if (const auto* function = llvm::dyn_cast<llvm::Function>(constant)) {
        if (!function->isDeclaration()) bodies.push_back(function);
      } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
        (variable->isThreadLocal() ? thread_locals_ : globals_).push_back(variable);
        if (variable->hasInitializer()) reach(variable->getInitializer());
      } else if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(constant)) {
        reach(alias->getAliasee());
      } else if (const auto* block = llvm::dyn_cast<llvm::BlockAddress>(constant)) {
        reach(block->getFunction());
      } else {
        for (const llvm::Use& use : constant->operands()) reach(llvm::cast<llvm::Constant>(use));
      }
    }
  };
  const llvm::Function* start = module_.getFunction("__heddle_start");
  INVARIANT(start && !start->isDeclaration(), "the runtime models have a start function");
  reach(start);
  drain();
  for (size_t next = 0; next < bodies.size(); ++next) {
    for (const llvm::BasicBlock& block : *bodies[next])
      for (const llvm::Instruction& instruction : block) {
        user = &instruction;
        look_for_member_pointers(instruction);
        if (llvm::isa<llvm::LandingPadInst>(instruction)) reach_matcher();
        for (const llvm::Use& use : instruction.operands())
          if (const auto* constant = llvm::dyn_cast<llvm::Constant>(use)) reach(constant);
        drain();
      }
  }
  functions_ = bodies;
  for (FunctionIndex index = 0; index < functions_.size(); ++index)
    function_indices_[functions_[index]] = index;
}

// The second word of a pointer to a member function is what it adds to `this`.
void ModuleLowering::look_for_member_pointers(const llvm::Constant& constant) {
  if (!is_member_pointer(*constant.getType())) return;
  const llvm::Constant* added = constant.getAggregateElement(1u);
  const bool is_zero = added && (added->isNullValue() || llvm::isa<llvm::UndefValue>(added));
  moves_this_ |= !is_zero;
}

void ModuleLowering::look_for_member_pointers(const llvm::Instruction& instruction) {
  const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction);
  if (!insert || !is_member_pointer(*insert->getType())) return;
  const auto* value = llvm::dyn_cast<llvm::Constant>(insert->getInsertedValueOperand());
  moves_this_ |= insert->getIndices()[0] == 1 && !(value && value->isNullValue());
}

void ModuleLowering::refuse_unmodelled() {
  std::string missing;
  for (const auto& [function, user] : first_use_) {
    if (!function->isDeclaration() || function->isIntrinsic() || is_builtin(function->getName()))
      continue;
    missing += "\n  " + function->getName().str() + (user ? ", used at " + describe(*user) : "");
  }
  for (const llvm::GlobalVariable* variable : globals_)
    if (variable->isDeclaration()) missing += "\n  " + variable->getName().str() + " (a variable)";
  if (missing.empty()) return;
  throw Unsupported(
      "the program uses what heddle has no model of:" + missing +
      "\nDefine it in a source file of your own and add that file to the command line: "
      "a simple version that does what the check needs is enough.");
}

uint64_t ModuleLowering::address_of(const llvm::Function& function) {
  const FunctionIndex index = index_of(function);
  return address::of_function(numbers_ ? numbers_->functions[index] : index);
}

void ModuleLowering::number_functions() {
  if (!numbers_) return;
  for (FunctionIndex index = 0; index < functions_.size(); ++index) {
    const uint32_t number = numbers_->functions[index];
    auto& by_number = program_.functions_by_number;
    if (number >= by_number.size()) by_number.resize(number + 1, Program::kNoFunction);
    by_number[number] = index;
  }
}

FunctionIndex ModuleLowering::index_of(const llvm::Function& function) {
  const auto found = function_indices_.find(&function);
  INVARIANT(found != function_indices_.end(), "what is lowered was found reachable");
  return found->second;
}

void ModuleLowering::number_globals() {
  uint32_t small = 0;
  uint32_t large = 0;
  for (const llvm::GlobalVariable* variable : globals_) {
    const uint64_t size = layout_.getTypeAllocSize(variable->getValueType());
    const bool is_small = size <= address::kMaxSmallObject;
    if (size > address::kMaxLargeObject || large >= address::kLargeObjectsPerRegion ||
        small > address::kObjectMask)
      throw Unsupported("the global variable " + variable->getName().str() + " of " +
                        std::to_string(size) + " bytes");
    const uint32_t first = is_small ? small++ : large++;
    const uint32_t number =
        !numbers_ ? first : (is_small ? numbers_->small : numbers_->large)[first];
    addresses_[variable] =
        address::make(is_small ? address::kGlobalRegion : address::kLargeGlobalRegion, number);
  }
  for (const llvm::GlobalVariable* variable : thread_locals_)
    if (const uint64_t size = layout_.getTypeAllocSize(variable->getValueType());
        size > address::kMaxSmallObject)
      throw Unsupported("the thread-local variable " + variable->getName().str() + " of " +
                        std::to_string(size) + " bytes");
  for (size_t index = 0; index < thread_locals_.size(); ++index)
    thread_local_indices_[thread_locals_[index]] = int64_t(index);
}

FunctionIndex ModuleLowering::exception_matcher() {
  const llvm::Function* matcher = module_.getFunction(kExceptionMatcher);
  INVARIANT(matcher, "find_reachable asks for it when there is a landing pad");
  return index_of(*matcher);
}

FunctionIndex ModuleLowering::end_of_unwinding() {
  const llvm::Function* end = module_.getFunction(kEndOfUnwinding);
  INVARIANT(end, "find_reachable asks for it when there is a landing pad");
  return index_of(*end);
}

uint64_t ModuleLowering::type_number(const llvm::Constant& type_info) {
  return type_numbers_.try_emplace(type_info.stripPointerCasts(), type_numbers_.size() + 1)
      .first->second;
}

int64_t ModuleLowering::thread_local_index(const llvm::GlobalVariable& variable) {
  const auto found = thread_local_indices_.find(&variable);
  return found == thread_local_indices_.end() ? -1 : found->second;
}

uint64_t ModuleLowering::address_of(const llvm::GlobalVariable& variable) {
  const auto found = addresses_.find(&variable);
  INVARIANT(found != addresses_.end(), "what is lowered was found reachable");
  return found->second;
}

void ModuleLowering::lower_globals() {
  const auto lower_one = [&](const llvm::GlobalVariable& variable, int64_t index) {
    Global global{.name = variable.getName().str()};
    global.size = layout_.getTypeAllocSize(variable.getValueType());
    global.alignment = uint32_t(layout_.getPreferredAlign(&variable).value());
    global.is_constant = variable.isConstant();
    types_->describe_global(variable, global, *this);
    if (variable.hasInitializer()) fill_contents(global, *variable.getInitializer(), 0, index);
    std::erase_if(global.contents, [](const InitialWord& word) { return word.value == 0; });
    return global;
  };
  for (const llvm::GlobalVariable* variable : globals_) {
    Global global = lower_one(*variable, int64_t(program_.globals.size()));
    global.address = address_of(*variable);
    program_.globals.push_back(std::move(global));
  }
  for (const llvm::GlobalVariable* variable : thread_locals_)
    program_.thread_locals.push_back(lower_one(*variable, -1));
  // Two private globals of one name (string literals) must not share a fingerprint key.
  std::map<std::string, unsigned> seen;
  for (Global& global : program_.globals)
    if (const unsigned earlier = seen[global.name]++) global.name += "#" + std::to_string(earlier);
}

void ModuleLowering::fill_block_addresses() {
  for (const BlockAddressUse& use : block_address_uses_) {
    const uint64_t value = address::of_block(block_points_.at(use.block));
    if (use.global < 0)
      program_.constants[use.constant] = value;
    else
      program_.globals[size_t(use.global)].contents.push_back({use.word, value});
  }
}

// Whether pthread_exit can be reached from main, or the test in its place, without starting a thread. A
// call through a pointer may go anywhere.
bool ModuleLowering::main_may_leave() const {
  std::vector<FunctionIndex> work;
  std::set<FunctionIndex> seen;
  bool leaves_exist = false;
  bool calls_unknown = false;
  bool leaves = false;
  for (FunctionIndex index = 0; index < program_.functions.size(); ++index) {
    if (program_.functions[index].name == "__heddle_call_main") work.push_back(index);
    leaves_exist = leaves_exist || is_leave(program_.functions[index].name);
  }
  while (!work.empty()) {
    const FunctionIndex index = work.back();
    work.pop_back();
    if (!seen.insert(index).second) continue;
    const Function& function = program_.functions[index];
    leaves = leaves || is_leave(function.name);
    for (Point point = function.entry; point < function.entry + function.instruction_count;
         ++point) {
      if (program_.code[point].opcode == Opcode::Call) work.push_back(program_.code[point].b);
      const bool unknown = program_.code[point].opcode == Opcode::CallIndirect;
      calls_unknown = calls_unknown || (unknown && calls_back(function));
    }
  }
  return leaves || (leaves_exist && calls_unknown);
}

namespace {

// What an instruction's immediate and targets add to its hash; targets count from the function's start.
uint64_t hash_rest(const Program& program, const Instruction& i, Point entry, uint64_t hash) {
  switch (i.opcode) {
    case Opcode::Jump: return mix(hash, i.a - entry);
    case Opcode::Branch: return mix(mix(hash, i.b - entry), i.c - entry);
    case Opcode::BranchEq:
    case Opcode::BranchNe:
    case Opcode::BranchUlt:
    case Opcode::BranchUle:
    case Opcode::BranchSlt:
    case Opcode::BranchSle:
      return mix(mix(hash, Point(i.imm) - entry), Point(uint64_t(i.imm) >> 32) - entry);
    case Opcode::Switch:
      hash = mix(hash, program.switches[i.c].otherwise - entry);
      hash = mix(hash, program.switches[i.c].cases.size());
      for (const auto& [value, target] : program.switches[i.c].cases)
        hash = mix(mix(hash, value), target - entry);
      return hash;
    case Opcode::Call: return mix(hash, hash_text(program.functions[i.b].name));
    case Opcode::Alloca: hash = mix(hash, i.c); break;
    default: break;
  }
  const Shape shape = shape_of(i.opcode);
  const bool imm_is_operand = shape == Shape::DUUI || shape == Shape::D2UUI;
  return imm_is_operand ? hash : mix(hash, uint64_t(i.imm));
}

}  // namespace

// From opcodes, constants' values and callees' names: the same code has the same hash in every run. How many parameters it has is a part of
// it: a call with others is an error.
void ModuleLowering::hash_functions() {
  for (Function& function : program_.functions) {
    uint64_t hash = mix(hash_text(function.name), function.instruction_count);
    hash = mix(mix(hash, function.parameter_slots),
               uint64_t(function.slot_count) << 1 | function.returns_twice);
    uint64_t operands = 0;  // of an instruction
    const auto add_operand = [&](Operand operand) {
      ++operands;
      const bool constant = is_constant(operand);
      hash = mix(mix(hash, constant),
                 constant ? program_.constants[operand & ~kConstantBit] : operand);
    };
    for (Point point = function.entry; point < function.entry + function.instruction_count;
         ++point) {
      const Instruction& i = program_.code[point];
      hash = mix(hash, uint64_t(i.opcode) << 16 | uint64_t(i.width) << 8 | i.aux);
      operands = 0;
      visit_operands(program_, i, add_operand, [&](uint32_t slot) { hash = mix(hash, slot + 1); });
      hash = hash_rest(program_, i, function.entry, mix(hash, operands));
    }
    function.code_hash = hash;
  }
}

std::string ModuleLowering::describe(const llvm::Instruction& instruction) {
  const SourceLocation location = locate(instruction.getDebugLoc());
  const std::string function = instruction.getFunction()->getName().str();
  if (location.line == 0) return "function " + function;
  return program_.source.files[location.file] + ":" + std::to_string(location.line) + " in " +
         function;
}

uint32_t ModuleLowering::file_index(const llvm::DIFile* file) {
  if (!file) return 0;
  const auto [entry, is_new] = files_.emplace(file, uint32_t(program_.source.files.size()));
  if (is_new) program_.source.files.push_back(name_from_here(*file));
  return entry->second;
}

SourceLocation ModuleLowering::locate(const llvm::DebugLoc& location) {
  if (!location) return {};
  const auto* scope = llvm::cast<llvm::DIScope>(location.getScope());
  return {file_index(scope->getFile()), location.getLine(), location.getCol()};
}

}  // namespace heddle
