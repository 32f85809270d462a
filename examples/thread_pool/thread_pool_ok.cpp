// A thread pool that runs functions and hands out futures of their results; the destructor waits for its workers.
//
// In thread_pool_bad.cpp a worker leaves as soon as the pool is stopping, also when tasks are still queued: whether one is left
// behind depends on who comes first, the worker or the destructor. thread_pool_ok.cpp differs in that condition alone.
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

class ThreadPool {
 public:
  explicit ThreadPool(int size) {
    for (int i = 0; i < size; ++i) workers_.emplace_back([this] { work(); });
  }

  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // Every task that was submitted has run when the destructor returns.
  ~ThreadPool() {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread& worker : workers_) worker.join();
  }

  template <typename Function>
  std::future<std::invoke_result_t<Function>> submit(Function function) {
    using Result = std::invoke_result_t<Function>;
    auto task = std::make_shared<std::packaged_task<Result()>>(std::move(function));
    {
      std::lock_guard lock(mutex_);
      tasks_.push_back([task] { (*task)(); });
    }
    wake_.notify_one();
    return task->get_future();
  }

 private:
  void work() {
    while (true) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      if (tasks_.empty()) return;  // stopping, and nothing is left to do
      std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
  bool stopping_ = false;
  std::vector<std::thread> workers_;
};

int main() {
  std::future<int> sum, product;
  {
    ThreadPool pool(2);
    sum = pool.submit([] { return 6 + 7; });
    product = pool.submit([] { return 6 * 7; });
  }
  assert(sum.get() == 13);
  assert(product.get() == 42);
}
