// Voxels: see voxel.h.
// SPDX-License-Identifier: Apache-2.0
#include "voxel.h"

#include <cmath>

#include "config.h"

namespace cdx {

Vector2 Voxel::corner() const {
  return {voxel_size * static_cast<float>(column), voxel_size * static_cast<float>(row)};
}

Voxel voxel_at(const Vector2& place) {
  return {static_cast<int>(std::floor(place.x / voxel_size)),
          static_cast<int>(std::floor(place.y / voxel_size))};
}

std::size_t VoxelHash::operator()(const Voxel& voxel) const {
  return static_cast<std::size_t>(voxel.column) * 31 + static_cast<std::size_t>(voxel.row);
}

}  // namespace cdx
