// Values: arithmetic, comparisons, casts, aggregates and vectors. Vectors are lowered lane by lane.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Operator.h>

#include "lower/lower_function.h"
#include "support/invariant.h"

namespace heddle {

namespace {

using LlvmOp = llvm::Instruction;

Opcode int_opcode(unsigned opcode) {
  switch (opcode) {
    case LlvmOp::Add: return Opcode::Add;
    case LlvmOp::Sub: return Opcode::Sub;
    case LlvmOp::Mul: return Opcode::Mul;
    case LlvmOp::UDiv: return Opcode::UDiv;
    case LlvmOp::SDiv: return Opcode::SDiv;
    case LlvmOp::URem: return Opcode::URem;
    case LlvmOp::SRem: return Opcode::SRem;
    case LlvmOp::Shl: return Opcode::Shl;
    case LlvmOp::LShr: return Opcode::LShr;
    case LlvmOp::AShr: return Opcode::AShr;
    case LlvmOp::And: return Opcode::And;
    case LlvmOp::Or: return Opcode::Or;
    case LlvmOp::Xor: return Opcode::Xor;
    case LlvmOp::FAdd: return Opcode::FloatAdd;
    case LlvmOp::FSub: return Opcode::FloatSub;
    case LlvmOp::FMul: return Opcode::FloatMul;
    case LlvmOp::FDiv: return Opcode::FloatDiv;
    case LlvmOp::FRem: return Opcode::FloatRem;
    default: throw InternalError("a binary operation that LLVM 19 does not have");
  }
}

WideFunction wide_function(unsigned opcode) {
  switch (opcode) {
    case LlvmOp::Add: return WideFunction::Add;
    case LlvmOp::Sub: return WideFunction::Sub;
    case LlvmOp::Mul: return WideFunction::Mul;
    case LlvmOp::UDiv: return WideFunction::UDiv;
    case LlvmOp::SDiv: return WideFunction::SDiv;
    case LlvmOp::URem: return WideFunction::URem;
    case LlvmOp::SRem: return WideFunction::SRem;
    case LlvmOp::Shl: return WideFunction::Shl;
    case LlvmOp::LShr: return WideFunction::LShr;
    case LlvmOp::AShr: return WideFunction::AShr;
    case LlvmOp::And: return WideFunction::And;
    case LlvmOp::Or: return WideFunction::Or;
    case LlvmOp::Xor: return WideFunction::Xor;
    default: throw InternalError("a wide operation that LLVM 19 does not have");
  }
}

X87Function x87_function(unsigned opcode) {
  switch (opcode) {
    case LlvmOp::FAdd: return X87Function::Add;
    case LlvmOp::FSub: return X87Function::Sub;
    case LlvmOp::FMul: return X87Function::Mul;
    case LlvmOp::FDiv: return X87Function::Div;
    default: return X87Function::Rem;
  }
}

struct ComparePlan {
  WidePredicate predicate;
  bool swapped;
};

ComparePlan plan_for(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
    case llvm::CmpInst::ICMP_EQ: return {WidePredicate::Eq, false};
    case llvm::CmpInst::ICMP_NE: return {WidePredicate::Ne, false};
    case llvm::CmpInst::ICMP_ULT: return {WidePredicate::Ult, false};
    case llvm::CmpInst::ICMP_ULE: return {WidePredicate::Ule, false};
    case llvm::CmpInst::ICMP_SLT: return {WidePredicate::Slt, false};
    case llvm::CmpInst::ICMP_SLE: return {WidePredicate::Sle, false};
    case llvm::CmpInst::ICMP_UGT: return {WidePredicate::Ult, true};
    case llvm::CmpInst::ICMP_UGE: return {WidePredicate::Ule, true};
    case llvm::CmpInst::ICMP_SGT: return {WidePredicate::Slt, true};
    default: return {WidePredicate::Sle, true};
  }
}

// The opcodes of narrow comparisons stand in the same order as the wide predicates.
Opcode compare_opcode(WidePredicate predicate) {
  return Opcode(uint16_t(Opcode::CmpEq) + uint16_t(predicate));
}

uint8_t width_of(llvm::Type* type) { return uint8_t(bits_of(type)); }

// A difference or comparison of pointers does not let either travel on in disguise.
bool keeps_pointer_private(const llvm::CastInst& cast) {
  for (const llvm::User* user : cast.users()) {
    if (llvm::isa<llvm::ICmpInst>(user)) continue;
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(user);
    if (operation && operation->getOpcode() == LlvmOp::Sub) continue;
    const auto* mask = operation && operation->getOpcode() == LlvmOp::And
                           ? llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1))
                           : nullptr;
    if (mask && mask->getZExtValue() < 4096) continue;
    return false;
  }
  return true;
}

