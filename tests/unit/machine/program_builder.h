// ProgramBuilder: writes small Programs by hand, so that machine, properties and searches are tested
// without a compiler in between.
//
// Instructions go to the function begun last, and the last function is where the program starts:
// workers come first, main at the end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "machine/sync_kind.h"
#include "program/program.h"

namespace heddle::testing {

class ProgramBuilder {
 public:
  // Data. Globals are told by their addresses.
  uint64_t global(const std::string& name, uint64_t size = 8, uint64_t first_word = 0);
  uint64_t constant_global(const std::string& name, uint64_t size, uint64_t first_word);
  uint64_t text(const std::string& text);  // a string literal
  void thread_local_variable(const std::string& name, uint64_t first_word);

  // Functions and registers.
  uint64_t begin(const std::string& name, uint32_t parameters = 0);  // returns its address
  uint32_t slot() { return slots(1); }
  uint32_t slots(uint32_t count);
  Operand constant(uint64_t value);
  uint32_t list(const std::vector<Operand>& operands);
  Point here() const { return Point(program_.code.size()); }
  Point emit(Instruction instruction);
  void add_switch(const SwitchTable& table) { program_.switches.push_back(table); }
  void add_landing_pad(const LandingPad& pad) { program_.landing_pads.push_back(pad); }

  // Memory; `bytes` is 1, 2, 4 or 8.
  Operand load(Operand address, unsigned bytes = 8, uint8_t flags = 0);
  void store(Operand value, Operand address, unsigned bytes = 8, uint8_t flags = 0);
  Operand load_from(uint64_t address, uint8_t flags = 0) {
    return load(constant(address), 8, flags);
  }
  void store_to(uint64_t address, uint64_t value, uint8_t flags = 0) {
    store(constant(value), constant(address), 8, flags);
  }
  Operand fetch_add(uint64_t address, uint64_t amount);
  Operand allocate(uint64_t size);
  void free(Operand address) { emit({.opcode = Opcode::Free, .a = address}); }
  Operand local(uint64_t size);  // a local variable with an address
  void copy(Operand to, Operand from, Operand bytes);

  // Values and control.
  Operand unary(Opcode opcode, Operand x, int64_t immediate = 0);
  Operand move(Operand x) { return unary(Opcode::Move, x); }
  Operand offset(Operand x, int64_t bytes) { return unary(Opcode::Offset, x, bytes); }
  // Element `number` of an array with elements of `size` bytes; `length` if it is declared.
  Operand index(Operand array, Operand number, int64_t size, uint64_t length = 0);
  Operand binary(Opcode opcode, Operand x, Operand y, uint8_t width = 64);
  void jump(Point target) { emit({.opcode = Opcode::Jump, .a = target}); }
  // Goes to `target` while the register is below the limit, else on.
  void jump_if_below(Operand value, uint64_t limit, Point target);
  // Goes on if the condition holds, else to where go_on_here() says.
  Point branch(Operand condition);
  void go_on_here(Point branch) { program_.code[branch].c = here(); }
  // Goes on if the condition holds, else ends in a failed assertion.
  void require(Operand condition);
  Operand choose(uint64_t branches);
  std::vector<Operand> call(uint64_t function, const std::vector<Operand>& arguments,
                            uint8_t results);
  std::vector<Operand> call_indirect(Operand function, const std::vector<Operand>& arguments,
                                     uint8_t results);
  void return_values(const std::vector<Operand>& values);

  // Threads.
  void spawn(uint64_t function) { spawn(function, constant(0)); }
  void spawn(uint64_t function, Operand argument);
  void await(SyncKind kind, uint64_t object,
             std::initializer_list<std::pair<uint64_t, uint32_t>> words, uint32_t mask = ~0u);
  void visible(SyncKind kind, uint64_t object, uint64_t size);
  void lock(
      uint64_t mutex);  // as the pthread model does it: the owner's number + 1 in the first word
  void unlock(uint64_t mutex);
  // The models as functions of their own; they return their addresses. pthread_join(thread, result) waits for
  // the word of `states` that belongs to the thread's number, as the owner word of a mutex.
  uint64_t lock_function();
  uint64_t unlock_function();
  uint64_t join_function(uint64_t states);
  void end_thread() { emit({.opcode = Opcode::ThreadEnd}); }
  void exit(uint64_t code = 0) { emit({.opcode = Opcode::Exit, .a = constant(code)}); }

  Program finish();

 private:
  uint64_t add_global(const std::string& name, uint64_t size, uint64_t first_word,
                      bool is_constant);
  void take_ownership(Operand mutex);

  Program program_;
};

// The whole program: main starts a thread per body, waits until all of them are done, and runs `end`.
using Body = std::function<void(ProgramBuilder&)>;
Program threads_program(ProgramBuilder& builder, const std::vector<Body>& bodies,
                        const Body& end = {});

// Two threads that each add to a global of their own, `count` times.
Program independent_counters(unsigned count);
// Two threads that each read a global and write it back one larger; main asserts that both counted.
Program lost_update();
// Two threads that take two locks in opposite order.
Program opposite_locks();

}  // namespace heddle::testing
