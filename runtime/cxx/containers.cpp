// The parts of std::list, std::map and std::set that do not depend on the element's type: links
// between nodes, and the balance of red-black trees.
//
// A tree's header node is red; its parent is the root, its left and right are the first and the last
// node. Accesses here are checked and scheduled like the user's: a race on a map is found.
// SPDX-License-Identifier: Apache-2.0
#include <list>
#include <map>

#include <utility>

// One function for all types of elements: analyses tell apart from where it is called, or every list would hold the
// nodes of every other one.
#pragma clang section text = "heddle_generic"

namespace std {

namespace __detail {

void _List_node_base::_M_hook(_List_node_base* position) noexcept {
  _M_next = position;
  _M_prev = position->_M_prev;
  position->_M_prev->_M_next = this;
  position->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
  _M_prev->_M_next = _M_next;
  _M_next->_M_prev = _M_prev;
}

// Moves [first, last) before this node.
void _List_node_base::_M_transfer(_List_node_base* first, _List_node_base* last) noexcept {
  if (this == last) return;
  _List_node_base* const last_moved = last->_M_prev;
  first->_M_prev->_M_next = last;
  last->_M_prev = first->_M_prev;
  _M_prev->_M_next = first;
  first->_M_prev = _M_prev;
  last_moved->_M_next = this;
  _M_prev = last_moved;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base* node = this;
  do {
    std::swap(node->_M_next, node->_M_prev);
    node = node->_M_prev;  // what was the next one
  } while (node != this);
}

// The neighbours of a list's head point to it; an empty list's head is its own neighbour.
void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
  const bool a_is_empty = a._M_next == &a;
  const bool b_is_empty = b._M_next == &b;
  std::swap(a._M_next, b._M_next);
  std::swap(a._M_prev, b._M_prev);
  if (b_is_empty)
    a._M_next = a._M_prev = &a;
  else
    a._M_next->_M_prev = a._M_prev->_M_next = &a;
  if (a_is_empty)
    b._M_next = b._M_prev = &b;
  else
    b._M_next->_M_prev = b._M_prev->_M_next = &b;
}

}  // namespace __detail

namespace {

using Node = _Rb_tree_node_base;

bool is_red(const Node* node) { return node && node->_M_color == _S_red; }
bool is_black(const Node* node) { return !is_red(node); }

const Node* next_of(const Node* node) {
  if (node->_M_right) return Node::_S_minimum(node->_M_right);
  const Node* above = node->_M_parent;
  while (node == above->_M_right) {
    node = above;
    above = above->_M_parent;
  }
  // From the root of a tree without a right branch the climb ends at the header already.
  return node->_M_right == above ? node : above;
}

const Node* previous_of(const Node* node) {
  const bool is_header = node->_M_color == _S_red && node->_M_parent->_M_parent == node;
  if (is_header) return node->_M_right;
  if (node->_M_left) return Node::_S_maximum(node->_M_left);
  const Node* above = node->_M_parent;
  while (node == above->_M_left) {
    node = above;
    above = above->_M_parent;
  }
  return above;
}

// Hangs `replacement`, which may be null, where `node` hangs.
void replace(Node* node, Node* replacement, Node*& root) {
  Node* const above = node->_M_parent;
  if (node == root)
    root = replacement;
  else if (node == above->_M_left)
    above->_M_left = replacement;
  else
    above->_M_right = replacement;
  if (replacement) replacement->_M_parent = above;
}

// The side of a node, so that mirrored cases are written once. A pointer to a member would do, but for analyses it
// could lead to every member of what holds the node.
enum class Side : bool { Left, Right };
Side other(Side side) { return side == Side::Left ? Side::Right : Side::Left; }
Side side_of(const Node* node) {
  return node == node->_M_parent->_M_left ? Side::Left : Side::Right;
}
Node*& child(Node* node, Side side) { return side == Side::Left ? node->_M_left : node->_M_right; }

// The child on the other side comes up, and `node` goes down to `side`.
void rotate(Node* node, Side side, Node*& root) {
  Node* const upper = child(node, other(side));
  Node* const inner = child(upper, side);
  child(node, other(side)) = inner;
  if (inner) inner->_M_parent = node;
  replace(node, upper, root);
  child(upper, side) = node;
  node->_M_parent = upper;
}

void rebalance_after_insertion(Node* node, Node*& root) {
  while (node != root && is_red(node->_M_parent)) {
    Node* parent = node->_M_parent;
    Node* const grandparent = parent->_M_parent;  // exists: a root is black
    const Side side = side_of(parent);
    Node* const uncle = child(grandparent, other(side));
    if (is_red(uncle)) {
      parent->_M_color = uncle->_M_color = _S_black;
      grandparent->_M_color = _S_red;
      node = grandparent;
      continue;
    }
    if (side_of(node) != side) {
      rotate(parent, side, root);
      parent = node;
    }
    parent->_M_color = _S_black;
    grandparent->_M_color = _S_red;
    rotate(grandparent, other(side), root);
    break;
  }
  root->_M_color = _S_black;
}

// Below `above`, on the side of `node` (null or black), one black node is missing.
void rebalance_after_removal(Node* node, Node* above, Node*& root) {
  while (node != root && is_black(node)) {
    const Side side = node == above->_M_left ? Side::Left : Side::Right;
    Node* sibling = child(above, other(side));
    if (is_red(sibling)) {
      sibling->_M_color = _S_black;
      above->_M_color = _S_red;
      rotate(above, side, root);
      sibling = child(above, other(side));
    }
    if (is_black(child(sibling, side)) && is_black(child(sibling, other(side)))) {
      sibling->_M_color = _S_red;
      node = above;
      above = above->_M_parent;
      continue;
    }
    if (is_black(child(sibling, other(side)))) {
      child(sibling, side)->_M_color = _S_black;
      sibling->_M_color = _S_red;
      rotate(sibling, other(side), root);
      sibling = child(above, other(side));
    }
    sibling->_M_color = above->_M_color;
    above->_M_color = _S_black;
    child(sibling, other(side))->_M_color = _S_black;
    rotate(above, side, root);
    break;
  }
  if (node) node->_M_color = _S_black;
}

}  // namespace

