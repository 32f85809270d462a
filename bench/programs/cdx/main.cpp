// CDx: a radar sends frames through a ring buffer to a detector that looks for collisions.
//
// After the plain version of the aircraft collision detector with two threads and pregenerated
// traffic. The two meet only in the ring buffer. But main makes both of them, so the detector's state
// table and every position in it are reachable for other threads; they are written only while
// they are made, which is what this program measures.
//
// Errors, one macro each, all off by default:
//   BROKEN_NO_LOCK     the ring buffer without a lock, as the original has it
//   BROKEN_FULL_TEST   the ring is never taken to be full: frames are overwritten, some while they are
//                      read, and the detector waits for ever for those that were lost
//   BROKEN_DROP_COUNT  the detector reads the number of dropped frames without the lock
//   BROKEN_HANDSHAKE   at the start, looking for the other side and waiting for it are two steps:
//                      the wake-up in between is lost, and with it one of the two threads
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <thread>

#include "config.h"
#include "detector.h"
#include "frame_buffer.h"
#include "handshake.h"
#include "self_test.h"
#include "simulator.h"
#include "traffic.h"

namespace cdx {
namespace {

void check_result(const Traffic& traffic, const Simulator& simulator, const FrameBuffer& buffer,
                  const Report& report) {
  assert(simulator.sent_frames() + buffer.dropped_frames() == max_frames);
  assert(report.frame_count() == simulator.sent_frames());
  report.check_against(traffic);
}

void run_benchmark() {
  const Traffic traffic(plane_count, max_frames);
  FrameBuffer buffer;
  Handshake handshake;
  Simulator simulator(traffic, buffer, handshake);
  Detector detector(traffic, buffer, handshake);
  std::thread simulator_thread(&Simulator::run, &simulator);
  std::thread detector_thread(&Detector::run, &detector);
  detector_thread.join();
  simulator_thread.join();
  check_result(traffic, simulator, buffer, detector.report());
}

}  // namespace
}  // namespace cdx

int main() {
  cdx::run_self_test();
  cdx::run_benchmark();
  return 0;
}
