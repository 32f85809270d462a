// Exceptions: calls that may not return, and the code they go to instead.
//
// The machine takes an exception to the landing pad of the innermost call that has one; the code
// there asks the runtime, clause by clause, whether the exception is of the clause's type, and goes on
// unwinding when none fits and nothing needs cleaning up.
// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>

#include "lower/lower_function.h"

namespace heddle {

namespace {

// What the runtime finds instead of a type where an exception would leave a noexcept function.
constexpr uint64_t kTerminates = 1;

// The compiler's landing pad of a noexcept function catches everything, to end the program.
bool ends_program(const llvm::LandingPadInst& pad) {
  for (const llvm::Instruction& instruction : *pad.getParent())
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (const llvm::Function* callee = call->getCalledFunction())
        if (callee->getName() == "__clang_call_terminate") return true;
  return false;
}

}  // namespace

void FunctionLowering::lower_invoke(const llvm::InvokeInst& invoke) {
  lower_call(invoke);
  jump_on(*invoke.getParent(), *invoke.getNormalDest());
}

void FunctionLowering::add_landing_pad(const llvm::InvokeInst& invoke, Point call) {
  const llvm::LandingPadInst& pad = *invoke.getLandingPadInst();
  LandingPad result{.call = call, .exception_slot = slot_of(pad)};
  for (unsigned k = 0; k < pad.getNumClauses(); ++k) {
    if (pad.isFilter(k)) refuse("an exception specification", pad);
    const uint64_t type = module_.scalar_words(*pad.getClause(k))[0];
    result.catch_types.push_back(type == 0 && ends_program(pad) ? kTerminates : type);
  }
  const size_t index = program_.landing_pads.size();
  program_.landing_pads.push_back(std::move(result));
  jump_to(Fixup::Field::LandingPad, call, *invoke.getParent(), *invoke.getUnwindDest(), index);
}

void FunctionLowering::lower_landing_pad(const llvm::LandingPadInst& pad) {
  const uint32_t exception = slot_of(pad);
  const uint32_t selector = exception + 1;
  std::vector<Point> done;
  for (unsigned k = 0; k < pad.getNumClauses(); ++k) {
    const Operand type = module_.constant(module_.scalar_words(*pad.getClause(k))[0]);
    const uint32_t matches = new_slots(1);
    emit({.opcode = Opcode::Call,
          .width = 1,
          .a = matches,
          .b = module_.exception_matcher(),
          .c = list({exception, type})});
    const Point skip =
        emit({.opcode = Opcode::BranchEq, .width = 32, .a = matches, .b = module_.constant(0)});
    emit({.opcode = Opcode::Move,
          .a = selector,
          .b = module_.constant(module_.type_number(*pad.getClause(k)))});
    done.push_back(emit({.opcode = Opcode::Jump}));
    const auto next = uint32_t(program_.code.size());
    program_.code[skip].imm = pack_targets(next, skip + 1);
  }
  if (pad.isCleanup())
    emit({.opcode = Opcode::Move, .a = selector, .b = module_.constant(0)});
  else
    unwind(exception);
  for (const Point jump : done) program_.code[jump].a = uint32_t(program_.code.size());
}

void FunctionLowering::lower_resume(const llvm::ResumeInst& resume) {
  unwind(operand(*resume.getValue()));
}

void FunctionLowering::unwind(Operand exception) {
  emit({.opcode = Opcode::Unwind, .a = exception});
  emit({.opcode = Opcode::Call,
        .a = kNoSlot,
        .b = module_.end_of_unwinding(),
        .c = list({exception})});
  emit({.opcode = Opcode::Unreachable});
}

}  // namespace heddle