// How far two pointers are apart: a number, although both operands are addresses.
bool is_distance(const llvm::BinaryOperator& i) {
  return i.getOpcode() == LlvmOp::Sub && llvm::all_of(i.operands(), [](const llvm::Use& operand) {
           return llvm::isa<llvm::PtrToIntOperator>(operand);
         });
}

// Registers hold values zero-extended, so these change nothing.
bool keeps_bits(const llvm::CastInst& i) {
  llvm::Type* from = i.getSrcTy()->getScalarType();
  llvm::Type* to = i.getDestTy()->getScalarType();
  switch (i.getOpcode()) {
    case LlvmOp::ZExt: return !is_wide(to);
    case LlvmOp::IntToPtr: return !is_wide(from);
    case LlvmOp::PtrToInt: return !is_wide(to) && bits_of(to) == 64 && keeps_pointer_private(i);
    case LlvmOp::AddrSpaceCast: return true;
    default: return false;
  }
}

// trunc(zext(x)) back to the type of x: how clang keeps a bool in memory.
const llvm::Value* undone_extension(const llvm::CastInst& i) {
  const auto* inner =
      i.getOpcode() == LlvmOp::Trunc ? llvm::dyn_cast<llvm::ZExtInst>(i.getOperand(0)) : nullptr;
  return inner && inner->getSrcTy() == i.getDestTy() ? inner->getOperand(0) : nullptr;
}

}  // namespace

void FunctionLowering::lower_instruction(const llvm::Instruction& i) {
  switch (i.getOpcode()) {
    case LlvmOp::PHI: slot_of(i); return;  // filled on the edges
    case LlvmOp::Br: return lower_branch(llvm::cast<llvm::BranchInst>(i));
    case LlvmOp::Switch: return lower_switch(llvm::cast<llvm::SwitchInst>(i));
    case LlvmOp::Ret: return lower_return(llvm::cast<llvm::ReturnInst>(i));
    case LlvmOp::IndirectBr: return lower_indirect(llvm::cast<llvm::IndirectBrInst>(i));
    case LlvmOp::Unreachable: emit({.opcode = Opcode::Unreachable}); return;
    case LlvmOp::ICmp:
    case LlvmOp::FCmp: return lower_compare(llvm::cast<llvm::CmpInst>(i));
    case LlvmOp::Select: return lower_select(llvm::cast<llvm::SelectInst>(i));
    case LlvmOp::FNeg: return lower_negation(llvm::cast<llvm::UnaryOperator>(i));
    case LlvmOp::Load: return lower_load(llvm::cast<llvm::LoadInst>(i));
    case LlvmOp::Store: return lower_store(llvm::cast<llvm::StoreInst>(i));
    case LlvmOp::Alloca: return lower_alloca(llvm::cast<llvm::AllocaInst>(i));
    case LlvmOp::AtomicRMW: return lower_update(llvm::cast<llvm::AtomicRMWInst>(i));
    case LlvmOp::AtomicCmpXchg:
      return lower_compare_exchange(llvm::cast<llvm::AtomicCmpXchgInst>(i));
    case LlvmOp::Fence: emit({.opcode = Opcode::Fence}); return;
    case LlvmOp::GetElementPtr: return lower_address(llvm::cast<llvm::GetElementPtrInst>(i));
    case LlvmOp::ExtractValue: return lower_extract(llvm::cast<llvm::ExtractValueInst>(i));
    case LlvmOp::InsertValue: return lower_insert(llvm::cast<llvm::InsertValueInst>(i));
    case LlvmOp::ExtractElement:
    case LlvmOp::InsertElement: return lower_vector_element(i);
    case LlvmOp::ShuffleVector: return lower_shuffle(llvm::cast<llvm::ShuffleVectorInst>(i));
    case LlvmOp::Freeze: return alias(i, operand(*i.getOperand(0)));
    case LlvmOp::Call: return lower_call(llvm::cast<llvm::CallInst>(i));
    case LlvmOp::Invoke: return lower_invoke(llvm::cast<llvm::InvokeInst>(i));
    case LlvmOp::Resume: return lower_resume(llvm::cast<llvm::ResumeInst>(i));
    case LlvmOp::LandingPad: return lower_landing_pad(llvm::cast<llvm::LandingPadInst>(i));
    default: break;
  }
  if (const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&i)) return lower_binary(*binary);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&i)) return lower_cast(*cast);
  refuse(std::string("the instruction ") + i.getOpcodeName(), i);
}

