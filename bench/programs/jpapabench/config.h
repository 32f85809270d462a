// Sizes of the jPapaBench benchmark.
//
// REPEAT_COUNT is the papers' parameter: each task runs its handler REPEAT_COUNT * 250 / period
// times, the period in milliseconds. Time itself is not modelled.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef REPEAT_COUNT
#define REPEAT_COUNT 2
#endif
// How often the fly-by-wire task runs; 0 leaves that half of the aircraft cut off, as the papers do.
#ifndef FLY_BY_WIRE_RUNS
#define FLY_BY_WIRE_RUNS 0
#endif

namespace papabench {

inline constexpr int repeat_count = REPEAT_COUNT;
inline constexpr int fly_by_wire_runs = FLY_BY_WIRE_RUNS;

constexpr int runs_for_period(int milliseconds) { return repeat_count * 250 / milliseconds; }

inline constexpr int flight_model_period = 25;
inline constexpr int gps_period = 250;
inline constexpr int infrared_period = 50;
inline constexpr int altitude_period = 250;
inline constexpr int climb_period = 250;
inline constexpr int navigation_period = 250;
inline constexpr int stabilization_period = 50;
inline constexpr int fly_by_wire_period = 50;

}  // namespace papabench
