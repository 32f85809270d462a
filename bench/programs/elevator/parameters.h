// Parameters of the elevator; the paper's unless -D says otherwise.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef FLOORS
#define FLOORS 4
#endif
#ifndef LIFTS
#define LIFTS 2
#endif
#ifndef STEPS
#define STEPS 4
#endif

namespace elevator {

constexpr int kFloors = FLOORS;  // numbered from 1
constexpr int kLifts = LIFTS;    // threads
constexpr int kSteps = STEPS;    // of each lift

}  // namespace elevator
