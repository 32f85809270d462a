// A member far behind a null pointer is still a null pointer access.
// verdict: error null-pointer
// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>

struct node {
  char name[64];
  struct node *next;
};

static struct node last;

int main(void) {
  struct node *node = &last;
  return node->next->next == NULL;  // violation
}
