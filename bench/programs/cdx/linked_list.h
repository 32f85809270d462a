// A singly linked list that grows at its end: nodes never move, and appending never copies.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace cdx {

template <typename Value>
class LinkedList {
 private:
  struct Node {
    explicit Node(Value node_value) : value(std::move(node_value)) {}

    Value value;
    std::unique_ptr<Node> next;
  };

 public:
  class Iterator {
   public:
    explicit Iterator(const Node* node) : node_(node) {}

    const Value& operator*() const { return node_->value; }
    const Value* operator->() const { return &node_->value; }
    Iterator& operator++() {
      node_ = node_->next.get();
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const Node* node_;
  };

  LinkedList() = default;
  LinkedList(LinkedList&& other) noexcept { swap(other); }
  LinkedList& operator=(LinkedList&& other) noexcept {
    swap(other);
    return *this;
  }

  const Value& append(Value value) {
    auto node = std::make_unique<Node>(std::move(value));
    Node* const added = node.get();
    (last_ ? last_->next : first_) = std::move(node);
    last_ = added;
    ++size_;
    return added->value;
  }

  Iterator begin() const { return Iterator(first_.get()); }
  Iterator end() const { return Iterator(nullptr); }
  std::size_t size() const { return size_; }
  bool is_empty() const { return size_ == 0; }

 private:
  void swap(LinkedList& other) {
    std::swap(first_, other.first_);
    std::swap(last_, other.last_);
    std::swap(size_, other.size_);
  }

  std::unique_ptr<Node> first_;
  Node* last_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace cdx