void FunctionLowering::lower_binary(const llvm::BinaryOperator& i) {
  llvm::Type* type = i.getType()->getScalarType();
  const uint32_t to = slot_of(i);
  const Operand x = operand(*i.getOperand(0));
  const Operand y = operand(*i.getOperand(1));
  const uint32_t step = is_wide(type) ? 2 : 1;
  for (unsigned k = 0; k < lanes_of(i.getType()); ++k) {
    if (is_wide(type))
      lower_wide_binary(i, type, to + k * step, x + k * step, y + k * step);
    else
      emit({.opcode = int_opcode(i.getOpcode()),
            .width = width_of(type),
            .aux = is_distance(i),
            .a = to + k,
            .b = x + k,
            .c = y + k});
  }
}

void FunctionLowering::lower_wide_binary(const llvm::Instruction& i, llvm::Type* type, uint32_t to,
                                         Operand x, Operand y) {
  if (type->isX86_FP80Ty())
    emit({.opcode = Opcode::X87,
          .aux = uint8_t(x87_function(i.getOpcode())),
          .a = to,
          .b = x,
          .c = y});
  else
    emit({.opcode = Opcode::Wide,
          .width = width_of(type),
          .aux = uint8_t(wide_function(i.getOpcode())),
          .a = to,
          .b = x,
          .c = y});
}

void FunctionLowering::lower_negation(const llvm::UnaryOperator& i) {
  llvm::Type* type = i.getType()->getScalarType();
  const uint32_t to = slot_of(i);
  const Operand x = operand(*i.getOperand(0));
  for (unsigned k = 0; k < lanes_of(i.getType()); ++k) {
    if (type->isX86_FP80Ty())
      emit({.opcode = Opcode::X87,
            .aux = uint8_t(X87Function::Neg),
            .a = to + 2 * k,
            .b = x + 2 * k,
            .c = x + 2 * k});
    else
      emit({.opcode = Opcode::FloatMath,
            .width = width_of(type),
            .aux = uint8_t(FloatFunction::Neg),
            .a = to + k,
            .b = x + k,
            .c = x + k,
            .imm = x + k});
  }
}

