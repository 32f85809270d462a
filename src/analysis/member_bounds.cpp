// SPDX-License-Identifier: Apache-2.0
#include "analysis/member_bounds.h"

#include <algorithm>
#include <limits>

namespace heddle {

namespace {

constexpr uint64_t kBitsPerByte = 8;

TypeIndex type_of_local(const Program& program, Point point) {
  const auto found = std::lower_bound(
      program.locals.begin(), program.locals.end(), point,
      [](const LocalVariable& variable, Point p) { return variable.alloca_point < p; });
  const bool is_named = found != program.locals.end() && found->alloca_point == point;
  return is_named ? found->type : program.source.temporary_at(point);
}

// Of the whole object; of a block: of what it is a row of.
TypeIndex type_of(const Program& program, const AbstractObject& object) {
  switch (object.kind) {
    case ObjectKind::Global: return program.globals[object.index].type;
    case ObjectKind::ThreadLocal: return program.thread_locals[object.index].type;
    case ObjectKind::Local: return type_of_local(program, object.index);
    case ObjectKind::Heap: return program.source.allocated_at(object.index);
    case ObjectKind::Function:
    case ObjectKind::Anything: break;
  }
  return kNoType;
}

class MemberSearch {
 public:
  MemberSearch(const Program& program, int64_t offset, int64_t stride = 0)
      : types_(program.source.types), offset_(offset), stride_(stride) {}

  std::optional<ByteRange> in(TypeIndex index, int64_t base) const {
    const TypeInfo& type = types_[index];
    const auto size = int64_t(type.size);
    if (size == 0 || offset_ < base || offset_ >= base + size) return std::nullopt;
    // A pointer to a whole value moves over values of its type.
    if (type.kind != TypeKind::Array && offset_ == base && stride_ >= size)
      return ByteRange{base, base + size};
    switch (type.kind) {
      case TypeKind::Unknown: return std::nullopt;
      case TypeKind::Record: return in_record(type, base);
      case TypeKind::Array: return in_array(type, base);
      default: return ByteRange{base, base + size};
    }
  }
  // A block of one such value, or of several in a row.
  std::optional<ByteRange> in_block(TypeIndex index) const {
    const auto size = int64_t(types_[index].size);
    if (size == 0 || offset_ < 0) return std::nullopt;
    if (stride_ >= size && offset_ % size == 0) return std::nullopt;
    return in(index, offset_ - offset_ % size);
  }

  // Whether a record of this name begins there.
  bool finds(std::string_view name, TypeIndex index, int64_t base) const {
    const TypeInfo& type = types_[index];
    const auto size = int64_t(type.size);
    if (size == 0 || offset_ < base || offset_ >= base + size) return false;
    if (type.kind == TypeKind::Array) {
      const auto element = int64_t(types_[type.element].size);
      return element > 0 && finds(name, type.element, offset_ - (offset_ - base) % element);
    }
    if (offset_ == base && type.name == name) return true;
    return std::any_of(type.members.begin(), type.members.end(), [&](const RecordMember& member) {
      return finds(name, member.type, base + int64_t(member.offset / kBitsPerByte));
    });
  }

 private:
  // A base class of which the object keeps nothing shares its place with a member.
  bool is_empty(TypeIndex index) const {
    return types_[index].kind == TypeKind::Record && types_[index].members.empty();
  }
  // Of a union: all of its members that are there.
  std::optional<ByteRange> in_record(const TypeInfo& record, int64_t base) const {
    std::optional<ByteRange> found;
    for (const RecordMember& member : record.members) {
      const int64_t begin = base + int64_t(member.offset / kBitsPerByte);
      const auto size = int64_t(types_[member.type].size);
      if (offset_ < begin || offset_ >= begin + size || is_empty(member.type)) continue;
      const std::optional<ByteRange> bounds = in(member.type, begin);
      if (!bounds) return std::nullopt;
      if (!found) found = bounds;
      found->begin = std::min(found->begin, bounds->begin);
      found->end = std::max(found->end, bounds->end);
    }
    return found;
  }
  std::optional<ByteRange> in_array(const TypeInfo& array, int64_t base) const {
    const TypeInfo& element = types_[array.element];
    const auto size = int64_t(element.size);
    // One element may be the head of more, as in older C.
    if (size == 0 || int64_t(array.size) <= size) return std::nullopt;
    if (element.kind != TypeKind::Record || stride_ >= size)
      return ByteRange{base, base + int64_t(array.size)};
    return in(array.element, offset_ - (offset_ - base) % size);
  }

  const std::vector<TypeInfo>& types_;
  int64_t offset_;
  int64_t stride_;
};

constexpr int64_t kWholeValues = std::numeric_limits<int64_t>::max();

}  // namespace

std::optional<ByteRange> copy_bounds(const Program& program, const AbstractObject& object,
                                     int64_t offset) {
  return member_bounds(program, object, offset, kWholeValues);
}

std::optional<ByteRange> member_bounds(const Program& program, const AbstractObject& object,
                                       int64_t offset, int64_t stride) {
  const MemberSearch search(program, offset, stride);
  const TypeIndex type = type_of(program, object);
  return object.kind == ObjectKind::Heap ? search.in_block(type) : search.in(type, 0);
}

bool is_tree_header(const Program& program, const AbstractObject& object, int64_t offset) {
  const TypeIndex type = type_of(program, object);
  const auto size = int64_t(program.source.types[type].size);
  if (size == 0 || offset < 0) return false;
  const int64_t base = object.kind == ObjectKind::Heap ? offset - offset % size : 0;
  return MemberSearch(program, offset).finds("std::_Rb_tree_header", type, base);
}

}  // namespace heddle
