// Sizes of the CDx benchmark.
//
// Every number can be changed with -D. The papers say "two aircraft, pregenerated"; the number of
// frames and slots is not given, so the defaults are the least with which the ring goes round, frames
// can be dropped, and positions are compared with earlier ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef PLANES
#define PLANES 2
#endif
#ifndef MAX_FRAMES
#define MAX_FRAMES 3
#endif
#ifndef BUFFER_SLOTS
#define BUFFER_SLOTS 3
#endif
// How often "no frame yet" is counted; the count stays there, so that polling is finite.
#ifndef NOT_READY_LIMIT
#define NOT_READY_LIMIT 1
#endif
// Work that the radar does beside its frames: blocks allocated and freed per frame.
#ifndef NOISE_BLOCKS
#define NOISE_BLOCKS 2
#endif

namespace cdx {

inline constexpr int plane_count = PLANES;
inline constexpr int max_frames = MAX_FRAMES;
inline constexpr int buffer_slots = BUFFER_SLOTS;
inline constexpr int not_ready_limit = NOT_READY_LIMIT;
inline constexpr int noise_blocks = NOISE_BLOCKS;

inline constexpr int callsign_length = 3;
// Two aircraft nearer than this collide.
inline constexpr float proximity_radius = 1.0f;
// The grid that narrows down which pairs are looked at. At least twice the radius.
inline constexpr float voxel_size = 8.0f;

}  // namespace cdx