void FunctionLowering::lower_compare(const llvm::CmpInst& i) {
  llvm::Type* type = i.getOperand(0)->getType()->getScalarType();
  if (!i.getType()->isVectorTy() && i.isIntPredicate() && i.hasOneUse() && !is_wide(type)) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(*i.user_begin());
    if (branch && branch->getParent() == i.getParent()) return;  // fused into the branch
  }
  const uint32_t to = slot_of(i);
  Operand x = operand(*i.getOperand(0));
  Operand y = operand(*i.getOperand(1));
  const uint32_t step = is_wide(type) ? 2 : 1;
  if (i.isFPPredicate()) {
    const Opcode opcode = type->isX86_FP80Ty() ? Opcode::X87Compare : Opcode::FloatCompare;
    for (unsigned k = 0; k < lanes_of(i.getType()); ++k)
      emit({.opcode = opcode,
            .width = width_of(type),
            .aux = uint8_t(i.getPredicate()),
            .a = to + k,
            .b = x + k * step,
            .c = y + k * step});
    return;
  }
  const ComparePlan plan = plan_for(i.getPredicate());
  if (plan.swapped) std::swap(x, y);
  for (unsigned k = 0; k < lanes_of(i.getType()); ++k) {
    if (is_wide(type))
      emit({.opcode = Opcode::WideCompare,
            .width = width_of(type),
            .aux = uint8_t(plan.predicate),
            .a = to + k,
            .b = x + 2 * k,
            .c = y + 2 * k});
    else
      emit({.opcode = compare_opcode(plan.predicate),
            .width = width_of(type),
            .a = to + k,
            .b = x + k,
            .c = y + k});
  }
}

void FunctionLowering::lower_select(const llvm::SelectInst& i) {
  const uint32_t to = slot_of(i);
  const Operand condition = operand(*i.getCondition());
  const Operand x = operand(*i.getTrueValue());
  const Operand y = operand(*i.getFalseValue());
  const uint32_t slots = slots_of(i.getType(), layout());
  const uint32_t slots_per_lane = slots / lanes_of(i.getType());
  const bool lanes = i.getCondition()->getType()->isVectorTy();
  for (uint32_t k = 0; k < slots; ++k)
    emit({.opcode = Opcode::Select,
          .a = to + k,
          .b = condition + (lanes ? k / slots_per_lane : 0),
          .c = x + k,
          .imm = y + k});
}

void FunctionLowering::lower_cast(const llvm::CastInst& i) {
  if (i.getOpcode() == LlvmOp::BitCast) return lower_bitcast(i);
  if (keeps_bits(i)) return alias(i, operand(*i.getOperand(0)));
  if (const llvm::Value* original = undone_extension(i)) return alias(i, operand(*original));
  llvm::Type* from_type = i.getSrcTy()->getScalarType();
  llvm::Type* to_type = i.getDestTy()->getScalarType();
  const uint32_t to = slot_of(i);
  const Operand from = operand(*i.getOperand(0));
  const uint32_t from_step = is_wide(from_type) ? 2 : 1;
  const uint32_t to_step = is_wide(to_type) ? 2 : 1;
  for (unsigned k = 0; k < lanes_of(i.getDestTy()); ++k) {
    if (from_type->isFloatingPointTy() || to_type->isFloatingPointTy())
      lower_float_cast(i, to + k * to_step, from + k * from_step, from_type, to_type);
    else
      lower_int_cast(i, to + k * to_step, from + k * from_step, from_type, to_type);
  }
}

void FunctionLowering::lower_int_cast(const llvm::CastInst& i, uint32_t to, Operand from,
                                      llvm::Type* from_type, llvm::Type* to_type) {
  const bool is_signed = i.getOpcode() == LlvmOp::SExt;
  if (is_wide(to_type)) {
    if (is_wide(from_type)) refuse("a cast between integers of more than 64 bits", i);
    emit({.opcode = Opcode::WideExtend,
          .width = width_of(from_type),
          .aux = is_signed,
          .a = to,
          .b = from,
          .imm = bits_of(to_type)});
    return;
  }
  switch (i.getOpcode()) {
    case LlvmOp::SExt:
      emit({.opcode = Opcode::SExt,
            .width = width_of(to_type),
            .aux = width_of(from_type),
            .a = to,
            .b = from});
      return;
    case LlvmOp::PtrToInt: {
      const bool hidden = keeps_pointer_private(i);
      emit({.opcode = hidden ? Opcode::Move : Opcode::Expose, .a = to, .b = from});
      if (bits_of(to_type) < 64)
        emit({.opcode = Opcode::Trunc, .width = width_of(to_type), .a = to, .b = to});
      return;
    }
    default:  // Trunc; of a wide value the low word is all there is to it
      emit({.opcode = Opcode::Trunc, .width = width_of(to_type), .a = to, .b = from});
      return;
  }
}

