// SPDX-License-Identifier: Apache-2.0
#include "analysis/field_access.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "analysis/accesses.h"
#include "analysis/guarded_accesses.h"
#include "program/control_flow.h"
#include "program/operands.h"
#include "support/patience.h"

namespace heddle {

namespace {

const auto every_register = [](uint32_t) { return true; };

class FieldAccess {
 public:
  FieldAccess(const Program& program, const PointsTo& points_to, Facts& facts)
      : program_(program),
        points_to_(points_to),
        facts_(facts),
        locations_(*facts.locations),
        covered_(points_to, locations_),
        instances_(points_to.instances().size()) {
    if (!facts.happens_before) return;
    for (FunctionIndex f = 0; f < program.functions.size(); ++f)
      if (program.functions[f].name == "pthread_mutex_lock") locker_ = f;
  }

  void run() {
    order_instances();
    // Round after round: where functions call each other, most have something new for the next round.
    for (size_t place = 0; !work_.empty(); ++place) {
      Patience::ask();
      auto next = work_.lower_bound(place);
      if (next == work_.end()) next = work_.begin();
      place = *next;
      work_.erase(next);
      update(callees_first_[place]);
    }
    if (facts_.field_access != FieldAccessVariant::Sensitive) follow_returns();
    record_all();
  }

 private:
  struct PerInstance {
    std::vector<Block> blocks;
    std::map<Point, size_t> block_at;  // by first Point
    std::vector<Future> in;  // by block
    std::vector<std::vector<size_t>> before;  // by block: those from which control comes
    std::set<size_t> stale;  // blocks to walk again
    std::set<uint32_t> widened;  // slots with too many accesses
    std::vector<std::pair<InstanceId, size_t>> callers;  // with the calling block
    Future entry;
    Future after_return;  // callee and insensitive variants
    size_t number = 0;  // in the order of work
    unsigned rounds = 0;  // of work on it
    // The numbers of guards and layers are limited, so what is kept depends on the order of work; a
    // function that does not come to rest goes without guards.
    bool without_guards() const { return rounds > 200; }
  };

  FutureBuilder builder() {
    return {program_,
            points_to_,
            locations_,
            covered_,
            instance_,
            instances_[instance_].widened,
            facts_.immutable_fields ? &facts_.immutable : nullptr};
  }

  // --- order of work: callees first ---

  void order_instances() {
    std::vector<bool> seen(instances_.size());
    for (InstanceId id = 0; id < instances_.size(); ++id) visit(id, seen);
  }
  void visit(InstanceId root, std::vector<bool>& seen) {
    if (seen[root]) return;
    seen[root] = true;
    std::vector<std::pair<InstanceId, size_t>> path{{root, 0}};
    prepare(root);
    while (!path.empty()) {
      auto& [instance, next] = path.back();
      const auto& callees = callees_of_[instance];
      if (next == callees.size()) {
        instances_[instance].number = callees_first_.size();
        work_.insert(callees_first_.size());
        callees_first_.push_back(instance);
        path.pop_back();
        continue;
      }
      const InstanceId callee = callees[next++];
      if (seen[callee]) continue;
      seen[callee] = true;
      prepare(callee);
      path.emplace_back(callee, 0);
    }
  }
  const Function& function_of(InstanceId id) const { return points_to_.function_of(program_, id); }
  void prepare(InstanceId id) {
    const Function& function = function_of(id);
    PerInstance& data = instances_[id];
    data.blocks = blocks_of(program_, function);
    data.in.resize(data.blocks.size());
    data.before.resize(data.blocks.size());
    for (size_t k = 0; k < data.blocks.size(); ++k) data.block_at[data.blocks[k].first] = k;
    std::set<InstanceId> callees;
    for (size_t k = 0; k < data.blocks.size(); ++k) {
      data.stale.insert(k);
      visit_successors(data, k, [&](size_t successor) { data.before[successor].push_back(k); });
      std::set<InstanceId> of_block;
      for (Point point = data.blocks[k].first; point < data.blocks[k].second; ++point) {
        const auto& called = points_to_.callees(id, point);
        const auto& started = points_to_.thread_entries(id, point);
        of_block.insert(called.begin(), called.end());
        of_block.insert(started.begin(), started.end());
      }
      for (const InstanceId callee : of_block) instances_[callee].callers.emplace_back(id, k);
      callees.merge(of_block);
    }
    callees_of_[id].assign(callees.begin(), callees.end());
  }
  // Blocks that may follow.
  template <typename Visit>
  void visit_successors(const PerInstance& data, size_t block, Visit visit) const {
    const Point end = data.blocks[block].second;
    visit_targets(program_, end - 1, [&](Point target) { visit(data.block_at.at(target)); });
    if (ends_block(program_.code[end - 1].opcode)) return;
    if (const auto next = data.block_at.find(end); next != data.block_at.end()) visit(next->second);
  }

