// A packed struct with members at odd addresses.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct __attribute__((packed)) frame {
  uint8_t kind;
  uint32_t length;
  uint64_t stamp;
};

int main(void) {
  struct frame f = {1, 0xdeadbeef, 0x0102030405060708};
  assert(sizeof f == 13 && offsetof(struct frame, stamp) == 5);
  assert(f.length == 0xdeadbeef && f.stamp == 0x0102030405060708);
  f.length += f.kind;
  assert(f.length == 0xdeadbef0 && ((uint8_t *)&f)[5] == 8);
}
