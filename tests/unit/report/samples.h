// Sample results for the writers' tests: the errors a programmer meets most, as the checker would
// hand them over.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "result/verdict.h"

namespace heddle::samples {

// Two threads deposit without a lock; one deposit is lost and an assertion fails.
CheckResult lost_update();

// The same program, seen as a data race.
CheckResult data_race();

// Three philosophers, each with one fork in hand.
CheckResult deadlock();

// One thread frees a node that another still reads; two source files, library frames.
CheckResult use_after_free();

CheckResult verified();
CheckResult incomplete();

// Two threads that count in turn, `rounds` times each.
CheckResult long_trace(size_t rounds);

// One thread that initialises an array of its own, `accesses` long, before it reads shared data.
CheckResult local_stretch(size_t accesses);

}  // namespace heddle::samples
