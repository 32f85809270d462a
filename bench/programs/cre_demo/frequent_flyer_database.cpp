// Frequent flyers and their tickets at both airlines.
//
// SPDX-License-Identifier: Apache-2.0
#include "frequent_flyer_database.h"

#include <algorithm>

#include "token.h"

namespace cre {

FrequentFlyerDatabase::FrequentFlyerDatabase()
    : names_{{"SKY1001", "A. Nowak"}, {"SKY1002", "B. Petit"}, {"SKY1003", "C. Smith"}} {}

std::shared_ptr<Token> FrequentFlyerDatabase::token_for_flyer(const FrequentFlyerId& id) {
  if (!names_.contains(id)) return nullptr;
  const long validity = best_validity(id);
  if (validity <= 0) return nullptr;
  return std::make_shared<Token>(token_counter_->next_token(), validity, nullptr);
}

long FrequentFlyerDatabase::best_validity(const FrequentFlyerId& id) const {
  long best = 0;
  for (const TicketId& ticket : tickets_->tickets_of(id))
    best = std::max(best, tickets_->ticket_validity(ticket).value_or(0));
  return best;
}

}  // namespace cre
