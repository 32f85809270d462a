// The renderer: see renderer.h.
// SPDX-License-Identifier: Apache-2.0
#include "renderer.h"

#include <algorithm>

namespace raytracer {
namespace {

constexpr Vec background = {0.05, 0.05, 0.1};
// A mirrored ray that contributes less than this is not followed.
constexpr double smallest_weight = 0.05;

int to_byte(double component) { return static_cast<int>(std::clamp(component, 0.0, 1.0) * 255); }

PlanePoint centre_of_pixel(int column, int line) {
  return {(2.0 * column + 1) / image_width - 1, 1 - (2.0 * line + 1) / image_height};
}

}  // namespace

long Renderer::render(const Lines& lines) {
  long checksum = 0;
  for (int line = lines.first; line < image_height; line += lines.step) {
    for (int column = 0; column < image_width; ++column) checksum += render_pixel(column, line);
  }
  return checksum;
}

long Renderer::render_pixel(int column, int line) {
  const Ray ray = scene_.view().ray_through(centre_of_pixel(column, line));
  const Vec colour = trace(ray, 1, 0);
  return to_byte(colour.x) + to_byte(colour.y) + to_byte(colour.z);
}

Vec Renderer::trace(const Ray& ray, double weight, int reflections) {
  scene_.intersect(ray, hit_);
  if (!hit_.is_hit()) return background;
  return shade(ray, ray.at(hit_.distance), weight, reflections);
}

Vec Renderer::shade(const Ray& ray, const Vec& point, double weight, int reflections) {
  // Copied first: following another ray overwrites hit_.
  const Surface& surface = hit_.primitive->surface();
  const bool is_entering = hit_.is_entering;
  const Vec outward = hit_.primitive->normal_at(point);
  const Vec normal = is_entering ? outward : -outward;
  const Vec mirrored = mirror(ray.direction, normal);
  Vec colour = direct_light(point, normal, mirrored);
  if (reflections == max_reflections) return colour;
  if (surface.specular * weight > smallest_weight) {
    const Vec seen = trace({point, mirrored}, surface.specular * weight, reflections + 1);
    colour = combine(colour, surface.specular, seen);
  }
  if (surface.transparency * weight > smallest_weight) {
    const double ratio = is_entering ? 1 / surface.refraction : surface.refraction;
    const Vec bent = refract(ray.direction, normal, ratio);
    if (bent.length_squared() == 0) return colour;
    const Vec seen =
        trace({point, bent.normalized()}, surface.transparency * weight, reflections + 1);
    colour = combine(colour, surface.transparency, filter(seen, surface.colour));
  }
  return colour;
}

Vec Renderer::direct_light(const Vec& point, const Vec& normal, const Vec& mirrored) {
  Vec sum;
  for (const Light& light : scene_.lights()) {
    sum = sum + light_from(light, point, normal, mirrored);
  }
  return sum;
}

Vec Renderer::light_from(const Light& light, const Vec& point, const Vec& normal,
                         const Vec& mirrored) {
  const Surface& surface = hit_.primitive->surface();
  const Vec towards = light.position - point;
  const double distance = towards.length();
  to_light_ = {point, towards.normalized()};
  const double cosine = dot(to_light_.direction, normal);
  if (cosine <= 0 || scene_.is_blocked(to_light_, distance)) return {};
  const double bright = surface.highlight(dot(to_light_.direction, mirrored)) * light.brightness;
  const Vec scattered = (surface.diffuse * cosine * light.brightness) * surface.colour;
  return scattered + Vec{bright, bright, bright};
}

}  // namespace raytracer
