// SPDX-License-Identifier: Apache-2.0
#include "reduction/hybrid.h"

#include "support/bits.h"

namespace heddle {

namespace {

constexpr uint64_t kWholeObject = ~uint64_t(0);

bool is_stack_of_another(uint64_t address, ThreadNumber running) {
  const uint32_t region = address::region_of(address);
  return region >= address::kFirstStackRegion &&
         region < address::kFirstStackRegion + kMaxThreads &&
         region != address::kFirstStackRegion + running;
}

}  // namespace

HybridFilter::HybridFilter(const Program& program, std::shared_ptr<const Facts> facts)
    : facts_(std::move(facts)) {
  for (size_t k = 0; k < program.globals.size(); ++k) {
    const uint64_t address = program.globals[k].address;
    auto& table = address::is_large(address::region_of(address)) ? large_globals_ : small_globals_;
    const uint64_t index = address::index_of(address);
    if (table.size() <= index) table.resize(index + 1, Facts::kNoObject);
    table[index] = facts_->globals[k];
  }
}

ObjectId HybridFilter::id_of(uint64_t address, const Object& object) const {
  if (object.has(kGlobal)) {
    const bool large = address::is_large(address::region_of(address));
    return (large ? large_globals_ : small_globals_)[address::index_of(address)];
  }
  if (object.origin != kNoPoint) return facts_->made_at[object.origin];
  return facts_->thread_locals[address::index_of(address)];
}

bool HybridFilter::needs_choice(const Machine& machine, ThreadNumber running,
                                const Pending& operation) const {
  for (const auto& [range, writes] :
       {std::pair(operation.range, operation.writes), std::pair(operation.second_read, false)}) {
    if (range.size == 0) continue;
    const Object* object = const_cast<Memory&>(machine.memory()).object_at(range.address);
    if (!object) return true;
    const ObjectId id = id_of(range.address, *object);
    if (id == Facts::kNoObject) return true;
    if (conflicts(machine, running, {range, writes, object, id})) return true;
  }
  return false;
}

bool HybridFilter::conflicts(const Machine& machine, ThreadNumber running,
                             const Touched& touched) const {
  // A local variable ends with its function, which is no access.
  if (is_stack_of_another(touched.range.address, running)) return true;
  for (uint64_t rest = machine.live_threads() & ~bit(running); rest; rest &= rest - 1)
    if (may_conflict(machine, lowest(rest), touched)) return true;
  return false;
}

bool HybridFilter::may_conflict(const Machine& machine, ThreadNumber other,
                                const Touched& touched) const {
  const auto frames = machine.frames(other);
  for (size_t k = frames.size(); k-- > 0;) {
    const Frame& frame = frames[k];
    const bool is_top = k + 1 == frames.size();
    const bool at_entry =
        is_top && frame.point == machine.program().functions[frame.function].entry;
    const FutureIndex index =
        at_entry ? facts_->future_at_entry[frame.function] : facts_->future_at[frame.point];
    if (index == kNoFuture) return true;  // code that the analyses did not expect to run
    const Future& future = facts_->futures[index];
    if (meets(future, touched) || meets_through_frame(machine, frame, future, touched)) return true;
    // The other variants have looked at all callers beforehand.
    if (facts_->field_access != FieldAccessVariant::Sensitive) return false;
  }
  return false;
}

bool HybridFilter::meets(const Future& future, const Touched& touched) const {
  bool met = false;
  const auto offset = int64_t(Memory::offset_in(*touched.object, touched.range.address));
  facts_->locations->visit_bytes(touched.id, offset, touched.range.size, [&](LocationRange range) {
    met = met || future.writes.meets_range(range.first, range.end) ||
          (touched.writes && future.reads.meets_range(range.first, range.end));
  });
  return met;
}

bool HybridFilter::meets_through_frame(const Machine& machine, const Frame& frame,
                                       const Future& future, const Touched& touched) const {
  for (const FrameAccess& access : future.through_frame) {
    if (!access.writes && !touched.writes) continue;
    const uint64_t address = frame.slots[access.slot] + uint64_t(access.offset);
    if (access.size == kWholeObject) {
      if (const_cast<Memory&>(machine.memory()).object_at(address) == touched.object) return true;
    } else if (touched.range.overlaps({address, access.size})) {
      return true;
    }
  }
  return false;
}

}  // namespace heddle
