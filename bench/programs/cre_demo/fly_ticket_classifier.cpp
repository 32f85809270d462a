// A ticket's first letters name the airline.
//
// SPDX-License-Identifier: Apache-2.0
#include "fly_ticket_classifier.h"

#include "token.h"

namespace cre {

std::shared_ptr<Token> FlyTicketClassifier::token_for_ticket(const TicketId& ticket) {
  const std::optional<long> validity = ticket_validity(ticket);
  if (!validity || *validity <= 0 || is_economy(ticket)) return nullptr;
  return std::make_shared<Token>(token_counter_->next_token(), *validity, nullptr);
}

std::optional<long> FlyTicketClassifier::ticket_validity(const TicketId& ticket) const {
  const FlyTicketDatabase* issuer = issuer_of(ticket);
  if (issuer == nullptr) return std::nullopt;
  return issuer->ticket_validity(ticket);
}

bool FlyTicketClassifier::is_economy(const TicketId& ticket) const {
  const FlyTicketDatabase* issuer = issuer_of(ticket);
  return issuer == nullptr || issuer->is_economy(ticket);
}

std::vector<TicketId> FlyTicketClassifier::tickets_of(const FrequentFlyerId& id) const {
  std::vector<TicketId> tickets = af_->tickets_of(id);
  for (TicketId& ticket : csa_->tickets_of(id)) tickets.push_back(std::move(ticket));
  return tickets;
}

const FlyTicketDatabase* FlyTicketClassifier::issuer_of(const TicketId& ticket) const {
  if (ticket.starts_with("AFR")) return af_;
  if (ticket.starts_with("CSA")) return csa_;
  return nullptr;
}

}  // namespace cre
