// A union shows the same bytes as different types.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdint.h>

union word {
  uint32_t whole;
  uint8_t bytes[4];
  float number;
};

int main(void) {
  union word w = {.whole = 0x01020304};
  assert(w.bytes[0] == 4 && w.bytes[3] == 1);
  w.bytes[0] = 0xff;
  assert(w.whole == 0x010203ff);
  w.number = 1.0f;
  assert(w.whole == 0x3f800000);
}
