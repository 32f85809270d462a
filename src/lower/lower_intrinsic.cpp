// LLVM's intrinsic functions, as clang emits them for C.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "lower/lower_function.h"

namespace heddle {

namespace {

namespace Intrinsic = llvm::Intrinsic;

std::optional<IntFunction> int_function(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::ctpop: return IntFunction::PopCount;
    case Intrinsic::ctlz: return IntFunction::LeadingZeros;
    case Intrinsic::cttz: return IntFunction::TrailingZeros;
    case Intrinsic::bswap: return IntFunction::ByteSwap;
    case Intrinsic::bitreverse: return IntFunction::BitReverse;
    case Intrinsic::abs: return IntFunction::Abs;
    case Intrinsic::smin: return IntFunction::SMin;
    case Intrinsic::smax: return IntFunction::SMax;
    case Intrinsic::umin: return IntFunction::UMin;
    case Intrinsic::umax: return IntFunction::UMax;
    case Intrinsic::fshl: return IntFunction::FunnelLeft;
    case Intrinsic::fshr: return IntFunction::FunnelRight;
    case Intrinsic::uadd_sat: return IntFunction::UAddSat;
    case Intrinsic::usub_sat: return IntFunction::USubSat;
    case Intrinsic::sadd_sat: return IntFunction::SAddSat;
    case Intrinsic::ssub_sat: return IntFunction::SSubSat;
    default: return std::nullopt;
  }
}

std::optional<OverflowFunction> overflow_function(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::sadd_with_overflow: return OverflowFunction::SAdd;
    case Intrinsic::uadd_with_overflow: return OverflowFunction::UAdd;
    case Intrinsic::ssub_with_overflow: return OverflowFunction::SSub;
    case Intrinsic::usub_with_overflow: return OverflowFunction::USub;
    case Intrinsic::smul_with_overflow: return OverflowFunction::SMul;
    case Intrinsic::umul_with_overflow: return OverflowFunction::UMul;
    default: return std::nullopt;
  }
}

std::optional<FloatFunction> float_function(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::fabs: return FloatFunction::Abs;
    case Intrinsic::sqrt: return FloatFunction::Sqrt;
    case Intrinsic::floor: return FloatFunction::Floor;
    case Intrinsic::ceil: return FloatFunction::Ceil;
    case Intrinsic::trunc: return FloatFunction::Trunc;
    case Intrinsic::round: return FloatFunction::Round;
    case Intrinsic::roundeven: return FloatFunction::RoundEven;
    case Intrinsic::rint: return FloatFunction::Rint;
    case Intrinsic::nearbyint: return FloatFunction::NearbyInt;
    case Intrinsic::copysign: return FloatFunction::CopySign;
    case Intrinsic::minnum: return FloatFunction::MinNum;
    case Intrinsic::maxnum: return FloatFunction::MaxNum;
    case Intrinsic::minimum: return FloatFunction::Minimum;
    case Intrinsic::maximum: return FloatFunction::Maximum;
    case Intrinsic::fma: return FloatFunction::Fma;
    case Intrinsic::sin: return FloatFunction::Sin;
    case Intrinsic::cos: return FloatFunction::Cos;
    case Intrinsic::exp: return FloatFunction::Exp;
    case Intrinsic::exp2: return FloatFunction::Exp2;
    case Intrinsic::log: return FloatFunction::Log;
    case Intrinsic::log2: return FloatFunction::Log2;
    case Intrinsic::log10: return FloatFunction::Log10;
    case Intrinsic::pow: return FloatFunction::Pow;
    case Intrinsic::powi: return FloatFunction::PowI;
    case Intrinsic::lrint:
    case Intrinsic::llrint: return FloatFunction::ToLong;
    case Intrinsic::lround:
    case Intrinsic::llround: return FloatFunction::ToLongRound;
    case Intrinsic::is_fpclass: return FloatFunction::Classify;
    default: return std::nullopt;
  }
}

