// Traces rays through a scene: shadows, diffuse light, highlights, mirrored and
// refracted rays.
//
// The objects that every ray needs (the current hit, the ray to a light) are kept and used again, as
// the original does to spare the garbage collector: a renderer belongs to one thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "config.h"
#include "scene.h"

namespace raytracer {

// Which lines of the image one worker renders: first, first + step, ...
struct Lines {
  int first = 0;
  int step = 1;
};

class Renderer {
 public:
  explicit Renderer(const Scene& scene) : scene_(scene) {}

  // The sum of all colour components (0 to 255 each) of the lines.
  long render(const Lines& lines);

 private:
  long render_pixel(int column, int line);
  Vec trace(const Ray& ray, double weight, int reflections);
  Vec shade(const Ray& ray, const Vec& point, double weight, int reflections);
  Vec direct_light(const Vec& point, const Vec& normal, const Vec& mirrored);
  // What one light adds at the point; nothing if it is behind the surface or hidden.
  Vec light_from(const Light& light, const Vec& point, const Vec& normal, const Vec& mirrored);

  const Scene& scene_;
  Intersection hit_;
  Ray to_light_;
};

}  // namespace raytracer
