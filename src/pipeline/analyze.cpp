// SPDX-License-Identifier: Apache-2.0
#include "pipeline/analyze.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <optional>

#include "analysis/accesses.h"
#include "analysis/andersen.h"
#include "analysis/escape_flow.h"
#include "analysis/field_access.h"
#include "analysis/held_locks.h"
#include "analysis/immutable_fields.h"
#include "analysis/joined_threads.h"
#include "analysis/static_threads.h"
#include "incremental/library_sync.h"
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

// Memory that belongs to the library alone, such as that of an exception on its way: what is in there is nobody's value.
bool is_librarys(const Program& program, const AbstractObject& object) {
  return object.kind == ObjectKind::Heap &&
         program.functions[program.function_at(object.index)].is_model;
}

// What it leaves there matters to who comes by later, though nobody else runs: the number of a semaphore does, but not that a mutex was
// locked for a while.
bool decides_how_it_begins(SyncKind kind) {
  switch (kind) {
    case SyncKind::MutexInit:
    case SyncKind::RwLockInit:
    case SyncKind::SpinInit:
    case SyncKind::CondInit:
    case SyncKind::BarrierInit:
    case SyncKind::SemInit:
    case SyncKind::SemPost:
    case SyncKind::SemWait:
    case SyncKind::SemTryWait: return true;
    default: return false;
  }
}

// Which memory an instruction accesses; a call of the library, with all that happens in there: sem_init writes what sem_wait reads.
class MemoryUseFinder {
 public:
  MemoryUseFinder(const Program& program, const Analyses& known, const Interactions& interactions)
      : program_(program), known_(known), interactions_(interactions) {}

  MemoryUse run() {
    for (InstanceId id = 0; id < known_.points_to.instances().size(); ++id) {
      const Function& function = known_.points_to.function_of(program_, id);
      if (!is_users(function)) continue;
      for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) {
        for_others_.reset();
        visit_accesses(program_, p, [&](const StaticAccess& access) { add(id, p, access); });
        for (const InstanceId callee : known_.points_to.callees(id, p)) add_call(id, p, callee);
      }
    }
    find_copies(program_, known_.points_to, *known_.facts.locations, use_);
    return std::move(use_);
  }

 private:
  void add_call(InstanceId id, Point call, InstanceId callee) {
    const FunctionIndex function = known_.points_to.instances()[callee].function;
    if (is_users(program_.functions[function])) {
      if (program_.code[call].opcode == Opcode::CallIndirect) use_.called[call].insert(function);
      return;
    }
    for (const InstanceId back : known_.code.called_by(callee))
      use_.called_back[known_.points_to.instances()[back].function].insert(call);
    const auto arguments = program_.operands(program_.code[call].c);
    // What the library keeps to synchronise, and the texts of errors that this may end with, are no values either.
    const bool synchronises =
        std::ranges::any_of(known_.effects[callee], [](const LibraryEffect& effect) {
          return effect.sync != SyncKind::None || effect.starts_thread;
        });
    for (const LibraryEffect& effect : known_.effects[callee]) {
      if (effect.frees) continue;
      const bool is_sync = effect.sync != SyncKind::None;
      if (effect.parameter < arguments.size())
        add(id, call,
            {.base = arguments[effect.parameter],
             .offset = effect.target.offset,
             .size = std::max<uint64_t>(effect.size, 1),
             .reads = effect.reads || is_sync,
             .writes = effect.writes || decides_how_it_begins(effect.sync)});
      else if (effect.parameter == LibraryEffect::kNoParameter && !synchronises &&
               !known_.points_to.is_anything(effect.target) &&
               !is_librarys(program_, known_.points_to.objects()[effect.target.object]))
        add(id, call, effect.target,
            {.size = effect.size, .reads = effect.reads, .writes = effect.writes});
    }
  }
  void add(InstanceId id, Point point, const StaticAccess& access) {
    const std::vector<Target>& targets = known_.points_to.targets(id, access.base);
    if (targets.size() > kMostTargets) return;
    for (Target target : targets) {
      target.offset += access.offset;
      add(id, point, target, access);
    }
  }
  void add(InstanceId id, Point point, const Target& target, const StaticAccess& access) {
    const AbstractObject& object = known_.points_to.objects()[target.object];
    if (object.kind == ObjectKind::Function) return;
    if (!for_others_) for_others_ = is_meant_for_others(known_, interactions_, id, point);
    if (access.reads && *for_others_) use_.watchful.insert(point);
    known_.facts.locations->visit(target, access.size, [&](LocationRange range) {
      for (LocationId location = range.first; location < range.end; ++location) {
        if (access.reads) use_.readers[location].insert(point);
        if (access.writes && !*for_others_) use_.written[point].insert(location);
      }
    });
  }

  const Program& program_;
  const Analyses& known_;
  const Interactions& interactions_;
  MemoryUse use_;
  std::optional<bool>
      for_others_;  // whether the instruction is meant for others, once that is asked
};

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

template <typename Which>
void add_synchronisation(const Program& program, Interactions& interactions, Which which) {
  for (const Function& function : program.functions) {
    if (!is_users(function)) continue;
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
      if (which(p, program.code[p])) interactions[p].push_back({"synchronise", ""});
  }
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
  add_synchronisation(program, facts.interactions, [](Point, const Instruction& i) {
    return is_plain_synchronisation(i.opcode);
  });
  facts.memory = MemoryUseFinder(program, known, facts.interactions).run();
  // Calls that initialise, destroy, detach: what they write is followed as values are, so they come after that.
  add_synchronisation(program, facts.interactions,
                      [&, library = LibrarySync(program)](Point p, const Instruction& i) {
                        return i.opcode == Opcode::Call && !is_users(program.functions[i.b]) &&
                               library.kind_of(i.b) == StatementKind::Synchronise &&
                               !facts.interactions.contains(p);
                      });
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
