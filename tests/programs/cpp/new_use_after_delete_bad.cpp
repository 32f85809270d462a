// The object is used after it is deleted.
// verdict: error use-after-free
// SPDX-License-Identifier: Apache-2.0
struct Node {
  int value = 1;
};

int main() {
  Node* node = new Node;
  delete node;
  int value = node->value;  // violation
  return value - 1;
}
