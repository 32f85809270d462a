// SPDX-License-Identifier: Apache-2.0
#include "analysis/analyse.h"

#include <chrono>

#include "analysis/accesses.h"
#include "analysis/andersen.h"
#include "analysis/coarse_pointers.h"
#include "analysis/field_access.h"
#include "analysis/guarded_accesses.h"
#include "analysis/immutable_fields.h"

namespace heddle {

namespace {

void name_objects(const Program& program, const PointsTo& points_to, Facts& facts) {
  facts.made_at.assign(program.code.size(), Facts::kNoObject);
  facts.globals.assign(program.globals.size(), Facts::kNoObject);
  facts.thread_locals.assign(program.thread_locals.size(), Facts::kNoObject);
  for (ObjectId id = 0; id < points_to.objects().size(); ++id) {
    const AbstractObject& object = points_to.objects()[id];
    switch (object.kind) {
      case ObjectKind::Global: break;  // several may be one object
      case ObjectKind::ThreadLocal: facts.thread_locals[object.index] = id; break;
      case ObjectKind::Heap:
      case ObjectKind::Local: facts.made_at[object.index] = id; break;
      case ObjectKind::Function:
      case ObjectKind::Anything: break;
    }
  }
  for (uint32_t global = 0; global < program.globals.size(); ++global)
    facts.globals[global] = points_to.find(ObjectKind::Global, global).value_or(Facts::kNoObject);
}

void collect_expected(const Program& program, const PointsTo& points_to, Facts& facts) {
  facts.expected_at.assign(program.code.size(), kNoFuture);
  CoveredLocations covered(points_to, *facts.locations);
  for (InstanceId id = 0; id < points_to.instances().size(); ++id) {
    const Function& function = points_to.function_of(program, id);
    for (Point point = function.entry; point < function.entry + function.instruction_count; ++point)
      visit_accesses(program, point, [&](const StaticAccess& access) {
        if (facts.expected_at[point] == kNoFuture) {
          facts.expected_at[point] = uint32_t(facts.expected.size());
          facts.expected.emplace_back(facts.locations->count());
        }
        covered.of(id, access.base, access.offset, access.size)
            .add_to(facts.expected[facts.expected_at[point]]);
      });
  }
}

}  // namespace

PointsTo find_pointers(const Program& program, PointerVariant variant) {
  constexpr unsigned kContextDepth = 2;
  switch (variant) {
    case PointerVariant::None: return coarse_pointers(program);
    case PointerVariant::Insensitive: return andersen(program, 0);
    case PointerVariant::Sensitive: return andersen(program, kContextDepth);
    case PointerVariant::InsensitiveOnDemand: return demand_driven(program, 0);
    case PointerVariant::SensitiveOnDemand: return demand_driven(program, kContextDepth);
  }
  return {};
}

std::shared_ptr<const Facts> analyse(const Program& program, const AnalysisOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  auto facts = std::make_shared<Facts>();
  facts->field_access = options.field_access;
  facts->happens_before = options.happens_before;
  facts->races_are_errors = options.races_are_errors;
  // What escapes is found from all points-to sets, which answers on demand do not have.
  facts->immutable_fields = options.immutable_fields && is_exhaustive(options.pointers);
  const PointsTo points_to = find_pointers(program, options.pointers);
  facts->locations = std::make_unique<Locations>(program, points_to);
  name_objects(program, points_to, *facts);
  collect_expected(program, points_to, *facts);
  if (facts->immutable_fields) {
    EscapeFlow flow(program, points_to);
    find_immutable_fields(program, points_to, flow, *facts);
  }
  analyse_field_accesses(program, points_to, *facts);
  facts->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return facts;
}

}  // namespace heddle
