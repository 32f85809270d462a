// Calls: of functions, through pointers, of builtins, and inline assembly.
//
// Arguments are passed slot by slot. Variable arguments lie in a block on the caller's stack, laid
// out like the x86-64 overflow area, whose address is a hidden last argument: va_arg code that
// clang emitted then works as it is.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/InlineAsm.h>

#include "lower/builtins.h"
#include "lower/debug_types.h"
#include "lower/lower_function.h"
#include "support/invariant.h"

namespace heddle {

namespace {

struct Builtin {
  llvm::StringRef name;
  Opcode opcode;
  uint8_t aux = 0;
};

constexpr auto host(HostFunction function) { return uint8_t(function); }

const Builtin kBuiltins[] = {
    {"__heddle_await", Opcode::Await},
    {"__heddle_await2", Opcode::Await},
    {"__heddle_visible", Opcode::Visible},
    {"__heddle_choose", Opcode::Choose},
    {"__heddle_assume", Opcode::Assume},
    {"__heddle_atomic_begin", Opcode::AtomicBegin},
    {"__heddle_atomic_end", Opcode::AtomicEnd},
    {"__heddle_thread_create", Opcode::ThreadCreate},
    {"__heddle_thread_self", Opcode::ThreadSelf},
    {"__heddle_thread_end", Opcode::ThreadEnd},
    {"__heddle_thread_release", Opcode::ThreadRelease},
    {"__heddle_hand_over", Opcode::HandOver},
    {"__heddle_allocate", Opcode::Allocate},
    {"__heddle_free", Opcode::Free},
    {"__heddle_block_size", Opcode::BlockSize},
    {"__heddle_size_to_move", Opcode::BlockSize, 1},
    {"__heddle_fail", Opcode::Fail},
    {"__heddle_fail2", Opcode::Fail},
    {"__heddle_unsupported", Opcode::Refuse},
    {"__heddle_exit", Opcode::Exit},
    {"__heddle_output", Opcode::Output},
    {"__heddle_format_double", Opcode::Host, host(HostFunction::FormatDouble)},
    {"__heddle_format_long_double", Opcode::Host, host(HostFunction::FormatLongDouble)},
    {"__heddle_parse_double", Opcode::Host, host(HostFunction::ParseDouble)},
    {"__heddle_math1", Opcode::Host, host(HostFunction::Math1)},
    {"__heddle_math2", Opcode::Host, host(HostFunction::Math2)},
    {"__heddle_option", Opcode::Option},
    {"__heddle_assumption", Opcode::Note, 0},
    {"__heddle_incomplete", Opcode::Note, 1},
    {"__heddle_progress", Opcode::Note, 2},
    {"__heddle_setjmp", Opcode::SetJump},
    {"setjmp", Opcode::SetJump},
    {"_setjmp", Opcode::SetJump},
    {"sigsetjmp", Opcode::SetJump},
    {"__sigsetjmp", Opcode::SetJump},
    {"__heddle_longjmp", Opcode::LongJump},
    {"__heddle_raise", Opcode::Unwind},
    {"__heddle_handler_at", Opcode::HandlerAt},
    {"__heddle_atomic_copy", Opcode::CopyMemory, kAtomic},
    {"__heddle_atomic_fetch", Opcode::CopyMemory, kAtomic | kUpdates},
    {"__heddle_atomic_put", Opcode::CopyMemory, kAtomic | kUpdating},
};

const Builtin* find_builtin(llvm::StringRef name) {
  for (const Builtin& builtin : kBuiltins)
    if (builtin.name == name) return &builtin;
  return nullptr;
}

// Assembly that orders memory or does nothing. Everything is sequentially consistent already.
bool is_understood(llvm::StringRef text) {
  for (const char* known :
       {"", "nop", "pause", "rep; nop", "rep;nop", "rep nop", "mfence", "lfence", "sfence"})
    if (text == known) return true;
  return false;
}

// Operations that look at a lock without waiting for it: they can tell whether it is still held.
bool observes_held_lock(uint64_t sync_kind) {
  // HEDDLE_MUTEX_TRYLOCK, HEDDLE_RWLOCK_TRY, HEDDLE_SPIN_TRYLOCK in runtime/builtins.h
  return sync_kind == 3 || sync_kind == 9 || sync_kind == 14;
}

}  // namespace

bool is_builtin(llvm::StringRef name) { return find_builtin(name) != nullptr; }

void FunctionLowering::lower_call(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return lower_assembly(call);
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return lower_intrinsic(*intrinsic);
  const llvm::Function* callee = call.getCalledFunction();
  if (callee && callee->isDeclaration() && lower_builtin(call, callee->getName())) return;
  lower_plain_call(call);
}

void FunctionLowering::lower_plain_call(const llvm::CallBase& call) {
  const auto* callee =
      llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  // A call through a declaration without parameters passes whatever it has; the definition rules.
  const bool variadic = callee ? callee->isVarArg() : call.getFunctionType()->isVarArg();
  const unsigned fixed =
      variadic ? (callee ? callee->getFunctionType() : call.getFunctionType())->getNumParams()
               : call.arg_size();
  bool needs_copies = false;
  for (unsigned k = 0; k < call.arg_size(); ++k)
    needs_copies = needs_copies || call.isByValArgument(k);
  // A call that must be in tail position hands on the variable arguments of its caller.
  const bool needs_stack = needs_copies || (variadic && !call.isMustTailCall());

  const uint32_t saved = needs_stack ? new_slots(1) : 0;
  if (needs_stack) emit({.opcode = Opcode::StackSave, .a = saved});
  std::vector<Operand> arguments;
  for (unsigned k = 0; k < std::min<unsigned>(fixed, call.arg_size()); ++k) {
    const Operand first =
        call.isByValArgument(k) ? by_value_copy(call, k) : operand(*call.getArgOperand(k));
    for (uint32_t s = 0; s < slots_of(call.getArgOperand(k)->getType(), layout()); ++s)
      arguments.push_back(first + s);
  }
  if (variadic)
    arguments.push_back(call.isMustTailCall() ? argument_area_slot_ : argument_area(call, fixed));

  const uint32_t results = slots_of(call.getType(), layout());
  Instruction instruction{.opcode = Opcode::CallIndirect,
                          .width = uint8_t(results),
                          .a = results ? slot_of(call) : kNoSlot};
  if (results > 255) refuse("a function with so large a result", call);
  instruction.b = callee ? module_.index_of(*callee) : operand(*call.getCalledOperand());
  if (callee) instruction.opcode = Opcode::Call;
  if (callee && !callee->isVarArg() && arguments.size() != parameter_slots(*callee)) {
    refuse("a call of " + callee->getName().str() + " with arguments it does not take", call);
  }
  instruction.c = list(arguments);
  instruction.aux = call.isMustTailCall() && !needs_copies && !atomic_;
  const Point point = emit(instruction);
  if (const TypeIndex type = module_.types().allocated_by(call))
    program_.source.allocations.push_back({point, type});
  if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) add_landing_pad(*invoke, point);
  if (needs_stack) emit({.opcode = Opcode::StackRestore, .a = saved});
}

