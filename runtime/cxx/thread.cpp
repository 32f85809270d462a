// std::thread, std::condition_variable, std::call_once and the clocks, on the models of POSIX.
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "builtins.h"
#include "thread_exit.h"

namespace std {

// --- threads ---

thread::_State::~_State() = default;

namespace {

void* run_thread(void* state) {
  const unique_ptr<thread::_State> owned(static_cast<thread::_State*>(state));
  owned->_M_run();
  return nullptr;
}

}  // namespace

// The caller's only pointer to the state is the one that it gives up here.
void thread::_M_start_thread(_State_ptr state, void (*)()) {
  __heddle_hand_over(state.get());
  pthread_create(&_M_id._M_thread, nullptr, run_thread, state.release());
}

void thread::join() {
  int error = EINVAL;
  if (joinable()) error = pthread_join(_M_id._M_thread, nullptr);
  if (error) __throw_system_error(error);
  _M_id = id();
}

void thread::detach() {
  int error = EINVAL;
  if (joinable()) error = pthread_detach(_M_id._M_thread);
  if (error) __throw_system_error(error);
  _M_id = id();
}

// The build machine's number of cores must not decide what is explored.
unsigned thread::hardware_concurrency() noexcept { return 2; }

namespace this_thread {

void __sleep_for(chrono::seconds seconds, chrono::nanoseconds nanoseconds) {
  const timespec time{.tv_sec = seconds.count(), .tv_nsec = nanoseconds.count()};
  nanosleep(&time, nullptr);
}

}  // namespace this_thread

// --- condition variables ---

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::wait(unique_lock<mutex>& lock) { _M_cond.wait(*lock.mutex()); }
void condition_variable::notify_one() noexcept { _M_cond.notify_one(); }
void condition_variable::notify_all() noexcept { _M_cond.notify_all(); }

namespace {

struct Notification {
  condition_variable* condition;
  mutex* held;
};

void notify_at_end(void* argument) {
  const unique_ptr<Notification> notification(static_cast<Notification*>(argument));
  notification->held->unlock();
  notification->condition->notify_all();
}

}  // namespace

void notify_all_at_thread_exit(condition_variable& condition, unique_lock<mutex> lock) {
  heddle_runtime::after_thread_locals(notify_at_end, new Notification{&condition, lock.release()});
}

// --- call_once ---

__thread void* __once_callable;
__thread void (*__once_call)();

extern "C" void __once_proxy() { __once_call(); }

// --- clocks ---

namespace chrono {

inline namespace _V2 {

namespace {

nanoseconds read_clock(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}

}  // namespace

system_clock::time_point system_clock::now() noexcept {
  return time_point(read_clock(CLOCK_REALTIME));
}

steady_clock::time_point steady_clock::now() noexcept {
  return time_point(read_clock(CLOCK_MONOTONIC));
}

}  // namespace _V2

}  // namespace chrono

}  // namespace std

// As the model of POSIX has it (runtime/pthread_once.c), but open to exceptions: when the routine
// throws, it has not been run, and the next caller tries again.
extern "C" HEDDLE_INVISIBLE int pthread_once(pthread_once_t* control, void (*routine)()) {
  constexpr uint32_t kOwnerMask = 0x7fffffff;
  constexpr uint32_t kDone = 0x80000000;
  auto* owner = reinterpret_cast<uint32_t*>(control);
  if (*owner == kDone && !__heddle_option(HEDDLE_TELL_ALL)) {
    __heddle_visible(HEDDLE_TOUCH, owner, sizeof *owner);
    return 0;
  }
  __heddle_await(HEDDLE_ONCE, owner, owner, kOwnerMask, 0);
  if (*owner == kDone) return 0;
  *owner = __heddle_thread_self() + 1;
  const auto tell = [owner] {
    if (__heddle_option(HEDDLE_TELL_ALL)) __heddle_visible(HEDDLE_ONCE, owner, sizeof *owner);
  };
  try {
    routine();
  } catch (...) {
    tell();
    *owner = 0;
    throw;
  }
  tell();
  *owner = kDone;
  return 0;
}
