// Parameters of the alarm clock; the paper's unless -D says otherwise.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef MAX_TIME
#define MAX_TIME 5
#endif
#ifndef CLIENTS
#define CLIENTS 2
#endif
#ifndef INTERVAL
#define INTERVAL 2
#endif
#ifndef CAPACITY
#define CAPACITY CLIENTS
#endif

namespace alarm_clock {

constexpr int kMaxTime = MAX_TIME;    // ticks until the clock stops
constexpr int kClients = CLIENTS;     // threads that want to be woken
constexpr int kInterval = INTERVAL;   // how long each of them sleeps
constexpr int kCapacity = CAPACITY;   // different times that may be waited for at once

static_assert(kCapacity >= kClients, "each client may need a slot of its own");

}  // namespace alarm_clock
