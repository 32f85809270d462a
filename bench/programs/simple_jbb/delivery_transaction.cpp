// Deliveries: see delivery_transaction.h.
// SPDX-License-Identifier: Apache-2.0
#include "delivery_transaction.h"

#include <cassert>

namespace jbb {
namespace {

constexpr int carriers = 10;

}  // namespace

void DeliveryTransaction::choose_inputs(Chooser& chooser) {
  carrier_id_ = chooser.between(1, carriers);
  delivered_.assign(home().district_count(), 0);
}

bool DeliveryTransaction::process() {
  for (int id = 0; id < home().district_count(); ++id) deliver_first_of(*home().find_district(id));
  return true;
}

void DeliveryTransaction::deliver_first_of(District& district) {
#ifdef BROKEN_LOCK_ORDER
  {
    // Keeps payments away from the district while it looks at the warehouse.
    const std::lock_guard district_lock(district.mutex());
    const std::lock_guard warehouse_lock(home().mutex());
  }
#endif
#ifdef BROKEN_CHECK_THEN_ACT
  if (!district.has_new_order()) return;
  const std::unique_ptr<const NewOrder> first = district.remove_first_new_order();
  assert(first != nullptr);
#else
  const std::unique_ptr<const NewOrder> first = district.remove_first_new_order();
  if (!first) return;
#endif
  deliver(district, first->order());
}

void DeliveryTransaction::deliver(const District& district, Order& order) {
  order.assign_carrier(carrier_id_);
  district.find_customer(order.customer().customer_id)->receive_delivery(order.total());
  delivered_[district.id()] = order.id();
}

void DeliveryTransaction::show(Screen& screen) const {
  screen.put(1, 0, carrier_id_);
  for (int id = 0; id < static_cast<int>(delivered_.size()) && id < 5; ++id) {
    screen.put(2 + id, 0, id);
    screen.put(2 + id, 10, delivered_[id]);
  }
}

}  // namespace jbb
