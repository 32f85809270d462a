// SPDX-License-Identifier: Apache-2.0
#include "analysis/field_access.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "analysis/accesses.h"
#include "program/control_flow.h"
#include "program/operands.h"

namespace heddle {

namespace {

constexpr size_t kMaxPerSlot = 24;  // accesses through one register, then its points-to set is used
constexpr int64_t kMaxOffset = 1 << 20;

auto place_of(const FrameAccess& access) {
  return std::tuple(access.slot, access.offset, access.size);
}

enum class Horizon { Return, FirstLock };

class FieldAccess {
 public:
  FieldAccess(const Program& program, const PointsTo& points_to, Facts& facts, Horizon horizon)
      : program_(program),
        points_to_(points_to),
        facts_(facts),
        locations_(*facts.locations),
        until_lock_(horizon == Horizon::FirstLock),
        functions_(program.functions.size()) {
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
    if (follows_returns()) follow_returns();
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
  };

  bool follows_returns() const {
    return !until_lock_ && facts_.field_access != FieldAccessVariant::Sensitive;
  }
  Future nothing() const {
    return {BitSet(locations_.count()), BitSet(locations_.count()), {}, {}, false, false};
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
    data.entry = data.after_return = nothing();
    data.blocks = blocks_of(program_, function);
    data.in.assign(data.blocks.size(), nothing());
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
    settle_if(entry, [&](uint32_t slot) { return slot >= parameters; });
    if (entry == data.entry) return;
    data.entry = std::move(entry);
    for (const FunctionIndex caller : data.callers) enqueue(caller);
  }

