// Hash tables: the hash of a sequence of bytes, and how many buckets a table has.
//
// The hash (MurmurHash64A) and the small table sizes are those of the compiled library, so that
// programs which print a table's elements in its order print them in the order they are used to.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstring>
#include <unordered_map>

namespace std {

namespace {

constexpr uint64_t kMultiplier = 0xc6a4a7935bd1e995;

uint64_t mix(uint64_t value) { return value ^ (value >> 47); }

bool is_prime(size_t number) {
  if (number % 2 == 0) return number == 2;
  for (size_t divisor = 3; divisor * divisor <= number; divisor += 2)
    if (number % divisor == 0) return false;
  return number > 1;
}

size_t prime_from(size_t number) {
  while (!is_prime(number)) ++number;
  return number;
}

}  // namespace

size_t _Hash_bytes(const void* bytes, size_t length, size_t seed) {
  const auto* position = static_cast<const unsigned char*>(bytes);
  uint64_t hash = seed ^ (length * kMultiplier);
  for (size_t left = length / 8; left > 0; --left, position += 8) {
    uint64_t word;
    memcpy(&word, position, 8);
    hash = (hash ^ (mix(word * kMultiplier) * kMultiplier)) * kMultiplier;
  }
  if (length % 8 != 0) {
    uint64_t word = 0;
    memcpy(&word, position, length % 8);
    hash = (hash ^ word) * kMultiplier;
  }
  return mix(mix(hash) * kMultiplier);
}

namespace __detail {

size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
  if (wanted == 0) return 1;
  const size_t buckets = prime_from(wanted < 2 ? 2 : wanted);
  _M_next_resize = size_t(double(buckets) * double(_M_max_load_factor));
  return buckets;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements,
                                                        size_t added) const {
  constexpr size_t kFirstSize = 11;
  size_t wanted = elements + added;
  if (wanted <= _M_next_resize) return {false, 0};
  if (_M_next_resize == 0 && wanted < kFirstSize) wanted = kFirstSize;
  const double least = double(wanted) / double(_M_max_load_factor);
  if (least < double(buckets)) {
    _M_next_resize = size_t(double(buckets) * double(_M_max_load_factor));
    return {false, 0};
  }
  const size_t grown = buckets * _S_growth_factor;
  const size_t needed = size_t(least) + 1;
  return {true, _M_next_bkt(needed > grown ? needed : grown)};
}

}  // namespace __detail

}  // namespace std
