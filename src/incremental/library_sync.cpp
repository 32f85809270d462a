// SPDX-License-Identifier: Apache-2.0
#include "incremental/library_sync.h"

#include "incremental/statement_text.h"
#include "machine/sync_kind.h"
#include "support/bits.h"

namespace heddle {

namespace {

constexpr uint64_t bits_of(std::initializer_list<SyncKind> kinds) {
  uint64_t set = 0;
  for (const SyncKind kind : kinds) set |= bit(uint32_t(kind));
  return set;
}

// What a call is called after, the most telling first: a condition's wait also takes its mutex again.
struct Row {
  uint64_t kinds;
  StatementKind kind;
};
constexpr Row kRows[] = {
    {bits_of({SyncKind::Join}), StatementKind::Join},
    {bits_of({SyncKind::CondWait, SyncKind::CondWake, SyncKind::AtomicWait, SyncKind::AtomicWake}),
     StatementKind::Condition},
    {bits_of({SyncKind::CondSignal, SyncKind::CondBroadcast, SyncKind::AtomicNotify}),
     StatementKind::Notify},
    {bits_of({SyncKind::BarrierArrive, SyncKind::BarrierWait}), StatementKind::Barrier},
    {bits_of({SyncKind::SemWait, SyncKind::SemTryWait}), StatementKind::SemaphoreWait},
    {bits_of({SyncKind::SemPost, SyncKind::SemValue}), StatementKind::Semaphore},
    {bits_of({SyncKind::Once}), StatementKind::Once},
    {bits_of(
         {SyncKind::MutexLock, SyncKind::RwLockRead, SyncKind::RwLockWrite, SyncKind::SpinLock}),
     StatementKind::Lock},
    {bits_of({SyncKind::MutexTryLock, SyncKind::RwLockTry, SyncKind::SpinTryLock}),
     StatementKind::TryLock},
    {bits_of({SyncKind::MutexUnlock, SyncKind::RwLockUnlock, SyncKind::SpinUnlock}),
     StatementKind::Unlock},
    {~uint64_t(1), StatementKind::Synchronise},
};

}  // namespace

LibrarySync::LibrarySync(const Program& program) : effects_(program.functions.size()) {
  std::vector<std::vector<FunctionIndex>> callers(program.functions.size());
  std::vector<FunctionIndex> open;
  std::vector<bool> returning(program.functions.size());
  for (FunctionIndex index = 0; index < program.functions.size(); ++index) {
    const Function& function = program.functions[index];
    if (is_users(function)) continue;
    Effects& effects = effects_[index];
    for (Point p = function.entry; p < function.entry + function.instruction_count; ++p) {
      const Instruction& i = program.code[p];
      if (i.opcode == Opcode::Call) callers[i.b].push_back(index);
      if (i.opcode == Opcode::ThreadCreate) effects.creates = true;
      if (i.opcode == Opcode::Return) returning[index] = true;
      const Shape shape = shape_of(i.opcode);
      effects.accesses |= i.opcode >= Opcode::Load1 && i.opcode <= Opcode::SetMemory;
      if (shape != Shape::List || (i.opcode != Opcode::Await && i.opcode != Opcode::Visible))
        continue;
      const Operand kind = program.operands(i.c)[0];
      if (is_constant(kind))
        effects.kinds |= bit(uint32_t(program.constants[kind & ~kConstantBit]) % 64);
    }
    // What only throws says nothing about who calls it: every lock may.
    if (returning[index]) open.push_back(index);
  }
  while (!open.empty()) {
    const FunctionIndex index = open.back();
    open.pop_back();
    for (const FunctionIndex caller : callers[index]) {
      Effects& into = effects_[caller];
      const Effects& from = effects_[index];
      const Effects all{into.kinds | from.kinds, into.creates || from.creates,
                        into.accesses || from.accesses};
      if (all.kinds == into.kinds && all.creates == into.creates && all.accesses == into.accesses)
        continue;
      into = all;
      if (returning[caller]) open.push_back(caller);
    }
  }
}

StatementKind LibrarySync::kind_of(FunctionIndex function) const {
  const Effects& effects = effects_[function];
  if (effects.creates) return StatementKind::Create;
  for (const Row& row : kRows)
    if (effects.kinds & row.kinds) return row.kind;
  return effects.accesses ? StatementKind::LibraryCall : StatementKind::Local;
}

}  // namespace heddle
