// A scene: primitives, lights and the camera.
//
// Each worker builds one of its own, so nothing in it is ever touched by two threads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "light.h"
#include "primitive.h"
#include "view.h"

namespace raytracer {

class Scene {
 public:
  explicit Scene(const View& view) : view_(view) {}

  void add(std::unique_ptr<Primitive> primitive) { primitives_.push_back(std::move(primitive)); }
  void add(const Light& light) { lights_.push_back(light); }

  // The nearest hit of the ray, left in `nearest`.
  void intersect(const Ray& ray, Intersection& nearest) const;
  // Whether anything lies on the ray before this distance.
  bool is_blocked(const Ray& ray, double distance) const;

  const std::vector<Light>& lights() const { return lights_; }
  const View& view() const { return view_; }
  int primitive_count() const { return static_cast<int>(primitives_.size()); }
  // What the original locks while it updates the common checksum.
  std::mutex& mutex() { return mutex_; }

 private:
  View view_;
  std::vector<std::unique_ptr<Primitive>> primitives_;
  std::vector<Light> lights_;
  std::mutex mutex_;
};

// The benchmark's scene: `sphere_count` spheres in a row on a floor, shiny and glassy in turn, and a light.
std::unique_ptr<Scene> make_benchmark_scene();

}  // namespace raytracer
