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

// Adds the member path to `offset` in a value of the type.
void Naming::descend(TypeIndex type, uint64_t offset, uint64_t size, NamedPlace& place) const {
  const TypeInfo& info = program_.source.types[type];
  place.type = type;
  if (info.kind == TypeKind::Array && info.element != kNoType) {
    const uint64_t stride = std::max<uint64_t>(program_.source.types[info.element].size, 1);
    if (size > stride) return;
    place.name += fmt::format("[{}]", offset / stride);
    return descend(info.element, offset % stride, size, place);
  }
  if (info.kind != TypeKind::Record ||
      (offset == 0 && size >= info.size && !info.members.empty() && info.members.size() > 1))
    return;
  for (const RecordMember& member : info.members) {
    const uint64_t first = member.offset / 8;
    const uint64_t bytes = (member.bits + 7) / 8;
    if (offset < first || offset >= first + std::max<uint64_t>(bytes, 1)) continue;
    if (!member.name.empty()) place.name += "." + member.name;
    return descend(member.type, offset - first, size, place);
  }
}

NamedPlace Naming::name_in_block(const Object& object, uint64_t offset, uint64_t size,
                                 Point point) const {
  const AccessHint* hint = point == kNoPoint ? nullptr : program_.source.hint_at(point);
  NamedPlace place;
  if (hint && hint->record != kNoType) {
    const std::string record = program_.source.types[hint->record].name;
    place.name = record.empty() ? "block" : record;
    // Several records in one block are an array.
    const uint64_t stride = program_.source.types[hint->record].size;
    if (stride && object.full_size > stride && offset >= hint->offset)
      place.name += fmt::format("[{}]", (offset - hint->offset) / stride);
    descend(hint->record, hint->offset, size, place);
    return place;
  }
  place.name = fmt::format("block({} bytes)", object.full_size);
  if (object.full_size != size) place.name += fmt::format("+{}", offset);
  return place;
}

NamedPlace Naming::name(uint64_t address, uint64_t size, Point point) const {
  NamedPlace place;
  const Object* object = memory_.object_at(address);
  if (!object) return {fmt::format("{:#x}", address), kNoType};
  const uint64_t offset = Memory::offset_in(*object, address);
  if (const Global* global = global_at(address)) {
    place.name = global->shown_name.empty() ? global->name : global->shown_name;
    descend(global->type, offset, size, place);
    return place;
  }
  if (object->has(kHeap)) return name_in_block(*object, offset, size, point);
  if (object->origin == kNoPoint) {  // thread-local variables come first on the stack
    const uint64_t index = address::index_of(address);
    if (index >= program_.thread_locals.size()) return {fmt::format("{:#x}", address), kNoType};
    const Global& variable = program_.thread_locals[index];
    place.name = variable.shown_name.empty() ? variable.name : variable.shown_name;
    descend(variable.type, offset, size, place);
    return place;
  }
  const auto local = std::lower_bound(
      program_.locals.begin(), program_.locals.end(), object->origin,
      [](const LocalVariable& variable, Point p) { return variable.alloca_point < p; });
  if (local != program_.locals.end() && local->alloca_point == object->origin) {
    place.name = local->name;
    descend(local->type, offset, size, place);
    return place;
  }
  return {"a local variable", kNoType};
}

std::string Naming::pointer(uint64_t address) const {
  if (address == 0) return "NULL";
  if (address::region_of(address) == address::kCodeRegion) {
    const uint64_t index = address::index_of(address);
    if (index < program_.functions.size()) return function_name(FunctionIndex(index));
  }
  if (!memory_.object_at(address)) return fmt::format("{:#x}", address);
  const Object& object = *memory_.object_at(address);
  if (object.has(kHeap)) {
    const uint64_t offset = Memory::offset_in(object, address);
    // A short name that tells blocks apart: who allocated it, and its number there.
    std::string text =
        fmt::format("block {}.{}", address::region_of(address) - address::kFirstHeapRegion,
                    address::index_of(address) + 1);
    if (offset) text += fmt::format("+{}", offset);
    return object.has(kAlive) ? text : text + " (freed)";
  }
  return "&" + name(address, 1).name;
}

std::string Naming::value(uint64_t bits, uint64_t size, TypeIndex type) const {
  const TypeInfo& info = program_.source.types[type];
  if (size > 8) return fmt::format("{} bytes", size);
  switch (info.kind) {
    case TypeKind::Signed: return fmt::format("{}", sign_extended(bits, size));
    case TypeKind::Bool: return (bits & 0xff) ? "true" : "false";
    case TypeKind::Char: return char_text(bits);
    case TypeKind::Float: return float_text(bits, size);
    case TypeKind::Pointer: return pointer(bits);
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
