// The application: adaptive quadrature of f(x) = x * x - x.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "application.h"

namespace rep_workers {

class Quadrature : public Application {
 public:
  void do_work(const WorkItem& item, WorkList& new_work, ResultList& results) override;
  void do_results(const ResultList& results) override;

  void reset() { total_ = 0; }
  double total() const { return total_; }

 private:
  static double function(double x) { return x * x - x; }

  double total_ = 0;
};

}  // namespace rep_workers