uint8_t width_of(llvm::Type* type) { return uint8_t(bits_of(type->getScalarType())); }

}  // namespace

void FunctionLowering::lower_intrinsic(const llvm::IntrinsicInst& call) {
  const auto argument = [&](unsigned k) { return operand(*call.getArgOperand(k)); };
  const uint8_t flags = access_flags(call.getType(), false);
  switch (call.getIntrinsicID()) {
    case Intrinsic::memcpy:
    case Intrinsic::memcpy_inline:
    case Intrinsic::memmove:
      emit({.opcode = Opcode::CopyMemory,
            .aux = flags,
            .a = argument(0),
            .b = argument(1),
            .c = argument(2)});
      return;
    case Intrinsic::memset:
    case Intrinsic::memset_inline:
      emit({.opcode = Opcode::SetMemory,
            .aux = flags,
            .a = argument(0),
            .b = argument(1),
            .c = argument(2)});
      return;
    case Intrinsic::lifetime_start:
      emit({.opcode = Opcode::LifetimeStart, .a = argument(1)});
      return;
    case Intrinsic::lifetime_end: emit({.opcode = Opcode::LifetimeEnd, .a = argument(1)}); return;
    case Intrinsic::stacksave: emit({.opcode = Opcode::StackSave, .a = slot_of(call)}); return;
    case Intrinsic::stackrestore: emit({.opcode = Opcode::StackRestore, .a = argument(0)}); return;
    case Intrinsic::vastart: {
      if (argument_area_slot_ == kNoSlot)
        refuse("va_start in a function without variable arguments", call);
      const Operand list = argument(0);
      // Both register areas are used up, so va_arg goes to the overflow area at once.
      emit({.opcode = Opcode::Store4,
            .width = 32,
            .aux = flags,
            .a = module_.constant(48),
            .b = list,
            .imm = 0});
      emit({.opcode = Opcode::Store4,
            .width = 32,
            .aux = flags,
            .a = module_.constant(176),
            .b = list,
            .imm = 4});
      emit({.opcode = Opcode::Store8,
            .width = 64,
            .aux = uint8_t(flags | kPointer),
            .a = argument_area_slot_,
            .b = list,
            .imm = 8});
      emit({.opcode = Opcode::Store8,
            .width = 64,
            .aux = flags,
            .a = module_.constant(0),
            .b = list,
            .imm = 16});
      return;
    }
    case Intrinsic::vacopy:
      emit({.opcode = Opcode::CopyMemory,
            .aux = flags,
            .a = argument(0),
            .b = argument(1),
            .c = module_.constant(24)});
      return;
    case Intrinsic::vaend:
    case Intrinsic::dbg_declare:
    case Intrinsic::dbg_value:
    case Intrinsic::dbg_label:
    case Intrinsic::dbg_assign:
    case Intrinsic::assume:
    case Intrinsic::donothing:
    case Intrinsic::prefetch:
    case Intrinsic::invariant_end:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::sideeffect: return;
    case Intrinsic::invariant_start: return;
    case Intrinsic::x86_sse2_pause:
    case Intrinsic::x86_sse2_mfence:
    case Intrinsic::x86_sse2_lfence:
    case Intrinsic::x86_sse_sfence: emit({.opcode = Opcode::Fence}); return;
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ptr_annotation:
    case Intrinsic::annotation:
    case Intrinsic::arithmetic_fence: return alias(call, argument(0));
    case Intrinsic::threadlocal_address: return alias(call, argument(0));
    case Intrinsic::eh_typeid_for: {
      const auto& type = llvm::cast<llvm::Constant>(*call.getArgOperand(0));
      return alias(call, module_.constant(module_.type_number(type)));
    }
    case Intrinsic::ptrmask:
      emit({.opcode = Opcode::And,
            .width = 64,
            .a = slot_of(call),
            .b = argument(0),
            .c = argument(1)});
      return;
    case Intrinsic::is_constant:
      emit({.opcode = Opcode::Move, .a = slot_of(call), .b = module_.constant(0)});
      return;
    case Intrinsic::objectsize: {
      const bool minimum = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->isOne();
      const unsigned bits = bits_of(call.getType());
      const uint64_t unknown = minimum ? 0 : bits < 64 ? (uint64_t(1) << bits) - 1 : ~uint64_t(0);
      emit({.opcode = Opcode::Move, .a = slot_of(call), .b = module_.constant(unknown)});
      return;
    }
    case Intrinsic::trap:
    case Intrinsic::ubsantrap:
    case Intrinsic::debugtrap: emit({.opcode = Opcode::Unreachable}); return;
    case Intrinsic::fmuladd: {  // without a fused instruction this is a product and a sum
      llvm::Type* type = call.getType()->getScalarType();
      for (unsigned k = 0; k < lanes_of(call.getType()); ++k) {
        if (is_wide(type)) {
          const uint32_t product = new_slots(2);
          emit({.opcode = Opcode::X87,
                .aux = uint8_t(X87Function::Mul),
                .a = product,
                .b = argument(0) + 2 * k,
                .c = argument(1) + 2 * k});
          emit({.opcode = Opcode::X87,
                .aux = uint8_t(X87Function::Add),
                .a = slot_of(call) + 2 * k,
                .b = product,
                .c = argument(2) + 2 * k});
          continue;
        }
        const uint32_t product = new_slots(1);
        emit({.opcode = Opcode::FloatMul,
              .width = width_of(type),
              .a = product,
              .b = argument(0) + k,
              .c = argument(1) + k});
        emit({.opcode = Opcode::FloatAdd,
              .width = width_of(type),
              .a = slot_of(call) + k,
              .b = product,
              .c = argument(2) + k});
      }
      return;
    }
    default: break;
  }
  if (lower_int_intrinsic(call) || lower_float_intrinsic(call)) return;
  refuse("the intrinsic " + call.getCalledFunction()->getName().str(), call);
}

