// SPDX-License-Identifier: Apache-2.0
#include "incremental/fragments.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "incremental/statement_text.h"
#include "program/control_flow.h"
#include "program/operands.h"

namespace heddle {

namespace {

struct Extent {
  Point first;
  Point last;
};

// An extent with the instructions that it grew by.
struct Growth {
  Extent extent;
  std::set<Point> operands_of{};
  std::set<Point> uses_of{};
};

bool takes_lock(const PointInteraction& interaction) {
  return interaction.kind == "lock" || interaction.kind == "read lock" ||
         interaction.kind == "write lock";
}

class FunctionFragments {
 public:
  FunctionFragments(const Program& program, FunctionIndex function,
                    const Interactions& interactions)
      : program_(program),
        function_(program.functions[function]),
        interactions_(interactions),
        definitions_(program, function_),
        blocks_(blocks_of(program, function_)) {}

  Extent around(Point point) const {
    Growth growth{.extent = {point, point}};
    add_operands(point, block_at(point), growth);
    if (const Point unlock = unlock_of(point); unlock != kNoPoint)
      growth.extent.last = unlock;
    else
      add_uses(point, block_at(point), growth);
    if (is_unlock(point))
      growth.extent.last = std::max(growth.extent.last, next_interaction(point));
    return growth.extent;
  }

  // Of the interactions in the function, the one with the least code around the place.
  std::optional<Extent> smallest_around(Point place, Point except = kNoPoint) const {
    std::optional<Extent> best;
    for (auto it = interactions_.lower_bound(function_.entry);
         it != interactions_.end() && it->first < end(); ++it) {
      if (it->first == except) continue;
      const Extent extent = around(it->first);
      // What stood before its first instruction stood outside.
      if (place <= extent.first || place > extent.last) continue;
      if (!best || extent.last - extent.first < best->last - best->first) best = extent;
    }
    return best;
  }

  // From a call to where the thread meets others next.
  Extent from(Point call) const { return {call, next_interaction(call)}; }

  // Whether a way leads through it that comes to none of these.
  bool can_be_passed(const std::set<Point>& points) const {
    std::set<Point> seen;
    std::vector<Point> open{function_.entry};
    while (!open.empty()) {
      Point point = open.back();
      open.pop_back();
      while (point < end() && seen.insert(point).second && !points.contains(point)) {
        const Opcode opcode = program_.code[point].opcode;
        if (opcode == Opcode::Return) return true;
        visit_targets(program_, point, [&](Point target) { open.push_back(target); });
        if (ends_block(opcode)) break;
        ++point;
      }
    }
    return false;
  }

  Extent whole() const { return {function_.entry, end() - 1}; }

 private:
  Point end() const { return function_.entry + function_.instruction_count; }
  Block block_at(Point point) const {
    const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), point,
                                        [](Point p, const Block& b) { return p < b.first; });
    return *(after - 1);
  }

  void add_operands(Point point, const Block& block, Growth& growth) const {
    if (!growth.operands_of.insert(point).second) return;
    visit_operands(
        program_, program_.code[point],
        [&](Operand operand) {
          const Point made = definitions_.only(operand);
          if (made == kNoPoint || made < block.first || made >= point) return;
          if (program_.code[made].opcode == Opcode::Alloca) return;
          growth.extent.first = std::min(growth.extent.first, made);
          add_operands(made, block, growth);
        },
        [](uint32_t) {});
  }

  void add_uses(Point point, const Block& block, Growth& growth) const {
    if (!growth.uses_of.insert(point).second) return;
    visit_operands(
        program_, program_.code[point], [](Operand) {},
        [&](uint32_t slot) {
          for (Point p = point + 1; p < block.second; ++p)
            if (reads(p, slot)) add_use(p, block, growth);
        });
  }
  void add_use(Point use, const Block& block, Growth& growth) const {
    Extent& extent = growth.extent;
    add_operands(use, block, growth);
    extent.last = std::max(extent.last, use);
    const Opcode opcode = program_.code[use].opcode;
    if (is_conditional(opcode))
      extent.last = std::max(extent.last, guarded_end(use));
    else if (shape_of(opcode) != Shape::Call && shape_of(opcode) != Shape::CallIndirect)
      add_uses(use, block, growth);
  }
  bool reads(Point point, uint32_t slot) const {
    bool found = false;
    visit_operands(
        program_, program_.code[point], [&](Operand operand) { found |= operand == slot; },
        [](uint32_t) {});
    return found;
  }

