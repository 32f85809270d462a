// Memory: the checked program's objects, with bounds, lifetime, sharing and fingerprint.
//
// Every access is checked against the object its address names. Every change goes through
// set_word(), which logs the old value and moves the fingerprint, so both cost what changed.
//
// Sharing: an object belongs to the thread that made it until its address is stored where another
// thread can find it; then it, and all that it leads to, is shared for good. An address in an
// integer could travel unseen, so turning a pointer into an integer shares its object at once.
// A dangling pointer of another thread, though, may meet a private object at a reused address. Whoever
// accesses an object checks that it is its own, or shared; if not, the search is done again with more
// objects shared from the start (see Interpreter::is_noticed). Up to the first such access nobody but
// its owner has touched the object, so it was right to treat it as the owner's; and that first access
// is not missed, because nothing before it depends on the object. For this, what is shared is part of the state: with
// equal memory, an object that nobody leads to any more may be shared after one way and private after another.
//
// On request it notes which words of the objects that are there at some moment are used from then on: accessed,
// or looked at for what they share (see IdleWords).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "machine/thread.h"
#include "machine/trail.h"
#include "program/address.h"
#include "program/program.h"
#include "support/hash.h"
#include "support/reserved_array.h"

namespace heddle {

enum ObjectFlag : uint32_t {
  kAlive = 1,
  kShared = 2,
  kConstant = 4,
  kHeap = 8,
  kStack = 16,
  kGlobal = 32,
  kForward = 64,  // a stack entry whose bytes are in a large object
  kExisted = 128,  // was alive once: a dead one with this flag was freed, not wild
  kHandedOver = 256,  // belongs to its owner, though another thread may have made it
  kEnded = 512,  // a local variable whose scope has ended, and may begin again
  kElsewhere = 1024,  // its owner is not the thread whose region it lies in
};
constexpr unsigned kOwnerShift = 16;  // the bits above hold the number of the thread it belongs to

struct Object {
  uint64_t* words;
  uint64_t key;  // stands for the object in fingerprints
  uint32_t size;  // bytes; 0 when dead, so that one comparison rejects every access
  uint32_t full_size;  // bytes, also when dead
  uint32_t flags;
  Point origin;  // where it was made: an Alloca, an Allocate, or the call of an allocator
  uint64_t forward;  // kForward: address of the large object

  bool has(ObjectFlag flag) const { return (flags & flag) != 0; }
  ThreadNumber owner() const { return flags >> kOwnerShift; }
  void set_owner(ThreadNumber thread) {
    flags = (flags & ((uint32_t(1) << kOwnerShift) - 1)) | thread << kOwnerShift;
  }
  bool is_private_to(ThreadNumber thread) const {
    return (flags & (kShared | kConstant | ~uint32_t(0) << kOwnerShift)) == thread << kOwnerShift;
  }
};
static_assert(sizeof(Object) == 40);

enum class SharingPolicy : uint8_t {
  ByReachability,
  AlsoReused,  // and a new object at an address where others know a dead one
  Everything,
};
enum class ReusePolicy { LowestFirst, Never };

class Memory {
 public:
  Memory(SharingPolicy sharing, ReusePolicy reuse);

  // The object that [address, address + size) lies in, or null. Half of all instructions of a program
  // begin with it, which is more than a compiler's budget for inlining knows.
  [[gnu::always_inline]] Object* find(uint64_t address, uint64_t size) {
    const uint64_t region = address >> address::kRegionShift;
    if (region >= address::kFirstLargeRegion) [[unlikely]]
      return find_large(address, size);
    const uint64_t index = address >> address::kOffsetBits & address::kObjectMask;
    const Region& place = regions_[region];
    if (index >= place.count) [[unlikely]]
      return nullptr;
    Object& object = place.objects[index];
    if (!fits(object, address & address::kOffsetMask, size)) return nullptr;
    if (object.words < noted_until_) [[unlikely]]
      note_use(object, address & address::kOffsetMask, size);
    return &object;
  }
  // The object an address belongs to, dead or alive, in bounds or not; null if there never was one.
  Object* object_at(uint64_t address);
  // The same including local variables of calls that have returned.
  const Object* object_ever_at(uint64_t address) const;

  static uint64_t offset_in(const Object&, uint64_t address) {
    return address >= uint64_t(address::kFirstLargeRegion) << address::kRegionShift
               ? address & address::kLargeOffsetMask
               : address & address::kOffsetMask;
  }

