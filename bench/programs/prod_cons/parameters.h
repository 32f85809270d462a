// Parameters of the producers and consumers; the paper's unless -D says otherwise.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef PRODUCERS
#define PRODUCERS 1
#endif
#ifndef CONSUMERS
#define CONSUMERS 1
#endif
#ifndef COUNT
#define COUNT 4
#endif
#ifndef BUFFER_SIZE
#define BUFFER_SIZE 5
#endif
#ifndef MAX_TAKEN
#define MAX_TAKEN 10
#endif

namespace prod_cons {

constexpr int kProducers = PRODUCERS;
constexpr int kConsumers = CONSUMERS;
constexpr int kCount = COUNT;             // items of each producer
constexpr int kBufferSize = BUFFER_SIZE;  // slots
constexpr int kMaxTaken = MAX_TAKEN;      // items that a consumer takes at most

static_assert(kProducers * kCount <= kConsumers * kMaxTaken, "somebody has to take every item");

}  // namespace prod_cons
