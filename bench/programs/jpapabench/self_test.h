// The test before take-off: do bus, radio and servos do what they should?
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fly_by_wire.h"
#include "vehicle.h"

namespace papabench {

// Fails an assertion if not. Leaves the bus empty and nothing in command.
void run_self_test(Vehicle& vehicle);

}  // namespace papabench
