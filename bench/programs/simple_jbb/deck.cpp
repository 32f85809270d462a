// Decks: see deck.h.
// SPDX-License-Identifier: Apache-2.0
#include "deck.h"

#include <array>

namespace jbb {
namespace {

using Cards = std::array<TransactionKind, 7>;

constexpr std::array<Cards, 2> decks = {{
    {TransactionKind::NewOrder, TransactionKind::Delivery, TransactionKind::Payment,
     TransactionKind::OrderStatus, TransactionKind::NewOrder, TransactionKind::StockLevel,
     TransactionKind::CustomerReport},
    {TransactionKind::Payment, TransactionKind::Delivery, TransactionKind::NewOrder,
     TransactionKind::StockLevel, TransactionKind::CustomerReport, TransactionKind::NewOrder,
     TransactionKind::OrderStatus},
}};

}  // namespace

TransactionKind Deck::next() {
  const Cards& cards = decks[client_id_ % decks.size()];
  return cards[position_++ % cards.size()];
}

}  // namespace jbb
