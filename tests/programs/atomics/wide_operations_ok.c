// Every atomic operation on 16 bytes yields the old value and leaves the new one.
// verdict: verified
// flags: -Wno-atomic-alignment -mcx16
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

typedef __int128 Wide;
typedef unsigned __int128 UnsignedWide;

#define WIDE(high, low) ((Wide)(high) << 64 | (Wide)(unsigned long)(low))

#define CHECK(operation, argument, expected)                              \
  do {                                                                    \
    Wide value = start;                                                   \
    assert(operation(&value, argument, __ATOMIC_SEQ_CST) == start);       \
    assert(value == (expected));                                          \
  } while (0)

int main(void) {
  const Wide start = WIDE(5, -1), other = WIDE(6, 3);
  CHECK(__atomic_fetch_add, 1, WIDE(6, 0));
  CHECK(__atomic_fetch_sub, other, WIDE(-1, -4));
  CHECK(__atomic_fetch_and, other, WIDE(4, 3));
  CHECK(__atomic_fetch_nand, other, ~WIDE(4, 3));
  CHECK(__atomic_fetch_or, other, WIDE(7, -1));
  CHECK(__atomic_fetch_xor, other, WIDE(3, ~3l));
  CHECK(__atomic_fetch_max, other, other);
  CHECK(__atomic_fetch_min, other, start);
  CHECK(__atomic_fetch_max, WIDE(-1, 0), start);
  CHECK(__atomic_fetch_min, WIDE(-1, 0), WIDE(-1, 0));
  CHECK(__atomic_exchange_n, other, other);
  UnsignedWide big = (UnsignedWide)start;
  assert(__atomic_fetch_max(&big, ~(UnsignedWide)0, __ATOMIC_SEQ_CST) == (UnsignedWide)start);
  assert(big == ~(UnsignedWide)0);

  Wide value = start, expected = WIDE(4, -1);
  assert(!__atomic_compare_exchange_n(&value, &expected, other, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(value == start && expected == start);
  assert(__atomic_compare_exchange_n(&value, &expected, other, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(value == other && expected == start);
  __atomic_store_n(&value, start, __ATOMIC_RELEASE);
  assert(__atomic_load_n(&value, __ATOMIC_ACQUIRE) == start);
}
