// The object is used before it is deleted.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
struct Node {
  int value = 1;
};

int main() {
  Node* node = new Node;
  int value = node->value;
  delete node;
  return value - 1;
}