uint32_t FunctionLowering::parameter_slots(const llvm::Function& function) const {
  uint32_t slots = 0;
  for (const llvm::Argument& argument : function.args())
    slots += slots_of(argument.getType(), layout());
  return slots;
}

// A struct passed by value: the callee gets a copy of its own.
Operand FunctionLowering::by_value_copy(const llvm::CallBase& call, unsigned index) {
  const uint64_t size = layout().getTypeAllocSize(call.getParamByValType(index));
  const uint32_t copy = new_slots(1);
  emit({.opcode = Opcode::Alloca,
        .a = copy,
        .b = module_.constant(1),
        .c = 16,
        .imm = int64_t(size)});
  emit({.opcode = Opcode::CopyMemory,
        .aux = access_flags(call.getType(), false),
        .a = copy,
        .b = operand(*call.getArgOperand(index)),
        .c = module_.constant(size)});
  return copy;
}

Operand FunctionLowering::argument_area(const llvm::CallBase& call, unsigned fixed) {
  struct Placed {
    unsigned index;
    uint64_t offset;
    uint64_t size;
  };
  std::vector<Placed> places;
  uint64_t end = 0;
  for (unsigned k = fixed; k < call.arg_size(); ++k) {
    llvm::Type* type =
        call.isByValArgument(k) ? call.getParamByValType(k) : call.getArgOperand(k)->getType();
    const uint64_t align = std::max<uint64_t>(
        8,
        std::min<uint64_t>(16, call.isByValArgument(k) ? call.getParamAlign(k).valueOrOne().value()
                                                       : layout().getABITypeAlign(type).value()));
    const uint64_t size = layout().getTypeAllocSize(type);
    end = (end + align - 1) / align * align;
    places.push_back({k, end, size});
    end += (size + 7) / 8 * 8;
  }
  const uint32_t area = new_slots(1);
  emit({.opcode = Opcode::Alloca,
        .a = area,
        .b = module_.constant(1),
        .c = 16,
        .imm = int64_t(end)});
  for (const Placed& place : places) {
    const llvm::Value& argument = *call.getArgOperand(place.index);
    if (call.isByValArgument(place.index)) {
      const uint32_t target = new_slots(1);
      emit({.opcode = Opcode::Offset, .a = target, .b = area, .imm = int64_t(place.offset)});
      emit({.opcode = Opcode::CopyMemory,
            .aux = access_flags(call.getType(), false),
            .a = target,
            .b = operand(argument),
            .c = module_.constant(place.size)});
      continue;
    }
    const Operand value = operand(argument);
    for (const Leaf& leaf : leaves_of(argument.getType(), layout()))
      store_leaf(leaf.type, value + leaf.slot, area, int64_t(place.offset + leaf.offset),
                 access_flags(leaf.type, false));
  }
  return area;
}

