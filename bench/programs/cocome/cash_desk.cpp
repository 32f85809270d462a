// Wiring of a desk; nothing of it changes afterwards.
//
// SPDX-License-Identifier: Apache-2.0
#include "cash_desk.h"

namespace cocome {

CashDesk::CashDesk(DeskId id, Store& store, Bank& bank, Coordinator& coordinator)
    : id_(id),
      cash_box_(channel_, kFloatMoney),
      scanner_(channel_),
      card_reader_(channel_),
      printer_(channel_, store.description()),
      light_display_(channel_),
      display_(channel_),
      journal_(channel_),
      application_(id, channel_) {
  application_.bind_store(&store);
  application_.bind_bank(&bank);
  application_.bind_coordinator(&coordinator);
  coordinator.add_desk(id, &application_);
}

}  // namespace cocome
