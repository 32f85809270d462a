// The kinds of visible synchronisation operations; numbers are shared with runtime/builtins.h.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle {

enum class SyncKind : uint8_t {
  None,
  MutexLock,
  MutexUnlock,
  MutexTryLock,
  MutexInit,
  MutexDestroy,
  RwLockRead,
  RwLockWrite,
  RwLockUnlock,
  RwLockTry,
  RwLockInit,
  RwLockDestroy,
  SpinLock,
  SpinUnlock,
  SpinTryLock,
  SpinInit,
  SpinDestroy,
  CondWait,
  CondWake,
  CondSignal,
  CondBroadcast,
  CondInit,
  CondDestroy,
  BarrierArrive,
  BarrierWait,
  BarrierInit,
  BarrierDestroy,
  SemWait,
  SemTryWait,
  SemPost,
  SemInit,
  SemDestroy,
  SemValue,
  Once,
  Join,
  AtomicBegin,
  AtomicWait,
  AtomicNotify,
  Exit,
  AtomicWake,
  Touch,
};

// A release commutes with everything but an operation that sees a held lock without waiting.
constexpr bool is_release(SyncKind kind) {
  return kind == SyncKind::MutexUnlock || kind == SyncKind::RwLockUnlock ||
         kind == SyncKind::SpinUnlock;
}

constexpr bool takes_lock(SyncKind kind) {
  return kind == SyncKind::MutexLock || kind == SyncKind::RwLockRead ||
         kind == SyncKind::RwLockWrite || kind == SyncKind::SpinLock;
}

// Initialising an object is like writing it: it races with every other use. (Destroying is checked by
// the models: they say what is wrong with it.)
constexpr bool is_initialisation(SyncKind kind) {
  return kind == SyncKind::MutexInit || kind == SyncKind::RwLockInit ||
         kind == SyncKind::SpinInit || kind == SyncKind::CondInit ||
         kind == SyncKind::BarrierInit || kind == SyncKind::SemInit;
}

// These look whether a lock is held, without waiting for it.
constexpr bool inspects_lock(SyncKind kind) {
  return is_initialisation(kind) || kind == SyncKind::MutexDestroy ||
         kind == SyncKind::RwLockDestroy || kind == SyncKind::SpinDestroy;
}

// These wait on a word of the thread's own: the object they name may be gone by the time they go on,
// as POSIX allows once its waiters have been woken.
constexpr bool waits_apart_from_object(SyncKind kind) {
  return kind == SyncKind::CondWake || kind == SyncKind::BarrierWait || kind == SyncKind::Join ||
         kind == SyncKind::AtomicWake;
}

const char* name_of(SyncKind kind);

}  // namespace heddle
