// Arithmetic on long numbers stored as arrays: powers of two, digits of e, division, comparison.
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LIMBS = 24 };
struct number {
  uint32_t limbs[LIMBS];
  int used;
};

static struct number from(uint32_t value) { return (struct number){.limbs = {value}, .used = value != 0}; }

static struct number add(struct number a, const struct number *b) {
  uint64_t carry = 0;
  int used = a.used > b->used ? a.used : b->used;
  for (int i = 0; i < used || carry; i++) {
    carry += (uint64_t)a.limbs[i] + b->limbs[i];
    a.limbs[i] = (uint32_t)carry;
    carry >>= 32;
    if (i >= a.used) a.used = i + 1;
  }
  return a;
}

static struct number multiply(const struct number *a, const struct number *b) {
  struct number product = {0};
  for (int i = 0; i < a->used; i++) {
    uint64_t carry = 0;
    for (int j = 0; j < b->used || carry; j++) {
      carry += product.limbs[i + j] + (j < b->used ? (uint64_t)a->limbs[i] * b->limbs[j] : 0);
      product.limbs[i + j] = (uint32_t)carry;
      carry >>= 32;
      if (i + j >= product.used) product.used = i + j + 1;
    }
  }
  return product;
}

static uint32_t divide(struct number *a, uint32_t by) {
  uint64_t rest = 0;
  for (int i = a->used - 1; i >= 0; i--) {
    rest = rest << 32 | a->limbs[i];
    a->limbs[i] = (uint32_t)(rest / by);
    rest %= by;
  }
  while (a->used && a->limbs[a->used - 1] == 0) a->used--;
  return (uint32_t)rest;
}

static int compare(const struct number *a, const struct number *b) {
  if (a->used != b->used) return a->used < b->used ? -1 : 1;
  for (int i = a->used - 1; i >= 0; i--)
    if (a->limbs[i] != b->limbs[i]) return a->limbs[i] < b->limbs[i] ? -1 : 1;
  return 0;
}

static void print(struct number n) {
  char digits[300];
  size_t place = sizeof digits - 1;
  digits[place] = '\0';
  do {
    uint32_t part = divide(&n, 1000000000);
    char group[10];
    snprintf(group, sizeof group, n.used ? "%09u" : "%u", part);
    place -= strlen(group);
    memcpy(digits + place, group, strlen(group));
  } while (n.used);
  puts(digits + place);
}

static void digits_of_e(int count) {
  int remainders[80];
  for (int i = 0; i < 80; i++) remainders[i] = 1;
  printf("2.");
  for (int digit = 0; digit < count; digit++) {
    int carry = 0;
    for (int i = 79; i >= 0; i--) {
      carry += remainders[i] * 10;
      remainders[i] = carry % (i + 2);
      carry /= i + 2;
    }
    putchar('0' + carry);
  }
  putchar('\n');
}

int main(void) {
  struct number power = from(3), sum = from(0), a = from(0), b = from(1);
  for (int i = 0; i < 7; i++) {
    sum = add(sum, &power);
    power = multiply(&power, &power);
  }
  print(power);
  print(sum);
  for (int i = 0; i < 200; i++) {
    struct number next = add(a, &b);
    a = b;
    b = next;
  }
  print(a);
  printf("%d %d %d\n", compare(&a, &b), compare(&b, &a), compare(&a, &a));
  struct number factorial = from(1);
  for (uint32_t i = 2; i <= 40; i++) {
    struct number factor = from(i);
    factorial = multiply(&factorial, &factor);
  }
  print(factorial);
  printf("%u %u\n", divide(&factorial, 41), divide(&power, 1000003));
  digits_of_e(60);
}
