// The infrared sensors: the difference of warmth left and right, front and rear tells the attitude.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace papabench {

struct InfraredReading {
  double left = 0;
  double front = 0;
  double top = 0;
};

class InfraredDevice {
 public:
  const InfraredReading& reading() const { return reading_; }
  void set_reading(const InfraredReading& reading) { reading_ = reading; }

  // Corrected for how the sensors are mounted.
  double roll() const { return reading_.left + roll_neutral_; }
  double pitch() const { return reading_.front + pitch_neutral_; }
  // What a full quarter turn would read; from calibration.
  double contrast() const { return contrast_; }

 private:
  InfraredReading reading_;
  const double roll_neutral_ = 0;
  const double pitch_neutral_ = 0;
  const double contrast_ = 200;
};

}  // namespace papabench
