// A square of the grid, by its column and row.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "vector2.h"

namespace cdx {

struct Voxel {
  int column = 0;
  int row = 0;

  // Its corner with the smallest coordinates.
  Vector2 corner() const;
  Voxel neighbour(int columns, int rows) const { return {column + columns, row + rows}; }
  bool operator==(const Voxel&) const = default;
};

// The voxel that a place lies in.
Voxel voxel_at(const Vector2& place);

struct VoxelHash {
  std::size_t operator()(const Voxel& voxel) const;
};

}  // namespace cdx
