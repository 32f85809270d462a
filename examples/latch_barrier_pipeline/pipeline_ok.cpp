// Workers that deliver one item each per round; the items of a round are gathered into a batch.
//
// A latch holds the rounds back until all inputs are loaded; a barrier ends each round. In pipeline_bad.cpp a worker without further
// items just returns, but the barrier still counts on it. pipeline_ok.cpp takes leave with arrive_and_drop.
// SPDX-License-Identifier: Apache-2.0
#include <barrier>
#include <cassert>
#include <cstddef>
#include <latch>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

class BatchPipeline {
 public:
  using Items = std::vector<int>;

  explicit BatchPipeline(std::vector<Items> sources)
      : sources_(std::move(sources)),
        outputs_(sources_.size()),
        loaded_(std::ssize(sources_)),
        round_(std::ssize(sources_), Gather{this}) {}

  // The squares of each round's items, in order.
  std::vector<Items> run() {
    {
      std::vector<std::jthread> workers;
      for (std::size_t i = 0; i < sources_.size(); ++i)
        workers.emplace_back(&BatchPipeline::work, this, i);
    }
    return std::move(batches_);
  }

 private:
  struct Gather {
    BatchPipeline* pipeline;
    void operator()() noexcept { pipeline->gather(); }
  };

  void work(std::size_t worker) {
    const Items items = std::move(sources_[worker]);
    loaded_.arrive_and_wait();
    for (int item : items) {
      outputs_[worker] = item * item;
      round_.arrive_and_wait();
    }
    round_.arrive_and_drop();
  }

  // Runs between two rounds, while every worker stands at the barrier.
  void gather() {
    Items batch;
    for (std::optional<int>& output : outputs_) {
      if (output) batch.push_back(*output);
      output.reset();
    }
    if (!batch.empty()) batches_.push_back(std::move(batch));
  }

  std::vector<Items> sources_;
  std::vector<std::optional<int>> outputs_;  // one for each worker
  std::vector<Items> batches_;
  std::latch loaded_;
  std::barrier<Gather> round_;
};

int main() {
  BatchPipeline pipeline({{1}, {2, 3}});
  const std::vector<BatchPipeline::Items> expected = {{1, 4}, {9}};
  assert(pipeline.run() == expected);
}