  // Up to 8 bytes, inside the object.
  static uint64_t read(const Object& object, uint64_t offset, unsigned size) {
    uint64_t value = 0;
    std::memcpy(&value, reinterpret_cast<const char*>(object.words) + offset, size);
    return value;
  }
  void write(Object& object, uint64_t offset, unsigned size, uint64_t value) {
    const unsigned shift = (offset & 7) * 8;
    const uint64_t mask = size == 8 ? ~uint64_t(0) : (uint64_t(1) << size * 8) - 1;
    if (shift + size * 8 > 64) [[unlikely]]
      return write_across(object, offset, mask, value & mask);
    const uint64_t old = object.words[offset >> 3];
    set_word(object, offset >> 3, (old & ~(mask << shift)) | (value & mask) << shift);
  }
  void copy(Object& to, uint64_t to_offset, const Object& from, uint64_t from_offset,
            uint64_t size);
  void fill(Object& object, uint64_t offset, uint8_t byte, uint64_t size);

  // Objects. Addresses of the heap are dealt per thread, lowest free number first.
  void add_global(const Global& global);
  uint64_t allocate(ThreadNumber thread, uint64_t size, Point origin);
  void release(ThreadNumber thread, uint64_t address);
  uint64_t push_stack(ThreadNumber thread, uint64_t size, Point origin);
  void pop_stack(ThreadNumber thread, uint32_t down_to);
  uint32_t stack_objects(ThreadNumber thread) const {
    return regions_[address::kFirstStackRegion + thread].count;
  }
  // The scope of a local variable, which is there as long as its function runs.
  void begin_scope(Object& object);
  void end_scope(Object& object);
  void open_thread(ThreadNumber thread);
  // Local variables that others know are noted here when they go.
  void note_deaths(std::vector<MemoryRange>* deaths) { deaths_ = deaths; }

  // The block, unless others know it already, belongs to this thread alone; what it points to is shared.
  // Nobody vouches for this: when another thread comes by it, the search is done again without.
  void hand_over(uint64_t address, ThreadNumber owner);
  // The pointer may reach other threads from here on.
  void share(uint64_t address);
  void share_words_in(const Object& object, uint64_t offset, uint64_t size);
  // An integer was read: if its word holds a pointer, that pointer may travel unseen.
  void share_disguised(const Object& object, uint64_t offset, unsigned size);

  // Words of interest, as a set in which each is one of 64: whether one of them, or perhaps another with
  // the same bit, has changed since.
  static uint64_t watch_bits(const Object& object, uint64_t offset) {
    return watch_bit(&object.words[offset / 8]) | watch_bit(&object.words[(offset + 3) / 8]);
  }
  void watch(uint64_t bits) {
    watched_ = bits;
    watched_changed_ = false;
  }
  bool watched_changed() const { return watched_changed_; }

  // From here on, it is noted which words of the objects that are there now are used, large objects aside. What is taken
  // back counts all the same.
  void note_use_of_old();
  void note_no_use() { noted_until_ = nullptr; }
  // Objects of that time that were taken away as they were; the words of these count as used from here on.
  void forget_removals() { removed_.clear(); }
  void count_removals();
  // Calls visit(key, index, value) for the words that have not been used, with what they held then.
  template <typename Visit>
  void for_each_unused_word(Visit visit) const {
    for (const OldObject& object : old_)
      for (uint64_t index = 0; index < object.words; ++index)
        if (!used_[object.first + index])
          visit(object.key, index, old_words_[object.first + index]);
  }

  // Of what objects hold, and of what is shared.
  const Fingerprint& fingerprint() const { return fingerprint_; }
  const Fingerprint& sharing_fingerprint() const { return sharing_fingerprint_; }
  // The state as it is gets the fingerprint 0.
  void forget_fingerprint() { fingerprint_ = {}; }

  struct Mark {
    Trail::Mark trail;
    uint64_t arena;
    Fingerprint fingerprint;
    Fingerprint sharing_fingerprint;
  };
  Mark mark();
  void undo(const Mark& mark);
  Trail& trail() { return trail_; }
  size_t bytes_in_use() const { return arena_top_ * sizeof(uint64_t) + trail_.bytes(); }

  // Calls visit(address, object) for each live object, in address order.
  template <typename Visit>
  void for_each_object(Visit visit) const {
    for (uint32_t region = 0; region < address::kRegions; ++region)
      for (uint64_t index = 0; index < regions_[region].count; ++index)
        if (const Object& object = regions_[region].objects[index]; object.has(kAlive))
          visit(address::make(region, uint32_t(index)), object);
  }
  // Who may reuse the address of a dead heap object that another thread allocated.
  template <typename Visit>
  void for_each_adopted(Visit visit) const {
    for (const Allocator& allocator : allocators_)
      for (uint64_t k = 0; k < allocator.adopted_count; ++k)
        visit(allocator.number, allocator.adopted[k]);
  }

