// Frequent flyers may use the network until the last of their flights leaves.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>

#include "login_interfaces.h"

namespace cre {

class FrequentFlyerDatabase : public FrequentFlyerAuthority {
 public:
  FrequentFlyerDatabase();

  void bind_tickets(FlyTicketDatabase* tickets) { tickets_ = tickets; }
  void bind_token_counter(TokenCounter* counter) { token_counter_ = counter; }

  std::shared_ptr<Token> token_for_flyer(const FrequentFlyerId& id) override;

 private:
  long best_validity(const FrequentFlyerId& id) const;

  FlyTicketDatabase* tickets_ = nullptr;
  TokenCounter* token_counter_ = nullptr;
  std::unordered_map<FrequentFlyerId, std::string> names_;  // filled by the constructor, then read
};

}  // namespace cre
