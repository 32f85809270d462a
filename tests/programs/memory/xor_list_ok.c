// A list linked by the exclusive or of its neighbours' addresses.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <stdint.h>

struct node {
  int value;
  uintptr_t link;
};

int main(void) {
  struct node nodes[3] = {{1, 0}, {2, 0}, {3, 0}};
  nodes[0].link = (uintptr_t)&nodes[1];
  nodes[1].link = (uintptr_t)&nodes[0] ^ (uintptr_t)&nodes[2];
  nodes[2].link = (uintptr_t)&nodes[1];
  uintptr_t previous = 0, current = (uintptr_t)&nodes[0];
  int sum = 0;
  while (current) {
    struct node *node = (struct node *)current;
    uintptr_t next = node->link ^ previous;
    sum = sum * 10 + node->value;
    previous = current;
    current = next;
  }
  assert(sum == 123);
}
