// SPDX-License-Identifier: Apache-2.0
#include "analysis/place_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/accesses.h"

namespace heddle {

PlaceNames::PlaceNames(const Program& program, const PointsTo& points_to)
    : program_(program), points_to_(points_to) {
  for (InstanceId id = 0; id < points_to.instances().size(); ++id) {
    const Function& function = points_to.function_of(program, id);
    if (function.origin == FunctionOrigin::Library) continue;
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) {
      const AccessHint* hint = program.source.hint_at(p);
      if (!hint || !is_users_record(hint->record)) continue;
      visit_accesses(program, p, [&](const StaticAccess& access) {
        for (const Target& target : points_to.targets(id, access.base))
          if (target.offset + access.offset == int64_t(hint->offset))
            used_as_.emplace(target.object, hint->record);
      });
    }
  }
}

// Base classes without data lie where the first member does.
bool PlaceNames::has_data(TypeIndex type) const {
  const TypeInfo& info = program_.source.types[type];
  if (info.kind != TypeKind::Record) return true;
  if (info.members.empty()) return info.size != 1;
  return std::any_of(info.members.begin(), info.members.end(),
                     [this](const RecordMember& member) { return has_data(member.type); });
}

// Of the members of library classes only those of pairs are the user's words.
void PlaceNames::descend(TypeIndex type, uint64_t offset, uint64_t size, PlaceName& name) const {
  const TypeInfo& info = program_.source.types[type];
  if (info.kind == TypeKind::Array && info.element != kNoType) {
    const uint64_t stride = std::max<uint64_t>(program_.source.types[info.element].size, 1);
    name.text += "[]";
    return descend(info.element, offset % stride, size, name);
  }
  if (info.kind != TypeKind::Record || (info.library && !info.name.starts_with("std::pair<")))
    return;
  if (offset == 0 && size >= info.size && info.members.size() > 1) return;
  for (const RecordMember& member : info.members) {
    const uint64_t first = member.offset / 8;
    const uint64_t bytes =
        member.bits ? (member.bits + 7) / 8 : program_.source.types[member.type].size;
    if (offset < first || offset >= first + std::max<uint64_t>(bytes, 1) || !has_data(member.type))
      continue;
    if (member.name.starts_with("__")) return;  // of a C type that the library defines
    if (member.name.starts_with("_vptr"))
      name.hidden = true;
    else if (!member.name.empty())
      name.text += "." + member.name;
    return descend(member.type, offset - first, size, name);
  }
}

bool PlaceNames::is_users_record(TypeIndex type) const {
  const TypeInfo& info = program_.source.types[type];
  return info.kind == TypeKind::Record && !info.library && !info.name.empty();
}

PlaceName PlaceNames::name_in_record(TypeIndex type, uint64_t offset, uint64_t size) const {
  const TypeInfo& info = program_.source.types[type];
  PlaceName name{.text = info.name};
  if (info.name.starts_with("lambda ")) {
    name.text = "captured by " + info.name + ":";
    // Captures by reference, and `this`, are the way to an object and not themselves of interest.
    for (const RecordMember& member : info.members)
      if (member.offset / 8 == offset)
        name.hidden = program_.source.types[member.type].kind == TypeKind::Pointer;
  }
  descend(type, info.size ? offset % info.size : offset, size, name);
  return name;
}

PlaceName PlaceNames::name_of_element(TypeIndex container, uint64_t offset, uint64_t size) const {
  const TypeInfo& info = program_.source.types[container];
  const TypeInfo& element = program_.source.types[info.argument];
  if (is_users_record(info.argument) && element.size) {
    return name_in_record(info.argument, offset, size);
  }
  if (element.name.empty())
    return {.text = fmt::format("memory of a {}", info.name.empty() ? "library" : info.name),
            .library = true};
  // Strings are values.
  return {.text = fmt::format("elements of a container of {}", element.name),
          .library = element.kind == TypeKind::Char};
}

