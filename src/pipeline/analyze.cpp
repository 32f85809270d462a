// SPDX-License-Identifier: Apache-2.0
#include "pipeline/analyze.h"

#include <algorithm>
#include <chrono>
#include <future>

#include "analysis/accesses.h"
#include "analysis/andersen.h"
#include "analysis/escape_flow.h"
#include "analysis/field_access.h"
#include "analysis/held_locks.h"
#include "analysis/immutable_fields.h"
#include "analysis/joined_threads.h"
#include "analysis/static_threads.h"
#include "incremental/statement_text.h"
#include "pipeline/load.h"
#include "pipeline/memory_copies.h"
#include "pipeline/survey.h"
#include "support/seconds_since.h"
#include "trace/thread_names.h"

namespace heddle {

namespace {

// What the survey is made from; the order of the members is that in which they need each other. The escape flow takes about
// as long as all that does not need it, so these are done at the same time.
struct Analyses {
  Analyses(const Program& program, const Options& options)
      : points_to(andersen(
            program, options.analysis.pointers == PointerVariant::Sensitive ? kContextDepth : 0)),
        flow_in_time(start_flow(program)),
        code(program, points_to),
        effects(find_library_effects(program, points_to)),
        threads(find_static_threads(program, points_to, code, effects)),
        locks(program, points_to, code, effects, threads),
        joined(program, points_to, code, effects, threads) {
    facts.locations = std::make_unique<Locations>(program, points_to);
    flow = flow_in_time.get();
    find_immutable_fields(program, points_to, *flow, facts);
  }
  static constexpr unsigned kContextDepth = 2;

  std::future<std::unique_ptr<EscapeFlow>> start_flow(const Program& program) {
    return std::async(std::launch::async,
                      [&] { return std::make_unique<EscapeFlow>(program, points_to); });
  }

