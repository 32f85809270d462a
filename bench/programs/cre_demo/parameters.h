// CRE Demo: the parameters, each of which -D can change; the defaults are those of the paper.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Addresses the access point can lend.
#ifndef ADDRESSES
#define ADDRESSES 7
#endif
// How the second client logs in: FLY_TICKET, or ACCOUNT to share the first client's account.
#ifndef SECOND_CLIENT
#define SECOND_CLIENT FLY_TICKET
#endif
// Addresses that expire within this time are taken back; the default lets none expire.
#ifndef EXPIRY_HORIZON
#define EXPIRY_HORIZON 1500
#endif

namespace cre {

constexpr int kAddresses = ADDRESSES;
constexpr long kExpiryHorizon = EXPIRY_HORIZON;

}  // namespace cre
