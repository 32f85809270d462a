// The dispatch loop. Operations with more to them than a line are in operations.cpp.
// SPDX-License-Identifier: Apache-2.0
#include "machine/interpreter.h"

#include <algorithm>
#include <cmath>

#include "machine/arithmetic.h"
#include "machine/stack.h"
#include "support/invariant.h"

namespace heddle {

using namespace arithmetic;

template <bool kObserved>
void Interpreter::observe(const Object& object, uint64_t address, uint64_t size, bool reads,
                          bool writes, uint64_t old_value, uint64_t new_value, uint8_t flags) {
  if constexpr (kObserved)
    machine_.observer_->on_access({.thread = number_,
                                   .point = here(),
                                   .address = address,
                                   .size = size,
                                   .old_value = old_value,
                                   .value = new_value,
                                   .reads = reads,
                                   .writes = writes,
                                   .atomic = (flags & kAtomic) != 0,
                                   .shared = object.has(kShared),
                                   .invisible = (flags & kInvisible) != 0});
}

// Labels as values are a GNU extension that both supported compilers have.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"

template <bool kObserved, bool kTraced>
Stop Interpreter::execute(uint32_t branch) {
  static const void* const handlers[] = {
#define X(name, shape) &&do_##name,
      HEDDLE_OPCODES(X)
#undef X
  };
  // The members ip_ and bases_ are what operations.cpp sees; the loop works on its own copies, which
  // the compiler can keep in registers.
  const Instruction* ip = ip_;
  uint64_t* bases[2] = {bases_[0], bases_[1]};
  const Instruction* const code = code_;
  uint64_t steps = 0;
  uint64_t address = 0;
  unsigned bytes = 0;
  Object* object = nullptr;

#define I (*ip)
#define V(operand) (bases[(operand) >> 31][(operand) & ~kConstantBit])
#define S(index) (bases[0][index])
#define A S(I.a)
#define B V(I.b)
#define C V(I.c)
#define DISPATCH()                        \
  do {                                    \
    ++steps;                              \
    goto* handlers[uint16_t(ip->opcode)]; \
  } while (0)
#define NEXT()  \
  do {          \
    ++ip;       \
    DISPATCH(); \
  } while (0)
#define GO(target)        \
  do {                    \
    ip = code + (target); \
    goto jumped;          \
  } while (0)
// Leaves the loop: what it counted and where it is become visible outside.
#define LEAVE(stop)                                                 \
  do {                                                              \
    ip_ = ip;                                                       \
    machine_.instructions_ += steps;                                \
    if constexpr (kTraced) machine_.trace_->halt(Point(ip - code)); \
    return (stop);                                                  \
  } while (0)
// Calls a member that looks at ip_ and ends in an error.
#define FAIL(call)          \
  do {                      \
    ip_ = ip;               \
    (void)(call);           \
    LEAVE(Stop::Violation); \
  } while (0)
// Runs an operation from operations.cpp and goes on as it says.
#define PERFORM(operation)                        \
  ip_ = ip;                                       \
  switch (operation) {                            \
    case Decision::Go: NEXT();                    \
    case Decision::Stop: LEAVE(Stop::Visible);    \
    case Decision::Error: LEAVE(Stop::Violation); \
  }                                               \
  __builtin_unreachable()
// As above for operations that move ip_ and the frame themselves.
#define PERFORM_JUMP(operation)                   \
  ip_ = ip;                                       \
  switch (operation) {                            \
    case Decision::Go:                            \
      ip = ip_;                                   \
      bases[0] = bases_[0];                       \
      goto jumped;                                \
    case Decision::Stop: LEAVE(Stop::Visible);    \
    case Decision::Error: LEAVE(Stop::Violation); \
  }                                               \
  __builtin_unreachable()

#define OBSERVE(...)              \
  do {                            \
    if constexpr (kObserved) {    \
      ip_ = ip;                   \
      observe<true>(__VA_ARGS__); \
    }                             \
  } while (0)

  if constexpr (kTraced) machine_.trace_->arrive(Point(ip - code));
  DISPATCH();

jumped:
  if constexpr (kTraced) machine_.trace_->arrive(Point(ip - code));
  if (steps >= next_progress_check_) [[unlikely]] {
    ip_ = ip;
    if (check_progress(steps) == Decision::Error) LEAVE(Stop::Violation);
    if (circle_ == Circle::NotSeen && steps >= machine_.options_.max_local_steps)
      LEAVE(Stop::StepLimit);
  }
  DISPATCH();

#define ARITHMETIC(name, expression)                 \
  do_##name : {                                      \
    const uint64_t x = B, y = C;                     \
    [[maybe_unused]] const unsigned width = I.width; \
    A = (expression) & mask_of(width);               \
    NEXT();                                          \
  }
  ARITHMETIC(Add, x + y)
  ARITHMETIC(Sub, x - y)
  ARITHMETIC(Mul, x * y)
  ARITHMETIC(And, x & y)
  ARITHMETIC(Or, x | y)
  ARITHMETIC(Xor, x ^ y)
  ARITHMETIC(Shl, y < width ? x << y : 0)
  ARITHMETIC(LShr, y < width ? x >> y : 0)
  ARITHMETIC(AShr, uint64_t(as_signed(x, width) >> (y < width ? y : width - 1)))

#define DIVISION(name, overflows, expression)                                           \
  do_##name : {                                                                         \
    const uint64_t x = B, y = C;                                                        \
    [[maybe_unused]] const unsigned width = I.width;                                    \
    [[maybe_unused]] const int64_t sx = as_signed(x, width), sy = as_signed(y, width);  \
    if (y == 0) FAIL(error(ErrorKind::DivisionByZero, "division by zero"));             \
    if (overflows) FAIL(error(ErrorKind::DivisionByZero, "signed division overflows")); \
    A = uint64_t(expression) & mask_of(width);                                          \
    NEXT();                                                                             \
  }
  DIVISION(UDiv, false, x / y)
  DIVISION(URem, false, x % y)
