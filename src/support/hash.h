// Hashing for fingerprints: 128 bits, additive, so that one changed word costs one update.
//
// A fingerprint is a sum of terms; a term mixes a key (which word of which object) with the value
// there. Zero words contribute nothing: fresh memory is free of charge, and so is memory set back
// to zero. The mixing is the folded 64x64 multiplication known from wyhash and its relatives.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle {

struct Fingerprint {
  uint64_t low = 0;
  uint64_t high = 0;

  Fingerprint& operator+=(const Fingerprint& other) {
    low += other.low;
    high += other.high;
    return *this;
  }
  Fingerprint& operator-=(const Fingerprint& other) {
    low -= other.low;
    high -= other.high;
    return *this;
  }
  friend Fingerprint operator+(Fingerprint a, const Fingerprint& b) { return a += b; }
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

namespace hash_constants {
inline constexpr uint64_t k0 = 0xa0761d6478bd642full;
inline constexpr uint64_t k1 = 0xe7037ed1a0b428dbull;
inline constexpr uint64_t k2 = 0x8ebc6af09c88c6e3ull;
inline constexpr uint64_t k3 = 0x589965cc75374cc3ull;
}  // namespace hash_constants

__extension__ using uint128 = unsigned __int128;
__extension__ using int128 = __int128;

inline uint64_t fold_multiply(uint64_t a, uint64_t b) {
  const uint128 product = uint128(a) * b;
  return uint64_t(product) ^ uint64_t(product >> 64);
}

// Numbers of the checked program come here as they are. One that makes a factor zero must not make the other one disappear with it.
inline uint64_t mix(uint64_t a, uint64_t b) {
  const uint64_t left = a ^ hash_constants::k0, right = b ^ hash_constants::k1;
  return fold_multiply(left, right) ^ left ^ (right << 32 | right >> 32);
}

// A position under a key, for value_term: an old and a new value have it in common.
inline uint64_t word_place(uint64_t key, uint64_t position) {
  using namespace hash_constants;
  return fold_multiply(key + position * k2, k3 ^ position);
}

// The term of `value` at a place. Callers skip zero values.
inline Fingerprint value_term(uint64_t place, uint64_t value) {
  using namespace hash_constants;
  return {fold_multiply(value ^ k0, place ^ k1),
          fold_multiply(value ^ k2, (place << 29 | place >> 35) ^ k3)};
}

inline Fingerprint word_term(uint64_t key, uint64_t position, uint64_t value) {
  return value_term(word_place(key, position), value);
}

// Sequential hashing of a list of values; used for call frames.
class Hasher {
 public:
  explicit Hasher(const Fingerprint& seed) : low_(seed.low), high_(seed.high) {}
  void add(uint64_t value) {
    low_ = fold_multiply(low_ ^ value, hash_constants::k1);
    high_ = fold_multiply(high_ ^ value ^ hash_constants::k3, hash_constants::k2);
  }
  // 128 bits at the price of 64.
  void add(const Fingerprint& value) {
    low_ = fold_multiply(low_ ^ value.low, hash_constants::k1);
    high_ = fold_multiply(high_ ^ value.high ^ hash_constants::k3, hash_constants::k2);
  }
  Fingerprint finish() const {
    return {fold_multiply(low_ ^ hash_constants::k3, high_ ^ hash_constants::k0),
            fold_multiply(high_ ^ hash_constants::k1, hash_constants::k2)};
  }

 private:
  uint64_t low_;
  uint64_t high_;
};

// Stable between runs and machines: names enter fingerprints through this.
inline uint64_t hash_text(std::string_view text) {
  uint64_t state = hash_constants::k0 ^ text.size();
  for (const char character : text) state = mix(state, static_cast<unsigned char>(character));
  return state;
}

}  // namespace heddle
