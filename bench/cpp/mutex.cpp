// Two threads that transfer money in opposite directions, each account with its std::mutex: nearly
// every transition takes a lock or accesses a balance under one.
//
// The C++ half of a pair: mutex.c is the same program with pthreads.
// Parameter: SIZE (transfers of each thread).
//
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <mutex>
#include <thread>

#ifndef SIZE
#define SIZE 20
#endif

class Bank {
 public:
  void transfer(std::size_t from, std::size_t to, int amount) {
    std::lock_guard lower(accounts_[std::min(from, to)].mutex);
    std::lock_guard upper(accounts_[std::max(from, to)].mutex);
    accounts_[from].balance -= amount;
    accounts_[to].balance += amount;
  }

  int total() const { return accounts_[0].balance + accounts_[1].balance; }

 private:
  struct Account {
    std::mutex mutex;
    int balance = 100;
  };

  std::array<Account, 2> accounts_;
};

static Bank bank;

static void worker(std::size_t from) {
  for (int i = 0; i < SIZE; ++i) bank.transfer(from, 1 - from, 1);
}

int main() {
  std::array<std::thread, 2> threads;
  for (std::size_t i = 0; i < 2; ++i) threads[i] = std::thread(worker, i);
  for (std::thread& thread : threads) thread.join();
  assert(bank.total() == 200);
}