// The most negative value is its own negative, and has no other quotient by -1.
#define IS_MOST_NEGATIVE (x == uint64_t(1) << (width - 1))
  DIVISION(SDiv, sy == -1 && IS_MOST_NEGATIVE, sx / sy)
  DIVISION(SRem, sy == -1 && IS_MOST_NEGATIVE, sx % sy)

#define COMPARISON(name, expression)                                      \
  do_Cmp##name : {                                                        \
    const uint64_t x = B, y = C;                                          \
    [[maybe_unused]] const unsigned width = I.width;                      \
    A = (expression);                                                     \
    NEXT();                                                               \
  }                                                                       \
  do_Branch##name : {                                                     \
    const uint64_t x = V(I.a), y = B;                                     \
    [[maybe_unused]] const unsigned width = I.width;                      \
    GO((expression) ? uint32_t(I.imm) : uint32_t(uint64_t(I.imm) >> 32)); \
  }
  COMPARISON(Eq, x == y)
  COMPARISON(Ne, x != y)
  COMPARISON(Ult, x < y)
  COMPARISON(Ule, x <= y)
  COMPARISON(Slt, as_signed(x, width) < as_signed(y, width))
  COMPARISON(Sle, as_signed(x, width) <= as_signed(y, width))

do_Move:
  A = B;
  NEXT();
do_Select:
  A = B ? C : V(Operand(I.imm));
  NEXT();
do_Trunc:
  A = B & mask_of(I.width);
  NEXT();
do_SExt:
  A = uint64_t(as_signed(B, I.aux)) & mask_of(I.width);
  NEXT();
do_IntMath:
  A = int_math(IntFunction(I.aux), I.width, B, C, V(Operand(I.imm)));
  NEXT();
do_IntOverflow: {
  const WithOverflow result = int_overflow(OverflowFunction(I.aux), I.width, B, C);
  S(I.a) = result.value;
  S(I.a + 1) = result.overflow;
  NEXT();
}

#define WIDE_AT(operand) (Wide{V(operand), V((operand) + 1)})
#define SET_WIDE(expression)          \
  do {                                \
    const Wide result = (expression); \
    S(I.a) = result.low;              \
    S(I.a + 1) = result.high;         \
  } while (0)
