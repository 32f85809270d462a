// The array or member of an object that a pointer with an index stays in.
//
// C lets an index leave its array only by mistake, so the array's neighbours in the object are not accessed. Code
// that does it nevertheless (a pointer to the first of several members alike) is noticed when it runs, as every access
// is compared with what was expected; see reduction/hybrid.h.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "analysis/points_to.h"

namespace heddle {

struct ByteRange {
  int64_t begin = 0;
  int64_t end = 0;
};

// For a pointer to `offset` that moves by `stride`; nothing if the object's type is not known, or ends in an
// array of unknown length.
std::optional<ByteRange> member_bounds(const Program& program, const AbstractObject& object,
                                       int64_t offset, int64_t stride);

// For a copy of unknown length that begins at `offset`: the largest value that begins there, or the array it is in.
std::optional<ByteRange> copy_bounds(const Program& program, const AbstractObject& object,
                                     int64_t offset);

// The header of a std::map or std::set, to which iterators at the end point: a node without a value.
struct TreeHeader {
  static constexpr int64_t kNodeBytes = 32;  // a value would follow
  static constexpr int64_t kBytes = 40;
};
bool is_tree_header(const Program& program, const AbstractObject& object, int64_t offset);

}  // namespace heddle
