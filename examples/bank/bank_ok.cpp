// Accounts with a lock each, and transfers that need two of them.
//
// In bank_bad.cpp transfer() locks the payer, then the payee: transfers in a circle wait for each other. bank_ok.cpp takes both
// with std::scoped_lock, which never waits for one lock while it holds another.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cassert>
#include <cstddef>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>

class InsufficientFunds : public std::runtime_error {
 public:
  InsufficientFunds() : std::runtime_error("insufficient funds") {}
};

class Bank {
 public:
  static constexpr std::size_t size = 3;

  explicit Bank(int initial_balance) {
    for (Account& account : accounts_) account.balance = initial_balance;
  }

  void transfer(std::size_t from, std::size_t to, int amount) {
    Account &payer = accounts_.at(from), &payee = accounts_.at(to);
    if (&payer == &payee) return;
    std::scoped_lock both(payer.mutex, payee.mutex);
    if (payer.balance < amount) throw InsufficientFunds();
    payer.balance -= amount;
    payee.balance += amount;
  }

  // To be called when no transfer is under way.
  int total() const {
    return std::accumulate(accounts_.begin(), accounts_.end(), 0,
                           [](int sum, const Account& account) { return sum + account.balance; });
  }

 private:
  struct Account {
    std::mutex mutex;
    int balance = 0;
  };

  std::array<Account, size> accounts_;
};

int main() {
  Bank bank(100);
  std::thread alice([&] { bank.transfer(0, 1, 30); });
  std::thread bob([&] { bank.transfer(1, 2, 50); });
  std::thread carol([&] {
    try {
      bank.transfer(2, 0, 170);
    } catch (const InsufficientFunds&) {
      // Carol has 100, or 150 once Bob has paid.
    }
  });
  alice.join();
  bob.join();
  carol.join();
  assert(bank.total() == 300);
}
