// What the tests of Memory share: a memory with two threads, and shorthand for its objects.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "machine/memory.h"

namespace heddle::testing {

class MemoryTest : public ::testing::Test {
 protected:
  explicit MemoryTest(SharingPolicy sharing = SharingPolicy::ByReachability,
                      ReusePolicy reuse = ReusePolicy::LowestFirst)
      : memory_(sharing, reuse) {
    memory_.open_thread(0);
    memory_.open_thread(1);
  }

  uint64_t allocate(uint64_t size, ThreadNumber thread = 0) {
    return memory_.allocate(thread, size, kNoPoint);
  }
  uint64_t push(uint64_t size, ThreadNumber thread = 0) {
    return memory_.push_stack(thread, size, kNoPoint);
  }
  uint64_t global(const std::string& name, uint64_t size, uint32_t number) {
    Global global{.name = name, .size = size};
    global.address = size > address::kMaxSmallObject
                         ? address::make(address::kLargeGlobalRegion, number)
                         : address::make(address::kGlobalRegion, number);
    memory_.add_global(global);
    return global.address;
  }

  Object& at(uint64_t address) { return *memory_.object_at(address); }
  void write(uint64_t address, uint64_t value, unsigned size = 8) {
    Object& object = at(address);
    memory_.write(object, Memory::offset_in(object, address), size, value);
  }
  uint64_t read(uint64_t address, unsigned size = 8) {
    const Object& object = at(address);
    return Memory::read(object, Memory::offset_in(object, address), size);
  }
  bool is_shared(uint64_t address) { return at(address).has(kShared); }

  // Everything that a fingerprint stands for.
  std::vector<uint64_t> contents() const {
    std::vector<uint64_t> all;
    memory_.for_each_object([&](uint64_t address, const Object& object) {
      all.insert(all.end(), {address, object.size});
      all.insert(all.end(), object.words, object.words + (object.size + 7) / 8);
    });
    memory_.for_each_adopted(
        [&](uint64_t thread, uint64_t address) { all.insert(all.end(), {thread, address}); });
    return all;
  }

  Memory memory_;
};

}  // namespace heddle::testing