void FunctionLowering::lower_float_cast(const llvm::CastInst& i, uint32_t to, Operand from,
                                        llvm::Type* from_type, llvm::Type* to_type) {
  FloatCastKind kind = FloatCastKind::Convert;
  switch (i.getOpcode()) {
    case LlvmOp::FPToSI: kind = FloatCastKind::ToSigned; break;
    case LlvmOp::FPToUI: kind = FloatCastKind::ToUnsigned; break;
    case LlvmOp::SIToFP: kind = FloatCastKind::FromSigned; break;
    case LlvmOp::UIToFP: kind = FloatCastKind::FromUnsigned; break;
    default: break;
  }
  const bool is_signed = kind == FloatCastKind::ToSigned || kind == FloatCastKind::FromSigned;
  const bool from_x87 = from_type->isX86_FP80Ty();
  const bool to_x87 = to_type->isX86_FP80Ty();
  const bool from_wide_int = from_type->isIntegerTy() && is_wide(from_type);
  const bool to_wide_int = to_type->isIntegerTy() && is_wide(to_type);
  Instruction result{.opcode = Opcode::FloatCast,
                     .width = width_of(to_type),
                     .aux = uint8_t(kind),
                     .a = to,
                     .b = from,
                     .imm = bits_of(from_type)};
  if (from_wide_int || to_wide_int) result.aux = is_signed;
  if (to_x87)
    result.opcode = from_wide_int ? Opcode::X87FromWide : Opcode::X87From;
  else if (from_x87)
    result.opcode = to_wide_int ? Opcode::X87ToWide : Opcode::X87To;
  else if (from_wide_int)
    result.opcode = Opcode::WideToFloat;
  else if (to_wide_int)
    result.opcode = Opcode::FloatToWide;
  emit(result);
}

// The same bits under another type. Between a scalar or vector and another of different lanes the
// bits are put together and taken apart again.
void FunctionLowering::lower_bitcast(const llvm::CastInst& i) {
  const std::vector<Leaf> from_leaves = leaves_of(i.getSrcTy(), layout());
  const std::vector<Leaf> to_leaves = leaves_of(i.getDestTy(), layout());
  const Operand from = operand(*i.getOperand(0));
  if (from_leaves.size() == to_leaves.size()) return alias(i, from);
  const uint32_t to = slot_of(i);
  const unsigned from_bits = bits_of(from_leaves[0].type);
  const unsigned to_bits = bits_of(to_leaves[0].type);
  if (from_bits > 64 || to_bits > 64 || from_bits % 8 || to_bits % 8)
    refuse("a bit cast of a vector", i);
  for (size_t k = 0; k < to_leaves.size(); ++k) {
    if (to_bits < from_bits) {  // a part of one source lane
      const size_t bit = k * to_bits;
      const uint32_t shifted = new_slots(1);
      emit({.opcode = Opcode::LShr,
            .width = uint8_t(from_bits),
            .a = shifted,
            .b = from + uint32_t(bit / from_bits),
            .c = module_.constant(bit % from_bits)});
      emit({.opcode = Opcode::Trunc,
            .width = uint8_t(to_bits),
            .a = to + uint32_t(k),
            .b = shifted});
      continue;
    }
    const size_t per_lane = to_bits / from_bits;  // several source lanes together
    emit({.opcode = Opcode::Move, .a = to + uint32_t(k), .b = from + uint32_t(k * per_lane)});
    for (size_t part = 1; part < per_lane; ++part) {
      const uint32_t shifted = new_slots(1);
      emit({.opcode = Opcode::Shl,
            .width = uint8_t(to_bits),
            .a = shifted,
            .b = from + uint32_t(k * per_lane + part),
            .c = module_.constant(part * from_bits)});
      emit({.opcode = Opcode::Or,
            .width = uint8_t(to_bits),
            .a = to + uint32_t(k),
            .b = to + uint32_t(k),
            .c = shifted});
    }
  }
}

