// Sizes of the raytracer benchmark and the errors that can be switched on.
//
// Every number can be changed with -D. The papers used "few objects and a small image" without
// saying how few; the defaults keep every feature of the renderer alive (shadow, highlight,
// reflection, both workers with several lines) on as few pixels as possible.
//
// Errors, one macro each, all off by default:
//   BROKEN_OWN_LOCK       each worker locks its own scene instead of the common lock while it adds
//                         to the checksum, as the original does: lost update
//   BROKEN_EARLY_COMPARE  the last barrier is missing and main compares before it joins
//   BROKEN_BARRIER        the barrier resets its counter when it is left, not when it is full:
//                         a fast worker runs through the second round in the first one's count
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef SPHERES
#define SPHERES 2
#endif
#ifndef IMAGE_WIDTH
#define IMAGE_WIDTH 4
#endif
#ifndef IMAGE_HEIGHT
#define IMAGE_HEIGHT 4
#endif
#ifndef MAX_REFLECTIONS
#define MAX_REFLECTIONS 2
#endif

namespace raytracer {

inline constexpr int sphere_count = SPHERES;
inline constexpr int image_width = IMAGE_WIDTH;
inline constexpr int image_height = IMAGE_HEIGHT;
inline constexpr int max_reflections = MAX_REFLECTIONS;
// Worker 0 runs in main, so there is one further thread.
inline constexpr int worker_count = 2;

}  // namespace raytracer
