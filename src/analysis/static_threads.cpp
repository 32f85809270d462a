// SPDX-License-Identifier: Apache-2.0
#include "analysis/static_threads.h"

#include <algorithm>

#include "program/cxx_name.h"
#include "program/operands.h"

namespace heddle {

namespace {

class ThreadFinder {
 public:
  ThreadFinder(const Program& program, const PointsTo& points_to, const UserCode& code,
               const LibraryEffects& effects)
      : program_(program), points_to_(points_to), code_(code), effects_(effects) {}

  std::vector<ThreadRoot> run() {
    ThreadRoot& first = threads_.emplace_back();
    first.function = program_.start;
    first.begins_in = code_.called_by(points_to_.start());
    first.runs = code_.reached_from(points_to_.start());
    find_roots();
    for (const InstanceId id : code_.instances()) visit_calls(id);
    for (ThreadRoot& thread : threads_) {
      std::sort(thread.created_at.begin(), thread.created_at.end());
      auto& sites = thread.created_at;
      sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
      thread.several = sites.size() > 1 || std::any_of(sites.begin(), sites.end(),
                                                       [&](Point p) { return runs_often(p); });
    }
    return std::move(threads_);
  }

 private:
  // Arguments of a thread are moved into place by functions that may be the user's, too.
  bool is_special_member(const Function& function) const {
    const std::string& type = program_.source.types[function.this_type].name;
    return function.operation.starts_with('~') ||
           (!type.empty() &&
            function.operation == last_component(without_template_arguments(type)));
  }

  void find_roots() {
    for (InstanceId id = 0; id < points_to_.instances().size(); ++id) {
      const Function& function = points_to_.function_of(program_, id);
      for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) {
        if (program_.code[p].opcode != Opcode::ThreadCreate) continue;
        for (const InstanceId entry : points_to_.thread_entries(id, p))
          for (const InstanceId root : code_.called_by(entry))
            if (!is_special_member(points_to_.function_of(program_, root))) add_root(root);
      }
    }
  }
  void add_root(InstanceId root) {
    const FunctionIndex function = points_to_.instances()[root].function;
    auto thread = std::find_if(threads_.begin() + 1, threads_.end(),
                               [&](const ThreadRoot& t) { return t.function == function; });
    if (thread == threads_.end()) {
      threads_.push_back({.function = function});
      thread = threads_.end() - 1;
    }
    thread->begins_in.insert(root);
    thread->runs.merge(code_.reached_from(root));
  }

  void visit_calls(InstanceId id) {
    const Function& function = points_to_.function_of(program_, id);
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) {
      for (const InstanceId callee : points_to_.callees(id, p)) {
        call_points_[points_to_.instances()[callee].function].insert(p);
        for (const InstanceId called : code_.called_by(callee))
          call_points_[points_to_.instances()[called].function].insert(p);
        const auto& effects = effects_[callee];
        if (std::any_of(effects.begin(), effects.end(),
                        [](const LibraryEffect& effect) { return effect.starts_thread; }))
          add_creation(id, p, callee);
      }
    }
  }

  void add_creation(InstanceId id, Point point, InstanceId callee) {
    std::set<FunctionIndex> started;
    for (const Operand argument : program_.operands(program_.code[point].c))
      for (const Target& target : points_to_.targets(id, argument)) {
        const AbstractObject& object = points_to_.objects()[target.object];
        if (object.kind == ObjectKind::Function) started.insert(object.index);
      }
    bool found = note_creation(point, started);
    if (!found) found = note_creation(point, named_in(callee));
    if (found) return;
    for (size_t k = 1; k < threads_.size(); ++k) threads_[k].created_at.push_back(point);
  }
  bool note_creation(Point point, const std::set<FunctionIndex>& started) {
    bool found = false;
    for (size_t k = 1; k < threads_.size(); ++k)
      if (started.contains(threads_[k].function)) {
        threads_[k].created_at.push_back(point);
        found = true;
      }
    return found;
  }
  // Functions of the user's that run through something whose address the library code has, as through
  // the vtable of a thread's state.
  std::set<FunctionIndex> named_in(InstanceId callee) const {
    std::set<InstanceId> seen{callee};
    std::vector<InstanceId> open{callee};
    std::set<FunctionIndex> named;
    const auto name_functions = [&](ObjectId object) {
      const AbstractObject& found = points_to_.objects()[object];
      if (found.kind == ObjectKind::Function) named.insert(found.index);
    };
    while (!open.empty()) {
      const InstanceId next = open.back();
      open.pop_back();
      if (code_.is_users(next)) continue;
      const Function& function = points_to_.function_of(program_, next);
      for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) {
        for (const InstanceId called : points_to_.callees(next, p))
          if (seen.insert(called).second) open.push_back(called);
        visit_operands(
            program_, program_.code[p],
            [&](Operand operand) {
              if (!is_constant(operand)) return;
              for (const Target& target : points_to_.targets(next, operand)) {
                for (const ObjectId held : points_to_.contents(target.object)) name_functions(held);
              }
            },
            [](uint32_t) {});
      }
    }
    std::set<FunctionIndex> run;
    for (InstanceId id = 0; id < points_to_.instances().size(); ++id)
      if (named.contains(points_to_.instances()[id].function))
        for (const InstanceId user : code_.called_by(id))
          run.insert(points_to_.instances()[user].function);
    return run;
  }

  bool runs_often(Point point) {
    if (code_.is_in_loop(point)) return true;
    const FunctionIndex function = program_.function_at(point);
    const auto [known, is_new] = often_.try_emplace(function, true);  // recursion counts as often
    if (!is_new) return known->second;
    const std::set<Point> calls = call_points_[function];
    bool often = calls.size() > 1;
    for (const Point call : calls) often = often || runs_often(call);
    for (const ThreadRoot& thread : threads_)
      if (thread.function == function)
        for (const Point site : thread.created_at)
          often = often || thread.created_at.size() > 1 || runs_often(site);
    return often_[function] = often;
  }

  const Program& program_;
  const PointsTo& points_to_;
  const UserCode& code_;
  const LibraryEffects& effects_;
  std::vector<ThreadRoot> threads_;
  std::map<FunctionIndex, std::set<Point>> call_points_;
  std::map<FunctionIndex, bool> often_;
};

}  // namespace

std::vector<ThreadRoot> find_static_threads(const Program& program, const PointsTo& points_to,
                                            const UserCode& code, const LibraryEffects& effects) {
  return ThreadFinder(program, points_to, code, effects).run();
}

}  // namespace heddle
