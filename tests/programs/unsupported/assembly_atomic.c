// Inline assembly that changes memory is refused, and the place is named.
// verdict: unsupported
// message: assembly_atomic.c
// message: xaddl
// SPDX-License-Identifier: Apache-2.0
static int counter;

int main(void) {
  int one = 1;
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(one), "+m"(counter)::"memory");
  return one;
}
