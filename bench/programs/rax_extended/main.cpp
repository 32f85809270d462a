// RAX Extended: the part of the Remote Agent that deadlocked in space, with a third thread and optional
// groups of further tasks.
//
// The Executive asks for a plan (event `plan`), the Planner makes one (event `exec`), the Executive
// executes it token by token, and Diagnosis sets it back to the start after each new plan. All loops are
// endless; counters are small, so the state space is finite.
//
// Seeded errors:
//   BROKEN_UNLOCKED_TEST    an event's counter is compared without the lock before waiting, as in the
//                           original: data race; with races ignored, the lost signal's deadlock
//   BROKEN_TEST_THEN_WAIT   compared under the lock, which is released before the wait: a signal in
//                           between is lost: deadlock
//   BROKEN_NOTIFY_ONE       a new plan wakes one of Executive and Diagnosis only: deadlock
//   BROKEN_EXECUTE_UNLOCKED a token is executed without the plan's lock: data race
// With groups the first three stop the agent while the tasks run on: no deadlock of the whole program.
// SPDX-License-Identifier: Apache-2.0
#include <list>

#include "agents.h"

int main() {
  using namespace rax;
  Events events;
  Plan plan;
  Planner planner(events, plan);
  Executive executive(events, plan);
  Diagnosis diagnosis(events, plan);
  std::list<Group> groups(kGroups);
  planner.join();
  executive.join();
  diagnosis.join();
  for (Group& group : groups) group.join();
}
