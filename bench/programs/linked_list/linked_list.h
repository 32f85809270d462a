// A singly linked list with a dummy header, built by several threads at its end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

namespace linked_list {

class Node {
 public:
  Node(int element, Node* next) : element_(element), next_(next) {}

  int element() const { return element_; }
  Node* next() const { return next_; }
  void set_next(Node* next) { next_ = next; }

 private:
  const int element_;
  Node* next_;
};

// A position in the list; each belongs to the thread that made it.
class ListIterator {
 public:
  explicit ListIterator(Node* current) : current_(current) {}

  Node* current() const { return current_; }
  bool at_last() const { return current_->next() == nullptr; }
  bool past_end() const { return current_ == nullptr; }
  int element() const { return current_->element(); }
  void advance() { current_ = current_->next(); }

 private:
  Node* current_;
};

class LinkedList {
 public:
  explicit LinkedList(int max_size) : header_(new Node(-1, nullptr)), max_size_(max_size) {}
  ~LinkedList();
  LinkedList(const LinkedList&) = delete;
  LinkedList& operator=(const LinkedList&) = delete;

  // By any thread.
  void add_last(int element);

  // The rest is for one thread alone: nobody else uses the list meanwhile.
  int max_size() const { return max_size_; }
  bool empty() const { return header_->next() == nullptr; }
  ListIterator first() const { return ListIterator(header_->next()); }
  int size() const;
  bool contains(int element) const;
  void clear();

 private:
  Node* last() const;
  void insert_after(Node* position, int element);

  Node* const header_;
  const int max_size_;
  std::mutex mutex_;  // of every node's link
};

}  // namespace linked_list
