// Linked List: builders append their shares of the elements to one list; main checks that none is lost.
//
// Seeded errors:
//   BROKEN_LINK_UNLOCKED  the walk to the end and the new link take no lock, only the making of the node
//                         does, as in the original: data race; with races ignored an insertion is lost
//   BROKEN_WALK_UNLOCKED  the link is written under the lock, the walk still takes none: data race
//   BROKEN_STALE_LAST     walk and link are each under the lock, but not together: no race, an insertion
//                         is lost: assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <thread>
#include <vector>

#include "linked_list.h"

#ifndef BUILDERS
#define BUILDERS 2
#endif
#ifndef SIZE
#define SIZE 6
#endif

namespace linked_list {
namespace {

constexpr int kBuilders = BUILDERS;
constexpr int kSize = SIZE;

static_assert(kSize % kBuilders == 0, "each builder has the same number of elements");

class Builder {
 public:
  Builder(LinkedList& list, int from, int to) : list_(list), from_(from), to_(to) {}

  void operator()() {
    for (int element = from_; element < to_; ++element) list_.add_last(element);
  }

 private:
  LinkedList& list_;
  int from_;
  int to_;
};

void build(LinkedList& list) {
  const int step = list.max_size() / kBuilders;
  std::vector<std::thread> threads;
  for (int i = 0; i < kBuilders; ++i) {
    threads.emplace_back(Builder(list, i * step, (i + 1) * step));
  }
  for (std::thread& thread : threads) thread.join();
}

void check(const LinkedList& list) {
  assert(list.size() == list.max_size() && "insertions were lost");
  for (int element = 0; element < list.max_size(); ++element) assert(list.contains(element));
}

}  // namespace
}  // namespace linked_list

int main() {
  using namespace linked_list;
  LinkedList list(kSize);
  build(list);
  check(list);
  list.clear();
  assert(list.empty());
}
