// SPDX-License-Identifier: Apache-2.0
#include "analysis/field_access.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>

#include "analysis/accesses.h"
#include "analysis/guarded_accesses.h"
#include "program/control_flow.h"
#include "program/operands.h"

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
        functions_(program.functions.size()) {
    if (!facts.happens_before) return;
    for (FunctionIndex f = 0; f < program.functions.size(); ++f)
      if (program.functions[f].name == "pthread_mutex_lock") locker_ = f;
  }

  void run() {
    order_functions();
    while (!work_.empty()) {
      const FunctionIndex next = work_.front();
      work_.pop_front();
      functions_[next].queued = false;
      update(next);
    }
    if (facts_.field_access != FieldAccessVariant::Sensitive) follow_returns();
    record_all();
  }

 private:
  struct PerFunction {
    std::vector<Block> blocks;
    std::map<Point, size_t> block_at;  // by first Point
    std::vector<Future> in;            // by block
    std::set<uint32_t> widened;        // slots with too many accesses
    std::vector<FunctionIndex> callers;
    Future entry;
    Future after_return;  // callee and insensitive variants
    bool queued = false;
    unsigned rounds = 0;  // of work on it
    // The numbers of guards and layers are limited, so what is kept depends on the order of work; a
    // function that does not come to rest goes without guards.
    bool without_guards() const { return rounds > 200; }
  };

  FutureBuilder builder() {
    return {program_, points_to_, locations_, function_, functions_[function_].widened};
  }

  // --- order of work: callees first ---

  void order_functions() {
    std::vector<bool> seen(program_.functions.size());
    visit(program_.start, seen);
    for (FunctionIndex f = 0; f < program_.functions.size(); ++f)
      if (points_to_.is_reachable(f)) visit(f, seen);
  }
  void visit(FunctionIndex root, std::vector<bool>& seen) {
    if (seen[root]) return;
    seen[root] = true;
    std::vector<std::pair<FunctionIndex, size_t>> path{{root, 0}};
    prepare(root);
    while (!path.empty()) {
      auto& [function, next] = path.back();
      const auto& callees = callees_of_[function];
      if (next == callees.size()) {
        enqueue(function);
        path.pop_back();
        continue;
      }
      const FunctionIndex callee = callees[next++];
      functions_[callee].callers.push_back(function);
      if (seen[callee]) continue;
      seen[callee] = true;
      prepare(callee);
      path.emplace_back(callee, 0);
    }
  }
  void prepare(FunctionIndex index) {
    const Function& function = program_.functions[index];
    PerFunction& data = functions_[index];
    data.blocks = blocks_of(program_, function);
    data.in.resize(data.blocks.size());
    for (size_t k = 0; k < data.blocks.size(); ++k) data.block_at[data.blocks[k].first] = k;
    std::set<FunctionIndex> callees;
    for (Point point = function.entry; point < function.entry + function.instruction_count;
         ++point) {
      callees.insert(points_to_.callees(point).begin(), points_to_.callees(point).end());
      callees.insert(points_to_.thread_entries(point).begin(),
                     points_to_.thread_entries(point).end());
    }
    callees_of_[index].assign(callees.begin(), callees.end());
  }
  void enqueue(FunctionIndex function) {
    if (std::exchange(functions_[function].queued, true)) return;
    work_.push_back(function);
  }

  // --- one function ---

  void update(FunctionIndex index) {
    function_ = index;
    PerFunction& data = functions_[index];
    if (program_.functions[index].returns_twice) {
      update_flow_insensitively(data);
    } else {
      bool changed = true;
      while (changed) {
        changed = false;
        ++data.rounds;
        for (size_t k = data.blocks.size(); k-- > 0;) {
          Future in = walk(k, [](Point, const Future&) {});
          if (in == data.in[k]) continue;
          data.in[k] = std::move(in);
          changed = true;
        }
      }
    }
    Future entry = data.in[0];
    const uint32_t parameters = program_.functions[index].parameter_slots;
    builder().settle_if(entry, [&](uint32_t slot) { return slot >= parameters; });
    if (entry == data.entry) return;
    data.entry = std::move(entry);
    for (const FunctionIndex caller : data.callers) enqueue(caller);
  }

  // Control may come back to a setjmp from anywhere: all places of the function are one.
  void update_flow_insensitively(PerFunction& data) {
    Future all;
    for (const Block& block : data.blocks)
      for (Point point = block.first; point < block.second; ++point) {
        all.returns = true;
        all.locks.clear();
        pass(point, all);
        builder().settle_if(all, every_register);
        Future unguarded{.returns = true};
        for (GuardedAccesses& layer : all.layers) {
          layer.guards.clear();
          builder().merge(unguarded, Future{.layers = {layer}});
        }
        all = std::move(unguarded);
      }
    std::fill(data.in.begin(), data.in.end(), all);
  }

  // Backwards through a block; see(point, future) gets what counts where a thread stands there.
  template <typename See>
  Future walk(size_t block, See see) {
    PerFunction& data = functions_[function_];
    const auto [first, end] = data.blocks[block];
    if (program_.functions[function_].returns_twice) {
      for (Point point = first; point < end; ++point) see(point, data.in[block]);
      return data.in[block];
    }
    Future future;
    const LandingPad* pad = program_.landing_pad_at(end - 1);
    visit_targets(program_, end - 1, [&](Point target) {
      Future there = data.in[data.block_at.at(target)];
      // An exception brings its own value along.
      if (pad && target == pad->pad)
        builder().settle_if(there, [&](uint32_t slot) { return slot == pad->exception_slot; });
      builder().merge(future, there);
    });
    if (!ends_block(program_.code[end - 1].opcode))
      if (const auto next = data.block_at.find(end); next != data.block_at.end())
        builder().merge(future, data.in[next->second]);
    for (Point point = end; point-- > first;) {
      if (is_call(point)) {
        forget_results(point, future);
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
      return add_calls(point, future);
    }
    // An exception that leaves the function, or a jump out of it, goes on in a caller.
    if (i.opcode == Opcode::Return || i.opcode == Opcode::Unwind || i.opcode == Opcode::LongJump)
      future = Future{.returns = true};
    visit_operands(program_, i, [](Operand) {}, [&](uint32_t slot) { define(i, slot, future); });
    change_memory(i, future);
    visit_accesses(program_, point, [&](const StaticAccess& access) {
      builder().add(access.base, {0, access.offset, access.size, access.reads, access.writes}, {},
                    future);
    });
    if (i.opcode == Opcode::ThreadCreate) {
      const auto operands = program_.operands(i.c).subspan(1);
      for (const FunctionIndex entry : points_to_.thread_entries(point))
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
        if (i.aux & kAtomic) return builder().settle_if(future, same);
        return builder().load(slot, i.b, i.imm, future);
      default: return builder().settle_if(future, same);
    }
  }

  void change_memory(const Instruction& i, Future& future) {
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

  void add_calls(Point point, Future& future) {
    const auto arguments = program_.operands(program_.code[point].c);
    const auto& callees = points_to_.callees(point);
    if (callees.empty()) return;  // a call that goes nowhere is an error
    builder().forget_pointers_in_memory(future);
    const Future after = std::exchange(future, {});
    for (const FunctionIndex callee : callees) {
      // What follows the call follows what the callee has locked for certain.
      if (callee == locker_ || functions_[callee].entry.returns) {
        Future behind = after;
        builder().guard(locks_of(callee, arguments), behind);
        builder().merge(future, behind);
      }
      add_accesses_of(callee, arguments, future);
    }
  }
  void add_accesses_of(FunctionIndex callee, std::span<const uint32_t> arguments, Future& future) {
    for (const GuardedAccesses& layer : functions_[callee].entry.layers) {
      const std::vector<FrameLock> guards = translated(layer.guards, arguments);
      GuardedAccesses settled{guards, layer.reads, layer.writes, {}};
      builder().merge(future, Future{.layers = {std::move(settled)}});
      for (const FrameAccess& access : layer.through_frame)
        if (access.slot < arguments.size())
          builder().add(arguments[access.slot], access, guards, future);
    }
  }
  // Mutexes that the callee has locked when it returns.
  std::vector<FrameLock> locks_of(FunctionIndex callee, std::span<const uint32_t> arguments) {
    if (callee != locker_) return translated(functions_[callee].entry.locks, arguments);
    // A caller who holds the mutex already cannot meet somebody else who does.
    const auto lock = builder().name_lock(arguments[0], 0);
    return lock ? std::vector{*lock} : std::vector<FrameLock>{};
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
      auto named = builder().name_lock(arguments[lock.slot], lock.offset);
      if (!named || (lock.inner != FrameLock::kDirect && named->slot == FrameLock::kGlobal))
        continue;
      named->inner = lock.inner;
      result.push_back(*named);
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  // --- phase two: what follows the return, over all callers ---

  void follow_returns() {
    std::map<FunctionIndex, std::set<FunctionIndex>> returns_to;
    for (FunctionIndex f = 0; f < program_.functions.size(); ++f) {
      if (functions_[f].blocks.empty()) continue;
      function_ = f;
      for (size_t k = 0; k < functions_[f].blocks.size(); ++k)
        walk(k, [&](Point point, const Future& after) {
          if (!is_call(point)) return;
          const Future settled = without_registers(after);
          for (const FunctionIndex callee : points_to_.callees(point)) {
            builder().merge(functions_[callee].after_return, settled);
            returns_to[callee].insert(f);
          }
        });
    }
    const bool insensitive = facts_.field_access == FieldAccessVariant::Insensitive;
    bool changed = true;
    while (changed) {
      changed = false;
      const auto flow = [&](FunctionIndex from, FunctionIndex to) {
        Future merged = functions_[to].after_return;
        builder().merge(merged, functions_[from].after_return);
        if (merged == functions_[to].after_return) return;
        functions_[to].after_return = std::move(merged);
        changed = true;
      };
      for (const auto& [callee, callers] : returns_to)
        for (const FunctionIndex caller : callers) {
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
    facts_.future_at.assign(program_.code.size(), kNoFuture);
    facts_.future_at_entry.assign(program_.functions.size(), kNoFuture);
    for (FunctionIndex f = 0; f < program_.functions.size(); ++f) {
      if (functions_[f].blocks.empty()) continue;
      function_ = f;
      for (size_t k = 0; k < functions_[f].blocks.size(); ++k)
        walk(k, [&](Point point, const Future& future) {
          if (can_stand_at(program_.code[point].opcode)) facts_.future_at[point] = record(future);
        });
      facts_.future_at_entry[f] = record(functions_[f].in[0]);
    }
  }
  FutureIndex record(Future future) {
    if (facts_.field_access != FieldAccessVariant::Sensitive)
      builder().merge(future, functions_[function_].after_return);
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
  FunctionIndex locker_ = ~0u;
  std::vector<PerFunction> functions_;
  std::map<FunctionIndex, std::vector<FunctionIndex>> callees_of_;
  std::deque<FunctionIndex> work_;
  std::unordered_map<uint64_t, std::vector<FutureIndex>> known_;
  FunctionIndex function_ = 0;
};

}  // namespace

void analyse_field_accesses(const Program& program, const PointsTo& points_to, Facts& facts) {
  FieldAccess(program, points_to, facts).run();
}

}  // namespace heddle
