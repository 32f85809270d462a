// TransitionAccesses: the memory that one transition touched while other threads could run.
//
// In a program without data races nobody can tell in which order two threads do what they do between
// synchronisations, so plain accesses need no scheduling choices: a transition may run from one
// synchronisation to the next. Whether the program is free of data races is seen from what such
// transitions access: if there is a race, some state has two of them side by side that conflict. For
// this to be true, a transition must not go on to plain accesses after an operation whose place
// among others' operations matters (see Interpreter::is_order_free): it stops before the first.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "machine/thread.h"

namespace heddle {

struct TransitionAccess {
  MemoryRange range;
  uint64_t exposed = 0;  // the threads that could run at that moment
  bool writes = false;
  bool atomic = false;
  bool in_section = false;  // an atomic one: sections exclude each other
  bool late = false;  // behind a synchronisation that was no choice
  bool commutes =
      false;  // nobody could have done anything that depends on it since the transition began
  bool conflicts_with(const TransitionAccess& other) const {
    return (writes || other.writes) && !(atomic && other.atomic) &&
           !(in_section && other.in_section) && range.overlaps(other.range);
  }
};

class TransitionAccesses {
 public:
  // Enough for one transition: then it had better be a choice again.
  static constexpr uint32_t kMost = 1 << 14;

  std::span<const TransitionAccess> all() const { return list_; }
  bool is_full() const { return count_ >= kMost; }
  // Of those that others could have come between.
  uint32_t exposed_count() const { return exposed_count_; }

  void clear() {
    if (list_.size() > kFew) recent_.fill(0);
    list_.clear();
    count_ = exposed_count_ = 0;
    late_ = false;
  }
  // A synchronisation that the transition does not stop for lies behind it.
  void note_passed_synchronisation() { late_ = true; }

  void add(TransitionAccess access) {
    ++count_;
    access.late = late_;
    if (access.exposed) ++exposed_count_;
    // Most accesses repeat one, or go on where one ended.
    if (is_covered(access)) return;
    if (!list_.empty() && extends(list_.back(), access)) {
      list_.back().range.size =
          access.range.address + access.range.size - list_.back().range.address;
    } else {
      list_.push_back(access);
    }
    if (list_.size() > kFew) recent_of(access) = uint16_t(list_.size());
  }

 private:
  static constexpr size_t kFew = 4;  // looked through one by one

  bool is_covered(const TransitionAccess& access) {
    if (list_.size() > kFew) {
      const uint16_t recent = recent_of(access);
      return recent != 0 && covers(list_[recent - 1], access);
    }
    for (const TransitionAccess& known : list_)
      if (covers(known, access)) return true;
    return false;
  }
  uint16_t& recent_of(const TransitionAccess& access) {
    return recent_[(access.range.address >> 3) % recent_.size()];
  }
  static bool same_kind(const TransitionAccess& a, const TransitionAccess& b) {
    return a.exposed == b.exposed && a.writes == b.writes && a.atomic == b.atomic &&
           a.in_section == b.in_section && a.late == b.late && a.commutes == b.commutes;
  }
  static bool covers(const TransitionAccess& known, const TransitionAccess& access) {
    return same_kind(known, access) && known.range.address <= access.range.address &&
           access.range.address + access.range.size <= known.range.address + known.range.size;
  }
  static bool extends(const TransitionAccess& last, const TransitionAccess& access) {
    return same_kind(last, access) && last.range.address + last.range.size == access.range.address;
  }

  std::vector<TransitionAccess> list_;
  std::array<uint16_t, 64> recent_{};  // by address, into the list, from 1
  uint32_t count_ = 0;
  uint32_t exposed_count_ = 0;
  bool late_ = false;
};

}  // namespace heddle
