// Indices that stay inside a global array.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
static char buffer[8];

int main(void) {
  for (unsigned i = 0; i < 10; i++)
    buffer[i % 8] = 'x';
}