  PointsTo points_to;
  std::future<std::unique_ptr<EscapeFlow>> flow_in_time;
  UserCode code;
  LibraryEffects effects;
  std::vector<ThreadRoot> threads;
  HeldLocks locks;
  JoinedThreads joined;
  std::unique_ptr<EscapeFlow> flow;
  Facts facts;
};

Survey survey_of(const Program& program, Analyses& known, Detail detail) {
  return Survey({program, known.points_to, known.code, known.effects, known.threads, known.facts,
                 known.locks, known.joined},
                *known.flow, detail);
}

// A pointer to this many places says next to nothing about any of them.
constexpr size_t kMostTargets = 64;

// Whether others wait for it, or access it whenever they like: not what is written for a thread before that is started.
bool is_meant_for_others(const Analyses& known, const Interactions& interactions, InstanceId id,
                         Point point) {
  const auto found = interactions.find(point);
  if (found == interactions.end()) return false;
  for (const PointInteraction& interaction : found->second)
    if (!interaction.kind.starts_with("shared ")) return true;
  return !known.locks.at(id, point).empty();
}

// What an instruction accesses, a call of a model included: sem_init writes what sem_wait reads.
template <typename Visit>
void visit_memory(const Program& program, const Analyses& known, InstanceId id, Point point,
                  Visit visit) {
  visit_accesses(program, point, visit);
  for (const InstanceId callee : known.points_to.callees(id, point)) {
    if (!known.points_to.function_of(program, callee).is_model) continue;
    const auto arguments = program.operands(program.code[point].c);
    for (const LibraryEffect& effect : known.effects[callee]) {
      const bool is_sync = effect.sync != SyncKind::None;
      if (effect.parameter < arguments.size())
        visit(StaticAccess{.base = arguments[effect.parameter],
                           .offset = effect.target.offset,
                           .size = std::max<uint64_t>(effect.size, 1),
                           .reads = effect.reads || is_sync,
                           .writes = effect.writes || is_sync});
    }
  }
}

MemoryUse memory_use(const Program& program, const Analyses& known,
                     const Interactions& interactions) {
  MemoryUse use;
  for (InstanceId id = 0; id < known.points_to.instances().size(); ++id) {
    const Function& function = known.points_to.function_of(program, id);
    if (!is_users(function)) continue;
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
      visit_memory(program, known, id, p, [&](const StaticAccess& access) {
        const std::vector<Target>& targets = known.points_to.targets(id, access.base);
        if (targets.size() > kMostTargets) return;
        const bool for_others = is_meant_for_others(known, interactions, id, p);
        const bool is_followed = access.writes && !for_others;
        if (access.reads && for_others) use.watchful.insert(p);
        for (Target target : targets) {
          if (known.points_to.objects()[target.object].kind == ObjectKind::Function) continue;
          target.offset += access.offset;
          known.facts.locations->visit(target, access.size, [&](LocationRange range) {
            for (LocationId location = range.first; location < range.end; ++location) {
              if (access.reads) use.readers[location].insert(p);
              if (is_followed) use.written[p].insert(location);
            }
          });
        }
      });
  }
  find_copies(program, known.points_to, *known.facts.locations, use);
  return use;
}

Calls calls_of(const Program& program, const PointsTo& points_to) {
  Calls calls;
  for (InstanceId id = 0; id < points_to.instances().size(); ++id) {
    const Function& function = points_to.function_of(program, id);
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
      for (const InstanceId callee : points_to.callees(id, p))
        calls[p].insert(points_to.instances()[callee].function);
  }
  return calls;
}

}  // namespace

AnalysisReport analyze(const Program& program, const Options& options,
                       const AnalyzeQuestion& question) {
  const auto start = std::chrono::steady_clock::now();
  Analyses known(program, options);
  if (!question.at.empty()) {
    known.facts.field_access = FieldAccessVariant::Callee;
    known.facts.immutable_fields = true;
    analyse_field_accesses(program, known.points_to, known.facts);
  }
  const Survey survey = survey_of(program, known, question.all ? Detail::All : Detail::User);
  AnalysisReport report = survey.report();
  if (!question.at.empty()) {
    report.at = question.at;
    report.futures = survey.futures_at(question.at);
  }
  report.seconds = seconds_since(start);
  return report;
}

ThreadFacts find_thread_facts(const Program& program, const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  const auto kept = std::make_shared<Analyses>(program, options);
  Analyses& known = *kept;
  ThreadFacts facts;
  facts.interactions = survey_of(program, known, Detail::All).interactions();
  for (const Function& function : program.functions)
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
      if (is_users(function) && is_plain_synchronisation(program.code[p].opcode))
        facts.interactions[p].push_back({"synchronise", ""});
  facts.memory = memory_use(program, known, facts.interactions);
  facts.memory.points_to = {kept, &known.points_to};
  facts.memory.locations = {kept, known.facts.locations.get()};
  for (uint32_t k = 0; k < known.threads.size(); ++k) {
    const ThreadRoot& root = known.threads[k];
    StaticThreadCode thread{.name = k == 0 ? "main" : thread_function_name(program, root.function),
                            .function = root.function,
                            .runs = {}};
    for (const InstanceId id : root.runs)
      thread.runs.insert(known.points_to.instances()[id].function);
    for (const Point created : root.created_at) facts.starts[created].insert(root.function);
    facts.threads.push_back(std::move(thread));
  }
  facts.calls = calls_of(program, known.points_to);
  facts.locks_at = [kept, &program](Point point) {
    LockNames held;
    const FunctionIndex function = program.function_at(point);
    for (InstanceId id = 0; id < kept->points_to.instances().size(); ++id)
      if (kept->points_to.instances()[id].function == function)
        held.merge(kept->locks.at(id, point));
    return held;
  };
  facts.seconds = seconds_since(start);
  return facts;
}

AnalysisReport analyze(const Options& options, const AnalyzeQuestion& question) {
  return analyze(load(options), options, question);
}

}  // namespace heddle
