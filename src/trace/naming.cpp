// SPDX-License-Identifier: Apache-2.0
#include "trace/naming.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "program/address.h"

namespace heddle {

namespace {

std::string trimmed(const std::string& line) {
  const size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

int64_t sign_extended(uint64_t bits, uint64_t size) {
  const unsigned shift = unsigned(64 - 8 * std::min<uint64_t>(size, 8));
  return int64_t(bits << shift) >> shift;
}

std::string float_text(uint64_t bits, uint64_t size) {
  if (size == 4) {
    float number = 0;
    std::memcpy(&number, &bits, sizeof number);
    return fmt::format("{}", number);
  }
  double number = 0;
  std::memcpy(&number, &bits, sizeof number);
  return fmt::format("{}", number);
}

std::string char_text(uint64_t bits) {
  const auto character = char(bits);
  if (character >= ' ' && character < 127) return fmt::format("'{}'", character);
  return fmt::format("{}", int(character));
}

}  // namespace

const Global* Naming::global_at(uint64_t address) const {
  const auto after =
      std::upper_bound(program_.globals.begin(), program_.globals.end(), address,
                       [](uint64_t a, const Global& global) { return a < global.address; });
  if (after == program_.globals.begin()) return nullptr;
  const Global& global = *(after - 1);
  const bool same_object = address::region_of(global.address) == address::region_of(address) &&
                           address::index_of(global.address) == address::index_of(address);
  return same_object ? &global : nullptr;
}

// Base classes without data lie where the first member does.
bool Naming::has_data(TypeIndex type) const {
  const TypeInfo& info = program_.source.types[type];
  if (info.kind != TypeKind::Record) return true;
  // One byte is what an empty class takes; a class that is only declared here may have any members.
  if (info.members.empty()) return info.size != 1;
  return std::any_of(info.members.begin(), info.members.end(),
                     [this](const RecordMember& member) { return has_data(member.type); });
}

const RecordMember* Naming::member_at(const TypeInfo& record, uint64_t offset) const {
  for (const RecordMember& member : record.members) {
    const uint64_t first = member.offset / 8;
    // The debug information gives a base class no size of its own.
    const uint64_t bytes =
        member.bits ? (member.bits + 7) / 8 : program_.source.types[member.type].size;
    if (offset >= first && offset < first + std::max<uint64_t>(bytes, 1) && has_data(member.type))
      return &member;
  }
  return nullptr;
}

// Adds the member path to `offset` in a value of the type. Of the members of the C++ library's
// classes only those of a std::pair are the user's words; objects of the user's in them are, too.
void Naming::descend(TypeIndex type, uint64_t offset, uint64_t size, NamedPlace& place,
                     Inside inside) const {
  const TypeInfo& info = program_.source.types[type];
  place.type = type;
  if (info.kind == TypeKind::Array && info.element != kNoType) {
    const uint64_t stride = std::max<uint64_t>(program_.source.types[info.element].size, 1);
    if (size > stride) return;
    if (inside == Inside::User) place.name += fmt::format("[{}]", offset / stride);
    return descend(info.element, offset % stride, size, place, inside);
  }
  if (info.kind != TypeKind::Record ||
      (offset == 0 && size >= info.size && !info.members.empty() && info.members.size() > 1))
    return;
  const RecordMember* member = member_at(info, offset);
  if (!member) return;
  if (info.library)
    inside = info.name.starts_with("std::pair<") || info.name.starts_with("std::array<")
                 ? Inside::User
                 : Inside::Library;
  // The C types that the library is built on have members with underscores.
  const bool reserved = member->name.starts_with("__") || member->name.starts_with("_M_");
  const bool internal =
      (inside == Inside::Library && (info.library || reserved)) || member->name == "_M_elems";
  if (member->name.starts_with("_vptr")) {
    place.hidden = true;
    place.name += " (vtable pointer)";
  } else if (!member->name.empty() && !internal) {
    place.name += "." + member->name;
    inside = Inside::User;
  }
  descend(member->type, offset - member->offset / 8, size, place, inside);
}

const BlockHistory* Naming::history_of(uint64_t address) const {
  const Object* object = memory_.object_ever_at(address);
  if (!object || !object->has(kHeap)) return nullptr;
  const auto found = blocks_.find(address - Memory::offset_in(*object, address));
  return found != blocks_.end() ? &found->second : nullptr;
}

bool Naming::is_users_type(TypeIndex type) const {
  const TypeInfo& info = program_.source.types[type];
  return type != kNoType && !info.library && !info.name.empty();
}

NamedPlace Naming::name_by_hint(const AccessHint& hint, const Object& object, uint64_t offset,
                                uint64_t size) const {
  NamedPlace place;
  const TypeInfo& record = program_.source.types[hint.record];
  if (record.name.starts_with("lambda ")) {
    if (const RecordMember* member = member_at(record, hint.offset)) {
      place.name = "captured " + member->name;
      place.type = member->type;
      // Captures by reference, and `this`, are the way to an object and not themselves of interest.
      place.hidden = program_.source.types[member->type].kind == TypeKind::Pointer;
      if (!place.hidden) descend(member->type, hint.offset - member->offset / 8, size, place);
      return place;
    }
  }
  place.name = record.name.empty() ? "block" : record.name;
  // Several records in one block are an array.
  if (record.size && object.full_size > record.size && offset >= hint.offset)
    place.name += fmt::format("[{}]", (offset - hint.offset) / record.size);
  descend(hint.record, hint.offset, size, place);
  return place;
}

// A block that a container of the C++ library allocated.
NamedPlace Naming::name_of_element(const BlockHistory& history, uint64_t base, uint64_t offset,
                                   uint64_t size) const {
  const TypeInfo& element = program_.source.types[history.type];
  const std::string& owner = program_.source.types[history.owner_type].name;
  const bool is_sequence = owner.starts_with("std::vector<") || owner == "std::string";
  NamedPlace place{.library = true, .owner = history.owner_name};
  if (!is_sequence || element.size == 0) {
    place.name = history.owner_name.empty() ? fmt::format("an element of a {}", owner)
                                            : fmt::format("an element of {}", history.owner_name);
    return place;
  }
  // Its elements may have been moved to another since.
  const Object* object = memory_.find(history.owner, 8);
  const bool still_owns =
      object && Memory::read(*object, Memory::offset_in(*object, history.owner), 8) == base;
  place.name = still_owns && !history.owner_name.empty() ? history.owner_name : "a " + owner;
  place.name += fmt::format("[{}]", offset / element.size);
  descend(history.type, offset % element.size, size, place);
  return place;
}

NamedPlace Naming::name_by_type(const BlockHistory& history, uint64_t base, uint64_t offset,
                                uint64_t size) const {
  const TypeInfo& info = program_.source.types[history.type];
  NamedPlace place;
  if (info.library && info.name.starts_with("std::_Sp_counted_")) {
    // A pointer to a vtable and two counts come before the object, if it is here, too.
    constexpr uint64_t kUseCount = 8;
    constexpr uint64_t kWeakCount = 12;
    constexpr uint64_t kObject = 16;
    TypeIndex shared = info.argument;
    if (program_.source.types[shared].kind == TypeKind::Pointer)
      shared = program_.source.types[shared].element;
    place.name = program_.source.types[shared].name;
    if (program_.source.types[shared].library) return {.name = "a shared state", .library = true};
    if (offset < kObject) {
      place.name =
          fmt::format("the {} of a shared {}",
                      offset == kWeakCount && size <= 4 ? "weak count" : "use count", place.name);
      place.library = true;
      place.hidden = offset < kUseCount;
      return place;
    }
    if (info.name.starts_with("std::_Sp_counted_ptr_inplace<"))
      descend(shared, offset - kObject, size, place);
    return place;
  }
  if (history.owner != 0) return name_of_element(history, base, offset, size);
  place.name = info.name;
  place.library = info.library;
  if (info.size && history.size > info.size) place.name += fmt::format("[{}]", offset / info.size);
  descend(history.type, info.size ? offset % info.size : offset, size, place);
  return place;
}

NamedPlace Naming::name_in_block(const Object& object, uint64_t address, uint64_t size,
                                 Point point) const {
  const uint64_t offset = Memory::offset_in(object, address);
  const BlockHistory* history = history_of(address);
  const AccessHint* hint = point == kNoPoint ? nullptr : program_.source.hint_at(point);
  const bool has_hint = hint && hint->record != kNoType;
  const bool has_type =
      history && history->type != kNoType && !program_.source.types[history->type].name.empty();
  // What a container keeps of the library's own types says less than the code that uses it.
  const bool by_hint = has_hint && is_users_type(hint->record) &&
                       (!has_type || program_.source.types[history->type].library);
  if (history && history->is_exception)
    return {.name = "the exception", .library = true, .hidden = true};
  if (has_type && !by_hint) return name_by_type(*history, address - offset, offset, size);
  if (has_hint) return name_by_hint(*hint, object, offset, size);
  NamedPlace place;
  place.name = fmt::format("block({} bytes)", object.full_size);
  if (object.full_size != size) place.name += fmt::format("+{}", offset);
  return place;
}

NamedPlace Naming::name_on_stack(const Object& object, uint64_t address, uint64_t size) const {
  const auto local = std::lower_bound(
      program_.locals.begin(), program_.locals.end(), object.origin,
      [](const LocalVariable& variable, Point p) { return variable.alloca_point < p; });
  NamedPlace place;
  place.library =
      program_.functions[program_.function_at(object.origin)].origin == FunctionOrigin::Library;
  if (local != program_.locals.end() && local->alloca_point == object.origin) {
    place.name = local->name;
    place.hidden = local->artificial;
    descend(local->type, Memory::offset_in(object, address), size, place);
    return place;
  }
  place.name = kTemporary;
  return place;
}

NamedPlace Naming::name(uint64_t address, uint64_t size, Point point) const {
  NamedPlace place;
  const Object* object = memory_.object_at(address);
  if (!object) return {.name = fmt::format("{:#x}", address)};
  const uint64_t offset = Memory::offset_in(*object, address);
  if (const Global* global = global_at(address)) {
    place.name = global->shown_name.empty() ? global->name : global->shown_name;
    place.library = global->origin == FunctionOrigin::Library;
    place.hidden = place.name.starts_with("guard variable for ");
    descend(global->type, offset, size, place);
    return place;
  }
  if (object->has(kHeap)) return name_in_block(*object, address, size, point);
  if (object->origin != kNoPoint) {
    place = name_on_stack(*object, address, size);
    // A function object that the library has been given by value.
    const AccessHint* hint = point == kNoPoint ? nullptr : program_.source.hint_at(point);
    if (place.library && hint && is_users_type(hint->record))
      return name_by_hint(*hint, *object, offset, size);
    return place;
  }
  // Thread-local variables come first on the stack.
  const uint64_t index = address::index_of(address);
  if (index >= program_.thread_locals.size()) return {.name = fmt::format("{:#x}", address)};
  const Global& variable = program_.thread_locals[index];
  place.name = variable.shown_name.empty() ? variable.name : variable.shown_name;
  place.library = variable.origin == FunctionOrigin::Library;
  descend(variable.type, offset, size, place);
  return place;
}

std::string Naming::block(uint64_t address) const {
  const BlockHistory* history = history_of(address);
  if (!history) return "";
  const TypeInfo& made = program_.source.types[history->type];
  const bool is_shared = made.library && made.name.starts_with("std::_Sp_counted_ptr_inplace<");
  const TypeIndex type = is_shared ? made.argument : history->type;
  if (!is_users_type(type) || (history->owner != 0 && !is_shared)) return "";
  const TypeInfo& info = program_.source.types[type];
  const bool is_array =
      !is_shared && info.size && history->size > info.size && info.kind != TypeKind::Record;
  return is_array ? fmt::format("{}[{}]", info.name, history->size / info.size) : info.name;
}

std::string Naming::pointer(uint64_t address, TypeIndex target) const {
  if (address == 0) return "NULL";
  if (const auto function = program_.function_with(address)) return function_name(*function);
  if (!memory_.object_at(address)) return fmt::format("{:#x}", address);
  const Object& object = *memory_.object_at(address);
  if (object.has(kHeap)) {
    const uint64_t offset = Memory::offset_in(object, address);
    // A short name that tells blocks apart: who allocated it, and its number there.
    const std::string kind = block(address);
    std::string text = fmt::format("{} {}.{}", kind.empty() ? "block" : kind,
                                   address::region_of(address) - address::kFirstHeapRegion,
                                   address::index_of(address) + 1);
    if (offset) text += fmt::format("+{}", offset);
    return object.has(kAlive) ? text : text + " (freed)";
  }
  const uint64_t size = std::max<uint64_t>(program_.source.types[target].size, 1);
  const std::string text = name(address, size).name;
  return text.starts_with("vtable for ") || text == kTemporary ? text : "&" + text;
}

std::string Naming::value(uint64_t bits, uint64_t size, TypeIndex type) const {
  const TypeInfo& info = program_.source.types[type];
  if (size > 8) return fmt::format("{} bytes", size);
  switch (info.kind) {
    case TypeKind::Signed: return fmt::format("{}", sign_extended(bits, size));
    case TypeKind::Bool: return (bits & 0xff) ? "true" : "false";
    case TypeKind::Char: return char_text(bits);
    case TypeKind::Float: return float_text(bits, size);
    case TypeKind::Pointer: return pointer(bits, info.element);
    case TypeKind::Enum:
      for (const EnumValue& value : info.values)
        if (value.value == sign_extended(bits, size)) return value.name;
      return fmt::format("{}", sign_extended(bits, size));
    case TypeKind::Unsigned: return fmt::format("{}", bits);
    case TypeKind::Unknown:
    case TypeKind::Record:
    case TypeKind::Array: break;
  }
  // Without a type, an 8-byte value that points somewhere is most likely a pointer.
  if (size == 8 && program_.function_with(bits)) return pointer(bits);
  if (size == 8 && bits >> address::kRegionShift && bits >> 47 == 0 && memory_.object_at(bits))
    return pointer(bits);
  return fmt::format("{}", sign_extended(bits, size));
}

std::string Naming::function_name(FunctionIndex function) const {
  const Function& f = program_.functions[function];
  return f.shown_name.empty() ? f.name : f.shown_name;
}

std::string Naming::source_line(const std::string& file, uint32_t line) const {
  const auto [entry, is_new] = files_.try_emplace(file);
  if (is_new) {
    std::ifstream stream(file);
    for (std::string text; std::getline(stream, text);) entry->second.push_back(trimmed(text));
  }
  return line >= 1 && line <= entry->second.size() ? entry->second[line - 1] : "";
}

Place Naming::place(Point point) const {
  const SourceLocation& location = program_.source.locations[point];
  Place place{.file = program_.source.files[location.file],
              .line = location.line,
              .column = location.column,
              .function = function_name(program_.function_at(point))};
  place.text = source_line(place.file, place.line);
  return place;
}

}  // namespace heddle
