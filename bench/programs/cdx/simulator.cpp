// The radar: see simulator.h.
// SPDX-License-Identifier: Apache-2.0
#include "simulator.h"

#include "config.h"
#include "noise.h"

namespace cdx {

void Simulator::run() {
  NoiseGenerator noise(noise_blocks);
  handshake_.meet(Party::Simulator);
  int sent = 0;
  for (int i = 0; i < traffic_.frame_count(); ++i) {
    noise.generate();
    if (buffer_.put(traffic_.frame(i))) ++sent;
  }
  sent_frames_ = sent;
}

}  // namespace cdx
