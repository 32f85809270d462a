// Rows: the events of a stretch of a trace gathered under the source lines they belong to.
//
// A source line often makes several events, and a programmer thinks in lines. Stretches on data
// that no other thread can reach say little about an interleaving and are folded into a count.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/style.h"
#include "result/trace.h"

namespace heddle {

enum class LocalAccesses : uint8_t { Fold, Show };

struct Effect {
  std::string text;
  Ink ink = Ink::Plain;
  size_t times = 1;  // in a row, as a spinning thread makes them
};

struct Row {
  const Place* place = nullptr;  // null if the row stands for more than one line
  std::vector<Effect> effects;
};

bool same_line(const Place& a, const Place& b);

// The rows point into the steps, which must outlive them.
std::vector<Row> rows_of(std::span<const TraceStep> steps, LocalAccesses local);

}  // namespace heddle
