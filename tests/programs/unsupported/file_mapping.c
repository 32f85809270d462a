// Files and mappings are not modelled.
// verdict: unsupported
// message: mmap
// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>
#include <sys/mman.h>

int main(void) {
  return mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}