PlaceName PlaceNames::name_in_block(ObjectId object, uint64_t offset, uint64_t size,
                                    Point access) const {
  const Point site = points_to_.objects()[object].index;
  const TypeIndex made = program_.source.allocated_at(site);
  const TypeInfo& info = program_.source.types[made];
  if (info.library && info.name.starts_with("std::_Sp_counted_")) {
    constexpr uint64_t kObject = 16;  // behind a pointer to a vtable and two counts
    const TypeInfo& shared = program_.source.types[info.argument];
    if (offset >= kObject && is_users_record(info.argument))
      return name_in_record(info.argument, offset - kObject, size);
    return {.text = fmt::format("the count of a shared {}", shared.name),
            .library = true,
            .hidden = offset < 8};
  }
  const Function& maker = program_.functions[program_.function_at(site)];
  const bool by_user = maker.origin == FunctionOrigin::User;
  const AccessHint* hint = access == kNoPoint ? nullptr : program_.source.hint_at(access);
  if (is_users_record(made)) return name_in_record(made, offset, size);
  if (hint && is_users_record(hint->record))
    return name_in_record(hint->record, hint->offset, size);
  if (const auto used = used_as_.find(object); used != used_as_.end() && info.name.empty())
    return name_in_record(used->second, offset, size);
  if (!info.name.empty())
    return {.text = by_user ? fmt::format("{} made at {}", info.name, place(site)) : info.name,
            .library = !by_user};
  if (!by_user) return name_of_element(maker.this_type, offset, size);
  PlaceName name{.text = fmt::format("block made at {}", place(site)), .is_guess = true};
  if (offset) name.text += fmt::format(" + {}", offset);
  return name;
}

PlaceName PlaceNames::name_of_local(Point alloca_point, uint64_t offset, uint64_t size) const {
  const auto local = std::lower_bound(
      program_.locals.begin(), program_.locals.end(), alloca_point,
      [](const LocalVariable& variable, Point p) { return variable.alloca_point < p; });
  const Function& function = program_.functions[program_.function_at(alloca_point)];
  if (local == program_.locals.end() || local->alloca_point != alloca_point)
    return {.text = "a temporary of " + function.shown_name, .library = true, .hidden = true};
  PlaceName name{.text = local->name,
                 .library = function.origin == FunctionOrigin::Library,
                 .hidden = local->artificial};
  descend(local->type, offset, size, name);
  name.text += fmt::format(" (local in {})",
                           function.shown_name.empty() ? function.name : function.shown_name);
  return name;
}

PlaceName PlaceNames::name(ObjectId id, int64_t offset, uint64_t size, Point access) const {
  const AbstractObject& object = points_to_.objects()[id];
  const auto at = uint64_t(std::max<int64_t>(offset, 0));
  switch (object.kind) {
    case ObjectKind::Global:
    case ObjectKind::ThreadLocal: {
      const Global& global = object.kind == ObjectKind::Global
                                 ? program_.globals[object.index]
                                 : program_.thread_locals[object.index];
      PlaceName name{.text = global.shown_name.empty() ? global.name : global.shown_name,
                     .library = global.origin == FunctionOrigin::Library,
                     .hidden = global.is_constant};
      name.hidden = name.hidden || name.text.starts_with("guard variable for ");
      descend(global.type, at, size, name);
      return name;
    }
    case ObjectKind::Heap: return name_in_block(id, at, size, access);
    case ObjectKind::Local: return name_of_local(object.index, at, size);
    case ObjectKind::Anything:  // of answers on demand, which are not asked for here
    case ObjectKind::Function: break;
  }
  return {.text = "code", .hidden = true};
}

std::string PlaceNames::place(Point point) const {
  const SourceLocation& location = program_.source.locations[point];
  const std::string& file = program_.source.files[location.file];
  return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), location.line);
}

}  // namespace heddle
