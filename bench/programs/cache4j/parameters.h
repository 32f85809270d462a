// Cache4j: the parameters, each of which -D can change; the defaults are those of the papers.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#ifndef THREADS
#define THREADS 2
#endif
// Rounds of get and put that each thread does; at most the length of the sequence of keys.
#ifndef ROUNDS
#define ROUNDS 4
#endif
// Entries in the cache before the oldest is evicted.
#ifndef MAX_SIZE
#define MAX_SIZE 1000
#endif
// Bytes in the cache before the oldest is evicted; 0 is no limit, and sizes are then not measured.
#ifndef MAX_MEMORY
#define MAX_MEMORY 0
#endif
// Every thread uses the same sequence: the original's generators have the same seed.
#ifndef KEYS
#define KEYS 0, 3, 8, 4
#endif

namespace cache4j {

constexpr int kThreads = THREADS;
constexpr int kRounds = ROUNDS;
constexpr std::size_t kMaxSize = MAX_SIZE;
constexpr long kMaxMemory = MAX_MEMORY;
constexpr long kKeys[] = {KEYS};

}  // namespace cache4j
