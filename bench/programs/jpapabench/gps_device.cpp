// The receiver: see gps_device.h.
// SPDX-License-Identifier: Apache-2.0
#include "gps_device.h"

namespace papabench {

void GpsDevice::set_fix(const GpsFix& fix) {
  fix_ = fix;
  is_position_available_ = true;
}

bool GpsDevice::take_new_fix() {
  const bool is_new = is_position_available_;
  is_position_available_ = false;
  return is_new;
}

}  // namespace papabench