void FunctionLowering::lower_assembly(const llvm::CallBase& call) {
  const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  llvm::StringRef text(assembly->getAsmString());
  text = text.trim(" \t\n;");
  // "+m" and "+r" operands of a barrier come back unchanged only if there are none: a result would
  // have to be computed.
  if (!is_understood(text) || !call.getType()->isVoidTy())
    refuse("the inline assembly \"" + text.str() + "\"", call);
  emit({.opcode = Opcode::Fence});
}

bool FunctionLowering::lower_builtin(const llvm::CallBase& call, llvm::StringRef name) {
  const Builtin* builtin = find_builtin(name);
  if (!builtin) return false;
  std::vector<Operand> arguments;
  for (const llvm::Use& argument : call.args()) arguments.push_back(operand(*argument));
  const auto argument = [&](size_t k) {
    return k < arguments.size() ? arguments[k] : module_.constant(0);
  };
  Instruction i{.opcode = builtin->opcode, .aux = builtin->aux};
  switch (shape_of(builtin->opcode)) {
    case Shape::None: break;
    case Shape::D: i.a = slot_of(call); break;
    case Shape::DU: i.a = slot_of(call), i.b = argument(0); break;
    case Shape::DUU: i.a = slot_of(call), i.b = argument(0), i.c = argument(1); break;
    case Shape::U: i.a = argument(0); break;
    case Shape::UU: i.a = argument(0), i.b = argument(1); break;
    case Shape::UUU: i.a = argument(0), i.b = argument(1), i.c = argument(2); break;
    case Shape::List:
      i.width = uint8_t(slots_of(call.getType(), layout()));
      i.a = i.width ? slot_of(call) : kNoSlot;
      i.c = list(arguments);
      break;
    default: throw InternalError("a builtin of a shape that builtins do not have");
  }
  if (builtin->opcode == Opcode::SetJump) returns_twice_ = true;
  if (builtin->opcode == Opcode::Visible)
    if (const auto* kind = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0)))
      program_.observes_held_locks =
          program_.observes_held_locks || observes_held_lock(kind->getZExtValue());
  emit(i);
  return true;
}

}  // namespace heddle