  // The last instruction before the place where the ways of a branch that leads on meet again. A way that leads
  // back is a loop's, and not part of it.
  Point guarded_end(Point branch) const {
    Point farthest = branch;
    visit_targets(program_, branch, [&](Point target) {
      if (target > branch) farthest = std::max(farthest, target - 1);
    });
    // An else part follows a jump over it.
    const Instruction& last = program_.code[farthest];
    if (farthest > branch && last.opcode == Opcode::Jump && last.a > farthest && last.a <= end())
      farthest = last.a - 1;
    return farthest;
  }

  // What others can do since then shows at the next place where the thread meets them: nobody stops to unlock.
  bool is_unlock(Point point) const {
    const auto kinds = interactions_.find(point);
    return kinds != interactions_.end() &&
           std::any_of(kinds->second.begin(), kinds->second.end(),
                       [](const PointInteraction& what) { return what.kind == "unlock"; });
  }
  Point next_interaction(Point point) const {
    const auto next = interactions_.upper_bound(point);
    return next != interactions_.end() && next->first < end() ? next->first : end() - 1;
  }

  Point unlock_of(Point lock) const {
    const auto kinds = interactions_.find(lock);
    if (kinds == interactions_.end()) return kNoPoint;
    for (const PointInteraction& what : kinds->second) {
      if (!takes_lock(what)) continue;
      for (auto it = interactions_.upper_bound(lock);
           it != interactions_.end() && it->first < end(); ++it)
        for (const PointInteraction& other : it->second)
          if (other.kind == "unlock" && other.object == what.object) return it->first;
    }
    return kNoPoint;
  }

  const Program& program_;
  const Function& function_;
  const Interactions& interactions_;
  Definitions definitions_;
  std::vector<Block> blocks_;
};

bool is_about(const PointInteraction& what, const std::set<std::string>& locks) {
  return std::any_of(locks.begin(), locks.end(), [&](const std::string& lock) {
    return (" or " + what.object + " or ").find(" or " + lock + " or ") != std::string::npos;
  });
}

// Where locks are taken that are held in a fragment: in its function, in those that lead to it by calls, and in those that return with
// the lock held.
class Gates {
 public:
  Gates(const Program& program, const Interactions& interactions, const Calls& calls)
      : program_(program), interactions_(interactions) {
    for (const auto& [point, called] : calls)
      for (const FunctionIndex function : called)
        callers_[function].insert(program.function_at(point));
  }

  std::vector<Point> of(FunctionIndex function, const std::set<std::string>& locks) {
    std::vector<Point> gates;
    if (locks.empty()) return gates;
    std::set<FunctionIndex> releasing;
    for (const auto& [point, what] : interactions_)
      if (is_any(what,
                 [&](const auto& one) { return one.kind == "unlock" && is_about(one, locks); }))
        releasing.insert(program_.function_at(point));
    const std::set<FunctionIndex>& leading = leading_to(function);
    for (const auto& [point, what] : interactions_) {
      const FunctionIndex here = program_.function_at(point);
      if ((leading.contains(here) || !releasing.contains(here)) &&
          is_any(what, [&](const auto& one) { return takes_lock(one) && is_about(one, locks); }))
        gates.push_back(point);
    }
    return gates;
  }

 private:
  template <typename Which>
  static bool is_any(const std::vector<PointInteraction>& what, Which which) {
    return std::any_of(what.begin(), what.end(), which);
  }

  const std::set<FunctionIndex>& leading_to(FunctionIndex function) {
    const auto [entry, is_new] = leading_.try_emplace(function);
    std::set<FunctionIndex>& leading = entry->second;
    if (!is_new) return leading;
    std::vector<FunctionIndex> open{function};
    while (!open.empty()) {
      const FunctionIndex next = open.back();
      open.pop_back();
      if (!leading.insert(next).second) continue;
      if (const auto found = callers_.find(next); found != callers_.end())
        open.insert(open.end(), found->second.begin(), found->second.end());
    }
    return leading;
  }

