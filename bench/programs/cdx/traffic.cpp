// Pregenerated traffic: see traffic.h.
// SPDX-License-Identifier: Apache-2.0
#include "traffic.h"

namespace cdx {
namespace {

constexpr float radar_range = 1000;
constexpr float lowest_altitude = 1;

}  // namespace

Traffic::Traffic(int planes, int frames) {
  std::vector<Flight> flights;
  for (int plane = 0; plane < planes; ++plane) flights.push_back(make_benchmark_flight(plane));
  const Radar radar({0, 0, 0}, radar_range, lowest_altitude);
  for (int i = 0; i < frames; ++i) {
    frames_.push_back(radar.sweep(flights, static_cast<float>(i)));
  }
}

int Traffic::index_of(const Frame& frame) const {
  for (int i = 0; i < frame_count(); ++i) {
    if (frames_[i] == frame) return i;
  }
  return -1;
}

}  // namespace cdx
