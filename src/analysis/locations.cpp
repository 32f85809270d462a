// SPDX-License-Identifier: Apache-2.0
#include "analysis/locations.h"

#include <algorithm>
#include <compare>
#include <limits>
#include <numeric>

#include "analysis/accesses.h"

namespace heddle {

namespace {

// Through points-to sets: many registers have the same one.
struct SetAccess {
  TargetSetId set;
  int64_t offset;
  uint64_t size;
  friend auto operator<=>(const SetAccess&, const SetAccess&) = default;
};

std::vector<SetAccess> reachable_accesses(const Program& program, const PointsTo& points_to) {
  std::vector<SetAccess> found;
  for (InstanceId id = 0; id < points_to.instances().size(); ++id) {
    const Function& function = points_to.function_of(program, id);
    for (Point point = function.entry; point < function.entry + function.instruction_count; ++point)
      visit_accesses(program, point, [&](const StaticAccess& access) {
        found.push_back({points_to.set_of(id, access.base), access.offset, access.size});
      });
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

constexpr int64_t kFar = std::numeric_limits<int64_t>::max() / 2;

}  // namespace

LocationRange Locations::Pieces::covering(int64_t from, int64_t to) const {
  const auto after = std::upper_bound(cuts.begin(), cuts.end(), from);
  const auto until = std::lower_bound(cuts.begin(), cuts.end(), to);
  const auto piece = [&](auto cut) {
    const auto number = std::clamp<int64_t>(cut - cuts.begin(), 0, int64_t(cuts.size()) - 1);
    return first + LocationId(number);
  };
  return {piece(after - 1), piece(until)};
}

Locations::Locations(const Program& program, const PointsTo& points_to)
    : pieces_(points_to.objects().size()) {
  const std::vector<SetAccess> accesses = reachable_accesses(program, points_to);
  const auto visit_accessed = [&](const auto& visit) {
    for (const SetAccess& access : accesses)
      for (Target target : points_to.targets(access.set)) {
        target.offset += access.offset;
        visit(target, access.size);
      }
  };
  visit_accessed([&](const Target& target, uint64_t) {
    // A stride of one byte means "somewhere": such an access covers everything as it is.
    if (!target.is_bounded() && target.stride > 1)
      pieces_[target.object].modulus = std::gcd(pieces_[target.object].modulus, target.stride);
  });
  visit_accessed([&](const Target& target, uint64_t size) {
    if (points_to.is_anything(target)) {
      anything_ = target.object;
      return;
    }
    Pieces& pieces = pieces_[target.object];
    if (pieces.cuts.empty()) {
      if (pieces.modulus)
        pieces.cuts = {0, pieces.modulus};
      else
        pieces.cuts = {-kFar, kFar};
    }
    if (size == kWholeObject || (!target.is_bounded() && target.stride == 1)) return;
    const auto cut_at = [&](int64_t cut) {
      pieces.cuts.push_back(
          pieces.modulus ? (cut % pieces.modulus + pieces.modulus) % pieces.modulus : cut);
    };
    const int64_t elements = target.is_bounded() && target.stride ? target.count : 1;
    for (int64_t k = 0; k < std::min(elements, kMaxElements + 1); ++k) {
      cut_at(target.offset + k * target.stride);
      cut_at(target.offset + k * target.stride + int64_t(size));
    }
    cut_at((target.is_bounded() ? target.last() : target.offset) + int64_t(size));
  });
  number_pieces(points_to.anything_end());
}

void Locations::number_pieces(ObjectId anything_end) {
  for (ObjectId id = 0; id < pieces_.size(); ++id) {
    Pieces& pieces = pieces_[id];
    // What only accesses of anything lead to must be somewhere, too.
    if (pieces.cuts.empty() && anything_ != kNone && id < anything_end) pieces.cuts = {-kFar, kFar};
    std::sort(pieces.cuts.begin(), pieces.cuts.end());
    pieces.cuts.erase(std::unique(pieces.cuts.begin(), pieces.cuts.end()), pieces.cuts.end());
    pieces.first = count_;
    if (!pieces.cuts.empty()) count_ += LocationId(pieces.cuts.size()) - 1;
    if (id < anything_end) anything_end_ = count_;
  }
}

Locations::Place Locations::place_of(LocationId location) const {
  const auto after =
      std::upper_bound(pieces_.begin(), pieces_.end(), location,
                       [](LocationId id, const Pieces& pieces) { return id < pieces.first; });
  // Objects without locations share the number of the next: take the last that has any.
  auto pieces = after - 1;
  while (pieces->cuts.empty()) --pieces;
  const auto piece = size_t(location - pieces->first);
  return {ObjectId(pieces - pieces_.begin()), pieces->cuts[piece],
          pieces->cuts[piece + 1] - pieces->cuts[piece], pieces->modulus};
}

}  // namespace heddle
