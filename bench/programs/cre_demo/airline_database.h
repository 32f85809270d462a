// The tickets of one airline: a table that is filled before there are threads and then only read.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "login_interfaces.h"

namespace cre {

// A moment, in days and seconds since some day.
struct Date {
  long day = 0;
  long second = 0;
};

// Seconds from one moment to a later one; negative if it is earlier.
long seconds_between(const Date& from, const Date& to);

class AirlineDatabase : public FlyTicketDatabase {
 public:
  // Tickets are judged as of a fixed moment.
  explicit AirlineDatabase(const Date& now) : now_(now) {}

  void add_ticket(const TicketId& ticket, const FrequentFlyerId& owner, const Date& departure,
                  bool economy);

  std::optional<long> ticket_validity(const TicketId& ticket) const override;
  bool is_economy(const TicketId& ticket) const override;
  std::vector<TicketId> tickets_of(const FrequentFlyerId& id) const override;

 private:
  struct Ticket {
    TicketId id;
    FrequentFlyerId owner;  // empty if the owner is no frequent flyer
    Date departure;
    bool economy;
  };

  const Ticket* find(const TicketId& ticket) const;

  const Date now_;
  std::vector<Ticket> tickets_;
};

// Air France's and CSA's tickets.
class AfDatabase : public AirlineDatabase {
 public:
  explicit AfDatabase(const Date& now);
};

class CsaDatabase : public AirlineDatabase {
 public:
  explicit CsaDatabase(const Date& now);
};

}  // namespace cre
