// Parameters of the relaxation; the paper's unless -D says otherwise.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef GRID
#define GRID 5
#endif
#ifndef ITERATIONS
#define ITERATIONS 3
#endif
#ifndef THREADS
#define THREADS 2
#endif

namespace sor {

constexpr int kRows = GRID;     // inner rows
constexpr int kColumns = GRID;  // cells of one colour in a row, without the border
constexpr int kIterations = ITERATIONS;
constexpr int kThreads = THREADS;

static_assert(kThreads <= kRows, "each thread has a row");

}  // namespace sor
