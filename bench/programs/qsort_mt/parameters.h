// Parameters of the parallel quicksort; the paper's unless -D says otherwise.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef ELEMENTS
#define ELEMENTS 20
#endif
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef FORK_ELEMENTS
#define FORK_ELEMENTS 5
#endif

namespace qsort_mt {

constexpr int kElements = ELEMENTS;
constexpr int kWorkers = WORKERS;
constexpr int kForkElements = FORK_ELEMENTS;  // parts must be larger for another worker to be asked
constexpr int kInsertionSortBelow = 7;

}  // namespace qsort_mt
