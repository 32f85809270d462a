// Everything of the aircraft and its simulation that tasks have in common, and the lock for it.
//
// The parts are made by main and never replaced. In the original every task reads and
// writes their fields as it likes; here a task holds the lock while its handler runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include "airframe_state.h"
#include "autopilot.h"
#include "estimator.h"
#include "gps_device.h"
#include "infrared_device.h"
#include "navigator.h"
#include "spi_bus.h"

namespace papabench {

struct Vehicle {
  std::mutex mutex;
  Autopilot autopilot;
  Estimator estimator;
  Navigator navigator;
  GpsDevice gps;
  InfraredDevice infrared;
  AirframeState airframe;
  SpiBus bus;
};

}  // namespace papabench
