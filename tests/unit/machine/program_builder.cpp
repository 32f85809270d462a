// SPDX-License-Identifier: Apache-2.0
#include "machine/program_builder.h"

#include "lower/liveness.h"
#include "program/address.h"
#include "support/hash.h"

namespace heddle::testing {

namespace {

Opcode sized(Opcode first, unsigned bytes) {
  const unsigned index = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
  return Opcode(uint16_t(first) + index);
}

constexpr uint32_t kOwnerMask = 0x7fffffff;

}  // namespace

uint64_t ProgramBuilder::add_global(const std::string& name, uint64_t size, uint64_t first_word,
                                    bool is_constant) {
  Global global{.name = name, .shown_name = name, .size = size, .is_constant = is_constant};
  global.address = address::make(address::kGlobalRegion, uint32_t(program_.globals.size() + 1));
  if (first_word) global.contents.push_back({0, first_word});
  program_.globals.push_back(global);
  return global.address;
}

uint64_t ProgramBuilder::global(const std::string& name, uint64_t size, uint64_t first_word) {
  return add_global(name, size, first_word, false);
}

uint64_t ProgramBuilder::constant_global(const std::string& name, uint64_t size,
                                         uint64_t first_word) {
  return add_global(name, size, first_word, true);
}

uint64_t ProgramBuilder::text(const std::string& text) {
  const uint64_t address = add_global("text." + text, text.size() + 1, 0, true);
  Global& global = program_.globals.back();
  for (uint32_t k = 0; k < text.size(); ++k) {
    if (k % 8 == 0) global.contents.push_back({k / 8, 0});
    global.contents.back().value |= uint64_t(uint8_t(text[k])) << k % 8 * 8;
  }
  return address;
}

void ProgramBuilder::thread_local_variable(const std::string& name, uint64_t first_word) {
  program_.thread_locals.push_back({.name = name, .size = 8, .contents = {{0, first_word}}});
}

uint64_t ProgramBuilder::begin(const std::string& name, uint32_t parameters) {
  Function function{.name = name, .shown_name = name, .entry = here()};
  function.slot_count = function.parameter_slots = parameters;
  function.code_hash = hash_text(name);
  program_.functions.push_back(function);
  return address::of_function(FunctionIndex(program_.functions.size() - 1));
}

uint32_t ProgramBuilder::slots(uint32_t count) {
  uint32_t& used = program_.functions.back().slot_count;
  used += count;
  return used - count;
}

Operand ProgramBuilder::constant(uint64_t value) {
  program_.constants.push_back(value);
  return Operand(program_.constants.size() - 1) | kConstantBit;
}

uint32_t ProgramBuilder::list(const std::vector<Operand>& operands) {
  const auto index = uint32_t(program_.operand_lists.size());
  program_.operand_lists.push_back(uint32_t(operands.size()));
  program_.operand_lists.insert(program_.operand_lists.end(), operands.begin(), operands.end());
  return index;
}

Point ProgramBuilder::emit(Instruction instruction) {
  program_.code.push_back(instruction);
  ++program_.functions.back().instruction_count;
  return here() - 1;
}

Operand ProgramBuilder::load(Operand address, unsigned bytes, uint8_t flags) {
  const uint32_t result = slot();
  emit({.opcode = sized(Opcode::Load1, bytes),
        .width = uint8_t(bytes * 8),
        .aux = flags,
        .a = result,
        .b = address});
  return result;
}

void ProgramBuilder::store(Operand value, Operand address, unsigned bytes, uint8_t flags) {
  emit({.opcode = sized(Opcode::Store1, bytes),
        .width = uint8_t(bytes * 8),
        .aux = flags,
        .a = value,
        .b = address});
}

Operand ProgramBuilder::fetch_add(uint64_t address, uint64_t amount) {
  const uint32_t result = slot();
  emit({.opcode = Opcode::AtomicUpdate,
        .width = 64,
        .aux = kAtomic,
        .a = result,
        .b = constant(address),
        .c = constant(amount),
        .imm = int64_t(UpdateFunction::Add)});
  return result;
}

Operand ProgramBuilder::allocate(uint64_t size) {
  const uint32_t result = slot();
  emit({.opcode = Opcode::Allocate, .a = result, .b = constant(size), .c = constant(16)});
  return result;
}

Operand ProgramBuilder::local(uint64_t size) {
  const uint32_t result = slot();
  emit({.opcode = Opcode::Alloca, .a = result, .b = constant(1), .c = 16, .imm = int64_t(size)});
  return result;
}

void ProgramBuilder::copy(Operand to, Operand from, Operand bytes) {
  emit({.opcode = Opcode::CopyMemory, .a = to, .b = from, .c = bytes});
}

Operand ProgramBuilder::unary(Opcode opcode, Operand x, int64_t immediate) {
  const uint32_t result = slot();
  emit({.opcode = opcode, .width = 64, .a = result, .b = x, .imm = immediate});
  return result;
}

Operand ProgramBuilder::index(Operand array, Operand number, int64_t size, uint64_t length) {
  if (length) program_.array_indices.push_back({here(), length});
  const uint32_t result = slot();
  emit({.opcode = Opcode::Index, .width = 64, .a = result, .b = array, .c = number, .imm = size});
  return result;
}

Operand ProgramBuilder::binary(Opcode opcode, Operand x, Operand y, uint8_t width) {
  const uint32_t result = slot();
  emit({.opcode = opcode, .width = width, .a = result, .b = x, .c = y});
  return result;
}

void ProgramBuilder::jump_if_below(Operand value, uint64_t limit, Point target) {
  const Point next = here() + 1;
  emit({.opcode = Opcode::BranchUlt,
        .width = 64,
        .a = value,
        .b = constant(limit),
        .imm = pack_targets(target, next)});
}

Point ProgramBuilder::branch(Operand condition) {
  return emit({.opcode = Opcode::Branch, .a = condition, .b = here() + 1, .c = here() + 1});
}

void ProgramBuilder::require(Operand condition) {
  const Operand kind = constant(text("assertion"));
  const Operand message = constant(text("required"));
  emit({.opcode = Opcode::Branch, .a = condition, .b = here() + 2, .c = here() + 1});
  emit({.opcode = Opcode::Fail, .a = kind, .b = message, .c = constant(0)});
}

Operand ProgramBuilder::choose(uint64_t branches) {
  const uint32_t result = slot();
  emit({.opcode = Opcode::Choose, .a = result, .b = constant(branches)});
  return result;
}

std::vector<Operand> ProgramBuilder::call(uint64_t function, const std::vector<Operand>& arguments,
                                          uint8_t results) {
  const uint32_t first = slots(results);
  emit({.opcode = Opcode::Call,
        .width = results,
        .a = first,
        .b = FunctionIndex(address::index_of(function)),
        .c = list(arguments)});
  std::vector<Operand> operands;
  for (uint32_t k = 0; k < results; ++k) operands.push_back(first + k);
  return operands;
}

std::vector<Operand> ProgramBuilder::call_indirect(Operand function,
                                                   const std::vector<Operand>& arguments,
                                                   uint8_t results) {
  const uint32_t first = slots(results);
  emit({.opcode = Opcode::CallIndirect,
        .width = results,
        .a = first,
        .b = function,
        .c = list(arguments)});
  std::vector<Operand> operands;
  for (uint32_t k = 0; k < results; ++k) operands.push_back(first + k);
  return operands;
}

void ProgramBuilder::return_values(const std::vector<Operand>& values) {
  emit({.opcode = Opcode::Return, .c = list(values)});
}

void ProgramBuilder::spawn(uint64_t function, Operand argument) {
  const uint32_t number = slot();
  emit({.opcode = Opcode::ThreadCreate,
        .width = 1,
        .a = number,
        .c = list({constant(function), argument, constant(0)})});
}

void ProgramBuilder::await(SyncKind kind, uint64_t object,
                           std::initializer_list<std::pair<uint64_t, uint32_t>> words,
                           uint32_t mask) {
  std::vector<Operand> operands{constant(uint64_t(kind)), constant(object)};
  for (const auto& [address, value] : words) {
    operands.push_back(constant(address));
    operands.push_back(constant(mask));
    operands.push_back(constant(value));
  }
  emit({.opcode = Opcode::Await, .c = list(operands)});
}

void ProgramBuilder::visible(SyncKind kind, uint64_t object, uint64_t size) {
  emit({.opcode = Opcode::Visible,
        .c = list({constant(uint64_t(kind)), constant(object), constant(size)})});
}

void ProgramBuilder::lock(uint64_t mutex) {
  await(SyncKind::MutexLock, mutex, {{mutex, 0}}, kOwnerMask);
  take_ownership(constant(mutex));
}

void ProgramBuilder::take_ownership(Operand mutex) {
  const uint32_t self = slot();
  emit({.opcode = Opcode::ThreadSelf, .a = self});
  store(binary(Opcode::Add, self, constant(1)), mutex, 4, kInvisible);
}

void ProgramBuilder::unlock(uint64_t mutex) {
  visible(SyncKind::MutexUnlock, mutex, 4);
  store(constant(0), constant(mutex), 4, kInvisible);
}

uint64_t ProgramBuilder::lock_function() {
  const uint64_t function = begin("pthread_mutex_lock", 1);
  const Operand kind = constant(uint64_t(SyncKind::MutexLock));
  emit({.opcode = Opcode::Await, .c = list({kind, 0, 0, constant(kOwnerMask), constant(0)})});
  take_ownership(0);
  return_values({constant(0)});
  return function;
}

uint64_t ProgramBuilder::unlock_function() {
  const uint64_t function = begin("pthread_mutex_unlock", 1);
  const Operand kind = constant(uint64_t(SyncKind::MutexUnlock));
  emit({.opcode = Opcode::Visible, .c = list({kind, 0, constant(4)})});
  store(constant(0), 0, 4, kInvisible);
  return_values({constant(0)});
  return function;
}

uint64_t ProgramBuilder::join_function(uint64_t states) {
  const uint64_t function = begin("pthread_join", 2);
  const Operand state = index(constant(states), 0, 4);
  const Operand kind = constant(uint64_t(SyncKind::Join));
  emit({.opcode = Opcode::Await,
        .c = list({kind, state, state, constant(kOwnerMask), constant(0)})});
  const Point no_result = branch(1);
  store(constant(7), 1, 8, kInvisible);
  go_on_here(no_result);
  return_values({constant(0)});
  return function;
}

Program ProgramBuilder::finish() {
  program_.start = FunctionIndex(program_.functions.size() - 1);
  program_.source.locations.resize(program_.code.size());
  compute_liveness(program_);
  set_plain_positions(program_);
  return std::move(program_);
}

Program threads_program(ProgramBuilder& builder, const std::vector<Body>& bodies, const Body& end) {
  std::vector<uint64_t> functions;
  std::vector<uint64_t> done;
  for (const Body& body : bodies) {
    const std::string number = std::to_string(functions.size() + 1);
    done.push_back(builder.global("done" + number));
    functions.push_back(builder.begin("worker" + number, 2));
    body(builder);
    builder.store_to(done.back(), 1, kInvisible);
    builder.end_thread();
  }
  builder.begin("main");
  for (const uint64_t function : functions) builder.spawn(function);
  // Two at a time, so that two threads make main wait only once.
  for (size_t k = 0; k < done.size(); k += 2) {
    if (k + 1 < done.size())
      builder.await(SyncKind::Join, done[k], {{done[k], 1}, {done[k + 1], 1}});
    else
      builder.await(SyncKind::Join, done[k], {{done[k], 1}});
  }
  if (end) end(builder);
  builder.exit();
  return builder.finish();
}

Program independent_counters(unsigned count) {
  ProgramBuilder builder;
  const auto counting = [&](uint64_t counter) {
    return [=](ProgramBuilder& b) {
      for (unsigned k = 0; k < count; ++k) b.fetch_add(counter, 1);
    };
  };
  const uint64_t x = builder.global("x");
  const uint64_t y = builder.global("y");
  return threads_program(builder, {counting(x), counting(y)});
}

Program lost_update() {
  ProgramBuilder builder;
  const uint64_t counter = builder.global("counter");
  const Body increment = [=](ProgramBuilder& b) {
    const Operand old = b.load_from(counter, kAtomic);
    b.store(b.binary(Opcode::Add, old, b.constant(1)), b.constant(counter), 8, kAtomic);
  };
  return threads_program(builder, {increment, increment}, [=](ProgramBuilder& b) {
    b.require(b.binary(Opcode::CmpEq, b.load_from(counter), b.constant(2)));
  });
}

Program opposite_locks() {
  ProgramBuilder builder;
  const uint64_t first = builder.global("first");
  const uint64_t second = builder.global("second");
  const auto both = [](uint64_t outer, uint64_t inner) {
    return [=](ProgramBuilder& b) {
      b.lock(outer);
      b.lock(inner);
      b.unlock(inner);
      b.unlock(outer);
    };
  };
  return threads_program(builder, {both(first, second), both(second, first)});
}

}  // namespace heddle::testing
