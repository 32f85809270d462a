// Where bytecode comes from and what the program's data is called: for people, never for the search.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/point.h"

namespace heddle {

struct SourceLocation {
  uint32_t file = 0;  // index into SourceMap::files; 0 is "unknown"
  uint32_t line = 0;
  uint32_t column = 0;
};

using TypeIndex = uint32_t;
inline constexpr TypeIndex kNoType = 0;

enum class TypeKind : uint8_t {
  Unknown,
  Signed,
  Unsigned,
  Bool,
  Char,
  Float,
  Pointer,
  Enum,
  Record,
  Array
};

struct RecordMember {
  std::string name;
  uint64_t offset = 0;  // in bits, so that bit-fields have a place too
  uint64_t bits = 0;
  TypeIndex type = kNoType;
};

struct EnumValue {
  std::string name;
  int64_t value = 0;
};

// A type as the debug information has it, typedefs and qualifiers removed.
struct TypeInfo {
  TypeKind kind = TypeKind::Unknown;
  std::string name;
  uint64_t size = 0;  // bytes
  TypeIndex element = kNoType;  // arrays and pointers
  TypeIndex argument = kNoType;  // the first type argument of a template of the C++ library
  bool library = false;  // of the C++ library: its members are not the user's business
  std::vector<RecordMember> members;
  std::vector<EnumValue> values;
};

// What the code says about an access: `member` of a `record`, found from the address computation.
struct AccessHint {
  Point point = kNoPoint;
  TypeIndex record = kNoType;  // innermost record, or kNoType
  uint64_t offset = 0;  // bytes into the record
  TypeIndex type = kNoType;  // of the value
};

struct TypeAt {
  Point point = kNoPoint;
  TypeIndex type = kNoType;
};

struct SourceMap {
  std::vector<std::string> files{""};
  std::vector<SourceLocation> locations;  // by Point
  std::vector<TypeInfo> types{TypeInfo{}};
  std::vector<AccessHint> hints;  // sorted by Point
  std::vector<TypeAt> allocations;  // what calls of operator new make; sorted by Point
  std::vector<TypeAt> temporaries;  // variables without a name; sorted by Point

  const AccessHint* hint_at(Point point) const;
  // The type that a call of operator new makes, or kNoType.
  TypeIndex allocated_at(Point call) const;
  // The type of the variable without a name that is made there, or kNoType.
  TypeIndex temporary_at(Point alloca_point) const;
};

}  // namespace heddle