  const Program& program_;
  const Interactions& interactions_;
  std::unordered_map<FunctionIndex, std::set<FunctionIndex>> callers_;
  std::unordered_map<FunctionIndex, std::set<FunctionIndex>> leading_;  // with the function itself
};

bool is_within(const Fragment& inner, const Fragment& outer) {
  return &inner != &outer && outer.contains(inner.first) && outer.contains(inner.last);
}

class Finder {
 public:
  Finder(const Program& program, const Interactions& interactions, const Calls& calls,
         const Calls& starts)
      : program_(program), interactions_(interactions), calls_(calls), starts_(starts) {
    for (const auto& [point, called] : calls)
      for (const FunctionIndex function : called) calls_of_[function].push_back(point);
  }

  void add(const Change& change, size_t index) {
    for (const FunctionIndex caller : change.callers) keep(caller, code(caller).whole(), index);
    if (change.function == Change::kNoFunction) return;
    const bool removed = change.told.kind == ChangeKind::Removed;
    // One for each function: copies of a template share their lines.
    std::map<FunctionIndex, Extent> extents;
    const auto add = [&](FunctionIndex function, const Extent& extent) {
      Extent& whole = extents.try_emplace(function, extent).first->second;
      whole.first = std::min(whole.first, extent.first);
      whole.last = std::max(whole.last, extent.last);
    };
    for (const Point point : change.points) {
      const FunctionIndex function = program_.function_at(point);
      const FunctionFragments& here = code(function);
      add(function,
          removed ? here.smallest_around(point).value_or(here.whole()) : here.around(point));
      if (meets_nobody(point)) add(function, here.from(point));
      // Who is notified has begun to wait, which mostly is before all of the critical section.
      if (!removed && is_notification(point))
        if (const auto outer = here.smallest_around(point, point)) add(function, *outer);
    }
    // What lies between where it stood and where it stands was on its other side.
    for (const Point point : change.stood_before) {
      const FunctionIndex function = program_.function_at(point);
      add(function, code(function).smallest_around(point).value_or(Extent{point, point}));
    }
    for (const auto& [function, extent] : extents) {
      keep(function, extent, index);
      if (removed || change.told.rule == ChangeRule::Condition) add_around_calls(function, index);
    }
    if (!removed) add_started(change, index);
  }

  // Without those that lie within others: what is explored around the larger one is explored around them.
  std::vector<Fragment> take() {
    std::vector<Fragment> result;
    for (Fragment& fragment : found_) {
      for (const Fragment& other : found_)
        if (is_within(other, fragment))
          fragment.changes.insert(fragment.changes.end(), other.changes.begin(),
                                  other.changes.end());
      std::sort(fragment.changes.begin(), fragment.changes.end());
      const auto repeated = std::unique(fragment.changes.begin(), fragment.changes.end());
      fragment.changes.erase(repeated, fragment.changes.end());
      if (std::none_of(found_.begin(), found_.end(),
                       [&](const Fragment& other) { return is_within(fragment, other); }))
        result.push_back(fragment);
    }
    return result;
  }

 private:
  const FunctionFragments& code(FunctionIndex function) {
    auto& entry = functions_[function];
    if (!entry) entry = std::make_unique<FunctionFragments>(program_, function, interactions_);
    return *entry;
  }

  bool is_notification(Point point) const {
    const auto what = interactions_.find(point);
    return what != interactions_.end() &&
           std::ranges::any_of(what->second,
                               [](const PointInteraction& one) { return one.kind == "notify"; });
  }

