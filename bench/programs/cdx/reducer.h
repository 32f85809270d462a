// Narrows down which motions have to be compared: only those that share a voxel of the grid.
//
// Each motion is entered in every voxel it passes within the radius, found by spreading from the
// voxel of its start to the neighbours. Made anew for each frame.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "hash_map.h"
#include "motion.h"
#include "voxel.h"

namespace cdx {

class Reducer {
 public:
  explicit Reducer(float radius) : radius_(radius) {}

  // The motion must outlive the reducer.
  void add(const Motion& motion);
  // Groups of at least two motions that share a voxel; a pair may be in several groups.
  std::vector<std::vector<const Motion*>> groups() const;
  int voxel_count() const { return static_cast<int>(voxels_.size()); }

 private:
  using Visited = HashSet<Voxel, VoxelHash, 16>;

  // A motion seen from above, copied once: spreading looks at it again for every voxel.
  struct Track {
    const Motion& motion;
    Vector2 start;
    Vector2 speed;
  };

  void spread(const Voxel& voxel, const Track& track, Visited& visited);
  bool passes(const Track& track, const Voxel& voxel) const;

  const float radius_;
  HashMap<Voxel, std::vector<const Motion*>, VoxelHash, 16> voxels_;
};

}  // namespace cdx
