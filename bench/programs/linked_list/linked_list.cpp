// The list's operations.
//
// Finding the last node and linking the new one behind it is one step: whoever lets others in between
// links behind a node that is no longer the last.
// SPDX-License-Identifier: Apache-2.0
#include "linked_list.h"

namespace linked_list {

LinkedList::~LinkedList() {
  clear();
  delete header_;
}

void LinkedList::add_last(int element) {
#if defined(BROKEN_LINK_UNLOCKED) || defined(BROKEN_WALK_UNLOCKED)
  insert_after(last(), element);
#elif defined(BROKEN_STALE_LAST)
  Node* position;
  {
    std::lock_guard lock(mutex_);
    position = last();
  }
  insert_after(position, element);
#else
  std::lock_guard lock(mutex_);
  insert_after(last(), element);
#endif
}

Node* LinkedList::last() const {
  ListIterator iterator(header_);
  while (!iterator.at_last()) iterator.advance();
  return iterator.current();
}

void LinkedList::insert_after(Node* position, int element) {
#if defined(BROKEN_LINK_UNLOCKED)
  Node* node;
  {
    std::lock_guard lock(mutex_);
    node = new Node(element, position->next());
  }
  position->set_next(node);
#elif defined(BROKEN_WALK_UNLOCKED)
  std::lock_guard lock(mutex_);
  position->set_next(new Node(element, position->next()));
#elif defined(BROKEN_STALE_LAST)
  std::lock_guard lock(mutex_);
  position->set_next(new Node(element, nullptr));
#else
  position->set_next(new Node(element, position->next()));
#endif
}

int LinkedList::size() const {
  int count = 0;
  for (ListIterator iterator = first(); !iterator.past_end(); iterator.advance()) ++count;
  return count;
}

bool LinkedList::contains(int element) const {
  for (ListIterator iterator = first(); !iterator.past_end(); iterator.advance()) {
    if (iterator.element() == element) return true;
  }
  return false;
}

void LinkedList::clear() {
  for (Node* node = header_->next(); node;) {
    Node* next = node->next();
    delete node;
    node = next;
  }
  header_->set_next(nullptr);
}

}  // namespace linked_list
