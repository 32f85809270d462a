// The strongly connected components of a graph, by Tarjan's algorithm without recursion: graphs of
// pointers have paths as long as the program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace heddle {

template <typename Representative, typename Successors, typename Visit>
class ComponentSearch {
 public:
  ComponentSearch(size_t nodes, Representative representative, Successors successors, Visit visit)
      : representative_(representative),
        successors_(successors),
        visit_(visit),
        number_(nodes),
        lowest_(nodes) {}

  void run() {
    for (uint32_t node = 0; node < number_.size(); ++node)
      if (number_[node] == 0 && representative_(node) == node) search(node);
  }

 private:
  static constexpr uint32_t kDone = ~0u;
  using Iterator = decltype(std::declval<Successors>()(0).begin());
  struct Step {
    uint32_t node;
    Iterator next;
    Iterator end;
  };

  void enter(uint32_t node) {
    number_[node] = lowest_[node] = ++count_;
    open_.push_back(node);
    const auto& successors = successors_(node);
    path_.push_back({node, successors.begin(), successors.end()});
  }

  void search(uint32_t root) {
    enter(root);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next == step.end) {
        leave(step.node);
        continue;
      }
      const uint32_t successor = representative_(*step.next);
      ++step.next;
      if (number_[successor] == 0)
        enter(successor);
      else if (number_[successor] != kDone)
        lowest_[step.node] = std::min(lowest_[step.node], number_[successor]);
    }
  }

  void leave(uint32_t node) {
    path_.pop_back();
    if (!path_.empty()) {
      uint32_t& lowest = lowest_[path_.back().node];
      lowest = std::min(lowest, lowest_[node]);
    }
    if (lowest_[node] != number_[node]) return;
    const auto first = std::find(open_.rbegin(), open_.rend(), node).base() - 1;
    for (auto member = first; member != open_.end(); ++member) number_[*member] = kDone;
    visit_(std::span<const uint32_t>(first, open_.end()));
    open_.erase(first, open_.end());
  }

  Representative representative_;
  Successors successors_;
  Visit visit_;
  std::vector<uint32_t> number_;  // in the order of visits, from 1; kDone in a finished component
  std::vector<uint32_t> lowest_;  // that can be reached
  std::vector<uint32_t> open_;  // visited, in a component that is not finished
  std::vector<Step> path_;
  uint32_t count_ = 0;
};

// Calls visit(span of nodes) for each component, after those it leads to; visit may merge the nodes of
// its component. A node that is not its own representative is taken for it.
template <typename Representative, typename Successors, typename Visit>
void visit_components(size_t nodes, Representative representative, Successors successors,
                      Visit visit) {
  ComponentSearch(nodes, representative, successors, visit).run();
}

}  // namespace heddle
