// Thread: where a thread of the checked program stands, and what it is about to do.
//
// All of it is plain words, so that the trail can save it as a block.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "machine/sync_kind.h"
#include "program/point.h"
#include "support/hash.h"

namespace heddle {

enum class PendingKind : uint8_t {
  None,     // nothing that another thread could notice: run on
  Access,   // of memory that other threads can reach
  Await,    // goes on when its conditions hold
  Sync,     // a visible operation that never blocks
  Choose,   // branches
};

struct MemoryRange {
  uint64_t address = 0;
  uint64_t size = 0;
  bool overlaps(const MemoryRange& other) const {
    return address < other.address + other.size && other.address < address + size;
  }
  friend bool operator==(const MemoryRange&, const MemoryRange&) = default;
};

// A condition of an Await: (word & mask) == value.
struct AwaitCondition {
  uint64_t address = 0;  // 0: no condition
  uint32_t mask = 0;
  uint32_t value = 0;
};

struct Pending {
  PendingKind kind = PendingKind::None;
  SyncKind sync = SyncKind::None;
  bool writes = false;  // `range` is written (else only read)
  bool atomic = false;
  uint32_t branches = 0;    // Choose
  uint64_t object = 0;      // the synchronisation object, as the user knows it
  MemoryRange range;        // accessed, of the object or of plain memory
  MemoryRange second_read;  // a memory copy also reads here
  AwaitCondition conditions[2];
};

enum class ThreadStatus : uint32_t { Unused, Live, Finished };

struct Frame {
  uint64_t* slots = nullptr;
  Point point = 0;            // of the instruction to run, or of the call that has not returned
  uint32_t stack_objects = 0;  // how many the thread had when the frame was made
  uint32_t function = 0;
  uint32_t unused = 0;
  Fingerprint below;           // of all frames under this one
};

struct Thread {
  ThreadStatus status = ThreadStatus::Unused;
  uint32_t depth = 0;  // number of frames
  uint32_t atomic_depth = 0;
  uint32_t released = 0;  // its number is free for others as soon as it ends
  uint64_t entry = 0;  // address of the function it began with as the user knows it, for its name
  Pending pending;
  Fingerprint fingerprint;
};
static_assert(sizeof(Thread) % sizeof(uint64_t) == 0);
static_assert(sizeof(Frame) % sizeof(uint64_t) == 0);

}  // namespace heddle