do_Wide: {
  const auto function = WideFunction(I.aux);
  const Wide divisor = WIDE_AT(I.c);
  if (function >= WideFunction::UDiv && function <= WideFunction::SRem &&
      !(divisor.low | divisor.high))
    FAIL(error(ErrorKind::DivisionByZero, "division by zero"));
  SET_WIDE(wide_math(function, I.width, WIDE_AT(I.b), divisor));
  NEXT();
}
do_WideOverflow: {
  const WideWithOverflow result =
      wide_overflow(OverflowFunction(I.aux), WIDE_AT(I.b), WIDE_AT(I.c));
  S(I.a) = result.value.low;
  S(I.a + 1) = result.value.high;
  S(I.a + 2) = result.overflow;
  NEXT();
}
do_WideCompare:
  A = wide_compare(WidePredicate(I.aux), I.width, WIDE_AT(I.b), WIDE_AT(I.c));
  NEXT();
do_WideExtend:
  SET_WIDE(wide_extend(B, I.width, unsigned(I.imm), I.aux));
  NEXT();

#define FLOAT_ARITHMETIC(name, on_float, on_double)    \
  do_Float##name : {                                   \
    if (I.width == 32) {                               \
      const float x = to_float(B), y = to_float(C);    \
      A = from_float(on_float);                        \
    } else {                                           \
      const double x = to_double(B), y = to_double(C); \
      A = from_double(on_double);                      \
    }                                                  \
    NEXT();                                            \
  }
  FLOAT_ARITHMETIC(Add, x + y, x + y)
  FLOAT_ARITHMETIC(Sub, x - y, x - y)
  FLOAT_ARITHMETIC(Mul, x * y, x * y)
  FLOAT_ARITHMETIC(Div, x / y, x / y)
  FLOAT_ARITHMETIC(Rem, std::fmod(x, y), std::fmod(x, y))

do_FloatCompare:
  A = I.width == 32 ? float_compare(I.aux, double(to_float(B)), double(to_float(C)))
                    : float_compare(I.aux, to_double(B), to_double(C));
  NEXT();
do_FloatMath:
  A = float_math(FloatFunction(I.aux), I.width, B, C, V(Operand(I.imm)));
  NEXT();
do_FloatCast:
  A = float_cast(FloatCastKind(I.aux), unsigned(I.imm), I.width, B);
  NEXT();
do_X87:
  SET_WIDE(x87_math(X87Function(I.aux), WIDE_AT(I.b), WIDE_AT(I.c)));
  NEXT();
do_X87Compare:
  A = x87_compare(I.aux, WIDE_AT(I.b), WIDE_AT(I.c));
  NEXT();
do_X87From:
  SET_WIDE(x87_from(FloatCastKind(I.aux), unsigned(I.imm), B));
  NEXT();
do_X87FromWide:
  SET_WIDE(x87_from_wide(WIDE_AT(I.b), I.aux));
  NEXT();
do_X87To:
  A = x87_to(FloatCastKind(I.aux), I.width, WIDE_AT(I.b));
  NEXT();
do_X87ToWide:
  SET_WIDE(x87_to_wide(WIDE_AT(I.b), I.aux));
  NEXT();
do_FloatToWide:
  SET_WIDE(float_to_wide(B, unsigned(I.imm), I.aux));
  NEXT();
do_WideToFloat:
  A = wide_to_float(WIDE_AT(I.b), I.width, I.aux);
  NEXT();

do_Offset:
  A = B + uint64_t(I.imm);
  NEXT();
do_Index:
  A = B + uint64_t(as_signed(C, I.width) * I.imm);
  NEXT();
do_Expose:
  A = B;
  memory_.share(B);
  NEXT();

// Finds the object of an access, or ends in an error; stops if others could notice the access.
#define ACCESS(at, size, writes)                                  \
  address = (at);                                                 \
  bytes = (size);                                                 \
  object = memory_.find(address, bytes);                          \
  if (!object) [[unlikely]]                                       \
    FAIL(memory_error(address, bytes, writes));                   \
  if (!object->is_private_to(number_)) {                          \
    if (I.aux & (kInvisible | kUpdating)) {                       \
      if (writes) record_model_write(*object, address, bytes);    \
    } else if (is_noticed(*object)) {                             \
      ip_ = ip;                                                   \
      switch (before(*object, {address, bytes}, writes, I.aux)) { \
        case Decision::Go: break;                                 \
        case Decision::Stop: LEAVE(Stop::Visible);                \
        case Decision::Error: LEAVE(Stop::Violation);             \
      }                                                           \
    }                                                             \
  }                                                               \
  if ((writes) && object->has(kConstant)) [[unlikely]]            \
  FAIL(memory_error(address, bytes, true))
