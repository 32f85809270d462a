// SPDX-License-Identifier: Apache-2.0
#include "machine/memory.h"

#include <algorithm>
#include <cstring>

#include "support/invariant.h"

namespace heddle {

namespace {

constexpr size_t kArenaWords = size_t(1) << 32;
constexpr uint64_t kLargestOld = 1 << 16;  // object whose words are told apart, see note_use_of_old
constexpr size_t kFreeListCapacity = size_t(1) << 20;

uint64_t words_for(uint64_t size) { return (size + 7) / 8; }

uint64_t heap_key(uint32_t region, uint64_t index) {
  return mix(hash_constants::k2 + region, index);
}

// A local variable whose scope has ended. Its size matters: the scope may begin again, when what made the
// variable is no longer to come.
Fingerprint ended_term(uint64_t key, uint64_t size) {
  return word_term(key, ~uint64_t(2), size + 1);
}

}  // namespace

Memory::Memory(SharingPolicy sharing, ReusePolicy reuse)
    : sharing_(sharing), reuse_(reuse), arena_(kArenaWords) {
  reserve_region(address::kGlobalRegion, size_t(1) << address::kObjectBits);
  reserve_region(address::kLargeGlobalRegion, address::kLargeObjectsPerRegion);
  // Before the first mark there is nothing to go back to.
  unlogged_from_ = arena_.data();
}

void Memory::reserve_region(uint32_t region, size_t capacity) {
  tables_.emplace_back(capacity);
  regions_[region].objects = tables_.back().data();
}

void Memory::open_thread(ThreadNumber thread) {
  if (regions_[address::kFirstHeapRegion + thread].objects) return;
  reserve_region(address::kFirstHeapRegion + thread, size_t(1) << address::kObjectBits);
  reserve_region(address::kFirstStackRegion + thread, size_t(1) << address::kObjectBits);
  reserve_region(address::kFirstLargeRegion + thread, address::kLargeObjectsPerRegion);
  free_lists_.emplace_back(kFreeListCapacity);
  allocators_[thread].number = thread;
  allocators_[thread].own = free_lists_.back().data();
  free_lists_.emplace_back(kFreeListCapacity);
  allocators_[thread].adopted = free_lists_.back().data();
}

Object* Memory::find_large(uint64_t address, uint64_t size) {
  if (address >> address::kRegionShift >= address::kRegions) return nullptr;
  Object* object = object_at(address);
  const uint64_t offset = address & address::kLargeOffsetMask;
  if (!object || !fits(*object, offset, size)) return nullptr;
  if (object->words < noted_until_) note_use(*object, offset, size);
  return object;
}

const Object* Memory::object_ever_at(uint64_t address) const {
  const uint64_t region = address >> address::kRegionShift;
  if (region >= address::kRegions || !regions_[region].objects) return nullptr;
  const Object& object = regions_[region].objects[address::index_of(address)];
  return object.flags ? &object : nullptr;
}

Object* Memory::object_at(uint64_t address) {
  const uint64_t region = address >> address::kRegionShift;
  if (region >= address::kRegions || address::index_of(address) >= regions_[region].count)
    return nullptr;
  Object& object = regions_[region].objects[address::index_of(address)];
  return object.flags ? &object : nullptr;
}

void Memory::note_use_of_old() {
  if (old_.empty()) {
    used_.resize(arena_top_);
    old_words_.assign(arena_.data(), arena_.data() + arena_top_);
    const auto add = [&](uint64_t, const Object& object) {
      if (!object.has(kConstant) && !object.has(kForward) && object.full_size <= kLargestOld)
        old_.push_back(
            {object.key, uint64_t(object.words - arena_.data()), words_for(object.full_size)});
    };
    for_each_object(add);
  }
  // The same way leads to the same objects; if not, nothing is known of them.
  const bool is_same = used_.size() == arena_top_;
  if (!is_same) std::fill(used_.begin(), used_.end(), 1);
  noted_until_ = is_same ? arena_.data() + arena_top_ : nullptr;
  // Nothing that comes later lies among them.
  unlogged_from_ = arena_.data() + arena_top_;
}

void Memory::note_use(const Object& object, uint64_t offset, uint64_t size) {
  const auto first = used_.begin() + (object.words - arena_.data());
  std::fill(first + ptrdiff_t(offset / 8), first + ptrdiff_t(words_for(offset + size)), 1);
}

// Globals are shared from the start, and everything is where that is the policy. What a dead object leaves to the next at its
// address counts where it does.
Fingerprint Memory::sharing_term(const Object& object) const {
  if (sharing_ == SharingPolicy::Everything || object.has(kGlobal)) return {};
  constexpr uint64_t kPosition = ~uint64_t(3);
  if (!object.has(kAlive)) {
    const bool counts =
        sharing_ == SharingPolicy::AlsoReused && (object.flags & (kShared | kHandedOver));
    return counts ? word_term(object.key, kPosition, 1) : Fingerprint{};
  }
  if (object.has(kShared)) return word_term(object.key, kPosition, 2);
  if (!object.has(kElsewhere)) return {};
  const uint64_t how = object.has(kHandedOver) ? 1 : 0;
  return word_term(object.key, kPosition, 3 + (uint64_t(object.owner()) << 1 | how));
}

void Memory::count_removals() {
  for (const Object& object : removed_) note_use_of_all(object);
  removed_.clear();
}

void Memory::change_word(Object& object, uint64_t index, uint64_t value) {
  uint64_t& word = object.words[index];
  log(&word);
  if (watched_ & watch_bit(&word)) watched_changed_ = true;
  const uint64_t place = word_place(object.key, index);
  if (word) fingerprint_ -= value_term(place, word);
  if (value) fingerprint_ += value_term(place, value);
  word = value;
}

void Memory::write_across(Object& object, uint64_t offset, uint64_t mask, uint64_t value) {
  const uint64_t index = offset >> 3;
  const unsigned shift = (offset & 7) * 8;
  const uint64_t first = object.words[index];
  set_word(object, index, (first & ~(mask << shift)) | value << shift);
  const uint64_t rest = object.words[index + 1];
  set_word(object, index + 1, (rest & ~(mask >> (64 - shift))) | value >> (64 - shift));
}

void Memory::copy(Object& to, uint64_t to_offset, const Object& from, uint64_t from_offset,
                  uint64_t size) {
  if (!from.has(kShared) && (to.has(kShared) || ((to_offset ^ from_offset) & 7)))
    share_words_in(from, from_offset, size);
  // Overlapping areas: go in the direction that reads each byte before it is overwritten.
  if (&to == &from && to_offset > from_offset) {
    while (size >= 8) {
      size -= 8;
      write(to, to_offset + size, 8, read(from, from_offset + size, 8));
    }
    while (size > 0) {
      --size;
      write(to, to_offset + size, 1, read(from, from_offset + size, 1));
    }
    return;
  }
  for (; size >= 8; size -= 8, to_offset += 8, from_offset += 8)
    write(to, to_offset, 8, read(from, from_offset, 8));
  if (size) write(to, to_offset, unsigned(size), read(from, from_offset, unsigned(size)));
}

void Memory::fill(Object& object, uint64_t offset, uint8_t byte, uint64_t size) {
  const uint64_t pattern = byte * 0x0101010101010101ull;
  for (; size > 0 && (offset & 7); ++offset, --size) write(object, offset, 1, pattern);
  for (; size >= 8; offset += 8, size -= 8) set_word(object, offset >> 3, pattern);
  if (size) write(object, offset, unsigned(size), pattern);
}

uint64_t* Memory::new_words(uint64_t size) {
  const uint64_t count = words_for(size);
  if (arena_top_ + count > arena_.capacity()) throw std::bad_alloc();
  uint64_t* words = arena_.data() + arena_top_;
  arena_top_ += count;
  std::memset(words, 0, count * sizeof(uint64_t));
  return words;
}

Object& Memory::place_object(uint32_t region, uint64_t index, uint64_t size, uint32_t flags,
                             Point origin) {
  Region& place = regions_[region];
  Object& object = place.objects[index];
  save_object(object);
  const bool met =
      sharing_ == SharingPolicy::AlsoReused && (object.flags & (kShared | kHandedOver));
  sharing_fingerprint_ -= sharing_term(object);
  if (index >= place.count) {
    trail_.save(&place.count);
    place.count = index + 1;
  }
  object.words = new_words(size);
  object.key = heap_key(region, index);
  object.size = object.full_size = uint32_t(size);
  object.flags = flags | kAlive | kExisted;
  if (met || sharing_ == SharingPolicy::Everything) object.flags |= kShared;
  object.origin = origin;
  sharing_fingerprint_ += sharing_term(object);
  // The size counts, also of a local: a variable-length array's is in no register any more.
  if (!(flags & kGlobal)) fingerprint_ += existence_term(object.key, size);
  return object;
}

void Memory::kill(Object& object) {
  note_removal(object);
  // Nobody else waits for a word that only its owner can reach.
  if (object.has(kShared)) watched_changed_ = true;
  fingerprint_ -= object.has(kEnded) ? ended_term(object.key, object.full_size)
                                     : existence_term(object.key, object.full_size);
  for (uint64_t index = 0; index < words_for(object.full_size); ++index)
    if (object.words[index]) fingerprint_ -= word_term(object.key, index, object.words[index]);
  save_object(object);
  sharing_fingerprint_ -= sharing_term(object);
  object.size = 0;
  object.flags &= ~uint32_t(kAlive);
  sharing_fingerprint_ += sharing_term(object);
}

void Memory::add_global(const Global& global) {
  const uint32_t region = address::region_of(global.address);
  Object& object = place_object(region, address::index_of(global.address), global.size,
                                kGlobal | kShared, kNoPoint);
  if (global.is_constant) object.flags = (object.flags | kConstant) & ~uint32_t(kShared);
  object.key = global.key ? global.key : hash_text(global.name);
  for (const InitialWord& word : global.contents) set_word(object, word.index, word.value);
}

uint64_t Memory::take_slot(Allocator& allocator, uint32_t region) {
  if (reuse_ == ReusePolicy::LowestFirst && allocator.own_count > 0) {
    trail_.save(&allocator.own_count);
    // The list is not changed: whoever inserts later saves what it overwrites.
    return allocator.own[--allocator.own_count];
  }
  return regions_[region].count;
}

uint64_t Memory::allocate(ThreadNumber thread, uint64_t size, Point origin) {
  Allocator& allocator = allocators_[thread];
  uint32_t region = address::kFirstHeapRegion + thread;
  uint64_t index = 0;
  if (size > address::kMaxSmallObject) {
    region = address::kFirstLargeRegion + thread;
    const Region& place = regions_[region];
    while (index < place.count &&
           (reuse_ == ReusePolicy::Never || place.objects[index].has(kAlive)))
      ++index;
    if (size > address::kMaxLargeObject || index >= address::kLargeObjectsPerRegion) return 0;
  } else if (reuse_ == ReusePolicy::LowestFirst && allocator.adopted_count > 0) {
    trail_.save(&allocator.adopted_count);
    const uint64_t adopted = allocator.adopted[--allocator.adopted_count];
    fingerprint_ -= adoption_term(adopted, thread);
    region = address::region_of(adopted);
    index = adopted >> address::kOffsetBits & address::kObjectMask;
  } else {
    index = take_slot(allocator, region);
    if (index > address::kObjectMask) return 0;
  }
  Object& object = place_object(region, index, size, kHeap, origin);
  object.set_owner(thread);
  if (region != address::kFirstHeapRegion + thread && !address::is_large(region)) {
    sharing_fingerprint_ -= sharing_term(object);
    object.flags |= kElsewhere;
    sharing_fingerprint_ += sharing_term(object);
  }
  return address::make(region, uint32_t(index));
}

void Memory::insert_sorted(uint64_t* list, uint64_t& count, uint64_t value) {
  INVARIANT(count < kFreeListCapacity, "there are no more free slots than slots");
  uint64_t* place = std::lower_bound(list, list + count, value, std::greater<>());
  const size_t moved = size_t(list + count - place);
  trail_.save_block(place, moved + 1);
  trail_.save(&count);
  std::memmove(place + 1, place, moved * sizeof(uint64_t));
  *place = value;
  ++count;
}

void Memory::release(ThreadNumber thread, uint64_t address) {
  Object& object = *object_at(address);
  kill(object);
  give_back(object);
  const uint32_t region = address::region_of(address);
  if (address::is_large(region) || reuse_ == ReusePolicy::Never) return;
  Allocator& allocator = allocators_[thread];
  if (region == address::kFirstHeapRegion + thread) {
    insert_sorted(allocator.own, allocator.own_count,
                  address >> address::kOffsetBits & address::kObjectMask);
  } else {
    insert_sorted(allocator.adopted, allocator.adopted_count, address);
    fingerprint_ += adoption_term(address, thread);
  }
}

uint64_t Memory::push_stack(ThreadNumber thread, uint64_t size, Point origin) {
  const uint32_t region = address::kFirstStackRegion + thread;
  const uint64_t index = regions_[region].count;
  if (index > address::kObjectMask) return 0;
  if (size <= address::kMaxSmallObject) {
    place_object(region, index, size, kStack, origin).set_owner(thread);
    return address::make(region, uint32_t(index));
  }
  const uint64_t large = allocate(thread, size, origin);
  if (!large) return 0;
  Object& bytes = *object_at(large);
  bytes.flags = (bytes.flags & ~uint32_t(kHeap)) | kStack;
  Object& entry = place_object(region, index, 0, kStack | kForward, origin);
  entry.forward = large;
  fingerprint_ += forward_term(entry);
  return large;
}

void Memory::pop_stack(ThreadNumber thread, uint32_t down_to) {
  Region& place = regions_[address::kFirstStackRegion + thread];
  if (place.count == down_to) return;
  trail_.save(&place.count);
  while (place.count > down_to) {
    Object& object = place.objects[--place.count];
    const bool forwards = object.has(kForward);
    if (forwards) fingerprint_ -= forward_term(object);
    note_death(object, address::make(address::kFirstStackRegion + thread, uint32_t(place.count)));
    kill(object);
    give_back(object);
    if (forwards) release(thread, object.forward);
  }
}

void Memory::note_death(const Object& object, uint64_t address) {
  if (!deaths_) return;
  const Object& bytes = object.has(kForward) ? *object_at(object.forward) : object;
  if (bytes.has(kShared))
    deaths_->push_back(
        {object.has(kForward) ? object.forward : address, std::max<uint64_t>(bytes.full_size, 1)});
}

// What came and went since the last mark leaves nothing behind.
void Memory::give_back(const Object& object) {
  const bool is_last = object.words + words_for(object.full_size) == arena_.data() + arena_top_;
  if (is_last && object.words >= unlogged_from_)
    arena_top_ = uint64_t(object.words - arena_.data());
}

void Memory::clear(Object& object) {
  for (uint64_t index = 0; index < words_for(object.size); ++index) set_word(object, index, 0);
}

void Memory::begin_scope(Object& object) {
  note_use_of_all(object);
  if (!object.has(kEnded)) return clear(object);
  save_object(object);
  object.size = object.full_size;
  object.flags &= ~uint32_t(kEnded);
  fingerprint_ -= ended_term(object.key, object.full_size);
  fingerprint_ += existence_term(object.key, object.full_size);
}

void Memory::end_scope(Object& object) {
  if (object.has(kEnded)) return;
  note_removal(object);
  if (object.has(kShared)) watched_changed_ = true;
  clear(object);
  fingerprint_ -= existence_term(object.key, object.full_size);
  fingerprint_ += ended_term(object.key, object.full_size);
  save_object(object);
  object.size = 0;
  object.flags |= kEnded;
}

void Memory::hand_over(uint64_t address, ThreadNumber owner) {
  Object* object = object_at(address);
  if (!object || !object->has(kAlive) || !object->has(kHeap) || object->has(kShared)) return;
  save_object(*object);
  sharing_fingerprint_ -= sharing_term(*object);
  // A pointer of the block into itself shares nothing.
  object->flags |= kShared;
  share_words_in(*object, 0, object->size);
  object->flags = (object->flags & ~uint32_t(kShared)) | kHandedOver | kElsewhere;
  object->set_owner(owner);
  sharing_fingerprint_ += sharing_term(*object);
}

void Memory::share(uint64_t value) {
  if (!looks_like_pointer(value)) return;
  Object* object = object_at(value & kPointerMask);
  if (object && !object->has(kShared)) share_object(*object);
}

void Memory::share_object(Object& root) {
  const auto add = [this](Object& object) {
    // A dead one has nothing to access, but leaves its flags to the next at its address.
    const bool counts = object.has(kAlive) || sharing_ == SharingPolicy::AlsoReused;
    if (!counts || (object.flags & (kShared | kConstant))) return;
    save_object(object);
    sharing_fingerprint_ -= sharing_term(object);
    object.flags |= kShared;
    sharing_fingerprint_ += sharing_term(object);
    to_share_.push_back(&object);
  };
  add(root);
  while (!to_share_.empty()) {
    const Object& object = *to_share_.back();
    to_share_.pop_back();
    note_use_of_all(object);
    for (uint64_t index = 0; index < words_for(object.size); ++index)
      if (looks_like_pointer(object.words[index]))
        if (Object* next = object_at(object.words[index] & kPointerMask)) add(*next);
  }
}

void Memory::share_words_in(const Object& object, uint64_t offset, uint64_t size) {
  const uint64_t end = std::min<uint64_t>(words_for(offset + size), words_for(object.size));
  note_use_of_all(object);
  for (uint64_t index = offset >> 3; index < end; ++index) share(object.words[index]);
}

void Memory::share_disguised(const Object& object, uint64_t offset, unsigned size) {
  share(object.words[offset >> 3]);
  if ((offset & 7) + size > 8) share(object.words[(offset >> 3) + 1]);
}

Memory::Mark Memory::mark() {
  unlogged_from_ = arena_.data() + arena_top_;
  return {trail_.mark(), arena_top_, fingerprint_, sharing_fingerprint_};
}

void Memory::undo(const Mark& mark) {
  trail_.undo(mark.trail);
  arena_top_ = mark.arena;
  unlogged_from_ = arena_.data() + arena_top_;
  fingerprint_ = mark.fingerprint;
  sharing_fingerprint_ = mark.sharing_fingerprint;
}

}  // namespace heddle
