// Everything of the aircraft and its simulation that tasks have in common, and the lock for it.
//
// The parts are made by main and never replaced: references to them are immutable. In the original every task reads and
// writes their fields as it likes; here a task holds the lock while its handler runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>

#include "airframe_state.h"
#include "autopilot.h"
#include "estimator.h"
#include "gps_device.h"
#include "infrared_device.h"
#include "navigator.h"
#include "spi_bus.h"

namespace papabench {

class Vehicle {
 public:
  // Held by a task while its handler runs.
  std::mutex& mutex() { return mutex_; }

  Autopilot& autopilot() const { return *autopilot_; }
  Estimator& estimator() const { return *estimator_; }
  Navigator& navigator() const { return *navigator_; }
  GpsDevice& gps() const { return *gps_; }
  InfraredDevice& infrared() const { return *infrared_; }
  AirframeState& airframe() const { return *airframe_; }
  SpiBus& bus() const { return *bus_; }

 private:
  std::mutex mutex_;
  const std::unique_ptr<Autopilot> autopilot_ = std::make_unique<Autopilot>();
  const std::unique_ptr<Estimator> estimator_ = std::make_unique<Estimator>();
  const std::unique_ptr<Navigator> navigator_ = std::make_unique<Navigator>();
  const std::unique_ptr<GpsDevice> gps_ = std::make_unique<GpsDevice>();
  const std::unique_ptr<InfraredDevice> infrared_ = std::make_unique<InfraredDevice>();
  const std::unique_ptr<AirframeState> airframe_ = std::make_unique<AirframeState>();
  const std::unique_ptr<SpiBus> bus_ = std::make_unique<SpiBus>();
};

}  // namespace papabench