  // --- one function ---

  void update(InstanceId id) {
    instance_ = id;
    PerInstance& data = instances_[id];
    if (function_of(id).returns_twice) {
      update_flow_insensitively(data);
    } else {
      while (!data.stale.empty()) walk_stale_blocks(data);
    }
    Future entry = data.in[0];
    const uint32_t parameters = function_of(id).parameter_slots;
    builder().settle_if(entry, [&](uint32_t slot) { return slot >= parameters; });
    if (entry == data.entry) return;
    data.entry = std::move(entry);
    for (const auto& [caller, block] : data.callers) {
      instances_[caller].stale.insert(block);
      work_.insert(instances_[caller].number);
    }
  }
  // Once over them, from the last to the first.
  void walk_stale_blocks(PerInstance& data) {
    ++data.rounds;
    for (size_t k = data.blocks.size(); k-- > 0;) {
      if (!data.stale.erase(k)) continue;
      Future in = walk(k, [](Point, const Future&) {});
      if (in == data.in[k]) continue;
      data.in[k] = std::move(in);
      data.stale.insert(data.before[k].begin(), data.before[k].end());
    }
  }

  // Control may come back to a setjmp from anywhere: all places of the function are one.
  void update_flow_insensitively(PerInstance& data) {
    Future all;
    for (const Block& block : data.blocks)
      for (Point point = block.first; point < block.second; ++point) {
        all.returns = true;
        all.locks.clear();
        Future before = all;
        pass(point, before);
        // What comes before a call that does not return may follow it, too.
        builder().merge(all, before);
        builder().settle_if(all, every_register);
        Future unguarded{.returns = true, .leaves = all.leaves};
        for (GuardedAccesses& layer : all.layers) {
          layer.guards.clear();
          builder().merge(unguarded, Future{.layers = {layer}});
        }
        all = std::move(unguarded);
      }
    std::fill(data.in.begin(), data.in.end(), all);
    data.stale.clear();
  }

  // Backwards through a block; see(point, future) gets what counts where a thread stands there.
  template <typename See>
  Future walk(size_t block, See see) {
    PerInstance& data = instances_[instance_];
    const auto [first, end] = data.blocks[block];
    if (function_of(instance_).returns_twice) {
      for (Point point = first; point < end; ++point) see(point, data.in[block]);
      return data.in[block];
    }
    Future future;
    const LandingPad* pad = program_.landing_pad_at(end - 1);
    visit_targets(program_, end - 1, [&](Point target) {
      const Future& there = data.in[data.block_at.at(target)];
      if (!pad || target != pad->pad) return builder().merge(future, there);
      Future caught = there;
      // An exception brings its own value along.
      builder().settle_if(caught, [&](uint32_t slot) { return slot == pad->exception_slot; });
      builder().merge(future, caught);
    });
    if (!ends_block(program_.code[end - 1].opcode))
      if (const auto next = data.block_at.find(end); next != data.block_at.end())
        builder().merge(future, data.in[next->second]);
    for (Point point = end; point-- > first;) {
      if (is_call(point)) {
        forget_results(point, future);
        leave_if_callees_do(point, future);
        see(point, future);
        add_calls(point, future);
      } else {
        pass(point, future);
        see(point, future);
      }
    }
    if (data.without_guards()) builder().forget_locks(future);
    return future;
  }

