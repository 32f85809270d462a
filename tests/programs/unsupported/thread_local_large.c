// Thread-local variables that do not fit on a stack are refused.
// verdict: unsupported
// message: the thread-local variable big of 200000 bytes
// SPDX-License-Identifier: Apache-2.0
_Thread_local char big[200000];

int main(void) {
  big[1] = 1;
  return 0;
}
