// A state as a sequence of words, equal exactly when two states are: the basis of --exact.
//
// Everything the fingerprint covers is in it, and nothing else.
// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "machine/machine.h"
#include "machine/stack.h"

namespace heddle {

void Machine::encode(std::vector<uint64_t>& out) const {
  memory_.for_each_object([&](uint64_t address, const Object& object) {
    if (object.has(kConstant)) return;
    out.push_back(address);
    out.push_back(object.size);
    out.push_back(object.has(kForward) ? object.forward : 0);
    out.insert(out.end(), object.words, object.words + (object.size + 7) / 8);
  });
  memory_.for_each_adopted([&](uint64_t thread, uint64_t address) {
    out.push_back(thread);
    out.push_back(address);
  });
  // What is shared, as far as it matters: all of the flags would tell too many states apart.
  out.push_back(memory_.sharing_fingerprint().low);
  out.push_back(memory_.sharing_fingerprint().high);
  for (uint64_t rest = live_; rest; rest &= rest - 1) {
    const auto number = ThreadNumber(std::countr_zero(rest));
    const Thread& thread = threads_[number];
    out.push_back(uint64_t(number) << 32 | thread.depth);
    out.push_back(thread.atomic_depth);
    for (uint32_t index = 0; index < thread.depth; ++index) {
      const Frame& frame = stacks_[number]->frames[index];
      const bool is_last = index + 1 == thread.depth;
      // Code that cannot be told apart from here on is the same place.
      out.push_back(program_.positions[frame.point].low);
      out.push_back(program_.positions[frame.point].high);
      out.push_back(is_last ? memory_.stack_objects(number)
                            : stacks_[number]->frames[index + 1].stack_objects);
      for (const uint32_t slot : program_.live_at(frame.point)) out.push_back(frame.slots[slot]);
    }
  }
}

}  // namespace heddle
