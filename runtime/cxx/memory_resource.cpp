// The compiled part of <memory_resource>: the global resources and monotonic buffers.
//
// Buffers grow as those of the library do. The global resources are never destroyed: destructors of other globals may still
// release memory to them.
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cstddef>
#include <memory_resource>
#include <new>

namespace std::pmr {

namespace {

class NewDelete final : public memory_resource {
  void* do_allocate(size_t bytes, size_t alignment) override {
    return ::operator new(bytes, align_val_t(alignment));
  }
  void do_deallocate(void* block, size_t bytes, size_t alignment) override {
    ::operator delete(block, bytes, align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

class Null final : public memory_resource {
  void* do_allocate(size_t, size_t) override { throw bad_alloc(); }
  void do_deallocate(void*, size_t, size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

template <typename Resource>
union Forever {
  Resource resource;
  constexpr Forever() : resource() {}
  ~Forever() {}
};

constinit Forever<NewDelete> new_delete;
constinit Forever<Null> null;
constinit atomic<memory_resource*> default_resource{nullptr};  // null: new and delete

memory_resource* or_new_delete(memory_resource* resource) {
  return resource ? resource : new_delete_resource();
}

}  // namespace

memory_resource::~memory_resource() = default;

memory_resource* new_delete_resource() noexcept { return &new_delete.resource; }
memory_resource* null_memory_resource() noexcept { return &null.resource; }
memory_resource* get_default_resource() noexcept {
  return or_new_delete(default_resource.load(memory_order_acquire));
}
memory_resource* set_default_resource(memory_resource* resource) noexcept {
  return or_new_delete(default_resource.exchange(resource, memory_order_acq_rel));
}

// Stands at the end of each buffer: the first byte has the buffer's alignment.
class monotonic_buffer_resource::_Chunk {
 public:
  _Chunk* next;
  size_t bytes;  // of the buffer, this included
  size_t alignment;

  void* start() { return reinterpret_cast<char*>(this + 1) - bytes; }
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
  const size_t wanted = bytes > _M_next_bufsiz ? bytes : _M_next_bufsiz;
  const size_t usable = (wanted + alignof(_Chunk) - 1) / alignof(_Chunk) * alignof(_Chunk);
  const size_t aligned = alignment > alignof(max_align_t) ? alignment : alignof(max_align_t);
  void* buffer = _M_upstream->allocate(usable + sizeof(_Chunk), aligned);
  _M_head =
      ::new (static_cast<char*>(buffer) + usable) _Chunk{_M_head, usable + sizeof(_Chunk), aligned};
  _M_current_buf = buffer;
  _M_avail = usable;
  _M_next_bufsiz = size_t(float(_M_next_bufsiz) * _S_growth_factor);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  _Chunk* chunk = _M_head;
  _M_head = nullptr;
  while (chunk) {
    const _Chunk last = *chunk;
    _M_upstream->deallocate(chunk->start(), last.bytes, last.alignment);
    chunk = last.next;
  }
}

}  // namespace std::pmr
