// SPDX-License-Identifier: Apache-2.0
#include "analysis/immutable_fields.h"

#include "analysis/accesses.h"

namespace heddle {

namespace {

bool ends_object(Opcode opcode) { return opcode == Opcode::Free || opcode == Opcode::LifetimeEnd; }

}  // namespace

void find_immutable_fields(const Program& program, const PointsTo& points_to, EscapeFlow& flow,
                           Facts& facts) {
  const Locations& locations = *facts.locations;
  facts.immutable = BitSet(locations.count());
  facts.immutable.add_range(0, locations.count());
  facts.lasting = facts.immutable;
  flow.visit([&](InstanceId id, Point point, const EscapeState& state) {
    if (!state.threads) return;
    visit_accesses(program, point, [&](const StaticAccess& access) {
      if (!access.writes) return;
      const bool escaped = flow.is_escaped(id, access.base, state);
      for (Target target : points_to.targets(id, access.base)) {
        const ObjectKind kind = points_to.objects()[target.object].kind;
        if (!escaped && (kind == ObjectKind::Heap || kind == ObjectKind::Local)) continue;
        // What is freed is the beginning of a block, or it is an error.
        if (program.code[point].opcode == Opcode::Free && target.is_bounded() && target.offset != 0)
          continue;
        target.offset += access.offset;
        locations.visit(target, access.size, [&](LocationRange range) {
          facts.lasting.remove_range(range.first, range.end);
          if (!ends_object(program.code[point].opcode))
            facts.immutable.remove_range(range.first, range.end);
        });
      }
    });
  });
}

}  // namespace heddle
