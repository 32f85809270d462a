// A bank account with tests: some hold under every interleaving, one does not.
//
//   heddle test examples/unit_tests.cpp
//   c++ -Iinclude -pthread examples/unit_tests.cpp -o tests && ./tests    (each test runs once, and passes)
// SPDX-License-Identifier: Apache-2.0
#include <heddle/heddle.h>

#include <cassert>
#include <mutex>
#include <thread>

class Account {
 public:
  explicit Account(int balance) : balance_(balance) {}

  void deposit(int amount) {
    const std::lock_guard<std::mutex> guard(mutex_);
    balance_ += amount;
  }

  // Right: one critical section decides and takes.
  bool withdraw(int amount) {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (balance_ < amount) return false;
    balance_ -= amount;
    return true;
  }

  // Wrong: between the two critical sections another thread may take the money.
  bool withdraw_carelessly(int amount) {
    if (balance() < amount) return false;
    deposit(-amount);
    return true;
  }

  int balance() {
    const std::lock_guard<std::mutex> guard(mutex_);
    return balance_;
  }

 private:
  std::mutex mutex_;
  int balance_;
};

HEDDLE_TEST(deposits_add_up) {
  Account account(0);
  std::thread other([&] { account.deposit(10); });
  account.deposit(5);
  other.join();
  assert(account.balance() == 15);
}

HEDDLE_TEST(only_one_gets_the_money) {
  Account account(10);
  bool other_got_it = false;
  std::thread other([&] { other_got_it = account.withdraw(10); });
  const bool got_it = account.withdraw(10);
  other.join();
  assert(got_it != other_got_it);
  assert(account.balance() == 0);
}

HEDDLE_TEST(careless_withdrawals_may_overdraw) {
  Account account(10);
  std::thread other([&] { account.withdraw_carelessly(10); });
  account.withdraw_carelessly(10);
  other.join();
  assert(account.balance() == 0);  // -10 when both find the money
}