namespace {

// Loads and stores take constant offsets along, so such an address is needed by nobody else.
bool rides_along(const llvm::GetElementPtrInst& address) {
  if (!address.hasAllConstantIndices()) return false;
  for (const llvm::User* user : address.users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (!llvm::isa<llvm::LoadInst>(user) && !(store && store->getValueOperand() != &address))
      return false;
  }
  return true;
}

}  // namespace

namespace {

bool is_added_to_this(const llvm::Value& value) {
  const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&value);
  return part && is_member_pointer(*part->getAggregateOperand()->getType()) &&
         part->getIndices()[0] == 1;
}

}  // namespace

void FunctionLowering::lower_address(const llvm::GetElementPtrInst& i) {
  if (i.getType()->isVectorTy()) refuse("vectors of addresses", i);
  if (rides_along(i)) return;
  Operand current = operand(*i.getPointerOperand());
  if (i.hasAllZeroIndices()) return alias(i, current);
  const uint32_t to = slot_of(i);
  int64_t offset = 0;
  auto type = llvm::gep_type_begin(i);
  const llvm::Type* container = nullptr;  // what the index goes into; a pointer's target has no end
  for (const llvm::Use& index : i.indices()) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(index);
    if (llvm::StructType* structure = type.getStructTypeOrNull()) {
      offset += int64_t(layout().getStructLayout(structure)->getElementOffset(
          unsigned(constant->getZExtValue())));
    } else {
      const auto stride = int64_t(type.getSequentialElementStride(layout()).getFixedValue());
      if (constant) {
        offset += constant->getSExtValue() * stride;
      } else {
        const Operand times = operand(*index);
        const Point point = emit({.opcode = Opcode::Index,
                                  .width = width_of(index->getType()),
                                  .a = to,
                                  .b = current,
                                  .c = times,
                                  .imm = stride});
        if (is_added_to_this(*index) && module_.member_pointers_leave_this())
          program_.array_indices.push_back({point, 1});
        // An array of one element may be the head of a longer one, as in older C.
        if (const auto* array = llvm::dyn_cast_or_null<llvm::ArrayType>(container))
          if (array->getNumElements() > 1)
            program_.array_indices.push_back({point, array->getNumElements()});
        current = to;
      }
    }
    container = type.getIndexedType();
    ++type;
  }
  if (offset != 0 || current != to)
    emit({.opcode = Opcode::Offset, .a = to, .b = current, .imm = offset});
}

namespace {

// Where a member of an aggregate lies among its slots.
uint32_t slot_offset(llvm::Type* type, llvm::ArrayRef<unsigned> indices,
                     const llvm::DataLayout& layout) {
  uint32_t offset = 0;
  for (const unsigned index : indices) {
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned k = 0; k < index; ++k) offset += slots_of(structure->getElementType(k), layout);
      type = structure->getElementType(index);
    } else {
      type = type->getArrayElementType();
      offset += index * slots_of(type, layout);
    }
  }
  return offset;
}

}  // namespace

void FunctionLowering::lower_extract(const llvm::ExtractValueInst& i) {
  alias(i, operand(*i.getAggregateOperand()) +
               slot_offset(i.getAggregateOperand()->getType(), i.getIndices(), layout()));
}

