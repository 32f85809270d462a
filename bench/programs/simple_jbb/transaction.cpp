// Transactions in general: see transaction.h.
// SPDX-License-Identifier: Apache-2.0
#include "transaction.h"

#include "customer_report_transaction.h"
#include "delivery_transaction.h"
#include "new_order_transaction.h"
#include "order_status_transaction.h"
#include "payment_transaction.h"
#include "stock_level_transaction.h"

namespace jbb {
namespace {

constexpr int screen_lines = 8;
constexpr int screen_columns = 40;

template <typename Kind>
std::unique_ptr<Transaction> make(Company& company, int warehouse_id, Chooser& chooser) {
  return std::make_unique<Kind>(company, warehouse_id, chooser);
}

}  // namespace

const char* name_of(TransactionKind kind) {
  switch (kind) {
    case TransactionKind::NewOrder: return "New Order";
    case TransactionKind::Payment: return "Payment";
    case TransactionKind::OrderStatus: return "Order Status";
    case TransactionKind::Delivery: return "Delivery";
    case TransactionKind::StockLevel: return "Stock Level";
    case TransactionKind::CustomerReport: return "Customer Report";
  }
  return "";
}

Transaction::Transaction(Company& company, int warehouse_id, Chooser& chooser)
    : company_(company),
      home_(company.warehouse(warehouse_id)),
      chooser_(chooser),
      screen_(screen_lines, screen_columns) {}

bool Transaction::run() {
  screen_.clear();
  screen_.put(0, 0, name_of(kind()));
  choose_inputs(chooser_);
  const bool is_committed = process();
  show(screen_);
  return is_committed;
}

District& Transaction::choose_district(Chooser& chooser) const {
  return *home_.find_district(chooser.below(home_.district_count()));
}

Customer& Transaction::choose_customer(Chooser& chooser, const District& district) const {
  return *district.find_customer(chooser.below(district.customer_count()));
}

std::unique_ptr<Transaction> make_transaction(TransactionKind kind, Company& company,
                                              int warehouse_id, Chooser& chooser) {
  switch (kind) {
    case TransactionKind::NewOrder:
      return make<NewOrderTransaction>(company, warehouse_id, chooser);
    case TransactionKind::Payment: return make<PaymentTransaction>(company, warehouse_id, chooser);
    case TransactionKind::OrderStatus:
      return make<OrderStatusTransaction>(company, warehouse_id, chooser);
    case TransactionKind::Delivery:
      return make<DeliveryTransaction>(company, warehouse_id, chooser);
    case TransactionKind::StockLevel:
      return make<StockLevelTransaction>(company, warehouse_id, chooser);
    case TransactionKind::CustomerReport:
      return make<CustomerReportTransaction>(company, warehouse_id, chooser);
  }
  return nullptr;
}

}  // namespace jbb
