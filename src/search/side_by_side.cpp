// SPDX-License-Identifier: Apache-2.0
#include "search/side_by_side.h"

#include <algorithm>

#include "support/bits.h"

namespace heddle {

namespace {

using Accesses = std::span<const TransitionAccess>;

// What was done before could have come later only if nothing had to be waited for in between, and somebody could
// have come in between: what a thread does while all others wait for it is theirs to see afterwards.
bool conflict(const TransitionAccess& a, ThreadNumber a_thread, const TransitionAccess& b,
              ThreadNumber b_thread, bool a_before) {
  return a.conflicts_with(b) && !a.commutes && !b.commutes && (a.exposed & bit(b_thread)) &&
         (a_before ? !b.late && b.exposed != 0 : (b.exposed & bit(a_thread)) != 0);
}

// Long lists are sorted by address and swept together.
bool meet(Accesses a, ThreadNumber a_thread, Accesses b, ThreadNumber b_thread, bool a_before) {
  constexpr size_t kFew = 512;
  if (a.size() * b.size() <= kFew) {
    for (const TransitionAccess& x : a)
      for (const TransitionAccess& y : b)
        if (conflict(x, a_thread, y, b_thread, a_before)) return true;
    return false;
  }
  const auto by_address = [](const TransitionAccess& x, const TransitionAccess& y) {
    return x.range.address < y.range.address;
  };
  std::vector<TransitionAccess> sorted(b.begin(), b.end());
  std::sort(sorted.begin(), sorted.end(), by_address);
  uint64_t longest = 0;
  for (const TransitionAccess& y : sorted) longest = std::max(longest, y.range.size);
  for (const TransitionAccess& x : a) {
    TransitionAccess lowest_possible = x;
    lowest_possible.range.address -= std::min(longest, x.range.address);
    for (auto y = std::lower_bound(sorted.begin(), sorted.end(), lowest_possible, by_address);
         y != sorted.end() && y->range.address < x.range.address + x.range.size; ++y)
      if (conflict(x, a_thread, *y, b_thread, a_before)) return true;
  }
  return false;
}

}  // namespace

void SideBySide::append(ThreadNumber thread, bool before, Accesses accesses) {
  for (const TransitionAccess& access : accesses)
    accesses_.push_back(access);  // one or two, mostly
  transitions_.push_back({thread, before, accesses_.size()});
}

void SideBySide::open(ThreadNumber thread, Accesses accesses) {
  states_.push_back(transitions_.size());
  append(thread, true, accesses);
}

void SideBySide::close() {
  const size_t first = states_.back();
  states_.pop_back();
  accesses_.resize(first == 0 ? 0 : transitions_[first - 1].end);
  transitions_.resize(first);
}

std::optional<SideBySide::Meeting> SideBySide::add(ThreadNumber thread, Accesses accesses) {
  if (accesses.empty()) return std::nullopt;
  std::optional<Meeting> found;
  const size_t first = states_.back();
  size_t begin = first == 0 ? 0 : transitions_[first - 1].end;
  for (size_t k = first; k < transitions_.size() && !found; ++k) {
    const Transition& other = transitions_[k];
    const Accesses theirs(accesses_.data() + begin, other.end - begin);
    begin = other.end;
    if (other.thread != thread && meet(theirs, other.thread, accesses, thread, other.before))
      found = Meeting{other.thread, thread, other.before};
  }
  append(thread, false, accesses);
  return found;
}

}  // namespace heddle
