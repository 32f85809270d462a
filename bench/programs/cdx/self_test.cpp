// The self-test: see self_test.h.
// SPDX-License-Identifier: Apache-2.0
#include "self_test.h"

#include <cassert>
#include <cmath>

#include "alert_board.h"
#include "approach.h"
#include "config.h"
#include "motion.h"
#include "radar.h"
#include "reducer.h"
#include "state_table.h"

namespace cdx {
namespace {

bool is_near(float a, float b) { return std::fabs(a - b) < 0.01f; }

void test_state_table() {
  const Callsign one = callsign_of_plane(0);
  const Callsign other = callsign_of_plane(1);
  StateTable states;
  assert(!states.replace(one, std::make_unique<const Vector3>(1, 2, 3), 0));
  const Position old = states.replace(one, std::make_unique<const Vector3>(4, 5, 6), 1);
  assert(old && *old == Vector3(1, 2, 3));
  states.replace(other, std::make_unique<const Vector3>(7, 8, 9), 3);
  assert(states.forget_before(3) == 1);
  assert(!states.find(one) && *states.find(other) == Vector3(7, 8, 9));
}

// Two aircraft that fly towards each other, and one far away.
struct Encounter {
  Vector3 west{-10, 0, 5};
  Vector3 east{10, 0, 5};
  Vector3 far_from{100, 100, 5};
  Vector3 far_to{110, 100, 5};
  Motion eastbound{Aircraft(callsign_of_plane(0)), west, east};
  Motion westbound{Aircraft(callsign_of_plane(1)), east, west};
  Motion distant{Aircraft(callsign_of_plane(2)), far_from, far_to};
};

void test_contacts() {
  const Encounter encounter;
  const auto contact = encounter.eastbound.first_contact(encounter.westbound, proximity_radius);
  // They close 40 units in one frame and touch when 19 are flown.
  assert(contact && is_near(contact->time, 19.0f / 40));
  assert(!encounter.eastbound.first_contact(encounter.distant, proximity_radius));
  const Approach closest =
      closest_approach({encounter.west, encounter.east}, {encounter.east, encounter.west});
  assert(is_near(closest.time, 0.5f) && closest.distance < proximity_radius);
}

void test_reducer() {
  const Encounter encounter;
  Reducer reducer(proximity_radius);
  reducer.add(encounter.eastbound);
  reducer.add(encounter.westbound);
  reducer.add(encounter.distant);
  for (const auto& group : reducer.groups()) assert(group.size() == 2);
  assert(!reducer.groups().empty());
}

void test_alerts() {
  const Encounter encounter;
  CollisionCollector found;
  found.add_contacts_among({&encounter.eastbound, &encounter.westbound}, proximity_radius);
  assert(found.size() == 1);
  AlertBoard board;
  board.update(found, 0);
  board.update({}, 1);
  assert(board.active_count() == 1);
  assert(board.find(found.collisions().front())->severity() == Severity::Warning);
  board.update({}, 2);
  assert(board.active_count() == 0 && board.raised_count() == 1);
}

void test_radar() {
  const Radar radar({0, 0, 0}, 50, 1);
  assert(radar.sees({30, 30, 5}));
  assert(!radar.sees({40, 40, 5}) && !radar.sees({0, 0, 0.5f}));
}

}  // namespace

void run_self_test() {
  test_state_table();
  test_contacts();
  test_reducer();
  test_alerts();
  test_radar();
}

}  // namespace cdx
