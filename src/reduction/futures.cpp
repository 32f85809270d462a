// SPDX-License-Identifier: Apache-2.0
#include "reduction/futures.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr InstanceId kNoInstance = ~0u;

ThreadFuture::Register cover(std::span<const ThreadFuture::ThroughFrame> accesses) {
  const FrameAccess& any = accesses.front().access;
  ThreadFuture::Register cover{accesses.front().frame, any.slot, false, any.offset, 0, accesses};
  int64_t end = any.offset;
  bool is_whole = false;
  for (const auto& [frame, access] : accesses) {
    cover.writes = cover.writes || access.writes;
    cover.offset = std::min(cover.offset, access.offset);
    is_whole = is_whole || access.size == kWholeObject;
    if (!is_whole) end = std::max(end, access.offset + int64_t(access.size));
  }
  cover.size = is_whole ? ~uint64_t(0) : uint64_t(end - cover.offset);
  return cover;
}

void group_by_registers(ThreadFuture& future) {
  const auto register_of = [](const ThreadFuture::ThroughFrame& through) {
    return std::pair(through.frame, through.access.slot);
  };
  auto& all = future.through_frames;
  std::stable_sort(all.begin(), all.end(),
                   [&](const auto& a, const auto& b) { return register_of(a) < register_of(b); });
  for (auto first = all.begin(); first != all.end();) {
    const auto end = std::find_if(first, all.end(), [&](const auto& through) {
      return register_of(through) != register_of(*first);
    });
    future.registers.push_back(cover({first, end}));
    first = end;
  }
}

}  // namespace

Futures::Futures(const Program& program, std::shared_ptr<const Facts> facts)
    : facts_(std::move(facts)) {
  for (size_t k = 0; k < program.globals.size(); ++k) {
    const uint64_t address = program.globals[k].address;
    auto& table = address::is_large(address::region_of(address)) ? large_globals_ : small_globals_;
    const uint64_t index = address::index_of(address);
    if (table.size() <= index) table.resize(index + 1, Facts::kNoObject);
    table[index] = facts_->globals[k];
  }
}

ObjectId Futures::id_of(uint64_t address, const Object& object) const {
  if (object.has(kGlobal)) {
    const bool large = address::is_large(address::region_of(address));
    return (large ? large_globals_ : small_globals_)[address::index_of(address)];
  }
  if (object.origin != kNoPoint) return facts_->made_at[object.origin];
  return facts_->thread_locals[address::index_of(address)];
}

const std::vector<InstanceId>& Futures::instances_of(const Machine& machine,
                                                     ThreadNumber thread) const {
  KnownStack& known = known_stacks_[thread];
  const auto frames = machine.frames(thread);
  size_t same = 0;
  while (same < std::min(frames.size(), known.points.size()) &&
         frames[same].function == known.functions[same] &&
         (same == 0 || frames[same - 1].point == known.points[same - 1]))
    ++same;
  known.points.resize(frames.size());
  known.functions.resize(frames.size());
  known.instances.resize(frames.size());
  for (size_t k = 0; k < frames.size(); ++k) known.points[k] = frames[k].point;
  for (size_t k = same; k < frames.size(); ++k) {
    known.functions[k] = frames[k].function;
    known.instances[k] = kNoInstance;
    if (k == 0) {
      const auto found = facts_->thread_entries.find(frames[0].function);
      if (found != facts_->thread_entries.end()) known.instances[0] = found->second;
      continue;
    }
    if (known.instances[k - 1] == kNoInstance) continue;
    const auto& calls = facts_->instances[known.instances[k - 1]].calls;
    for (auto call = std::lower_bound(calls.begin(), calls.end(),
                                      std::pair(frames[k - 1].point, InstanceId(0)));
         call != calls.end() && call->first == frames[k - 1].point; ++call)
      if (facts_->instances[call->second].function == frames[k].function)
        known.instances[k] = call->second;
  }
  return known.instances;
}

// What a frame's function may do until it returns; null for code that the analyses did not expect to
// run.
const Future* Futures::future_of(const Machine& machine, std::span<const Frame> frames,
                                 size_t index, InstanceId instance) const {
  if (instance == kNoInstance) return nullptr;
  const Frame& frame = frames[index];
  const FunctionFacts& facts = facts_->instances[instance];
  const Point entry = machine.program().functions[frame.function].entry;
  const bool at_entry = index + 1 == frames.size() && frame.point == entry;
  const FutureIndex future =
      at_entry ? facts.future_at_entry : facts.future_at[frame.point - entry];
  return future == kNoFuture ? nullptr : &facts_->futures[future];
}

const ThreadFuture& Futures::of_thread(const Machine& machine, ThreadNumber thread) const {
  LastAsked& last = last_asked_[thread];
  const auto frames = machine.frames(thread);
  const auto stands_at = [](const Frame& frame, Point point) { return frame.point == point; };
  if (last.future &&
      std::equal(frames.begin(), frames.end(), last.stack.begin(), last.stack.end(), stands_at))
    return *last.future;
  last.stack.resize(frames.size());
  for (size_t k = 0; k < frames.size(); ++k) last.stack[k] = frames[k].point;
  if (by_stack_.size() >= kMostStacks) {
    by_stack_.clear();
    for (LastAsked& each : last_asked_) each.future = nullptr;
  }
  std::shared_ptr<const ThreadFuture>& known = by_stack_[last.stack];
  if (!known) known = std::make_shared<const ThreadFuture>(sum_up(machine, thread));
  last.future = known.get();
  return *last.future;
}

ThreadFuture Futures::sum_up(const Machine& machine, ThreadNumber thread) const {
  ThreadFuture sum;
  sum.reads = sum.writes = BitSet(facts_->locations->count());
  const Frame* const outermost = machine.frames(thread).data();
  visit(machine, thread, [&](const Frame& frame, const Future* future) {
    if (!future) return sum.is_expected = false;
    for (const GuardedAccesses& layer : future->layers) {
      sum.reads.add(layer.reads);
      sum.writes.add(layer.writes);
      for (const FrameAccess& access : layer.through_frame) {
        const ThreadFuture::ThroughFrame through{size_t(&frame - outermost), access};
        if (std::find(sum.through_frames.begin(), sum.through_frames.end(), through) ==
            sum.through_frames.end())
          sum.through_frames.push_back(through);
      }
    }
    return true;
  });
  group_by_registers(sum);
  return sum;
}

}  // namespace heddle