void FunctionLowering::lower_insert(const llvm::InsertValueInst& i) {
  const uint32_t to = slot_of(i);
  const Operand whole = operand(*i.getAggregateOperand());
  const Operand part = operand(*i.getInsertedValueOperand());
  const uint32_t first = slot_offset(i.getType(), i.getIndices(), layout());
  const uint32_t count = slots_of(i.getInsertedValueOperand()->getType(), layout());
  for (uint32_t k = 0; k < slots_of(i.getType(), layout()); ++k) {
    const bool inserted = k >= first && k < first + count;
    emit({.opcode = Opcode::Move, .a = to + k, .b = inserted ? part + (k - first) : whole + k});
  }
}

void FunctionLowering::lower_vector_element(const llvm::Instruction& i) {
  const bool inserts = i.getOpcode() == LlvmOp::InsertElement;
  const Operand vector = operand(*i.getOperand(0));
  const auto* index = llvm::dyn_cast<llvm::ConstantInt>(i.getOperand(inserts ? 2 : 1));
  const uint32_t width = is_wide(i.getOperand(0)->getType()->getScalarType()) ? 2 : 1;
  const unsigned lanes = lanes_of(i.getOperand(0)->getType());
  const uint32_t to = slot_of(i);
  if (index) {
    const auto first = uint32_t(std::min<uint64_t>(index->getZExtValue(), lanes)) * width;
    if (!inserts) {
      // Behind the last lane there is nothing, which may be taken for anything.
      const bool is_inside = index->getZExtValue() < lanes;
      for (uint32_t k = 0; k < width; ++k)
        emit({.opcode = Opcode::Move,
              .a = to + k,
              .b = is_inside ? vector + first + k : module_.constant(0)});
      return;
    }
    const Operand element = operand(*i.getOperand(1));
    for (uint32_t k = 0; k < lanes * width; ++k)
      emit({.opcode = Opcode::Move,
            .a = to + k,
            .b = k >= first && k < first + width ? element + (k - first) : vector + k});
    return;
  }
  // A variable lane: choose among all of them.
  const Operand variable = operand(*i.getOperand(inserts ? 2 : 1));
  const uint32_t equal = new_slots(1);
  for (unsigned k = 0; k < lanes; ++k) {
    emit({.opcode = Opcode::CmpEq,
          .width = 64,
          .a = equal,
          .b = variable,
          .c = module_.constant(k)});
    for (uint32_t part = 0; part < width; ++part) {
      const uint32_t slot = k * width + part;
      if (inserts)
        emit({.opcode = Opcode::Select,
              .a = to + slot,
              .b = equal,
              .c = operand(*i.getOperand(1)) + part,
              .imm = vector + slot});
      else
        emit({.opcode = Opcode::Select,
              .a = to + part,
              .b = equal,
              .c = vector + slot,
              .imm = k ? to + part : vector + slot});
    }
  }
}

void FunctionLowering::lower_shuffle(const llvm::ShuffleVectorInst& i) {
  const unsigned lanes = lanes_of(i.getOperand(0)->getType());
  const uint32_t width = is_wide(i.getType()->getScalarType()) ? 2 : 1;
  const Operand x = operand(*i.getOperand(0));
  const Operand y = operand(*i.getOperand(1));
  const uint32_t to = slot_of(i);
  for (unsigned k = 0; k < i.getShuffleMask().size(); ++k) {
    const int chosen = std::max(i.getShuffleMask()[k], 0);  // -1: any lane will do
    const Operand from = unsigned(chosen) < lanes ? x + uint32_t(chosen) * width
                                                  : y + (uint32_t(chosen) - lanes) * width;
    for (uint32_t part = 0; part < width; ++part)
      emit({.opcode = Opcode::Move, .a = to + k * width + part, .b = from + part});
  }
}

}  // namespace heddle