#define OFFSET (memory_.offset_in(*object, address))

#define LOAD(name, size, mask)                                            \
  do_##name : {                                                           \
    ACCESS(B + uint64_t(I.imm), size, false);                             \
    const uint64_t loaded = memory_.read(*object, OFFSET, bytes);         \
    if (!(I.aux & kPointer)) after_integer_read(*object, OFFSET, bytes);  \
    OBSERVE(*object, address, bytes, true, false, loaded, loaded, I.aux); \
    A = loaded & (mask);                                                  \
    NEXT();                                                               \
  }
  LOAD(Load1, 1, mask_of(I.width))
  LOAD(Load2, 2, ~uint64_t(0))
  LOAD(Load4, 4, ~uint64_t(0))
  LOAD(Load8, 8, ~uint64_t(0))
  LOAD(LoadOdd, (I.width + 7u) / 8, mask_of(I.width))

do_LoadWide: {
  const bool updates = (I.aux & kUpdates) != 0;
  ACCESS(B + uint64_t(I.imm), I.width, updates);
  const uint64_t low = memory_.read(*object, OFFSET, 8);
  const uint64_t high = memory_.read(*object, OFFSET + 8, bytes - 8);
  after_integer_read(*object, OFFSET, 8);
  after_integer_read(*object, OFFSET + 8, 8);
  OBSERVE(*object, address, bytes, true, false, low, low, I.aux);
  S(I.a) = low;
  S(I.a + 1) = high;
  NEXT();
}

#define STORE(name, size)                                                         \
  do_##name : {                                                                   \
    ACCESS(B + uint64_t(I.imm), size, true);                                      \
    const uint64_t stored = V(I.a);                                               \
    if (I.aux & kPointer) after_pointer_write(*object, OFFSET, stored);           \
    OBSERVE(*object, address, bytes, false, true,                                 \
            kObserved ? memory_.read(*object, OFFSET, bytes) : 0, stored, I.aux); \
    memory_.write(*object, OFFSET, bytes, stored);                                \
    NEXT();                                                                       \
  }
  STORE(Store1, 1)
  STORE(Store2, 2)
  STORE(Store4, 4)
  STORE(Store8, 8)
  STORE(StoreOdd, (I.width + 7u) / 8)

do_StoreWide: {
  ACCESS(B + uint64_t(I.imm), I.width, true);
  const uint64_t low = V(I.a);
  OBSERVE(*object, address, bytes, false, true, memory_.read(*object, OFFSET, 8), low, I.aux);
  memory_.write(*object, OFFSET, 8, low);
  memory_.write(*object, OFFSET + 8, bytes - 8, V(I.a + 1));
  NEXT();
}

do_AtomicUpdate: {
  ACCESS(B, (I.width + 7u) / 8, true);
  const uint64_t old = memory_.read(*object, OFFSET, bytes);
  const uint64_t updated = update(UpdateFunction(I.imm), I.width, old & mask_of(I.width), C);
  if (bytes == 8) memory_.share(updated), memory_.share(old);
  OBSERVE(*object, address, bytes, true, true, old, updated, I.aux);
  memory_.write(*object, OFFSET, bytes, updated);
  A = old & mask_of(I.width);
  NEXT();
}
do_CompareExchange: {
  ACCESS(B, (I.width + 7u) / 8, true);
  const uint64_t old = memory_.read(*object, OFFSET, bytes);
  const uint64_t desired = V(Operand(I.imm));
  const bool success = old == C;
  if (bytes == 8) memory_.share(desired), memory_.share(old);
  OBSERVE(*object, address, bytes, true, success, old, success ? desired : old, I.aux);
  if (success) memory_.write(*object, OFFSET, bytes, desired);
  S(I.a) = old;
  S(I.a + 1) = success;
  NEXT();
}

do_Fence:  // every access is sequentially consistent as it is
  NEXT();
do_CopyMemory:
  PERFORM(copy_memory(I));
do_SetMemory:
  PERFORM(set_memory(I));
