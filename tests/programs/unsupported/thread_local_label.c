// A table of labels for each thread is refused.
// verdict: unsupported
// message: the address of a label in
// SPDX-License-Identifier: Apache-2.0
int main(void) {
  static _Thread_local void *table[] = {&&first, &&second};
  goto *table[1];
first:
  return 1;
second:
  return 0;
}
