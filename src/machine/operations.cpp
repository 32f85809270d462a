// Operations of the interpreter that need more than a line: visible ones, frames, threads, heap.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "machine/interpreter.h"
#include "machine/stack.h"
#include "support/bits.h"
#include "support/invariant.h"

namespace heddle {

namespace {

// How many instructions a thread may run alone before we look whether it goes round in circles, and how many
// jumps we look at then. Both double from one look to the next.
constexpr uint64_t kProgressInterval = 1 << 16;
constexpr uint64_t kWatchedJumps = 32;
constexpr uint64_t kMostDoublings = 32;

}  // namespace

Interpreter::Interpreter(Machine& machine, ThreadNumber number)
    : machine_(machine),
      program_(machine.program_),
      memory_(machine.memory_),
      number_(number),
      thread_(machine.threads_[number]),
      stack_(*machine.stacks_[number]),
      code_(machine.program_.code.data()),
      bases_{nullptr, const_cast<uint64_t*>(machine.program_.constants.data())},
      granted_(thread_.pending.kind != PendingKind::None),
      answered_(thread_.pending.kind == PendingKind::Choose),
      ordered_(!begins_order_free(thread_.pending)),
      began_in_watched_code_(machine.options_.watched && machine.is_in_watched_code(number)),
      next_progress_check_(kProgressInterval) {
  thread_.pending = {};
  enter(stack_.frames[thread_.depth - 1]);
}

void Interpreter::enter(Frame& frame) {
  frame_ = &frame;
  bases_[0] = frame.slots;
  ip_ = code_ + frame.point;
}

Interpreter::Decision Interpreter::choose(const Instruction& i, uint32_t branch) {
  const auto branches = uint32_t(value(i.b));
  if (branches <= 1) {
    slot(i.a) = 0;
    return Decision::Go;
  }
  if (!answered_) {
    stop_at({.kind = PendingKind::Choose, .branches = branches});
    return Decision::Stop;
  }
  answered_ = granted_ = false;
  ordered_ = true;
  INVARIANT(branch < branches, "the search answers with one of the branches offered");
  if (machine_.observer_) machine_.observer_->on_choose(number_, here(), branch, branches);
  slot(i.a) = branch;
  return Decision::Go;
}

Interpreter::Decision Interpreter::copy_memory(const Instruction& i) {
  const uint64_t to = value(i.a);
  const uint64_t from = value(i.b);
  const uint64_t size = value(i.c);
  if (size == 0) return Decision::Go;
  Object* target = memory_.find(to, size);
  if (!target || target->has(kConstant)) return memory_error(to, size, true);
  const Object* source = memory_.find(from, size);
  if (!source) return memory_error(from, size, false);
  const bool updates = (i.aux & kUpdates) != 0;
  if (updates && source->has(kConstant)) return memory_error(from, size, true);
  const bool target_noticed = is_noticed(*target);
  const bool source_noticed = is_noticed(*source);
  if ((target_noticed || source_noticed) && !(i.aux & (kInvisible | kUpdating))) {
    const MemoryRange read = source_noticed ? MemoryRange{from, size} : MemoryRange{};
    const Decision decision = target_noticed && !updates
                                  ? before(*target, {to, size}, true, i.aux, read)
                                  : before(*source, {from, size}, updates, i.aux);
    if (decision != Decision::Go) return decision;
  }
  if (target->has(kShared) && (i.aux & kInvisible)) record_model_write(*target, to, size);
  const uint64_t to_offset = memory_.offset_in(*target, to);
  const uint64_t from_offset = memory_.offset_in(*source, from);
  if (machine_.observer_) {
    const auto shown = unsigned(std::min<uint64_t>(size, 8));
    const uint64_t copied = memory_.read(*source, from_offset, shown);
    observe<true>(*source, from, size, true, false, copied, copied, i.aux);
    observe<true>(*target, to, size, false, true, memory_.read(*target, to_offset, shown), copied,
                  i.aux);
  }
  memory_.copy(*target, to_offset, *source, from_offset, size);
  return Decision::Go;
}

Interpreter::Decision Interpreter::set_memory(const Instruction& i) {
  const uint64_t to = value(i.a);
  const uint64_t size = value(i.c);
  if (size == 0) return Decision::Go;
  Object* target = memory_.find(to, size);
  if (!target || target->has(kConstant)) return memory_error(to, size, true);
  if (is_noticed(*target) && !(i.aux & kInvisible)) {
    const Decision decision = before(*target, {to, size}, true, i.aux);
    if (decision != Decision::Go) return decision;
  }
  if (target->has(kShared) && (i.aux & kInvisible)) record_model_write(*target, to, size);
  const uint64_t offset = memory_.offset_in(*target, to);
  if (machine_.observer_) {
    const auto shown = unsigned(std::min<uint64_t>(size, 8));
    const uint64_t pattern = (value(i.b) & 0xff) * 0x0101010101010101ull;
    observe<true>(*target, to, size, false, true, memory_.read(*target, offset, shown), pattern,
                  i.aux);
  }
  memory_.fill(*target, offset, uint8_t(value(i.b)), size);
  return Decision::Go;
}

// The call that made a block, seen from the innermost function that is no allocator itself.
Point Interpreter::allocation_site() const {
  Point site = here();
  for (uint32_t depth = thread_.depth;
       depth > 1 && program_.functions[stack_.frames[depth - 1].function].is_allocator; --depth)
    site = stack_.frames[depth - 2].point;
  return site;
}

Interpreter::Decision Interpreter::allocate(const Instruction& i) {
  const uint64_t size = value(i.b);
  const uint64_t address = memory_.allocate(number_, size, allocation_site());
  if (!address)
    throw Unsupported("a heap block of " + std::to_string(size) +
                      " bytes, or too many live ones: heddle's addresses are used up");
  if (machine_.observer_) machine_.observer_->on_allocate(number_, here(), address, size);
  slot(i.a) = address;
  return Decision::Go;
}

// Whether a block may be given back, or moved.
Interpreter::Decision Interpreter::check_free(uint64_t address, const std::string& function) {
  const Object* object = memory_.object_at(address);
  if (!object || !object->has(kHeap))
    return error(ErrorKind::InvalidFree, function + " of a pointer that malloc did not return",
                 address);
  if (!object->has(kAlive))
    return error(ErrorKind::DoubleFree,
                 function == "free" ? "double free" : function + " of a freed block", address);
  if (memory_.offset_in(*object, address) != 0)
    return error(ErrorKind::InvalidFree, function + " of a pointer into the middle of a block",
                 address);
  return Decision::Go;
}

Interpreter::Decision Interpreter::free(const Instruction& i) {
  const uint64_t address = value(i.a);
  if (address == 0) return Decision::Go;
  if (check_free(address, "free") == Decision::Error) return Decision::Error;
  const Object* object = memory_.object_at(address);
  if (is_noticed(*object)) {
    const Decision decision =
        before(*object, {address, std::max<uint64_t>(object->full_size, 1)}, true, i.aux);
    if (decision != Decision::Go) return decision;
  }
  if (machine_.observer_) machine_.observer_->on_free(number_, here(), address);
  memory_.release(number_, address);
  return Decision::Go;
}

Interpreter::Decision Interpreter::block_size(const Instruction& i) {
  if (i.aux && check_free(value(i.b), "realloc") == Decision::Error) return Decision::Error;
  const Object* object = memory_.object_at(value(i.b));
  if (!object || !object->has(kAlive)) return memory_error(value(i.b), 1, false);
  slot(i.a) = object->full_size;
  return Decision::Go;
}

Interpreter::Decision Interpreter::stack_allocate(const Instruction& i) {
  const uint64_t size = value(i.b) * uint64_t(i.imm);
  const uint64_t address = memory_.push_stack(number_, size, here());
  if (!address)
    return error(ErrorKind::StackOverflow, "the stack overflows: too much in local variables");
  slot(i.a) = address;
  return Decision::Go;
}

Interpreter::Decision Interpreter::lifetime(const Instruction& i) {
  Object* object = memory_.object_at(value(i.a));
  if (!object || !object->has(kAlive) || !object->has(kStack)) return Decision::Go;
  if (machine_.options_.note_operations && object->has(kShared))
    machine_.deaths_.push_back({value(i.a), std::max<uint64_t>(object->full_size, 1)});
  if (i.opcode == Opcode::LifetimeStart)
    memory_.begin_scope(*object);
  else
    memory_.end_scope(*object);
  return Decision::Go;
}

Interpreter::Decision Interpreter::push_frame(FunctionIndex index, const Instruction& i) {
  const Machine::CallTarget* targets = machine_.call_targets_.data();
  const Machine::CallTarget& target = targets[index];
  Frame& caller = *frame_;
  caller.point = here();
  uint64_t* slots = caller.slots + targets[caller.function].slot_count;
  const auto arguments = program_.operands(i.c);
  if (i.aux || target.returns_twice || arguments.size() != target.parameter_slots ||
      thread_.depth + 1 >= kMaxFrames ||
      slots + target.slot_count > stack_.slots.data() + kMaxSlots) [[unlikely]]
    return push_odd_frame(index, i);
  for (size_t k = 0; k < arguments.size(); ++k) slots[k] = value(arguments[k]);
  ++thread_.depth;
  Frame& frame = *(&caller + 1);
  frame.slots = slots;
  frame.point = target.entry;
  frame.stack_objects = memory_.stack_objects(number_);
  frame.function = index;
  enter(frame);
  return Decision::Go;
}

// The rest: calls in the place of their caller, of functions that call setjmp, and wrong ones.
Interpreter::Decision Interpreter::push_odd_frame(FunctionIndex index, const Instruction& i) {
  if (i.aux) return replace_frame(index, i);
  const Function& function = program_.functions[index];
  const auto arguments = program_.operands(i.c);
  if (arguments.size() == function.parameter_slots) {
    uint64_t* slots = frame_->slots + program_.functions[frame_->function].slot_count;
    if (thread_.depth + 1 >= kMaxFrames ||
        slots + function.slot_count > stack_.slots.data() + kMaxSlots)
      return error(ErrorKind::StackOverflow, "the stack overflows: calls nest too deeply");
    for (size_t k = 0; k < arguments.size(); ++k) slots[k] = value(arguments[k]);
    std::fill(slots + arguments.size(), slots + function.slot_count, uint64_t(0));
    Frame& frame = stack_.frames[thread_.depth++];
    frame = {.slots = slots,
             .point = function.entry,
             .stack_objects = memory_.stack_objects(number_),
             .function = index};
    enter(frame);
    return Decision::Go;
  }
  // It stands in a virtual table for functions of every type.
  if (function.name == "__cxa_pure_virtual" || function.name == "__cxa_deleted_virtual")
    return error(ErrorKind::Abort, function.name == "__cxa_pure_virtual"
                                       ? "call of a pure virtual function"
                                       : "call of a deleted virtual function");
  return error(ErrorKind::WildPointer,
               "call of " + function.name + " with arguments it does not take");
}

// A call in the place of its caller: coroutines that resume each other do not nest.
Interpreter::Decision Interpreter::replace_frame(FunctionIndex index, const Instruction& i) {
  const Function& function = program_.functions[index];
  Frame& frame = stack_.frames[thread_.depth - 1];
  frame.point = here();
  if (size_t(frame.slots - stack_.slots.data()) + function.slot_count > kMaxSlots)
    return error(ErrorKind::StackOverflow, "the stack overflows: calls nest too deeply");
  std::vector<uint64_t> arguments;
  for (const Operand operand : program_.operands(i.c)) arguments.push_back(value(operand));
  if (arguments.size() != function.parameter_slots)
    return error(ErrorKind::WildPointer,
                 "call of " + function.name + " with arguments it does not take");
  memory_.pop_stack(number_, frame.stack_objects);
  if (function.returns_twice)
    std::fill(frame.slots, frame.slots + function.slot_count, uint64_t(0));
  std::copy(arguments.begin(), arguments.end(), frame.slots);
  frame.point = function.entry;
  frame.function = index;
  enter(frame);
  return Decision::Go;
}

Interpreter::Decision Interpreter::call_indirect(const Instruction& i) {
  if (const auto index = called_function(i)) [[likely]]
    return push_frame(*index, i);
  const uint64_t target = value(i.b);
  if (target < 4096)
    return error(ErrorKind::NullPointer, "call through a null function pointer", target);
  return error(ErrorKind::WildPointer, "call through a pointer that is not a function", target);
}

std::optional<FunctionIndex> Interpreter::called_function(const Instruction& i) {
  return program_.function_with(value(i.b));
}

void Interpreter::touch_frame(uint32_t index) {
  if (index >= machine_.intact_frames_) return;
  machine_.save_frame(number_, index);
  machine_.intact_frames_ = index;
}

Interpreter::Decision Interpreter::pop_frame(const Instruction& i) {
  const uint32_t stack_objects = frame_->stack_objects;
  if (memory_.stack_objects(number_) != stack_objects) memory_.pop_stack(number_, stack_objects);
  const uint32_t caller_index = thread_.depth - 2;
  INVARIANT(thread_.depth >= 2, "the outermost function ends its thread and never returns");
  touch_frame(caller_index);
  Frame& caller = *(frame_ - 1);
  const Instruction& call = code_[caller.point];
  const auto results = program_.operands(i.c);
  // A caller that expects another number of results called through a wrong type; it gets what there is, and zeros: what was
  // in the registers before is no part of the state.
  for (size_t k = 0; k < call.width; ++k)
    caller.slots[call.a + k] = k < results.size() ? value(results[k]) : 0;
  --thread_.depth;
  enter(caller);
  ++ip_;
  return Decision::Go;
}

Interpreter::Decision Interpreter::set_jump(const Instruction& i) {
  Object* buffer = memory_.find(value(i.b), 16);
  if (!buffer) return memory_error(value(i.b), 16, true);
  const uint64_t offset = memory_.offset_in(*buffer, value(i.b));
  memory_.write(*buffer, offset, 8, uint64_t(thread_.depth) << 32 | number_);
  memory_.write(*buffer, offset + 8, 8, here());
  slot(i.a) = 0;
  return Decision::Go;
}

Interpreter::Decision Interpreter::long_jump(const Instruction& i) {
  const Object* buffer = memory_.find(value(i.a), 16);
  if (!buffer) return memory_error(value(i.a), 16, false);
  const uint64_t offset = memory_.offset_in(*buffer, value(i.a));
  const uint64_t where = memory_.read(*buffer, offset, 8);
  const auto point = Point(memory_.read(*buffer, offset + 8, 8));
  const auto depth = uint32_t(where >> 32);
  const uint64_t result = value(i.b) & 0xffffffff;
  if (depth == 0 || depth > thread_.depth || uint32_t(where) != number_ ||
      program_.function_at(point) != stack_.frames[depth - 1].function)
    return error(ErrorKind::WildPointer, "longjmp to a function that has already returned",
                 value(i.a));
  while (thread_.depth > depth) {
    memory_.pop_stack(number_, stack_.frames[thread_.depth - 1].stack_objects);
    --thread_.depth;
    touch_frame(thread_.depth - 1);
  }
  Frame& frame = stack_.frames[depth - 1];
  frame.point = point;
  enter(frame);
  slot(ip_->a) = result ? result : 1;
  ++ip_;
  return Decision::Go;
}

Interpreter::Decision Interpreter::jump_indirect(const Instruction& i) {
  for (const Point target : program_.operands(i.c))
    if (address::of_block(target) == value(i.a)) {
      ip_ = code_ + target;
      return Decision::Go;
    }
  return error(ErrorKind::WildPointer, "goto to an address that is no label of this function",
               value(i.a));
}

// Leaves frames until a call in one of them says where exceptions go.
Interpreter::Decision Interpreter::unwind(const Instruction& i) {
  const uint64_t exception = value(i.a);
  const LandingPad* pad = nullptr;
  for (uint32_t depth = thread_.depth - 1; depth > 0 && !pad; --depth)
    pad = program_.landing_pad_at(stack_.frames[depth - 1].point);
  if (!pad) {
    ++ip_;
    return Decision::Go;
  }
  do {
    memory_.pop_stack(number_, stack_.frames[thread_.depth - 1].stack_objects);
    --thread_.depth;
    touch_frame(thread_.depth - 1);
  } while (stack_.frames[thread_.depth - 1].point != pad->call);
  Frame& frame = stack_.frames[thread_.depth - 1];
  frame.point = pad->pad;
  enter(frame);
  slot(pad->exception_slot) = exception;
  return Decision::Go;
}

// The catch clauses that an exception would meet on its way out, one by one.
Interpreter::Decision Interpreter::handler_at(const Instruction& i) {
  uint64_t wanted = value(i.b);
  Object* result = memory_.find(value(i.c), 8);
  if (!result) return memory_error(value(i.c), 8, true);
  slot(i.a) = 0;
  for (uint32_t depth = thread_.depth - 1; depth > 0; --depth) {
    const LandingPad* pad = program_.landing_pad_at(stack_.frames[depth - 1].point);
    if (!pad) continue;
    if (wanted < pad->catch_types.size()) {
      memory_.write(*result, memory_.offset_in(*result, value(i.c)), 8, pad->catch_types[wanted]);
      slot(i.a) = 1;
      break;
    }
    wanted -= pad->catch_types.size();
  }
  return Decision::Go;
}

void Interpreter::pass(uint64_t argument, ThreadNumber child) {
  const Object* object = memory_.object_at(argument);
  const bool hands_over = object && object->has(kHandedOver) && object->owner() == number_;
  if (hands_over && !object->has(kShared))
    memory_.hand_over(argument, child);
  else
    memory_.share(argument);
}

Interpreter::Decision Interpreter::thread_create(const Instruction& i) {
  const auto operands = program_.operands(i.c);
  const uint64_t entry = value(operands[0]);
  const std::optional<ThreadNumber> free_number = machine_.free_thread_number(number_);
  if (!free_number)
    return error(
        ErrorKind::ThreadLimit,
        "more than " + std::to_string(machine_.options_.max_threads) + " threads at the same time");
  const ThreadNumber child = *free_number;
  const uint64_t arguments[] = {value(operands[1]), value(operands[2])};
  for (const uint64_t argument : arguments) pass(argument, child);
  const auto function = program_.function_with(entry);
  INVARIANT(function.has_value(), "thread entries are the runtime's own");
  machine_.start(child, *function, arguments, 2);
  machine_.threads_[child].entry = arguments[0];
  machine_.new_threads_ |= bit(child);
  machine_.created_ |= bit(child);
  machine_.creators_ |= bit(number_);
  machine_.creations_.push_back({number_, child});
  ordered_ = true;
  if (machine_.observer_) machine_.observer_->on_thread_start(number_, here(), child);
  slot(i.a) = child;
  return Decision::Go;
}

void Interpreter::end_thread() {
  for (uint32_t index = thread_.depth; index-- > 0;) touch_frame(index);
  memory_.pop_stack(number_, 0);
  thread_.depth = 0;
  thread_.status = thread_.released ? ThreadStatus::Unused : ThreadStatus::Finished;
  if (thread_.released) machine_.released_ |= bit(number_);
  thread_.released = 0;
  machine_.live_ &= ~(uint64_t(1) << number_);
}

// Remembers a state and compares with it at each jump, for a while, then not for a long time, then for twice
// the while (as Brent finds cycles: it is inside of the circle sooner or later, and the circle shorter than the
// while). Nothing another thread could notice happened since the transition began, so a state that comes back
// will come back for ever. Where in the circle the look began is chance: it goes round once more to tell its
// first place, so that the same loop is the same error each time.
Interpreter::Decision Interpreter::check_progress(uint64_t steps) {
  const auto pause = [&] {
    next_progress_check_ =
        std::min(steps + (kProgressInterval << looks_), machine_.options_.max_local_steps);
    jumps_to_watch_ = 0;
  };
  // What other threads could have changed in the meantime does not prove that it goes on for ever.
  if (machine_.accesses_.exposed_count() != accesses_at_check_) {
    accesses_at_check_ = machine_.accesses_.exposed_count();
    circle_ = Circle::NotSeen;
    ordered_ = true;
    pause();
    return Decision::Go;
  }
  if (jumps_to_watch_ == 0) {
    jumps_to_watch_ = kWatchedJumps << looks_;
    looks_ = std::min(looks_ + 1, kMostDoublings);
    remembered_point_ = here();
    remembered_ = own_state();
    return Decision::Go;
  }
  const CirclePlace place{thread_.depth, here()};
  if (circle_ == Circle::Followed) circle_start_ = std::min(circle_start_, place);
  if (circle_ != Circle::Known && here() == remembered_point_ && own_state() == remembered_) {
    if (circle_ == Circle::NotSeen) circle_start_ = place;
    circle_ = circle_ == Circle::NotSeen ? Circle::Followed : Circle::Known;
  }
  if (circle_ == Circle::Known && place == circle_start_)
    return error(ErrorKind::EndlessLoop,
                 "this loop never ends: the thread comes back to the same state");
  if (circle_ == Circle::NotSeen && --jumps_to_watch_ == 0) pause();
  return Decision::Go;
}

// All that decides what the thread does next, as long as others stand still.
Fingerprint Interpreter::own_state() {
  stack_.frames[thread_.depth - 1].point = here();
  Hasher hasher(memory_.fingerprint());
  for (uint32_t k = 0; k < thread_.depth; ++k) {
    const Frame& frame = stack_.frames[k];
    hasher.add(frame.point);
    const uint32_t slots = program_.functions[frame.function].slot_count;
    for (uint32_t s = 0; s < slots; ++s) hasher.add(frame.slots[s]);
  }
  return hasher.finish();
}

}  // namespace heddle
