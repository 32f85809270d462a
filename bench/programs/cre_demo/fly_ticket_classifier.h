// Asks the airline that issued a ticket, and makes tokens for tickets of business class.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "login_interfaces.h"

namespace cre {

class FlyTicketClassifier : public FlyTicketAuthority, public FlyTicketDatabase {
 public:
  void bind_af(FlyTicketDatabase* database) { af_ = database; }
  void bind_csa(FlyTicketDatabase* database) { csa_ = database; }
  void bind_token_counter(TokenCounter* counter) { token_counter_ = counter; }

  std::shared_ptr<Token> token_for_ticket(const TicketId& ticket) override;

  std::optional<long> ticket_validity(const TicketId& ticket) const override;
  bool is_economy(const TicketId& ticket) const override;
  std::vector<TicketId> tickets_of(const FrequentFlyerId& id) const override;

 private:
  const FlyTicketDatabase* issuer_of(const TicketId& ticket) const;

  FlyTicketDatabase* af_ = nullptr;
  FlyTicketDatabase* csa_ = nullptr;
  TokenCounter* token_counter_ = nullptr;
};

}  // namespace cre