  // Control may come back to a setjmp from anywhere: all places of the function are one.
  void update_flow_insensitively(PerFunction& data) {
    Future all = nothing();
    all.returns_before = until_lock_;
    for (const Block& block : data.blocks)
      for (Point point = block.first; point < block.second; ++point) {
        pass(point, all);
        settle_if(all, [](uint32_t) { return true; });
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
    Future future = nothing();
    const LandingPad* pad = program_.landing_pad_at(end - 1);
    visit_targets(program_, end - 1, [&](Point target) {
      Future there = data.in[data.block_at.at(target)];
      // An exception brings its own value along.
      if (pad && target == pad->pad)
        settle_if(there, [&](uint32_t slot) { return slot == pad->exception_slot; });
      merge(future, there);
    });
    if (!ends_block(program_.code[end - 1].opcode))
      if (const auto next = data.block_at.find(end); next != data.block_at.end())
        merge(future, data.in[next->second]);
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
      future.returns_before = until_lock_;
    visit_operands(program_, i, [](Operand) {}, [&](uint32_t slot) { define(i, slot, future); });
    visit_accesses(program_, point, [&](const StaticAccess& access) {
      add_through(access.base,
                  {0, access.offset, access.size, access.reads, access.writes}, future);
    });
    if (i.opcode == Opcode::ThreadCreate) {
      const auto operands = program_.operands(i.c).subspan(1);
      const bool returns = future.returns_before;
      for (const FunctionIndex entry : points_to_.thread_entries(point))
        add_callee(entry, operands, future);
      future.returns_before = returns;
    }
  }

  // The register gets its value here: accesses through it are accesses through what it is made of.
  void define(const Instruction& i, uint32_t slot, Future& future) {
    const auto same = [&](uint32_t other) { return other == slot; };
    switch (i.opcode) {
      case Opcode::Alloca:
      case Opcode::Allocate: return drop_if(future, same);
      case Opcode::Move:
      case Opcode::Expose: return replace(slot, i.b, 0, future);
      case Opcode::Offset: return replace(slot, i.b, i.imm, future);
      default: return settle_if(future, same);
    }
  }
  void replace(uint32_t slot, Operand source, int64_t offset, Future& future) {
    std::vector<FrameAccess> moved;
    std::erase_if(future.through_frame, [&](const FrameAccess& access) {
      if (access.slot != slot) return false;
      moved.push_back(access);
      return true;
    });
    for (FrameAccess access : moved) {
      access.offset += offset;
      add_through(source, access, future);
    }
    std::vector<FrameLock> moved_locks;
    std::erase_if(future.locks, [&](const FrameLock& lock) {
      if (lock.slot != slot) return false;
      moved_locks.push_back(lock);
      return true;
    });
    for (const FrameLock& lock : moved_locks) add_lock(source, lock.offset + offset, future);
  }

  void forget_results(Point point, Future& future) {
    const Instruction& i = program_.code[point];
    const auto is_result = [&](uint32_t slot) { return slot >= i.a && slot < i.a + i.width; };
    if (i.opcode == Opcode::Call && program_.functions[i.b].is_allocator)
      drop_if(future, is_result);
    else
      settle_if(future, is_result);
  }
  void add_calls(Point point, Future& future) {
    const auto arguments = program_.operands(program_.code[point].c);
    const auto& callees = points_to_.callees(point);
    if (until_lock_ && !callees.empty()) {
      // What follows the call counts only if a callee may return without having locked.
      Future after = std::exchange(future, nothing());
      bool returns = false;
      for (const FunctionIndex callee : callees) {
        add_callee(callee, arguments, future);
        returns = returns || (callee != locker_ && functions_[callee].entry.returns_before);
      }
      future.returns_before = false;
      if (returns) merge(future, after);
      return;
    }
    for (const FunctionIndex callee : callees) add_callee(callee, arguments, future);
  }
  void add_callee(FunctionIndex callee, std::span<const uint32_t> arguments, Future& future) {
    // A caller who holds the mutex already cannot meet somebody else who does.
    if (until_lock_ && callee == locker_) return add_lock(arguments[0], 0, future);
    const Future& entry = functions_[callee].entry;
    if (functions_[callee].blocks.empty()) return;
    future.reads.add(entry.reads);
    future.writes.add(entry.writes);
    future.locks_others = future.locks_others || entry.locks_others;
    for (const FrameAccess& access : entry.through_frame)
      if (access.slot < arguments.size()) add_through(arguments[access.slot], access, future);
    for (const FrameLock& lock : entry.locks) {
      if (lock.slot == FrameLock::kGlobal)
        insert(lock, future);
      else
        add_lock(arguments[lock.slot], lock.offset, future);
    }
  }

  // --- sets ---

  void add_through(Operand base, FrameAccess access, Future& future) {
    access.slot = base;
    const bool through_frame = !is_constant(base) &&
                               !functions_[function_].widened.contains(base) &&
                               access.offset < kMaxOffset && access.offset > -kMaxOffset;
    if (!through_frame) return settle(base, access, future);
    insert(access, future);
  }
  void insert(const FrameAccess& access, Future& future) {
    auto& list = future.through_frame;
    const auto at = std::lower_bound(list.begin(), list.end(), access,
                                     [](const FrameAccess& a, const FrameAccess& b) {
                                       return place_of(a) < place_of(b);
                                     });
    if (at != list.end() && place_of(*at) == place_of(access)) {
      at->reads = at->reads || access.reads;
      at->writes = at->writes || access.writes;
      return;
    }
    list.insert(at, access);
    const auto of_slot = std::count_if(list.begin(), list.end(), [&](const FrameAccess& other) {
      return other.slot == access.slot;
    });
    if (size_t(of_slot) <= kMaxPerSlot) return;
    functions_[function_].widened.insert(access.slot);
    settle_if(future, [&](uint32_t slot) { return slot == access.slot; });
  }
  void add_lock(Operand base, int64_t offset, Future& future) {
    if (!is_constant(base) && !functions_[function_].widened.contains(base))
      return insert(FrameLock{base, offset}, future);
    settle_lock(base, offset, future);
  }
  void insert(const FrameLock& lock, Future& future) {
    const auto at = std::lower_bound(future.locks.begin(), future.locks.end(), lock);
    if (at != future.locks.end() && *at == lock) return;
    if (future.locks.size() >= kMaxPerSlot) {
      future.locks_others = true;
      return;
    }
    future.locks.insert(at, lock);
  }
  // Only a global is known to be one and the same object wherever its name stands.
  void settle_lock(Operand base, int64_t offset, Future& future) {
    const auto& targets = points_to_.targets(function_, base);
    if (targets.size() == 1 && targets[0].stride == 0) {
      const AbstractObject& object = points_to_.objects()[targets[0].object];
      if (object.kind == ObjectKind::Global) {
        const auto address = int64_t(program_.globals[object.index].address);
        return insert(FrameLock{FrameLock::kGlobal, address + targets[0].offset + offset}, future);
      }
    }
    future.locks_others = true;
  }
  void merge(Future& into, const Future& other) {
    into.reads.add(other.reads);
    into.writes.add(other.writes);
    into.locks_others = into.locks_others || other.locks_others;
    into.returns_before = into.returns_before || other.returns_before;
    for (const FrameAccess& access : other.through_frame)
      add_through(access.slot, access, into);
    for (const FrameLock& lock : other.locks) insert(lock, into);
  }
  // From here on the points-to set of the register stands for it.
  void settle(Operand base, const FrameAccess& access, Future& future) {
    for (Target target : points_to_.targets(function_, base)) {
      target.offset += access.offset;
      locations_.visit(target, access.size, [&](LocationRange range) {
        if (access.reads) future.reads.add_range(range.first, range.end);
        if (access.writes) future.writes.add_range(range.first, range.end);
      });
    }
  }
  template <typename Which>
  void settle_if(Future& future, Which which) {
    std::erase_if(future.through_frame, [&](const FrameAccess& access) {
      if (!which(access.slot)) return false;
      settle(access.slot, access, future);
      return true;
    });
    std::vector<FrameLock> settled;
    std::erase_if(future.locks, [&](const FrameLock& lock) {
      if (lock.slot == FrameLock::kGlobal || !which(lock.slot)) return false;
      settled.push_back(lock);
      return true;
    });
    for (const FrameLock& lock : settled) settle_lock(lock.slot, lock.offset, future);
  }
  // The register gets an object that did not exist before: nobody else can hold its mutexes, either.
  template <typename Which>
  void drop_if(Future& future, Which which) {
    std::erase_if(future.through_frame,
                  [&](const FrameAccess& access) { return which(access.slot); });
    const size_t dropped = std::erase_if(future.locks, [&](const FrameLock& lock) {
      return lock.slot != FrameLock::kGlobal && which(lock.slot);
    });
    future.locks_others = future.locks_others || dropped != 0;
  }

  // --- phase two: what follows the return, over all callers ---

  void follow_returns() {
    // What each caller does after its call, and after its own return.
    std::map<FunctionIndex, std::set<FunctionIndex>> returns_to;
    for (FunctionIndex f = 0; f < program_.functions.size(); ++f) {
      if (functions_[f].blocks.empty()) continue;
      function_ = f;
      for (size_t k = 0; k < functions_[f].blocks.size(); ++k)
        walk(k, [&](Point point, const Future& after) {
          if (!is_call(point)) return;
          Future settled = after;
          settle_if(settled, [](uint32_t) { return true; });
          for (const FunctionIndex callee : points_to_.callees(point)) {
            merge(functions_[callee].after_return, settled);
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
        merge(merged, functions_[from].after_return);
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

  // --- results ---

  void record_all() {
    auto& at = until_lock_ ? facts_.until_lock_at : facts_.future_at;
    auto& at_entry = until_lock_ ? facts_.until_lock_at_entry : facts_.future_at_entry;
    at.assign(program_.code.size(), kNoFuture);
    at_entry.assign(program_.functions.size(), kNoFuture);
    for (FunctionIndex f = 0; f < program_.functions.size(); ++f) {
      if (functions_[f].blocks.empty()) continue;
      function_ = f;
      for (size_t k = 0; k < functions_[f].blocks.size(); ++k)
        walk(k, [&](Point point, const Future& future) {
          if (can_stand_at(program_.code[point].opcode)) at[point] = record(future);
        });
      at_entry[f] = record(functions_[f].in[0]);
    }
  }
  FutureIndex record(Future future) {
    if (follows_returns()) merge(future, functions_[function_].after_return);
    uint64_t hash = mix(future.reads.hash(), future.writes.hash());
    for (const FrameAccess& access : future.through_frame)
      hash = mix(hash, uint64_t(access.slot) << 32 ^ uint64_t(access.offset) ^ access.size << 20);
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
  const bool until_lock_;
  FunctionIndex locker_ = ~0u;
  std::vector<PerFunction> functions_;
  std::map<FunctionIndex, std::vector<FunctionIndex>> callees_of_;
  std::deque<FunctionIndex> work_;
  std::unordered_map<uint64_t, std::vector<FutureIndex>> known_;
  FunctionIndex function_ = 0;
};

}  // namespace

void analyse_field_accesses(const Program& program, const PointsTo& points_to, Facts& facts) {
  FieldAccess(program, points_to, facts, Horizon::Return).run();
}

void analyse_first_locks(const Program& program, const PointsTo& points_to, Facts& facts) {
  FieldAccess(program, points_to, facts, Horizon::FirstLock).run();
}

}  // namespace heddle
