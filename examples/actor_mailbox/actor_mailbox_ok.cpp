// An actor without a thread of its own: whoever sends to it while it is idle handles the messages, one at a time.
//
// In actor_mailbox_bad.cpp the thread at work sees the mailbox empty, then says that the actor is idle. A message that comes in
// between stays: its sender still saw a busy actor. actor_mailbox_ok.cpp looks into the mailbox once more.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cassert>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

// Handles messages one at a time, in order of arrival, without a thread of its own.
template <typename Message>
class Actor {
 public:
  explicit Actor(std::function<void(Message)> handle) : handle_(std::move(handle)) {}

  // Either handles the message, or leaves it to the thread that is at work already.
  void send(Message message) {
    put(std::move(message));
    if (!busy_.exchange(true)) drain();
  }

 private:
  void drain() {
    do {
      while (std::optional<Message> message = take()) handle_(std::move(*message));
      busy_ = false;
    } while (has_mail() && !busy_.exchange(true));
  }

  void put(Message message) {
    std::lock_guard lock(mutex_);
    mailbox_.push_back(std::move(message));
  }

  bool has_mail() {
    std::lock_guard lock(mutex_);
    return !mailbox_.empty();
  }

  std::optional<Message> take() {
    std::lock_guard lock(mutex_);
    if (mailbox_.empty()) return std::nullopt;
    std::optional<Message> message = std::move(mailbox_.front());
    mailbox_.pop_front();
    return message;
  }

  const std::function<void(Message)> handle_;
  std::atomic<bool> busy_ = false;
  std::mutex mutex_;
  std::deque<Message> mailbox_;
};

int main() {
  int balance = 0;  // no lock: the actor alone touches it
  Actor<int> account([&](int amount) { balance += amount; });
  std::thread payer([&] { account.send(20); });
  account.send(3);
  account.send(4);
  payer.join();
  assert(balance == 27);
}