bool FunctionLowering::lower_int_intrinsic(const llvm::IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  llvm::Type* type = call.getArgOperand(0)->getType();
  const auto argument = [&](unsigned k) {
    return k < call.arg_size() ? operand(*call.getArgOperand(k)) : operand(*call.getArgOperand(0));
  };
  if (const auto function = overflow_function(id)) {
    if (is_wide(type) && bits_of(type) != 128)
      refuse("overflow arithmetic on integers of such a width", call);
    emit({.opcode = is_wide(type) ? Opcode::WideOverflow : Opcode::IntOverflow,
          .width = width_of(type),
          .aux = uint8_t(*function),
          .a = slot_of(call),
          .b = argument(0),
          .c = argument(1),
          .imm = int64_t(argument(1))});
    return true;
  }
  const auto function = int_function(id);
  if (!function) return false;
  if (is_wide(type->getScalarType())) {
    lower_wide_intrinsic(call);
    return true;
  }
  for (unsigned k = 0; k < lanes_of(type); ++k)
    emit({.opcode = Opcode::IntMath,
          .width = width_of(type),
          .aux = uint8_t(*function),
          .a = slot_of(call) + k,
          .b = argument(0) + (type->isVectorTy() ? k : 0),
          .c = argument(1) +
               (call.arg_size() > 1 && call.getArgOperand(1)->getType()->isVectorTy() ? k : 0),
          .imm = int64_t(
              argument(2) +
              (call.arg_size() > 2 && call.getArgOperand(2)->getType()->isVectorTy() ? k : 0))});
  return true;
}

