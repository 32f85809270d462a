// SPDX-License-Identifier: Apache-2.0
#include "search/checkpointer.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <random>

#include "support/invariant.h"

namespace heddle {

namespace {

std::string log_prefix(const std::string& file) {
  return std::filesystem::path(file).filename().string() + ".states-";
}

// A new search begins a log of its own: until its first checkpoint the one before it stays valid.
std::string log_name(const CheckpointPlan& plan) {
  if (plan.from && plan.from_file == plan.file) return plan.from->log;
  std::random_device random;
  return log_prefix(plan.file) + fmt::format("{:08x}", random());
}

StateLog::Position log_start(const CheckpointPlan& plan, const std::string& name) {
  if (!plan.from) return {};
  const std::string from = log_beside(plan.from_file, plan.from->log);
  const std::string to = log_beside(plan.file, name);
  std::error_code error;
  if (from != to && !std::filesystem::copy_file(from, to, error))
    throw UsageError("cannot write " + to + ": " + error.message());
  return plan.from->log_end;
}

}  // namespace

Checkpointer::Checkpointer(const CheckpointPlan& plan, WorkPool& pool)
    : plan_(plan),
      pool_(pool),
      log_name_(log_name(plan)),
      log_(log_beside(plan.file, log_name_), log_start(plan, log_name_)) {}

Checkpointer::~Checkpointer() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  // No checkpoint names this log, and none ever will.
  const bool named = others_removed_ || (plan_.from && plan_.from->log == log_name_);
  std::error_code ignored;
  if (!named) std::filesystem::remove(log_.file(), ignored);
}

void Checkpointer::begin(std::function<Checkpoint()> gather) {
  gather_ = std::move(gather);
  thread_ = std::thread([this] {
    try {
      keep_writing();
    } catch (...) {
      failure_ = std::current_exception();
      pool_.stop();
    }
  });
}

void Checkpointer::end() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_all();
  thread_.join();
  if (failure_) std::rethrow_exception(failure_);
}

void Checkpointer::keep_writing() {
  const auto interval = std::chrono::duration<double>(plan_.interval);
  std::unique_lock lock(mutex_);
  while (!ended_changed_.wait_for(lock, interval, [this] { return ended_; })) {
    lock.unlock();
    Checkpoint checkpoint;
    const bool paused = pool_.pause();
    if (paused) {
      checkpoint = gather_();
      complete(checkpoint);
    }
    pool_.resume();
    if (!paused) return;
    save(checkpoint);
    lock.lock();
  }
}

void Checkpointer::complete(Checkpoint& checkpoint) {
  checkpoint.identity = plan_.identity;
  checkpoint.learnt = plan_.learnt;
  checkpoint.rounds = plan_.rounds;
  checkpoint.log = log_name_;
  checkpoint.log_end = log_.position();
}

void Checkpointer::write(Checkpoint checkpoint) {
  complete(checkpoint);
  save(checkpoint);
}

void Checkpointer::save(const Checkpoint& checkpoint) {
  log_.sync();
  write_checkpoint(plan_.file, checkpoint);
  if (!others_removed_) remove_other_logs();
  others_removed_ = true;
}

// No checkpoint names them any more.
void Checkpointer::remove_other_logs() const {
  const std::filesystem::path folder = std::filesystem::absolute(plan_.file).parent_path();
  const std::string prefix = log_prefix(plan_.file);
  std::vector<std::filesystem::path> old;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix) && name != log_name_) old.push_back(entry.path());
  }
  std::error_code ignored;
  for (const std::filesystem::path& file : old) std::filesystem::remove(file, ignored);
}

}  // namespace heddle
