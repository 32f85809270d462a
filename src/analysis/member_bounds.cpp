// SPDX-License-Identifier: Apache-2.0
#include "analysis/member_bounds.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr uint64_t kBitsPerByte = 8;

TypeIndex type_of_local(const Program& program, Point point) {
  const auto found = std::lower_bound(
      program.locals.begin(), program.locals.end(), point,
      [](const LocalVariable& variable, Point p) { return variable.alloca_point < p; });
  return found != program.locals.end() && found->alloca_point == point ? found->type : kNoType;
}

class MemberSearch {
 public:
  MemberSearch(const Program& program, int64_t offset, int64_t stride)
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
    if (size == 0 || offset_ < 0 || stride_ >= size) return std::nullopt;
    return in(index, offset_ - offset_ % size);
  }

 private:
  std::optional<ByteRange> in_record(const TypeInfo& record, int64_t base) const {
    const RecordMember* found = nullptr;
    for (const RecordMember& member : record.members) {
      const int64_t begin = base + int64_t(member.offset / kBitsPerByte);
      const auto size = int64_t(types_[member.type].size);
      if (offset_ < begin || offset_ >= begin + size) continue;
      if (found) return std::nullopt;  // a union
      found = &member;
    }
    if (!found) return std::nullopt;
    return in(found->type, base + int64_t(found->offset / kBitsPerByte));
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

}  // namespace

std::optional<ByteRange> member_bounds(const Program& program, const AbstractObject& object,
                                       int64_t offset, int64_t stride) {
  const MemberSearch search(program, offset, stride);
  switch (object.kind) {
    case ObjectKind::Global: return search.in(program.globals[object.index].type, 0);
    case ObjectKind::ThreadLocal: return search.in(program.thread_locals[object.index].type, 0);
    case ObjectKind::Local: return search.in(type_of_local(program, object.index), 0);
    case ObjectKind::Heap: return search.in_block(program.source.allocated_at(object.index));
    case ObjectKind::Function:
    case ObjectKind::Anything: break;
  }
  return std::nullopt;
}

}  // namespace heddle
