// Bit tricks: counting, reversing, Gray codes, Morton order, a bit set, CRC and shifts of signed numbers.
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
#include <stdio.h>

static int count_bits(uint64_t x) {
  int count = 0;
  for (; x; x &= x - 1) count++;
  return count;
}

static uint32_t reverse(uint32_t x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(x);
}

static uint32_t spread(uint32_t x) {
  x = (x | x << 8) & 0x00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f;
  x = (x | x << 2) & 0x33333333;
  return (x | x << 1) & 0x55555555;
}

static uint32_t crc32(const char *text) {
  uint32_t crc = ~0u;
  for (; *text; text++) {
    crc ^= (unsigned char)*text;
    for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc;
}

static uint64_t rotate(uint64_t x, unsigned by) { return x << (by & 63) | x >> (-by & 63); }

static int integer_log(uint64_t x) { return x ? 63 - __builtin_clzll(x) : -1; }

static unsigned isqrt(unsigned n) {
  unsigned root = 0;
  for (unsigned bit = 1u << 15; bit; bit >>= 1)
    if ((root + bit) * (root + bit) <= n) root += bit;
  return root;
}

static void sieve(void) {
  uint64_t composite[4] = {0};
  for (unsigned n = 2; n < 256; n++) {
    if (composite[n / 64] >> n % 64 & 1) continue;
    printf("%u ", n);
    for (unsigned m = n * n; m < 256; m += n) composite[m / 64] |= UINT64_C(1) << m % 64;
  }
  putchar('\n');
}

int main(void) {
  const uint64_t numbers[] = {0, 1, 0xff, 0x8000000000000000, 0xdeadbeefcafef00d, UINT64_MAX};
  for (int i = 0; i < 6; i++) {
    uint64_t n = numbers[i];
    printf("%016lx %2d %2d %08x %016lx %d\n", n, count_bits(n), integer_log(n), reverse((uint32_t)n), rotate(n, 13),
           __builtin_popcountll(n) == count_bits(n));
  }
  for (unsigned n = 0; n < 8; n++) printf("%u ", n ^ n >> 1);
  printf("\n%u %u\n", spread(5) | spread(3) << 1, isqrt(1000000));
  printf("%08x %08x\n", crc32("123456789"), crc32(""));
  volatile int minus = -100;
  printf("%d %d %u %d\n", minus >> 3, minus / 8, (unsigned)minus >> 28, (int8_t)(minus * 3));
  volatile int64_t wide = INT64_MIN;
  printf("%ld %ld %d\n", wide >> 60, (int64_t)((uint64_t)wide >> 60), (int)(wide >> 63));
  printf("%d %d\n", __builtin_ctz(48), __builtin_ffs(0));
  sieve();
}
