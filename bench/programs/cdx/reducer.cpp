// The reducer: see reducer.h.
// SPDX-License-Identifier: Apache-2.0
#include "reducer.h"

#include <algorithm>

#include "config.h"

namespace cdx {
namespace {

// The part of a motion, in shares of it, that lies between two parallel lines.
struct Span {
  float begin = 0;
  float end = 1;

  bool is_empty() const { return begin > end; }
  // Cuts off what is outside low <= start + t * speed <= high.
  void clip(float start, float speed, float low, float high);
};

void Span::clip(float start, float speed, float low, float high) {
  if (speed == 0) {
    if (start < low || start > high) *this = {1, 0};
    return;
  }
  const float enter = ((speed > 0 ? low : high) - start) / speed;
  const float leave = ((speed > 0 ? high : low) - start) / speed;
  begin = std::max(begin, enter);
  end = std::min(end, leave);
}

}  // namespace

void Reducer::add(const Motion& motion) {
  const Track track{motion, motion.from().flat(), motion.displacement().flat()};
  Visited visited;
  spread(voxel_at(track.start), track, visited);
}

void Reducer::spread(const Voxel& voxel, const Track& track, Visited& visited) {
  if (!passes(track, voxel) || !visited.add(voxel)) return;
  voxels_[voxel].push_back(&track.motion);
  for (int columns = -1; columns <= 1; ++columns) {
    for (int rows = -1; rows <= 1; ++rows) {
      if (columns == 0 && rows == 0) continue;
      spread(voxel.neighbour(columns, rows), track, visited);
    }
  }
}

bool Reducer::passes(const Track& track, const Voxel& voxel) const {
  const Vector2 low = voxel.corner() - Vector2{radius_, radius_};
  const Vector2 high = voxel.corner() + Vector2{voxel_size + radius_, voxel_size + radius_};
  Span span;
  span.clip(track.start.x, track.speed.x, low.x, high.x);
  span.clip(track.start.y, track.speed.y, low.y, high.y);
  return !span.is_empty();
}

std::vector<std::vector<const Motion*>> Reducer::groups() const {
  std::vector<std::vector<const Motion*>> groups;
  voxels_.for_each([&groups](const Voxel&, const std::vector<const Motion*>& motions) {
    if (motions.size() >= 2) groups.push_back(motions);
  });
  return groups;
}

}  // namespace cdx