 private:
  struct Region {
    Object* objects = nullptr;
    uint64_t count = 0;
  };
  // Free heap slots of one thread. Own slots are reused lowest first; a slot of another thread's
  // region that this thread freed is adopted: it comes first, as in an allocator with a cache per
  // thread. Threads therefore never disturb each other's addresses, and ABA can happen.
  struct Allocator {
    uint64_t number = 0;
    uint64_t own_count = 0;
    uint64_t adopted_count = 0;
    uint64_t* own = nullptr;  // slots, highest first
    uint64_t* adopted = nullptr;  // addresses, highest first
  };

  Object* find_large(uint64_t address, uint64_t size);
  // No sum: a size read from the program may be anything.
  static bool fits(const Object& object, uint64_t offset, uint64_t size) {
    return size <= object.size && offset <= object.size - size;
  }
  struct OldObject {
    uint64_t key;
    uint64_t first;  // in the arena
    uint64_t words;
  };

  void note_use(const Object& object, uint64_t offset, uint64_t size);
  void note_use_of_all(const Object& object) {
    if (object.words < noted_until_) note_use(object, 0, object.full_size);
  }
  void note_removal(const Object& object) {
    if (object.words < noted_until_) removed_.push_back(object);
  }
  void give_back(const Object& object);
  void note_death(const Object& object, uint64_t address);
  void clear(Object& object);
  void set_word(Object& object, uint64_t index, uint64_t value) {
    if (object.words[index] != value) change_word(object, index, value);
  }
  void change_word(Object& object, uint64_t index, uint64_t value);
  void write_across(Object& object, uint64_t offset, uint64_t mask, uint64_t value);
  static uint64_t watch_bit(const uint64_t* word) {
    return uint64_t(1) << (reinterpret_cast<uintptr_t>(word) / sizeof(uint64_t) % 64);
  }
  uint64_t* new_words(uint64_t size);
  void log(uint64_t* word) {
    // What is newer than the last mark vanishes with it.
    if (word < unlogged_from_) trail_.save(word);
  }
  void save_object(Object& object) { trail_.save_whole(object); }
  void reserve_region(uint32_t region, size_t capacity);
  Object& place_object(uint32_t region, uint64_t index, uint64_t size, uint32_t flags,
                       Point origin);
  void kill(Object& object);
  uint64_t take_slot(Allocator& allocator, uint32_t region);
  void insert_sorted(uint64_t* list, uint64_t& count, uint64_t value);
  Fingerprint sharing_term(const Object& object) const;
  void share_object(Object& object);
  bool looks_like_pointer(uint64_t word) const {
    return (word & kPointerMask) >> address::kRegionShift != 0;
  }
  static Fingerprint existence_term(uint64_t key, uint64_t size) {
    return word_term(key, ~uint64_t(0), size + 1);
  }
  static Fingerprint adoption_term(uint64_t address, uint64_t thread) {
    return word_term(address, ~uint64_t(1), thread + 1);
  }
  // A large local lies among the large blocks of the heap: that it is none of them, and ends with this place of the stack.
  static Fingerprint forward_term(const Object& entry) {
    return word_term(entry.key, ~uint64_t(4), entry.forward);
  }

  static constexpr uint64_t kPointerMask = (uint64_t(1) << 47) - 1;

  SharingPolicy sharing_;
  ReusePolicy reuse_;
  Trail trail_;
  Fingerprint fingerprint_;
  Fingerprint sharing_fingerprint_;
  std::array<Region, address::kRegions> regions_;
  std::array<Allocator, kMaxThreads> allocators_;
  ReservedArray<uint64_t> arena_;
  uint64_t arena_top_ = 0;
  uint64_t* unlogged_from_ = nullptr;
  uint64_t watched_ = 0;
  bool watched_changed_ = false;
  std::vector<MemoryRange>* deaths_ = nullptr;
  const uint64_t* noted_until_ = nullptr;  // of the arena; null: nothing is noted
  std::vector<uint8_t> used_;  // by word of the arena up to there
  std::vector<uint64_t> old_words_;
  std::vector<OldObject> old_;
  std::vector<Object> removed_;
  std::vector<ReservedArray<Object>> tables_;
  std::vector<ReservedArray<uint64_t>> free_lists_;
  std::vector<Object*> to_share_;
};

}  // namespace heddle
