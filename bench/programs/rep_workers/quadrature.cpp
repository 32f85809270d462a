// An interval is divided while its two halves promise a result that differs from that of the whole.
// SPDX-License-Identifier: Apache-2.0
#include "quadrature.h"

#include <cmath>

namespace rep_workers {

void Quadrature::do_work(const WorkItem& item, WorkList& new_work, ResultList& results) {
  const double half = (item.end - item.start) / 2;
  const double middle = item.start + half;
  const double left = function(item.start + half / 2);
  const double right = function(middle + half / 2);
  const double error = std::abs(left / 2 + right / 2 - function(middle)) / 10;
  if (error >= item.epsilon) {
    new_work.push_back({item.start, middle, item.epsilon});
    new_work.push_back({middle, item.end, item.epsilon});
  } else {
    results.push_back({half * (left + right)});
  }
}

void Quadrature::do_results(const ResultList& results) {
  for (const Result& result : results) total_ += result.value;
}

}  // namespace rep_workers
