// Scenes: see scene.h.
// SPDX-License-Identifier: Apache-2.0
#include "scene.h"

#include "config.h"
#include "plane.h"
#include "sphere.h"

namespace raytracer {
namespace {

constexpr double opening_angle = 0.61;  // 35 degrees
constexpr double sphere_radius = 2;
constexpr double sphere_spacing = 4.5;
constexpr double floor_height = -3;

Surface surface_of_sphere(int index) {
  Surface surface;
  surface.colour = {index % 2 == 0 ? 0.9 : 0.3, 0.5, index % 3 == 0 ? 0.2 : 0.8};
  surface.diffuse = 0.7;
  surface.specular = index % 2 == 0 ? 0.5 : 0.1;
  surface.transparency = index % 2 == 0 ? 0 : 0.4;
  surface.refraction = 1.3;
  return surface;
}

Surface surface_of_floor() {
  Surface surface;
  surface.colour = {0.4, 0.6, 0.4};
  surface.diffuse = 0.8;
  return surface;
}

Vec centre_of_sphere(int index) {
  const double middle = (sphere_count - 1) / 2.0;
  return {sphere_spacing * (index - middle), index % 2 == 0 ? -0.5 : 0.5, 0};
}

}  // namespace

void Scene::intersect(const Ray& ray, Intersection& nearest) const {
  nearest.clear();
  for (const auto& primitive : primitives_) nearest.keep_nearest(primitive->intersect(ray));
}

bool Scene::is_blocked(const Ray& ray, double distance) const {
  for (const auto& primitive : primitives_) {
    const Intersection hit = primitive->intersect(ray);
    if (hit.is_hit() && hit.distance < distance) return true;
  }
  return false;
}

std::unique_ptr<Scene> make_benchmark_scene() {
  const View view({0, 4, -18}, {0, 0, 0}, {0, 1, 0}, opening_angle);
  auto scene = std::make_unique<Scene>(view);
  for (int i = 0; i < sphere_count; ++i) {
    scene->add(std::make_unique<Sphere>(centre_of_sphere(i), sphere_radius, surface_of_sphere(i)));
  }
  scene->add(std::make_unique<Plane>(Vec{0, 1, 0}, floor_height, surface_of_floor()));
  scene->add(Light{{10, 20, -15}, 1});
  return scene;
}

}  // namespace raytracer
