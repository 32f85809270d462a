// Sizes of the raytracer benchmark.
//
// Every number can be changed with -D. The papers used "few objects and a small image" without
// saying how few; the defaults keep every feature of the renderer alive (shadow, highlight,
// reflection, both workers with several lines) on as few pixels as possible.
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
