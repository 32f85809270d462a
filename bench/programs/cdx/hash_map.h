// A hash map with chained nodes.
//
// The original brings its own collections, because those of the library allocate when they please:
// this one allocates one node per entry and never rehashes, so the cost of an operation is known.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace cdx {

template <typename Key, typename Value, typename Hash, std::size_t Buckets = 8>
class HashMap {
 public:
  struct Node {
    Node(const Key& node_key, Value node_value) : key(node_key), value(std::move(node_value)) {}

    const Key key;
    Value value;
    std::unique_ptr<Node> next;
  };

  // Null if the key is not there.
  Value* find(const Key& key) {
    Node* node = find_node(key);
    return node ? &node->value : nullptr;
  }
  const Value* find(const Key& key) const {
    const Node* node = find_node(key);
    return node ? &node->value : nullptr;
  }
  bool contains(const Key& key) const { return find_node(key) != nullptr; }

  // Puts the value in and returns the one that was there before, or an empty one.
  Value put(const Key& key, Value value) {
    if (Node* node = find_node(key)) return std::exchange(node->value, std::move(value));
    insert(key, std::move(value));
    return Value();
  }

  // The value of the key; an empty one is put in if there is none.
  Value& operator[](const Key& key) {
    if (Node* node = find_node(key)) return node->value;
    return insert(key, Value()).value;
  }

  bool remove(const Key& key) {
    std::unique_ptr<Node>* link = &bucket_of(key);
    while (*link && !((*link)->key == key)) link = &(*link)->next;
    if (!*link) return false;
    *link = std::move((*link)->next);
    --size_;
    return true;
  }

  void clear() {
    for (auto& bucket : buckets_) bucket.reset();
    size_ = 0;
  }

  std::size_t size() const { return size_; }
  bool is_empty() const { return size_ == 0; }

  template <typename Visitor>
  void for_each(Visitor visit) const {
    for (const auto& bucket : buckets_) {
      for (const Node* node = bucket.get(); node; node = node->next.get()) {
        visit(node->key, node->value);
      }
    }
  }

 private:
  std::unique_ptr<Node>& bucket_of(const Key& key) { return buckets_[Hash()(key) % Buckets]; }
  const std::unique_ptr<Node>& bucket_of(const Key& key) const {
    return buckets_[Hash()(key) % Buckets];
  }

  Node* find_node(const Key& key) const {
    Node* node = bucket_of(key).get();
    while (node && !(node->key == key)) node = node->next.get();
    return node;
  }

  Node& insert(const Key& key, Value value) {
    auto node = std::make_unique<Node>(key, std::move(value));
    std::unique_ptr<Node>& bucket = bucket_of(key);
    node->next = std::move(bucket);
    bucket = std::move(node);
    ++size_;
    return *bucket;
  }

  std::array<std::unique_ptr<Node>, Buckets> buckets_;
  std::size_t size_ = 0;
};

// A set is a map to nothing.
template <typename Key, typename Hash, std::size_t Buckets = 8>
class HashSet {
 public:
  // False if the key was there already.
  bool add(const Key& key) {
    if (map_.contains(key)) return false;
    map_.put(key, Nothing());
    return true;
  }
  bool contains(const Key& key) const { return map_.contains(key); }
  bool remove(const Key& key) { return map_.remove(key); }
  void clear() { map_.clear(); }
  std::size_t size() const { return map_.size(); }

 private:
  struct Nothing {};

  HashMap<Key, Nothing, Hash, Buckets> map_;
};

}  // namespace cdx
