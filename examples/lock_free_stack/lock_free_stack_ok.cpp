// A lock-free stack of free slots, the heart of an allocator of equal blocks.
//
// acquire() swaps the top for its successor if the top is still the same. In lock_free_stack_bad.cpp "still the same" does not mean
// that nothing happened: top and successor may have been taken and the top put back (ABA). lock_free_stack_ok.cpp counts the
// changes beside the slot.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <optional>
#include <thread>

// Which of the slots 0 to Size-1 are free: what an allocator of equal blocks is made of.
template <std::uint32_t Size>
class FreeSlots {
 public:
  FreeSlots() {
    for (std::uint32_t slot = 0; slot < Size; ++slot) next_[slot] = slot + 1;
  }

  std::optional<std::uint32_t> acquire() {
    Top top = top_.load();
    while (top.slot != Size) {
      Top below{next_[top.slot].load(), top.version + 1};
      if (top_.compare_exchange_weak(top, below)) return top.slot;
    }
    return std::nullopt;
  }

  void release(std::uint32_t slot) {
    Top top = top_.load();
    do {
      next_[slot] = top.slot;
    } while (!top_.compare_exchange_weak(top, Top{slot, top.version + 1}));
  }

 private:
  struct Top {
    std::uint32_t slot;  // Size: the stack is empty
    std::uint32_t version;  // how often the top was changed
  };

  std::atomic<Top> top_{Top{0, 0}};
  std::array<std::atomic<std::uint32_t>, Size> next_;
};

static FreeSlots<3> free_slots;
static std::array<std::atomic<bool>, 3> in_use;

static void take(std::uint32_t slot) {
  bool was_in_use = in_use[slot].exchange(true);
  assert(!was_in_use);
}

static void give_back(std::uint32_t slot) {
  in_use[slot] = false;
  free_slots.release(slot);
}

static void take_two() {
  if (auto first = free_slots.acquire()) take(*first);
  if (auto second = free_slots.acquire()) take(*second);
}

static void take_two_give_back_one() {
  auto first = free_slots.acquire();
  if (first) take(*first);
  if (auto second = free_slots.acquire()) take(*second);
  if (first) give_back(*first);
}

int main() {
  std::thread other(take_two_give_back_one);
  take_two();
  other.join();
}
