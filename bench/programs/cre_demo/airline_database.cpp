// The airlines' tables.
//
// SPDX-License-Identifier: Apache-2.0
#include "airline_database.h"

namespace cre {

namespace {

constexpr long kSecondsPerDay = 24 * 60 * 60;

}  // namespace

long seconds_between(const Date& from, const Date& to) {
  return (to.day - from.day) * kSecondsPerDay + to.second - from.second;
}

void AirlineDatabase::add_ticket(const TicketId& ticket, const FrequentFlyerId& owner,
                                 const Date& departure, bool economy) {
  tickets_.push_back({ticket, owner, departure, economy});
}

std::optional<long> AirlineDatabase::ticket_validity(const TicketId& ticket) const {
  const Ticket* found = find(ticket);
  if (found == nullptr) return std::nullopt;
  return seconds_between(now_, found->departure);
}

bool AirlineDatabase::is_economy(const TicketId& ticket) const {
  const Ticket* found = find(ticket);
  return found == nullptr || found->economy;
}

std::vector<TicketId> AirlineDatabase::tickets_of(const FrequentFlyerId& id) const {
  std::vector<TicketId> tickets;
  for (const Ticket& ticket : tickets_)
    if (ticket.owner == id) tickets.push_back(ticket.id);
  return tickets;
}

const AirlineDatabase::Ticket* AirlineDatabase::find(const TicketId& ticket) const {
  for (const Ticket& candidate : tickets_)
    if (candidate.id == ticket) return &candidate;
  return nullptr;
}

AfDatabase::AfDatabase(const Date& now) : AirlineDatabase(now) {
  add_ticket("AFR1001E", "SKY1001", {now.day, now.second + 3600}, true);
  add_ticket("AFR1002B", "", {now.day, now.second + 7200}, false);
  add_ticket("AFR1003B", "SKY1002", {now.day + 1, now.second}, false);
}

CsaDatabase::CsaDatabase(const Date& now) : AirlineDatabase(now) {
  add_ticket("CSA2001B", "SKY1001", {now.day, now.second + 5400}, false);
  add_ticket("CSA2002E", "", {now.day, now.second + 1800}, true);
}

}  // namespace cre
