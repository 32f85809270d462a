// jPapaBench: the control software of a small unmanned aircraft, flying in a simulated world.
//
// After the plain version of the benchmark: seven periodic tasks without any timing, three that
// simulate the world and four of the autopilot, which work on the fields of a few objects that
// main made before it started them. The original takes no lock at all; the correct version
// runs each handler under one lock, as on the single processor that the tasks were written for.
//
// Errors, one macro each, all off by default:
//   BROKEN_NO_LOCK           no task takes the lock, as in the original: races on nearly every field
//   BROKEN_STABILIZATION_LOCK  only the innermost loop does without the lock, to be fast
//   BROKEN_SPLIT_NAVIGATION  navigation gives the lock up between the mode and the settings that
//                            belong to it: the climb control sees one without the other
//   BROKEN_QUEUE             the bus is asked without its lock whether it is empty
//                            (with -DFLY_BY_WIRE_RUNS=1 or more)
// SPDX-License-Identifier: Apache-2.0
#include "aircraft.h"
#include "dry_run.h"

int main() {
  papabench::DryRun dry_run;
  dry_run.fly(12);
  dry_run.check();
  papabench::Aircraft aircraft;
  aircraft.fly();
  aircraft.check_after_flight();
  return 0;
}