  // A thread that runs through a function without meeting others there meets them behind the call: what is missing there shows
  // from the call on.
  void add_around_calls(FunctionIndex function, size_t index) {
    std::set<FunctionIndex> seen;
    std::vector<FunctionIndex> open{function};
    while (!open.empty()) {
      const FunctionIndex next = open.back();
      open.pop_back();
      if (!seen.insert(next).second || !code(next).can_be_passed(is_met_in(next))) continue;
      for (const Point call : calls_of_[next]) {
        const FunctionIndex caller = program_.function_at(call);
        if (!is_users(program_.functions[caller])) continue;
        keep(caller, code(caller).from(call), index);
        open.push_back(caller);
      }
    }
  }
  // A call of functions that never meet others.
  bool meets_nobody(Point call) {
    const auto called = calls_.find(call);
    return called != calls_.end() && !interactions_.contains(call) &&
           std::ranges::none_of(called->second,
                                [&](FunctionIndex callee) { return meets_others(callee); });
  }
  // Where a function meets others, be it in what it calls.
  std::set<Point> is_met_in(FunctionIndex function) {
    std::set<Point> points;
    const Extent whole = code(function).whole();
    for (auto it = interactions_.lower_bound(whole.first);
         it != interactions_.end() && it->first <= whole.last; ++it)
      points.insert(it->first);
    for (Point p = whole.first; p <= whole.last; ++p)
      if (const auto called = calls_.find(p); called != calls_.end())
        if (std::ranges::any_of(called->second,
                                [&](FunctionIndex callee) { return meets_others(callee); }))
          points.insert(p);
    return points;
  }
  bool meets_others(FunctionIndex function) {
    const auto [entry, is_new] = meets_others_.try_emplace(function, false);  // until that is known
    if (is_new && is_users(program_.functions[function])) {
      const bool meets = !is_met_in(function).empty();
      meets_others_[function] = meets;
      return meets;
    }
    return entry->second;
  }

  // Of a thread that was not there before, or was another one, everything is new. One that is only given another value is the same:
  // what it does with that are changes of their own.
  void add_started(const Change& change, size_t index) {
    if (change.told.rule != ChangeRule::Statement && change.told.rule != ChangeRule::Condition)
      return;
    for (const Point point : change.points)
      if (const auto found = starts_.find(point); found != starts_.end())
        for (const FunctionIndex function : found->second)
          keep(function, code(function).whole(), index);
  }

  void keep(FunctionIndex function, const Extent& extent, size_t change) {
    const Extent all = code(function).whole();
    const auto same = std::find_if(found_.begin(), found_.end(), [&](const Fragment& f) {
      return f.first == extent.first && f.last == extent.last;
    });
    if (same == found_.end())
      found_.push_back({.function = function,
                        .first = extent.first,
                        .last = extent.last,
                        .whole_function = extent.first == all.first && extent.last == all.last,
                        .changes = {change}});
    else if (same->changes.back() != change)
      same->changes.push_back(change);
  }

  const Program& program_;
  const Interactions& interactions_;
  const Calls& calls_;
  const Calls& starts_;
  std::unordered_map<FunctionIndex, std::vector<Point>> calls_of_;  // that lead to it
  std::unordered_map<FunctionIndex, bool> meets_others_;
  std::map<FunctionIndex, std::unique_ptr<FunctionFragments>> functions_;
  std::vector<Fragment> found_;
};

}  // namespace

std::vector<Fragment> find_fragments(const Program& program, const std::vector<Change>& changes,
                                     const Interactions& interactions, const Calls& calls,
                                     const LocksAt& locks_at, const Calls& starts) {
  Finder finder(program, interactions, calls, starts);
  for (size_t k = 0; k < changes.size(); ++k) finder.add(changes[k], k);
  std::vector<Fragment> fragments = finder.take();
  Gates gates(program, interactions, calls);
  for (Fragment& fragment : fragments)
    fragment.gates = gates.of(fragment.function, locks_at(fragment.first));
  return fragments;
}

WatchedCode code_of(const Program& program, const std::vector<Fragment>& fragments,
                    const Calls& calls) {
  WatchedCode code{BitSet(program.code.size()), BitSet(program.code.size())};
  std::set<FunctionIndex> called;
  std::vector<FunctionIndex> open;
  const auto add = [&](Point first, Point end) {
    code.called.add_range(first, end);
    for (Point p = first; p < end; ++p)
      if (const auto found = calls.find(p); found != calls.end())
        for (const FunctionIndex function : found->second)
          if (called.insert(function).second) open.push_back(function);
  };
  for (const Fragment& fragment : fragments) {
    code.points.add_range(fragment.first, fragment.last + 1);
    add(fragment.first, fragment.last + 1);
  }
  while (!open.empty()) {
    const Function& function = program.functions[open.back()];
    open.pop_back();
    add(function.entry, function.entry + function.instruction_count);
  }
  return code;
}

}  // namespace heddle
