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
  CopyFinder(const Program& program, const PointsTo& points_to, const Locations& locations,
             MemoryUse& use)
      : program_(program), points_to_(points_to), locations_(locations), use_(use) {}

  void run() {
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
        else if (definitions && !points_to_.callees(id, p).empty())
          add_arguments(id, p, *definitions);
      }
    }
  }

 private:
  StaticAccess access_at(Point point, bool reads) const {
    StaticAccess found;
    visit_accesses(program_, point, [&](const StaticAccess& access) {
      if (access.reads == reads) found = access;
    });
    return found;
  }

  bool is_load(Point point) const {
    if (point == kNoPoint) return false;
    const Opcode opcode = program_.code[point].opcode;
    return opcode >= Opcode::Load1 && opcode <= Opcode::Load8;
  }
  void add_word(InstanceId id, Point store, Point load) {
    if (is_load(load)) add(id, access_at(load, true), access_at(store, false));
  }

  // What the library loads and hands on to the user's code: the arguments of a thread.
  void add_arguments(InstanceId id, Point call, const Definitions& definitions) {
    const auto arguments = program_.operands(program_.code[call].c);
    for (const InstanceId callee : points_to_.callees(id, call)) {
      const FunctionIndex function = points_to_.instances()[callee].function;
      if (!is_users(program_.functions[function])) continue;
      for (uint32_t k = 0; k < arguments.size(); ++k)
        if (const Point load = definitions.only(arguments[k]); is_load(load))
          add_given(id, access_at(load, true), {function, k});
    }
  }
  void add_given(InstanceId id, const StaticAccess& from,
                 const std::pair<FunctionIndex, uint32_t>& to) {
    const std::vector<Target>& sources = points_to_.targets(id, from.base);
    if (sources.size() > kMostTargets) return;
    for (const Target& source : sources) {
      if (is_function(source)) continue;
      locations_.visit(moved(source, from.offset), from.size, [&](LocationRange range) {
        for (LocationId location = range.first; location < range.end; ++location)
          use_.given[location].insert(to);
      });
    }
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
            use_.copies[location].insert(each);
        });
      }
    });
  }

  const Program& program_;
  const PointsTo& points_to_;
  const Locations& locations_;
  MemoryUse& use_;
};

}  // namespace

void find_copies(const Program& program, const PointsTo& points_to, const Locations& locations,
                 MemoryUse& use) {
  CopyFinder(program, points_to, locations, use).run();
}

}  // namespace heddle
