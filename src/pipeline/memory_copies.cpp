// SPDX-License-Identifier: Apache-2.0
#include "pipeline/memory_copies.h"

#include <memory>
#include <optional>
#include <utility>

#include "analysis/accesses.h"
#include "incremental/statement_text.h"
#include "program/control_flow.h"
#include "program/operands.h"

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
    find_callers();
    for (InstanceId id = 0; id < points_to_.instances().size(); ++id) {
      const Function& function = points_to_.function_of(program_, id);
      const bool is_librarys = !is_users(function);  // the user's registers are followed one by one
      for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) {
        const Instruction& i = program_.code[p];
        if (i.opcode == Opcode::CopyMemory)
          add(id, access_at(p, true), access_at(p, false));
        else if (is_librarys && i.opcode >= Opcode::Store1 && i.opcode <= Opcode::Store8)
          add_word(id, p, i.a);
        else if (is_librarys && !points_to_.callees(id, p).empty())
          add_arguments(id, p);
      }
    }
  }

 private:
  // Where a register of the library's comes from: one of these.
  struct Origin {
    // A load.
    InstanceId instance = 0;
    Point load = kNoPoint;
    // What one of the user's functions returned.
    std::optional<FunctionIndex> result;
    // An argument of the user's call.
    Point call = kNoPoint;
  };
  // Functions that hand a value on to each other: as deep as wrappers are nested, and so many ways.
  static constexpr unsigned kMostSteps = 8;
  static constexpr size_t kMostOrigins = 8;

  void find_callers() {
    callers_.resize(points_to_.instances().size());
    for (InstanceId id = 0; id < points_to_.instances().size(); ++id) {
      const Function& function = points_to_.function_of(program_, id);
      for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
        for (const InstanceId callee : points_to_.callees(id, p))
          if (!is_users_instance(callee)) callers_[callee].emplace_back(id, p);
    }
  }
  bool is_users_instance(InstanceId id) const {
    return is_users(points_to_.function_of(program_, id));
  }
  const Definitions& definitions_of(InstanceId id) {
    auto& known = definitions_[points_to_.instances()[id].function];
    if (!known)
      known = std::make_unique<Definitions>(program_, points_to_.function_of(program_, id));
    return *known;
  }

  template <typename Visit>
  void visit_origins(InstanceId id, Operand operand, Visit visit) {
    std::vector<Origin> origins;
    add_origins(id, operand, kMostSteps, origins);
    if (origins.size() > kMostOrigins) return;
    for (const Origin& origin : origins) visit(origin);
  }
  void add_origins(InstanceId id, Operand operand, unsigned steps, std::vector<Origin>& to) {
    if (is_constant(operand) || steps == 0 || to.size() > kMostOrigins) return;
    const Definitions& definitions = definitions_of(id);
    if (definitions.of(operand).empty()) return add_given_by_callers(id, operand, steps - 1, to);
    const Point made = definitions.only(operand);
    if (made == kNoPoint) return;
    const Instruction& i = program_.code[made];
    if (is_load(made))
      to.push_back({.instance = id, .load = made});
    else if (i.opcode == Opcode::Move || i.opcode == Opcode::Trunc || i.opcode == Opcode::SExt)
      add_origins(id, i.b, steps, to);
    else if (is_call(i.opcode) && operand == i.a)
      for (const InstanceId callee : points_to_.callees(id, made))
        add_returned(callee, steps - 1, to);
  }
  void add_given_by_callers(InstanceId id, Operand parameter, unsigned steps,
                            std::vector<Origin>& to) {
    for (const auto& [caller, call] : callers_[id]) {
      const auto arguments = program_.operands(program_.code[call].c);
      if (parameter >= arguments.size()) continue;
      if (!is_users_instance(caller))
        add_origins(caller, arguments[parameter], steps, to);
      else if (!is_constant(arguments[parameter]))
        to.push_back({.call = call});
    }
  }
  void add_returned(InstanceId callee, unsigned steps, std::vector<Origin>& to) {
    const Function& function = points_to_.function_of(program_, callee);
    if (is_users(function))
      return to.push_back({.result = points_to_.instances()[callee].function});
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p)
      if (program_.code[p].opcode == Opcode::Return)
        if (const auto results = program_.operands(program_.code[p].c); results.size() == 1)
          add_origins(callee, results[0], steps, to);
  }

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
  void add_word(InstanceId id, Point store, Operand value) {
    const StaticAccess to = access_at(store, false);
    visit_origins(id, value, [&](const Origin& from) {
      if (from.load != kNoPoint) return add(from.instance, access_at(from.load, true), id, to);
      visit_locations(id, to, [&](ObjectId object, LocationId location) {
        if (from.result) use_.kept_results[*from.result].insert(location);
        // What is not the library's own counts at the call: who holds which lock there matters.
        else if (is_librarys_local(object))
          use_.written[from.call].insert(location);
      });
    });
  }

  // What the library hands on to the user's code: the arguments of a thread, or of a function that is called back.
  void add_arguments(InstanceId id, Point call) {
    const auto arguments = program_.operands(program_.code[call].c);
    for (const InstanceId callee : points_to_.callees(id, call)) {
      const FunctionIndex function = points_to_.instances()[callee].function;
      if (!is_users(program_.functions[function])) continue;
      for (uint32_t k = 0; k < arguments.size(); ++k)
        visit_origins(id, arguments[k], [&](const Origin& from) {
          if (from.load != kNoPoint)
            add_given(from.instance, access_at(from.load, true), {function, k});
          else if (from.call != kNoPoint)
            use_.handed_on[from.call].insert({function, k});
        });
    }
  }
  void add_given(InstanceId id, const StaticAccess& from,
                 const std::pair<FunctionIndex, uint32_t>& to) {
    visit_locations(id, from,
                    [&](ObjectId, LocationId location) { use_.given[location].insert(to); });
  }
  template <typename Visit>
  void visit_locations(InstanceId id, const StaticAccess& access, Visit visit) const {
    const std::vector<Target>& targets = points_to_.targets(id, access.base);
    if (targets.size() > kMostTargets) return;
    for (const Target& target : targets) {
      if (is_function(target)) continue;
      locations_.visit(moved(target, access.offset), access.size, [&](LocationRange range) {
        for (LocationId location = range.first; location < range.end; ++location)
          visit(target.object, location);
      });
    }
  }

  void add(InstanceId id, const StaticAccess& from, const StaticAccess& to) {
    add(id, from, id, to);
  }
  void add(InstanceId reader, const StaticAccess& from, InstanceId writer, const StaticAccess& to) {
    const std::vector<Target>& sources = points_to_.targets(reader, from.base);
    const std::vector<Target>& copies = points_to_.targets(writer, to.base);
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

  bool is_librarys_local(ObjectId object) const {
    const AbstractObject& found = points_to_.objects()[object];
    return found.kind == ObjectKind::Local &&
           !is_users(program_.functions[program_.function_at(found.index)]);
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
  std::vector<std::vector<std::pair<InstanceId, Point>>> callers_;  // of the library's, by instance
  std::map<FunctionIndex, std::unique_ptr<Definitions>> definitions_;
};

}  // namespace

void find_copies(const Program& program, const PointsTo& points_to, const Locations& locations,
                 MemoryUse& use) {
  CopyFinder(program, points_to, locations, use).run();
}

}  // namespace heddle