  bool is_call(Point point) const {
    const Shape shape = shape_of(program_.code[point].opcode);
    return shape == Shape::Call || shape == Shape::CallIndirect;
  }

  // --- one instruction ---

  void pass(Point point, Future& future) {
    const Instruction& i = program_.code[point];
    if (is_call(point)) {
      forget_results(point, future);
      leave_if_callees_do(point, future);
      return add_calls(point, future);
    }
    // An exception that leaves the function, or a jump out of it, goes on in a caller.
    if (i.opcode == Opcode::Unwind || i.opcode == Opcode::LongJump)
      builder().merge(future, Future{.returns = true, .leaves = true});
    if (i.opcode == Opcode::Return) builder().merge(future, Future{.returns = true});
    visit_operands(program_, i, [](Operand) {}, [&](uint32_t slot) { define(i, slot, future); });
    change_memory(i, future);
    visit_accesses(program_, point, [&](const StaticAccess& access) {
      builder().add(access.base, {0, access.offset, access.size, access.reads, access.writes}, {},
                    future);
    });
    if (i.opcode == Opcode::ThreadCreate) {
      const auto operands = program_.operands(i.c).subspan(1);
      for (const InstanceId entry : points_to_.thread_entries(instance_, point))
        add_accesses_of(entry, operands, future);
    }
  }

  // The register gets its value here: accesses through it are accesses through what it is made of.
  void define(const Instruction& i, uint32_t slot, Future& future) {
    const auto same = [&](uint32_t other) { return other == slot; };
    switch (i.opcode) {
      case Opcode::Alloca:
      case Opcode::Allocate: return builder().drop_if(future, same);
      case Opcode::Move:
      case Opcode::Expose: return builder().replace(slot, i.b, 0, future);
      case Opcode::Offset: return builder().replace(slot, i.b, i.imm, future);
      case Opcode::Load8:
        // A pointer to a mutex is followed into memory only where nobody may change it unseen.
        if ((i.aux & kAtomic) || !facts_.races_are_errors) return builder().settle_if(future, same);
        return builder().load(slot, i.b, i.imm, future);
      default: return builder().settle_if(future, same);
    }
  }

  // Where threads synchronise, another may have changed what this one alone seems to write.
  static bool synchronises(const Instruction& i) {
    if (i.opcode >= Opcode::Load1 && i.opcode <= Opcode::StoreWide) return i.aux & kAtomic;
    switch (i.opcode) {
      case Opcode::Await:
      case Opcode::Visible:
      case Opcode::Fence:
      case Opcode::AtomicBegin:
      case Opcode::AtomicEnd:
      case Opcode::ThreadCreate: return true;
      default: return false;
    }
  }

  void change_memory(const Instruction& i, Future& future) {
    if (synchronises(i)) return builder().forget_pointers_in_memory(future);
    switch (i.opcode) {
      case Opcode::Store1: return builder().store(i.a, i.b, i.imm, 1, future);
      case Opcode::Store2: return builder().store(i.a, i.b, i.imm, 2, future);
      case Opcode::Store4: return builder().store(i.a, i.b, i.imm, 4, future);
      case Opcode::Store8: return builder().store(i.a, i.b, i.imm, 8, future);
      case Opcode::StoreOdd:
      case Opcode::StoreWide:
      case Opcode::AtomicUpdate:
      case Opcode::CompareExchange:
      case Opcode::CopyMemory:
      case Opcode::SetMemory:
      case Opcode::Free:
      case Opcode::HandlerAt:
      case Opcode::Host: return builder().forget_pointers_in_memory(future);
      default: return;
    }
  }