// Minimum, maximum, absolute value and bit counts of 128-bit integers, from the halves.
void FunctionLowering::lower_wide_intrinsic(const llvm::IntrinsicInst& call) {
  const Intrinsic::ID id = call.getIntrinsicID();
  const uint8_t width = width_of(call.getType());
  const uint32_t to = slot_of(call);
  const Operand x = operand(*call.getArgOperand(0));
  const auto choose = [&](uint32_t condition, Operand if_true, Operand if_false) {
    for (uint32_t k = 0; k < 2; ++k)
      emit({.opcode = Opcode::Select,
            .a = to + k,
            .b = condition,
            .c = if_true + k,
            .imm = int64_t(if_false + k)});
  };
  const auto less = [&](WidePredicate predicate, Operand a, Operand b) {
    const uint32_t result = new_slots(1);
    emit({.opcode = Opcode::WideCompare,
          .width = width,
          .aux = uint8_t(predicate),
          .a = result,
          .b = a,
          .c = b});
    return result;
  };
  switch (id) {
    case Intrinsic::smin:
    case Intrinsic::umin:
    case Intrinsic::smax:
    case Intrinsic::umax: {
      const Operand y = operand(*call.getArgOperand(1));
      const bool is_signed = id == Intrinsic::smin || id == Intrinsic::smax;
      const uint32_t x_is_less = less(is_signed ? WidePredicate::Slt : WidePredicate::Ult, x, y);
      const bool minimum = id == Intrinsic::smin || id == Intrinsic::umin;
      return minimum ? choose(x_is_less, x, y) : choose(x_is_less, y, x);
    }
    case Intrinsic::abs: {
      const Operand zero = module_.constant(*llvm::Constant::getNullValue(call.getType()));
      const uint32_t negated = new_slots(2);
      emit({.opcode = Opcode::Wide,
            .width = width,
            .aux = uint8_t(WideFunction::Sub),
            .a = negated,
            .b = zero,
            .c = x});
      return choose(less(WidePredicate::Slt, x, zero), negated, x);
    }
    case Intrinsic::bswap:
      for (uint32_t k = 0; k < 2; ++k)
        emit({.opcode = Opcode::IntMath,
              .width = 64,
              .aux = uint8_t(IntFunction::ByteSwap),
              .a = to + k,
              .b = x + 1 - k,
              .c = x,
              .imm = int64_t(x)});
      return;
    case Intrinsic::ctpop: {
      const uint32_t counts = new_slots(2);
      for (uint32_t k = 0; k < 2; ++k)
        emit({.opcode = Opcode::IntMath,
              .width = 64,
              .aux = uint8_t(IntFunction::PopCount),
              .a = counts + k,
              .b = x + k,
              .c = x,
              .imm = int64_t(x)});
      emit({.opcode = Opcode::Add, .width = 64, .a = to, .b = counts, .c = counts + 1});
      emit({.opcode = Opcode::Move, .a = to + 1, .b = module_.constant(0)});
      return;
    }
    default: refuse("this operation on 128-bit integers", call);
  }
}

bool FunctionLowering::lower_float_intrinsic(const llvm::IntrinsicInst& call) {
  const auto function = float_function(call.getIntrinsicID());
  if (!function) return false;
  llvm::Type* type = call.getArgOperand(0)->getType()->getScalarType();
  const auto argument = [&](unsigned k) {
    return operand(*call.getArgOperand(k < call.arg_size() ? k : 0));
  };
  if (type->isX86_FP80Ty()) {
    if (*function != FloatFunction::Abs) refuse("this mathematical function on long double", call);
    emit({.opcode = Opcode::X87,
          .aux = uint8_t(X87Function::Abs),
          .a = slot_of(call),
          .b = argument(0),
          .c = argument(0)});
    return true;
  }
  const bool lanes = call.getArgOperand(0)->getType()->isVectorTy();
  for (unsigned k = 0; k < lanes_of(call.getArgOperand(0)->getType()); ++k)
    emit({.opcode = Opcode::FloatMath,
          .width = width_of(type),
          .aux = uint8_t(*function),
          .a = slot_of(call) + k,
          .b = argument(0) + (lanes ? k : 0),
          .c = argument(1) + (lanes ? k : 0),
          .imm = int64_t(argument(2) + (lanes ? k : 0))});
  return true;
}

}  // namespace heddle
