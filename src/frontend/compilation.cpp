// SPDX-License-Identifier: Apache-2.0
#include "frontend/compilation.h"

#include <algorithm>

namespace heddle {

Compilation::Compilation(ProgramParts& parts, const FrontendOptions& options) : options_(options) {
  for (LinkInput& input : parts.inputs)
    for (Unit& unit : input.units) {
      if (!unit.bitcode.empty()) continue;
      task_of_[&unit] = tasks_.size();
      tasks_.push_back({.unit = &unit});
    }
  const size_t processors = std::max(1u, std::thread::hardware_concurrency());
  for (size_t k = 0; k < std::min(tasks_.size(), processors); ++k)
    workers_.emplace_back([this] { work(); });
}

Compilation::~Compilation() { next_ = tasks_.size(); }

void Compilation::work() {
  for (size_t k = next_++; k < tasks_.size(); k = next_++) {
    Task& task = tasks_[k];
    std::exception_ptr error;
    try {
      task.unit->bitcode = compile(*task.unit, options_, Sources::Skip).bitcode;
    } catch (...) {
      error = std::current_exception();
    }
    const std::scoped_lock lock(mutex_);
    task.is_done = true;
    task.error = error;
    done_.notify_all();
  }
}

void Compilation::wait_for(const Task& task) {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return task.is_done; });
  if (task.error) std::rethrow_exception(task.error);
}

void Compilation::wait_for(const Unit& unit) {
  if (const auto task = task_of_.find(&unit); task != task_of_.end())
    wait_for(tasks_[task->second]);
}

void Compilation::wait_for_all() {
  for (const Task& task : tasks_) wait_for(task);
}

}  // namespace heddle
