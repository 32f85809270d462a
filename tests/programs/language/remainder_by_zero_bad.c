// The remainder of a division by zero, unsigned and 64 bits wide.
// verdict: error division-by-zero
// SPDX-License-Identifier: Apache-2.0
static unsigned long buckets;

int main(void) {
  return (int)(42ul % buckets);  // violation
}
