// Tests of the phrases for events.
// SPDX-License-Identifier: Apache-2.0
#include "report/words.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TraceEvent make(EventKind kind, std::string object, std::string value = "", std::string old = "") {
  TraceEvent event;
  event.kind = kind;
  event.object = std::move(object);
  event.value = std::move(value);
  event.old_value = std::move(old);
  return event;
}

TEST(Words, AccessesNameObjectAndValue) {
  EXPECT_EQ(describe(make(EventKind::Read, "queue.head", "0")), "reads queue.head = 0");
  EXPECT_EQ(describe(make(EventKind::Write, "balance", "50", "100")), "balance: 100 -> 50");
  EXPECT_EQ(describe(make(EventKind::Write, "balance", "50", "50")), "balance: 50, unchanged");
  EXPECT_EQ(describe(make(EventKind::Write, "balance", "50")), "balance = 50");
}

TEST(Words, AnEventWithoutDetailsIsStillAPhrase) {
  EXPECT_EQ(describe(make(EventKind::Read, "")), "reads memory");
  EXPECT_EQ(describe(make(EventKind::Write, "")), "writes memory");
  EXPECT_EQ(describe(make(EventKind::Blocked, "")), "waits for a lock");
  EXPECT_EQ(describe(make(EventKind::Exit, "")), "the program exits");
}

TEST(Words, TheMannerOfAnAccessIsSaid) {
  TraceEvent update = make(EventKind::Update, "count", "2", "1");
  update.operation = "fetch_add";
  EXPECT_EQ(describe(update), "count: 1 -> 2 (atomic fetch_add)");
  TraceEvent copy = make(EventKind::Read, "buffer[0]", "7");
  copy.operation = "memcpy";
  EXPECT_EQ(describe(copy), "reads buffer[0] = 7 (in memcpy)");
}

TEST(Words, ABlockedThreadSaysWhoHoldsTheLock) {
  TraceEvent blocked = make(EventKind::Blocked, "m");
  blocked.note = "held by thread 2 (worker)";
  EXPECT_EQ(describe(blocked), "waits for m, held by thread 2 (worker)");
  EXPECT_EQ(ink_of(blocked), Ink::Caution);
}

TEST(Words, TheMeansOfTheCxxLibraryIsSaid) {
  TraceEvent lock = make(EventKind::Acquire, "pool.mutex_");
  lock.through = "lock_guard";
  EXPECT_EQ(describe(lock), "takes pool.mutex_ (lock_guard)");
  lock.kind = EventKind::Blocked;
  lock.note = "held by worker#1 since pool.cpp:7";
  EXPECT_EQ(describe(lock),
            "waits for pool.mutex_ (lock_guard), held by worker#1 since pool.cpp:7");
}

TEST(Words, NotificationsDiffer) {
  TraceEvent notify = make(EventKind::Notify, "not_empty");
  notify.operation = "pthread_cond_signal";
  EXPECT_EQ(describe(notify), "signals not_empty");
  notify.operation = "pthread_cond_broadcast";
  EXPECT_EQ(describe(notify), "wakes all on not_empty");
  notify.operation = "sem_post";
  EXPECT_EQ(describe(notify), "posts not_empty");
}

TEST(Words, PrintedTextCannotLeaveItsLine) {
  EXPECT_EQ(describe(make(EventKind::Output, "", "a\nb\x1b[2J")), "prints \"a\\nb\\x1b[2J\"");
}

TEST(Words, AHeadlineDoesNotNameTheKindTwice) {
  ErrorReport error;
  error.kind = ErrorKind::DataRace;
  error.message = "data race: write and read of balance";
  EXPECT_EQ(message_beside_kind(error), "write and read of balance");
  error.message = "data race";
  EXPECT_EQ(message_beside_kind(error), "data race");
}

TEST(Words, NamesAreJoinedAsInASentence) {
  EXPECT_EQ(joined_names({"A"}), "A");
  EXPECT_EQ(joined_names({"A", "B"}), "A and B");
  EXPECT_EQ(joined_names({"A", "B", "C"}), "A, B and C");
}

}  // namespace
}  // namespace heddle
