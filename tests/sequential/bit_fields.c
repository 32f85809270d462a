// Bit-fields: packing, signs, zero width, dates and instruction words, arrays of structs with them.
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct date {
  unsigned day : 5, month : 4, year : 12;
};

struct mixed {
  int small : 3;
  unsigned flag : 1;
  unsigned : 4;
  int medium : 12;
  unsigned : 0;
  long large : 45;
  _Bool truth : 1;
  signed char tail : 7;
};

struct __attribute__((packed)) header {
  uint8_t version : 3;
  uint16_t length : 11;
  uint32_t checksum : 18;
};

static void dump(const void *object, size_t size) {
  unsigned char bytes[32];
  memcpy(bytes, object, size);
  for (size_t i = 0; i < size; i++) printf("%02x", bytes[i]);
  putchar('\n');
}

static struct date next_day(struct date d) {
  static const unsigned char days[] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  unsigned last = days[d.month] + (d.month == 2 && d.year % 4 == 0);
  if (d.day < last) {
    d.day++;
  } else {
    d.day = 1;
    if (++d.month > 12) {
      d.month = 1;
      d.year++;
    }
  }
  return d;
}

static int order(struct date a, struct date b) {
  unsigned x = (unsigned)a.year << 9 | (unsigned)a.month << 5 | a.day;
  unsigned y = (unsigned)b.year << 9 | (unsigned)b.month << 5 | b.day;
  return x < y ? -1 : x > y;
}

int main(void) {
  struct date d = {.day = 26, .month = 12, .year = 1999}, limit = {.day = 3, .month = 1, .year = 2000};
  while (order(d, limit) < 0) {
    printf("%04u-%02u-%02u ", d.year, d.month, d.day);
    d = next_day(d);
  }
  putchar('\n');
  d = next_day((struct date){28, 2, 2024});
  printf("%u.%u. %zu\n", d.day, d.month, sizeof d);

  struct mixed m;
  memset(&m, 0, sizeof m);
  for (int i = -6; i <= 6; i += 3) {
    m.small = i;
    m.flag = (unsigned)i;
    m.medium = i * 500;
    m.large = i * (1L << 40);
    m.truth = i;
    m.tail = (signed char)(i * 11);
    printf("%d %u %d %ld %d %d\n", m.small, m.flag, m.medium, (long)m.large, m.truth, m.tail);
  }
  m.medium += 100;
  m.large--;
  m.small ^= 1;
  printf("%d %ld %d %zu\n", m.medium, (long)m.large, m.small, sizeof m);

  struct header h[3] = {{1, 100, 0x12345}, {7, 2047, 0x3ffff}, {0, 0, 0}};
  h[2].version = h[1].version + 2;
  h[2].length = h[0].length - 101;
  h[2].checksum = h[1].checksum ^ h[0].checksum;
  printf("%zu\n", sizeof h[0]);
  dump(h, sizeof h);
  for (int i = 0; i < 3; i++) printf("%u %u %05x\n", h[i].version, h[i].length, h[i].checksum);
}