Node* _Rb_tree_increment(Node* node) noexcept { return const_cast<Node*>(next_of(node)); }
const Node* _Rb_tree_increment(const Node* node) noexcept { return next_of(node); }
Node* _Rb_tree_decrement(Node* node) noexcept { return const_cast<Node*>(previous_of(node)); }
const Node* _Rb_tree_decrement(const Node* node) noexcept { return previous_of(node); }

void _Rb_tree_insert_and_rebalance(const bool insert_left, Node* node, Node* parent,
                                   Node& header) noexcept {
  node->_M_parent = parent;
  node->_M_left = node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (parent == &header) {
    header._M_parent = header._M_left = header._M_right = node;
  } else if (insert_left) {
    parent->_M_left = node;
    if (parent == header._M_left) header._M_left = node;
  } else {
    parent->_M_right = node;
    if (parent == header._M_right) header._M_right = node;
  }
  rebalance_after_insertion(node, header._M_parent);
}

// Takes a node out of the tree; the caller destroys it.
Node* _Rb_tree_rebalance_for_erase(Node* const node, Node& header) noexcept {
  Node*& root = header._M_parent;
  if (node == header._M_left) header._M_left = const_cast<Node*>(next_of(node));
  if (node == header._M_right)
    header._M_right =
        node == root && !node->_M_left ? &header : const_cast<Node*>(previous_of(node));

  Node* moved_up;  // into the gap; may be null
  Node* above;  // the gap's parent
  _Rb_tree_color removed_color = node->_M_color;
  if (!node->_M_left || !node->_M_right) {
    moved_up = node->_M_left ? node->_M_left : node->_M_right;
    above = node->_M_parent;
    replace(node, moved_up, root);
  } else {
    Node* const successor = Node::_S_minimum(node->_M_right);
    removed_color = successor->_M_color;
    moved_up = successor->_M_right;
    above = successor;
    if (successor->_M_parent != node) {
      above = successor->_M_parent;
      replace(successor, moved_up, root);
      successor->_M_right = node->_M_right;
      successor->_M_right->_M_parent = successor;
    }
    replace(node, successor, root);
    successor->_M_left = node->_M_left;
    successor->_M_left->_M_parent = successor;
    successor->_M_color = node->_M_color;
  }
  if (removed_color == _S_black && root) rebalance_after_removal(moved_up, above, root);
  return node;
}

}  // namespace std
