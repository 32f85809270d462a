// The order in which a client runs its transactions.
//
// The original shuffles a deck of cards with the mix that the benchmark prescribes; here each
// client has a fixed deck, so that small runs contain the transactions that may meet.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "transaction.h"

namespace jbb {

class Deck {
 public:
  explicit Deck(int client_id) : client_id_(client_id) {}

  // Starts again after the last card.
  TransactionKind next();

 private:
  const int client_id_;
  int position_ = 0;
};

}  // namespace jbb
