// std::shared_ptr: the lock of its atomic access functions.
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include <memory>

namespace std {

namespace {

// One lock for all: the compiled library picks one of sixteen by address, which is no promise.
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

}  // namespace

_Sp_locker::_Sp_locker(const void*) noexcept : _M_key1(0), _M_key2(0) { pthread_mutex_lock(&lock); }
_Sp_locker::_Sp_locker(const void*, const void*) noexcept : _Sp_locker(nullptr) {}
_Sp_locker::~_Sp_locker() { pthread_mutex_unlock(&lock); }

bool _Sp_make_shared_tag::_S_eq(const type_info& type) noexcept {
  return type == typeid(_Sp_make_shared_tag);
}

}  // namespace std
