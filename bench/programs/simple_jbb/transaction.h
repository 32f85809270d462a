// What all transactions have in common: choose inputs, process, show.
//
// Transaction objects, with their chooser and screen, belong to one client; what they reach through
// the company is shared.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "chooser.h"
#include "company.h"
#include "screen.h"

namespace jbb {

enum class TransactionKind { NewOrder, Payment, OrderStatus, Delivery, StockLevel, CustomerReport };
inline constexpr int transaction_kinds = 6;

const char* name_of(TransactionKind kind);

class Transaction {
 public:
  Transaction(Company& company, int warehouse_id, Chooser& chooser);
  virtual ~Transaction() = default;
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  // One complete run. False if the transaction was rolled back.
  bool run();
  const Screen& screen() const { return screen_; }

 protected:
  virtual TransactionKind kind() const = 0;
  virtual void choose_inputs(Chooser& chooser) = 0;
  virtual bool process() = 0;
  virtual void show(Screen& screen) const = 0;

  Company& company() const { return company_; }
  Warehouse& home() const { return home_; }
  District& choose_district(Chooser& chooser) const;
  Customer& choose_customer(Chooser& chooser, const District& district) const;

 private:
  Company& company_;
  Warehouse& home_;
  Chooser& chooser_;
  Screen screen_;
};

std::unique_ptr<Transaction> make_transaction(TransactionKind kind, Company& company,
                                              int warehouse_id, Chooser& chooser);

}  // namespace jbb
