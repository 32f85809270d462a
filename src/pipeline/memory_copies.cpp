// SPDX-License-Identifier: Apache-2.0
#include "pipeline/memory_copies.h"

#include <optional>

#include "analysis/accesses.h"
#include "incremental/statement_text.h"

namespace heddle {

namespace {

// A pointer to more places says next to nothing about any of them.
constexpr size_t kMostTargets = 16;

class CopyFinder {
 public:
  CopyFinder(const Program& program, const PointsTo& points_to, const Locations& locations)
      : program_(program), points_to_(points_to), locations_(locations) {}

  std::map<LocationId, std::set<LocationId>> run() {
    for (InstanceId id = 0; id < points_to_.instances().size(); ++id) {
      const Function& function = points_to_.function_of(program_, id);
      std::optional<Definitions>
          definitions;  // registers of the user's code are followed one by one
      if (!is_users(function)) definitions.emplace(program_, function);
      for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) {
        const Instruction& i = program_.code[p];
        if (i.opcode == Opcode::CopyMemory)
          add(id, access_at(p, true), access_at(p, false));
        else if (definitions && i.opcode >= Opcode::Store1 && i.opcode <= Opcode::Store8)
          add_word(id, p, definitions->only(i.a));
      }
    }
    return std::move(copies_);
  }

 private:
  StaticAccess access_at(Point point, bool reads) const {
    StaticAccess found;
    visit_accesses(program_, point, [&](const StaticAccess& access) {
      if (access.reads == reads) found = access;
    });
    return found;
  }

  void add_word(InstanceId id, Point store, Point load) {
    if (load == kNoPoint) return;
    const Opcode opcode = program_.code[load].opcode;
    if (opcode >= Opcode::Load1 && opcode <= Opcode::Load8)
      add(id, access_at(load, true), access_at(store, false));
  }

  void add(InstanceId id, const StaticAccess& from, const StaticAccess& to) {
    const std::vector<Target>& sources = points_to_.targets(id, from.base);
    const std::vector<Target>& copies = points_to_.targets(id, to.base);
    if (sources.size() > kMostTargets || copies.size() > kMostTargets) return;
    for (const Target& source : sources)
      for (const Target& copy : copies)
        if (!is_function(source) && !is_function(copy))
          add(moved(source, from.offset), moved(copy, to.offset), from.size);
  }

  static Target moved(Target target, int64_t offset) {
    target.offset += offset;
    return target;
  }

  bool is_function(const Target& target) const {
    return points_to_.objects()[target.object].kind == ObjectKind::Function;
  }

  // What lies so far into the one comes to lie so far into the other, where that is known.
  void add(const Target& source, const Target& copy, uint64_t size) {
    locations_.visit(source, size, [&](LocationRange range) {
      for (LocationId location = range.first; location < range.end; ++location) {
        const Locations::Place place = locations_.place_of(location);
        const bool is_exact = size != kWholeObject && source.stride == 0 && copy.stride == 0 &&
                              place.modulus == 0 && place.offset >= source.offset;
        Target part = copy;
        if (is_exact) part.offset += place.offset - source.offset;
        locations_.visit(part, is_exact ? uint64_t(place.size) : size, [&](LocationRange copied) {
          for (LocationId each = copied.first; each < copied.end; ++each)
            copies_[location].insert(each);
        });
      }
    });
  }

  const Program& program_;
  const PointsTo& points_to_;
  const Locations& locations_;
  std::map<LocationId, std::set<LocationId>> copies_;
};

}  // namespace

std::map<LocationId, std::set<LocationId>> find_copies(const Program& program,
                                                       const PointsTo& points_to,
                                                       const Locations& locations) {
  return CopyFinder(program, points_to, locations).run();
}

}  // namespace heddle
