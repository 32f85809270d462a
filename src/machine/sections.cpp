// Atomic sections, and what is noted of a transition for searches that go by dependence (MachineOptions::steady_stops): what
// happened without the thread having stood before it.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "machine/interpreter.h"

namespace heddle {

Interpreter::Decision Interpreter::atomic_begin() {
  if (thread_.atomic_depth == 0 && !granted_ && others_can_run()) {
    stop_at({.kind = PendingKind::Sync, .sync = SyncKind::AtomicBegin});
    return Decision::Stop;
  }
  granted_ = false;
  ordered_ = true;
  ++thread_.atomic_depth;
  return Decision::Go;
}

void Interpreter::record_in_section(const MemoryRange& range) {
  if (machine_.options_.steady_stops && thread_.atomic_depth > 0 && range.size)
    machine_.section_accesses_.push_back({here(), range, true, true});
}

void Interpreter::note_model_write(const Object& object, uint64_t address, uint64_t size) {
  const uint64_t offset = memory_.offset_in(object, address);
  for (uint64_t at = offset & ~uint64_t(3); at < offset + size; at += 4)
    machine_.model_writes_.push_back(
        {address - offset + at,
         uint32_t(memory_.read(object, at, unsigned(std::min<uint64_t>(4, object.size - at))))});
}

}  // namespace heddle