do_Alloca:
  PERFORM(stack_allocate(I));
do_StackSave:
  A = memory_.stack_objects(number_);
  NEXT();
do_StackRestore:
  memory_.pop_stack(number_, uint32_t(V(I.a)));
  NEXT();
do_LifetimeStart:
do_LifetimeEnd:
  PERFORM(lifetime(I));
do_ThreadLocal:
  A = address::make(address::kFirstStackRegion + number_, uint32_t(I.imm));
  NEXT();

do_Jump:
  GO(I.a);
do_Branch:
  GO(V(I.a) ? I.b : I.c);
do_Switch: {
  const SwitchTable& table = program_.switches[I.c];
  const uint64_t key = V(I.a);
  const auto found =
      std::lower_bound(table.cases.begin(), table.cases.end(), key,
                       [](const auto& entry, uint64_t k) { return entry.first < k; });
  GO(found != table.cases.end() && found->first == key ? found->second : table.otherwise);
}
do_JumpIndirect:
  PERFORM_JUMP(jump_indirect(I));
do_Unwind:
  PERFORM_JUMP(unwind(I));
do_Unreachable:
  FAIL(error(ErrorKind::Abort, "the program reached code it promised never to reach"));

do_Call:
  if constexpr (kObserved) machine_.observer_->on_call(number_, I.b);
  PERFORM_JUMP(push_frame(I.b, I));
do_CallIndirect:
  if constexpr (kObserved)
    if (const auto target = called_function(I)) machine_.observer_->on_call(number_, *target);
  PERFORM_JUMP(call_indirect(I));
do_Return:
  PERFORM_JUMP(pop_frame(I));

do_Await:
  PERFORM(await(I));
do_Visible:
  PERFORM(visible(I));
do_Choose:
  PERFORM(choose(I, branch));
do_Assume:
  if (!V(I.a)) LEAVE(Stop::Discarded);
  NEXT();
do_AtomicBegin:
  PERFORM(atomic_begin());
do_AtomicEnd:
  if (thread_.atomic_depth > 0) --thread_.atomic_depth;
  NEXT();
do_ThreadCreate:
  PERFORM(thread_create(I));
do_ThreadSelf:
  A = number_;
  NEXT();
do_ThreadEnd:
  if constexpr (kObserved) machine_.observer_->on_thread_end(number_);
  end_thread();
  LEAVE(Stop::Finished);
do_ThreadRelease: {
  Thread& other = machine_.threads_[V(I.a) % kMaxThreads];
  if (&other == &thread_) {
    thread_.released = true;
  } else if (other.status == ThreadStatus::Finished) {
    memory_.trail().save_whole(other);
    other = {};
    machine_.released_ |= uint64_t(1) << (V(I.a) % kMaxThreads);
  }
  NEXT();
}
do_HandOver:
  if (machine_.options_.hand_over) memory_.hand_over(V(I.a), number_);
  NEXT();
do_Allocate:
  PERFORM(allocate(I));
do_Free:
  PERFORM(free(I));
do_BlockSize:
  PERFORM(block_size(I));
do_Fail:
  FAIL(fail(I));
do_Refuse:
  throw Unsupported(text_at(V(I.a)));
do_Exit:
  machine_.exit_code_ = int(V(I.a));
  ip_ = ip;
  stack_.frames[thread_.depth - 1].point = here();
  if constexpr (kObserved) machine_.observer_->on_exit(number_, machine_.exit_code_);
  LEAVE(Stop::Exit);
do_Output:
  PERFORM(output(I));
do_Host:
  PERFORM(host(I));
do_Option:
  A = option(B);
  NEXT();
do_Note:
  note(I);
  NEXT();
do_HandlerAt:
  PERFORM(handler_at(I));
do_SetJump:
  PERFORM(set_jump(I));
do_LongJump:
  PERFORM_JUMP(long_jump(I));
}
#pragma GCC diagnostic pop

template void Interpreter::observe<true>(const Object&, uint64_t, uint64_t, bool, bool, uint64_t,
                                         uint64_t, uint8_t);
template Stop Interpreter::execute<true, false>(uint32_t);
template Stop Interpreter::execute<false, true>(uint32_t);
template Stop Interpreter::execute<false, false>(uint32_t);

}  // namespace heddle
