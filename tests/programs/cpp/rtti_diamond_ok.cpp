// A base that is there twice is ambiguous, and the cast to it fails.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>

struct Top {
  virtual ~Top() = default;
};
struct Left : Top {};
struct Right : Top {};
struct Bottom : Left, Right {};

int main() {
  Bottom bottom;
  Left* left = &bottom;
  assert(dynamic_cast<Right*>(left) == &bottom);
  void* top = dynamic_cast<Top*>(dynamic_cast<Bottom*>(left) ? left : nullptr);
  assert(top == left);
  bool caught = false;
  try {
    throw bottom;
  } catch (const Top&) {
    caught = true;
  } catch (...) {
  }
  assert(!caught);
}
