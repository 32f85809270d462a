// Locations: the pieces of abstract objects that accesses tell apart, numbered for bit sets.
//
// A piece is a range of bytes that every access in the program covers as a whole or not at all. In an
// object with arrays, ranges are taken modulo the element size, so that all elements share theirs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "analysis/points_to.h"

namespace heddle {

using LocationId = uint32_t;

struct LocationRange {
  LocationId first = 0;
  LocationId end = 0;
};

class Locations {
 public:
  // Of an array with a declared length, that are told apart.
  static constexpr int64_t kMaxElements = 64;

  Locations(const Program& program, const PointsTo& points_to);

  LocationId count() const { return count_; }
  // Calls visit(LocationRange) for what an access of `size` bytes at a target covers.
  template <typename Visit>
  void visit(const Target& target, uint64_t size, Visit visit) const {
    if (target.object == anything_) return visit(LocationRange{0, anything_end_});
    const Pieces& pieces = pieces_[target.object];
    if (pieces.cuts.empty()) return;
    const bool folded = pieces.modulus != 0 && target.stride % pieces.modulus == 0;
    if (size == kWholeObject || (!target.is_bounded() && !folded))
      return visit(LocationRange{pieces.first, pieces.end()});
    if (!target.is_bounded() || target.stride == 0)
      return visit_bytes(target.object, target.offset, size, visit);
    if (target.count > kMaxElements)  // as one
      return visit_bytes(target.object, target.offset,
                         uint64_t(target.last() - target.offset) + size, visit);
    for (int64_t k = 0; k < target.count; ++k)
      visit_bytes(target.object, target.offset + k * target.stride, size, visit);
  }
  // The same for bytes of a real object that the abstract one stands for.
  template <typename Visit>
  void visit_bytes(ObjectId object, int64_t offset, uint64_t size, Visit visit) const {
    const Pieces& pieces = pieces_[object];
    if (pieces.cuts.empty()) return;
    if (pieces.modulus == 0) return visit(pieces.covering(offset, offset + int64_t(size)));
    const int64_t modulus = pieces.modulus;
    if (int64_t(size) >= modulus) return visit(LocationRange{pieces.first, pieces.end()});
    const int64_t start = (offset % modulus + modulus) % modulus;
    const int64_t stop = start + int64_t(size);
    visit(pieces.covering(start, std::min(stop, modulus)));
    if (stop > modulus) visit(pieces.covering(0, stop - modulus));
  }
  // Where the location is, for people: object, first byte, size, and the size of the array elements.
  struct Place {
    ObjectId object;
    int64_t offset;
    int64_t size;
    int64_t modulus;
  };
  Place place_of(LocationId location) const;

 private:
  struct Pieces {
    LocationId first = 0;
    int64_t modulus = 0;  // 0: offsets count as they are
    std::vector<int64_t> cuts;  // sorted; piece k is from cuts[k] to cuts[k + 1]
    LocationId end() const { return first + LocationId(cuts.size()) - 1; }
    LocationRange covering(int64_t from, int64_t to) const;
  };

  void number_pieces(ObjectId anything_end);

  static constexpr ObjectId kNone = ~0u;
  std::vector<Pieces> pieces_;  // by object
  ObjectId anything_ = kNone;
  LocationId anything_end_ = 0;
  LocationId count_ = 0;
};

}  // namespace heddle
