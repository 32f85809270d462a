// What the replicated workers compute: the two things that an application has to provide.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <vector>

namespace rep_workers {

// A sub-problem. Nobody changes it once it is in the pool.
struct WorkItem {
  double start;
  double end;
  double epsilon;
};

struct Result {
  double value;
};

using WorkList = std::list<WorkItem>;
using ResultList = std::vector<Result>;

class Application {
 public:
  virtual ~Application() = default;

  // Solves an item or divides it; called by several workers at a time.
  virtual void do_work(const WorkItem& item, WorkList& new_work, ResultList& results) = 0;

  // Takes in results; how far calls exclude one another is a matter of the configuration.
  virtual void do_results(const ResultList& results) = 0;
};

// How the workers treat an application.
struct Configuration {
  enum class Results {
    exclusive,   // one worker at a time calls do_results()
    concurrent,  // the application cares for itself
  };
  enum class Values {
    all,   // a worker takes as many items as it asked for, or waits
    some,  // it is content with fewer
  };

  int workers;
  int items_per_take;
  Results results;
  Values values;
};

}  // namespace rep_workers
