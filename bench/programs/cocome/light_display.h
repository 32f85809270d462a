// The light above the desk: says whether it is an express desk.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "event_channel.h"

namespace cocome {

enum class Light { Ordinary, Express };

class LightDisplay : public EventHandler<ExpressModeChangedEvent> {
 public:
  explicit LightDisplay(EventChannel& channel) {
    channel.subscribe<ExpressModeChangedEvent>(*this);
  }

  Light light() const { return light_; }

  void handle(const ExpressModeChangedEvent& event) override {
    light_ = event.express ? Light::Express : Light::Ordinary;
  }

 private:
  Light light_ = Light::Ordinary;
};

}  // namespace cocome
