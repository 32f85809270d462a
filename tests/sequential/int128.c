// 128-bit arithmetic: factorials, modular powers, Miller-Rabin, decimal printing, signed division.
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
#include <stdio.h>

typedef unsigned __int128 wide;

static const char *decimal(wide n) {
  static char buffers[4][48];
  static int turn;
  char *text = buffers[turn++ % 4] + 47;
  *text = '\0';
  do *--text = (char)('0' + (int)(n % 10));
  while (n /= 10);
  return text;
}

static uint64_t power_modulo(uint64_t base, uint64_t exponent, uint64_t modulus) {
  uint64_t result = 1;
  for (base %= modulus; exponent; exponent >>= 1) {
    if (exponent & 1) result = (uint64_t)((wide)result * base % modulus);
    base = (uint64_t)((wide)base * base % modulus);
  }
  return result;
}

static int is_prime(uint64_t n) {
  if (n < 2) return 0;
  static const uint64_t witnesses[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  uint64_t odd = n - 1;
  int twos = 0;
  for (; odd % 2 == 0; odd /= 2) twos++;
  for (int i = 0; i < 12; i++) {
    if (n % witnesses[i] == 0) return n == witnesses[i];
    uint64_t x = power_modulo(witnesses[i], odd, n);
    int passes = x == 1 || x == n - 1;
    for (int r = 1; r < twos && !passes; r++) {
      x = (uint64_t)((wide)x * x % n);
      passes = x == n - 1;
    }
    if (!passes) return 0;
  }
  return 1;
}

static wide gcd(wide a, wide b) { return b ? gcd(b, a % b) : a; }

int main(void) {
  wide factorial = 1;
  for (unsigned n = 1; n <= 34; n++) {
    factorial *= n;
    if (n % 8 == 2) printf("%u! = %s\n", n, decimal(factorial));
  }
  const uint64_t candidates[] = {2, 561, 1000000007, 4294967297, 18446744073709551557ul, 18446744073709551556ul};
  for (int i = 0; i < 6; i++) printf("%lu %s\n", candidates[i], is_prime(candidates[i]) ? "prime" : "composite");
  wide a = (wide)UINT64_MAX * 12345, b = (wide)UINT64_MAX * 54321;
  printf("gcd %s of %s and %s\n", decimal(gcd(a, b)), decimal(a), decimal(b));
  for (int shift = 0; shift < 128; shift += 37)
    printf("%3d %016lx%016lx\n", shift, (uint64_t)((a << shift) >> 64), (uint64_t)(a << shift));
  volatile int64_t seed = -98765432109876;
  __int128 negative = (__int128)seed * seed * 7 * (seed < 0 ? -1 : 1);
  printf("-%s\n", decimal((wide)-negative));
  printf("%ld %ld %d %d\n", (int64_t)(negative / 1000000000000000), (int64_t)(negative % 1000003), negative < -1,
         (int)(negative >> 127));
  wide sum;
  printf("%d %d\n", __builtin_add_overflow(~(wide)0, (wide)1, &sum), __builtin_mul_overflow(a, (wide)2, &sum));
}
