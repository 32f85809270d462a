// Inline assembly that only orders: compiler barrier, pause, nop and fences.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
int main(void) {
  int value = 1;
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("pause");
  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("lfence" ::: "memory");
  __asm__ volatile("sfence" ::: "memory");
  __builtin_ia32_pause();
  return value != 1;
}
