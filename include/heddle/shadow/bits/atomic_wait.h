// Stands before libstdc++'s header of the same name in the checked program: a thread that waits for a
// change looks once, not sixteen times, before it goes to sleep.
//
// Looking changes nothing, and a look that finds nothing new might as well have come right before the
// next: whatever a program can do with sixteen looks it can do with one, with far fewer states. That
// holds for std::atomic::wait, whose predicate is const, and for latches and barriers, the only users
// of __atomic_wait_address. Semaphores do more than look (they take what they find), so theirs are left
// as they are, and so are calls without a policy, which do not go to sleep afterwards.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if __cplusplus > 201703L

namespace std {
namespace __detail {

template <typename _Predicate>
struct __look {
  _Predicate __predicate;
  bool operator()() const noexcept { return __predicate(); }
};

template <typename _Type>
inline constexpr bool __is_look = false;
template <typename _Predicate>
inline constexpr bool __is_look<__look<_Predicate>> = true;

template <typename _Predicate, typename _Policy>
bool __atomic_spin(const _Predicate &__predicate, _Policy) noexcept {
  return __predicate();
}

template <typename _Predicate, typename _Policy>
bool __atomic_spin(__look<_Predicate> &__predicate, _Policy) noexcept {
  return __predicate();
}

}  // namespace __detail
}  // namespace std

#endif

#include_next <bits/atomic_wait.h>

#if __cplusplus > 201703L

namespace std {

template <typename _Type, typename _Predicate>
  requires(!__detail::__is_look<_Predicate>)
void __atomic_wait_address(const _Type *__address, _Predicate __predicate) noexcept {
  std::__atomic_wait_address(__address, __detail::__look<_Predicate>{__predicate});
}

}  // namespace std

#endif
