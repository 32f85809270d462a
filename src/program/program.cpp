// Look-ups in a Program and its source map.
// SPDX-License-Identifier: Apache-2.0
#include "program/program.h"

#include <algorithm>

#include "program/address.h"

namespace heddle {

FunctionIndex Program::function_at(Point point) const {
  const auto after = std::upper_bound(functions.begin(), functions.end(), point,
                                      [](Point p, const Function& f) { return p < f.entry; });
  return FunctionIndex(after - functions.begin() - 1);
}

std::optional<FunctionIndex> Program::function_with(uint64_t address) const {
  const uint64_t number = address::index_of(address);
  if (address::region_of(address) != address::kCodeRegion || (address & address::kOffsetMask) != 0)
    return std::nullopt;
  if (functions_by_number.empty())
    return number < functions.size() ? std::optional(FunctionIndex(number)) : std::nullopt;
  if (number >= functions_by_number.size() || functions_by_number[number] == kNoFunction)
    return std::nullopt;
  return functions_by_number[number];
}

void set_plain_positions(Program& program) {
  program.positions.resize(program.code.size());
  for (const Function& function : program.functions)
    for (uint32_t k = 0; k < function.instruction_count; ++k)
      program.positions[function.entry + k] = {function.code_hash + k, mix(function.code_hash, k)};
}

const LandingPad* Program::landing_pad_at(Point call) const {
  const auto found = std::lower_bound(landing_pads.begin(), landing_pads.end(), call,
                                      [](const LandingPad& pad, Point p) { return pad.call < p; });
  return found != landing_pads.end() && found->call == call ? &*found : nullptr;
}

uint64_t Program::array_length_at(Point index) const {
  const auto found =
      std::lower_bound(array_indices.begin(), array_indices.end(), index,
                       [](const ArrayIndex& array, Point p) { return array.point < p; });
  return found != array_indices.end() && found->point == index ? found->length : 0;
}

const AccessHint* SourceMap::hint_at(Point point) const {
  const auto found =
      std::lower_bound(hints.begin(), hints.end(), point,
                       [](const AccessHint& hint, Point p) { return hint.point < p; });
  return found != hints.end() && found->point == point ? &*found : nullptr;
}

namespace {
TypeIndex find_type(const std::vector<TypeAt>& types, Point point) {
  const auto found = std::lower_bound(types.begin(), types.end(), point,
                                      [](const TypeAt& at, Point p) { return at.point < p; });
  return found != types.end() && found->point == point ? found->type : kNoType;
}
}  // namespace

TypeIndex SourceMap::allocated_at(Point call) const { return find_type(allocations, call); }
TypeIndex SourceMap::temporary_at(Point alloca_point) const {
  return find_type(temporaries, alloca_point);
}

const char* name_of(Opcode opcode) {
  static constexpr const char* names[] = {
#define X(name, shape) #name,
      HEDDLE_OPCODES(X)
#undef X
  };
  return names[size_t(opcode)];
}

Shape shape_of(Opcode opcode) {
  static constexpr Shape shapes[] = {
#define X(name, shape) Shape::shape,
      HEDDLE_OPCODES(X)
#undef X
  };
  return shapes[size_t(opcode)];
}

}  // namespace heddle
