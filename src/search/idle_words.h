// IdleWords: what a verified run leaves alone from its first choice on.
//
// What a program prepares, computes or tries before it starts its threads often lies in memory ever after and is never used again. An edit that
// leaves another value there makes every state another one, though nothing depends on it. A word is idle if no transition
// from the first choice on reads it, writes it, looks at it for what it shares, or takes its object away before the
// execution ends, and if no thread waits for it there. All states that follow then hold the same value there. So if the next version comes to its first choice with
// other values in idle words, and with nothing else that differs, its states are those of the stored run, each shifted by
// the same distance: fingerprints are sums (see Revisits::begin_at).
//
// A pointer in an idle word may keep an object shared in one version and not in the other. What is shared has to be the same,
// also in all parts that a run was put together from: what follows from a state would be another graph.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "machine/machine.h"

namespace heddle {

struct IdleWords {
  struct Word {
    uint64_t object;  // its key
    uint64_t index;
    uint64_t value;
    friend auto operator<=>(const Word&, const Word&) = default;
  };

  // States of the one thread that there is before the first choice: what runs from these has not been looked at.
  std::vector<Fingerprint> before;
  Fingerprint first_choice;
  Fingerprint sharing;  // there, see Memory::sharing_fingerprint
  std::vector<Word> words;  // sorted

  friend bool operator==(const IdleWords&, const IdleWords&) = default;
};

// Fills in those of a search that has come to its end; none if there are too many to be kept.
void add_idle_words(const Machine& machine, IdleWords& idle);

// Idle in both of two parts of a run, if these agree on what is shared. The first choice is that of the first part.
std::optional<IdleWords> idle_in_both(std::optional<IdleWords> one,
                                      const std::optional<IdleWords>& other);

// The machine stands at its first choice. If it differs from the stored one in idle words alone: what has to be added to
// fingerprints to have these hold what they held.
std::optional<Fingerprint> shift_to(const IdleWords& idle, const Machine& machine);

}  // namespace heddle
