// Inline assembly that does more than order is refused with its text.
// verdict: unsupported
// message: cpuid
// SPDX-License-Identifier: Apache-2.0
int main(void) {
  unsigned a = 0, b, c, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
  return (int)a;
}
