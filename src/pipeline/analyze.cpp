// SPDX-License-Identifier: Apache-2.0
#include "pipeline/analyze.h"

#include <chrono>

#include "analysis/andersen.h"
#include "analysis/escape_flow.h"
#include "analysis/field_access.h"
#include "analysis/held_locks.h"
#include "analysis/immutable_fields.h"
#include "analysis/joined_threads.h"
#include "analysis/static_threads.h"
#include "pipeline/load.h"
#include "pipeline/survey.h"

namespace heddle {

AnalysisReport analyze(const Program& program, const Options& options,
                       const AnalyzeQuestion& question) {
  const auto start = std::chrono::steady_clock::now();
  constexpr unsigned kContextDepth = 2;
  const PointsTo points_to =
      andersen(program, options.analysis.pointers == PointerVariant::Sensitive ? kContextDepth : 0);
  const UserCode code(program, points_to);
  const LibraryEffects effects = find_library_effects(program, points_to);
  const std::vector<ThreadRoot> threads = find_static_threads(program, points_to, code, effects);
  Facts facts;
  facts.locations = std::make_unique<Locations>(program, points_to);
  EscapeFlow flow(program, points_to);
  find_immutable_fields(program, points_to, flow, facts);
  const HeldLocks locks(program, points_to, code, effects, threads);
  const JoinedThreads joined(program, points_to, code, effects, threads);

  if (!question.at.empty()) {
    facts.field_access = FieldAccessVariant::Callee;
    facts.immutable_fields = true;
    analyse_field_accesses(program, points_to, facts);
  }
  const Survey survey({program, points_to, code, effects, threads, facts, locks, joined}, flow,
                      question.all ? Detail::All : Detail::User);
  AnalysisReport report = survey.report();
  if (!question.at.empty()) {
    report.at = question.at;
    report.futures = survey.futures_at(question.at);
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

AnalysisReport analyze(const Options& options, const AnalyzeQuestion& question) {
  return analyze(load(options), options, question);
}

}  // namespace heddle