  void forget_results(Point point, Future& future) {
    const Instruction& i = program_.code[point];
    const auto is_result = [&](uint32_t slot) { return slot >= i.a && slot < i.a + i.width; };
    if (i.opcode == Opcode::Call && program_.functions[i.b].is_allocator)
      builder().drop_if(future, is_result);
    else
      builder().settle_if(future, is_result);
  }

  // What a callee throws ends this function as well, whatever would follow the call.
  void leave_if_callees_do(Point point, Future& future) {
    for (const InstanceId callee : points_to_.callees(instance_, point))
      if (instances_[callee].entry.leaves)
        builder().merge(future, Future{.returns = true, .leaves = true});
  }

  void add_calls(Point point, Future& future) {
    const auto arguments = program_.operands(program_.code[point].c);
    const auto& callees = points_to_.callees(instance_, point);
    if (callees.empty()) return;  // a call that goes nowhere is an error
    builder().forget_pointers_in_memory(future);
    const Future after = std::exchange(future, {});
    std::set<std::vector<FrameLock>> added;
    for (const InstanceId callee : callees) {
      // What follows the call follows what the callee has locked for certain.
      if (is_locker(callee) || instances_[callee].entry.returns) {
        const std::vector<FrameLock> locks = locks_of(callee, arguments);
        if (added.insert(locks).second) add_guarded(locks, after, future);
      }
      add_accesses_of(callee, arguments, future);
    }
  }
  void add_guarded(const std::vector<FrameLock>& locks, const Future& after, Future& future) {
    if (locks.empty()) return builder().merge(future, after);
    Future behind = after;
    builder().guard(locks, behind);
    builder().merge(future, behind);
  }
  void add_accesses_of(InstanceId callee, std::span<const uint32_t> arguments, Future& future) {
    for (const GuardedAccesses& layer : instances_[callee].entry.layers) {
      const std::vector<FrameLock> guards = translated(layer.guards, arguments);
      builder().add_settled(layer, guards, future);
      for (const FrameAccess& access : layer.through_frame)
        if (access.slot < arguments.size())
          builder().add(arguments[access.slot], access, guards, future);
    }
  }
  // Mutexes that the callee has locked when it returns.
  bool is_locker(InstanceId id) const { return points_to_.instances()[id].function == locker_; }
  std::vector<FrameLock> locks_of(InstanceId callee, std::span<const uint32_t> arguments) {
    if (!is_locker(callee)) return translated(instances_[callee].entry.locks, arguments);
    // A caller who holds the mutex already cannot meet somebody else who does.
    return {builder().name_lock(arguments[0], 0)};
  }
  std::vector<FrameLock> translated(const std::vector<FrameLock>& locks,
                                    std::span<const uint32_t> arguments) {
    std::vector<FrameLock> result;
    for (const FrameLock& lock : locks) {
      if (lock.slot == FrameLock::kGlobal) {
        result.push_back(lock);
        continue;
      }
      if (lock.slot >= arguments.size()) continue;
      FrameLock named = builder().name_lock(arguments[lock.slot], lock.offset);
      if (lock.inner != FrameLock::kDirect && named.slot == FrameLock::kGlobal) continue;
      named.inner = lock.inner;
      result.push_back(named);
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  // --- phase two: what follows the return, over all callers ---

  void follow_returns() {
    std::map<InstanceId, std::set<InstanceId>> returns_to;
    for (InstanceId id = 0; id < instances_.size(); ++id) {
      instance_ = id;
      for (size_t k = 0; k < instances_[id].blocks.size(); ++k)
        walk(k, [&](Point point, const Future& after) {
          if (!is_call(point)) return;
          const Future settled = without_registers(after);
          for (const InstanceId callee : points_to_.callees(id, point)) {
            builder().merge(instances_[callee].after_return, settled);
            returns_to[callee].insert(id);
          }
        });
    }
    const bool insensitive = facts_.field_access == FieldAccessVariant::Insensitive;
    bool changed = true;
    while (changed) {
      changed = false;
      const auto flow = [&](InstanceId from, InstanceId to) {
        Future merged = instances_[to].after_return;
        builder().merge(merged, instances_[from].after_return);
        if (merged == instances_[to].after_return) return;
        instances_[to].after_return = std::move(merged);
        changed = true;
      };
      for (const auto& [callee, callers] : returns_to)
        for (const InstanceId caller : callers) {
          flow(caller, callee);
          // Without contexts, a callee may return to any of its callers.
          if (insensitive) flow(callee, caller);
        }
    }
  }
  // A layer's guards hold for what follows in the same activation only.
  Future without_registers(Future future) {
    builder().settle_if(future, every_register);
    Future unguarded;
    for (GuardedAccesses& layer : future.layers) {
      std::erase_if(layer.guards,
                    [](const FrameLock& lock) { return lock.slot != FrameLock::kGlobal; });
      builder().merge(unguarded, Future{.layers = {std::move(layer)}});
    }
    return unguarded;
  }

  // --- results ---

  void record_all() {
    for (InstanceId id = 0; id < instances_.size(); ++id) {
      instance_ = id;
      const Function& function = function_of(id);
      FunctionFacts& facts = facts_.instances.emplace_back();
      facts.function = points_to_.instances()[id].function;
      facts.future_at.assign(function.instruction_count, kNoFuture);
      for (size_t k = 0; k < instances_[id].blocks.size(); ++k)
        walk(k, [&](Point point, const Future& future) {
          if (can_stand_at(program_.code[point].opcode))
            facts.future_at[point - function.entry] = record(future);
          for (const InstanceId callee : points_to_.callees(id, point))
            facts.calls.emplace_back(point, callee);
          for (const InstanceId entry : points_to_.thread_entries(id, point))
            facts_.thread_entries[points_to_.instances()[entry].function] = entry;
        });
      facts.future_at_entry = record(instances_[id].in[0]);
      std::sort(facts.calls.begin(), facts.calls.end());
    }
    facts_.thread_entries[program_.start] = points_to_.start();
  }
  FutureIndex record(Future future) {
    if (facts_.field_access != FieldAccessVariant::Sensitive)
      builder().merge(future, instances_[instance_].after_return);
    // Where a thread stands, what memory holds later is not known.
    builder().forget_pointers_in_memory(future);
    uint64_t hash = future.layers.size();
    for (const GuardedAccesses& layer : future.layers) {
      hash = mix(hash, mix(layer.reads.hash(), layer.writes.hash()));
      hash = mix(hash, layer.through_frame.size());
    }
    auto& same_hash = known_[hash];
    for (const FutureIndex index : same_hash)
      if (facts_.futures[index] == future) return index;
    same_hash.push_back(FutureIndex(facts_.futures.size()));
    facts_.futures.push_back(std::move(future));
    return same_hash.back();
  }

  const Program& program_;
  const PointsTo& points_to_;
  Facts& facts_;
  const Locations& locations_;
  CoveredLocations covered_;
  FunctionIndex locker_ = ~0u;
  std::vector<PerInstance> instances_;
  std::map<InstanceId, std::vector<InstanceId>> callees_of_;
  std::vector<InstanceId> callees_first_;
  std::set<size_t> work_;  // places in callees_first_
  std::unordered_map<uint64_t, std::vector<FutureIndex>> known_;
  InstanceId instance_ = 0;
};

}  // namespace

void analyse_field_accesses(const Program& program, const PointsTo& points_to, Facts& facts) {
  FieldAccess(program, points_to, facts).run();
}

}  // namespace heddle
