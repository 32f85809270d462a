// SPDX-License-Identifier: Apache-2.0
#include "machine/sync_kind.h"

namespace heddle {

const char* name_of(SyncKind kind) {
  switch (kind) {
    case SyncKind::None: return "";
    case SyncKind::MutexLock: return "lock";
    case SyncKind::MutexUnlock: return "unlock";
    case SyncKind::MutexTryLock: return "try to lock";
    case SyncKind::MutexInit: return "initialise mutex";
    case SyncKind::MutexDestroy: return "destroy mutex";
    case SyncKind::RwLockRead: return "lock for reading";
    case SyncKind::RwLockWrite: return "lock for writing";
    case SyncKind::RwLockUnlock: return "unlock";
    case SyncKind::RwLockTry: return "try to lock";
    case SyncKind::RwLockInit: return "initialise read-write lock";
    case SyncKind::RwLockDestroy: return "destroy read-write lock";
    case SyncKind::SpinLock: return "lock";
    case SyncKind::SpinUnlock: return "unlock";
    case SyncKind::SpinTryLock: return "try to lock";
    case SyncKind::SpinInit: return "initialise spin lock";
    case SyncKind::SpinDestroy: return "destroy spin lock";
    case SyncKind::CondWait: return "wait";
    case SyncKind::CondWake: return "wake up from wait";
    case SyncKind::CondSignal: return "signal";
    case SyncKind::CondBroadcast: return "broadcast";
    case SyncKind::CondInit: return "initialise condition variable";
    case SyncKind::CondDestroy: return "destroy condition variable";
    case SyncKind::BarrierArrive: return "arrive at barrier";
    case SyncKind::BarrierWait: return "pass barrier";
    case SyncKind::BarrierInit: return "initialise barrier";
    case SyncKind::BarrierDestroy: return "destroy barrier";
    case SyncKind::SemWait: return "wait for semaphore";
    case SyncKind::SemTryWait: return "try semaphore";
    case SyncKind::SemPost: return "post semaphore";
    case SyncKind::SemInit: return "initialise semaphore";
    case SyncKind::SemDestroy: return "destroy semaphore";
    case SyncKind::SemValue: return "read semaphore";
    case SyncKind::Once: return "once";
    case SyncKind::Join: return "join";
    case SyncKind::AtomicBegin: return "begin atomic section";
    case SyncKind::AtomicWait: return "wait for change";
    case SyncKind::AtomicNotify: return "notify";
    case SyncKind::Exit: return "exit";
    case SyncKind::AtomicWake: return "wake up from wait for change";
    case SyncKind::Touch: return "touch";
  }
  return "";
}

}  // namespace heddle
