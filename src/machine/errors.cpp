// How the machine words the errors it meets while running an instruction.
// SPDX-License-Identifier: Apache-2.0
#include "machine/interpreter.h"
#include "machine/stack.h"
#include "support/invariant.h"

namespace heddle {

namespace {

constexpr uint64_t kNullPage = 4096;
constexpr size_t kMaxText = 4096;

}  // namespace

Interpreter::Decision Interpreter::error(ErrorKind kind, std::string message, uint64_t address) {
  stack_.frames[thread_.depth - 1].point = here();
  machine_.violation_ = Violation{.kind = kind,
                                  .message = std::move(message),
                                  .thread = number_,
                                  .stack = machine_.call_stack(number_),
                                  .address = address};
  return Decision::Error;
}

Interpreter::Decision Interpreter::memory_error(uint64_t address, uint64_t size, bool writes) {
  const std::string verb = writes ? "write" : "read";
  const std::string extent = size == 1 ? "1 byte" : std::to_string(size) + " bytes";
  if (address < kNullPage)
    return error(ErrorKind::NullPointer, verb + " through a null pointer", address);
  const Object* object = memory_.object_ever_at(address);
  if (!object || address::region_of(address) == address::kCodeRegion)
    return error(ErrorKind::WildPointer, verb + " of " + extent + " through a pointer to nothing",
                 address);
  if (!object->has(kAlive)) {
    if (object->has(kHeap))
      return error(ErrorKind::UseAfterFree, verb + " of " + extent + " of freed memory", address);
    return error(ErrorKind::UseAfterReturn,
                 verb + " of " + extent + " of a local variable that is gone", address);
  }
  if (object->has(kEnded))
    return error(ErrorKind::UseAfterReturn,
                 verb + " of " + extent + " of a local variable whose scope has ended", address);
  if (object->has(kConstant) && writes && memory_.find(address, size))
    return error(ErrorKind::WildPointer, "write to constant memory", address);
  const uint64_t offset = memory_.offset_in(*object, address);
  return error(ErrorKind::OutOfBounds,
               verb + " of " + extent + " at offset " + std::to_string(offset) +
                   " of an object of " + std::to_string(object->full_size) + " bytes",
               address);
}

std::string Interpreter::text_at(uint64_t address) {
  std::string text;
  const Object* object = memory_.find(address, 1);
  if (!object) return text;
  for (uint64_t offset = memory_.offset_in(*object, address);
       offset < object->size && text.size() < kMaxText; ++offset) {
    const char character = char(memory_.read(*object, offset, 1));
    if (character == 0) break;
    text += character;
  }
  // All of it has been read, what ends it included.
  if (!memory_.find(address, text.size() + 1)) memory_.find(address, text.size());
  return text;
}

void Interpreter::fail(const Instruction& i) {
  const std::optional<ErrorKind> kind = error_kind_named(text_at(value(i.a)));
  INVARIANT(kind.has_value(), "runtime models name error kinds that exist");
  std::string message = text_at(value(i.b));
  if (value(i.c)) message += ": " + text_at(value(i.c));
  error(*kind, std::move(message));
}

// Numbers as in enum heddle_option of runtime/builtins.h.
uint64_t Interpreter::option(uint64_t which) const {
  switch (which) {
    case 1: return machine_.options_.spurious_wakeups;
    case 2: return program_.main_may_leave;
    case 3: return machine_.options_.steady_stops;
    default: throw InternalError("a runtime model asks for an option that does not exist");
  }
}

void Interpreter::note(const Instruction& i) {
  constexpr uint8_t kProgress = 2;
  if (i.aux == kProgress) {
    ++machine_.progress_marks_;
    return;
  }
  (i.aux ? machine_.incompleteness_ : machine_.assumptions_).insert(text_at(value(i.a)));
}

}  // namespace heddle
