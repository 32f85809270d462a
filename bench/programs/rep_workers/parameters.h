// Parameters of the replicated workers and of their application; the paper's unless -D says otherwise.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef ITEMS_PER_TAKE
#define ITEMS_PER_TAKE 2
#endif
#ifndef INTERVAL_END
#define INTERVAL_END 10
#endif
#ifndef EPSILON
#define EPSILON 0.05
#endif

namespace rep_workers {

constexpr int kWorkers = WORKERS;
constexpr int kItemsPerTake = ITEMS_PER_TAKE;
constexpr double kIntervalEnd = INTERVAL_END;  // the integral is over [0, this]
constexpr double kEpsilon = EPSILON;  // smaller means more and smaller intervals

}  // namespace rep_workers
