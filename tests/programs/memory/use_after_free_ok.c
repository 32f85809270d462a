// A list is taken apart: the next pointer is read before the node is freed.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *push(struct node *next) {
  struct node *node = malloc(sizeof *node);
  node->next = next;
  return node;
}

int main(void) {
  struct node *node = push(push(NULL));
  while (node) {
    struct node *next = node->next;
    free(node);
    node = next;
  }
}
