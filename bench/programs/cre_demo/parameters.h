// CRE Demo: the parameters, each of which -D can change; the defaults are those of the paper.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Addresses the access point can lend; at least 3.
#ifndef ADDRESSES
#define ADDRESSES 7
#endif
// How the second client logs in: FLY_TICKET, or ACCOUNT to share the first client's account.
#ifndef SECOND_CLIENT
#define SECOND_CLIENT FLY_TICKET
#endif

namespace cre {

constexpr int kAddresses = ADDRESSES;
static_assert(kAddresses >= 3, "the travellers need three addresses at a time");

}  // namespace cre
