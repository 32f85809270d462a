/* Bounded buffer as in bounded_buffer.c: locking, waiting, signalling and every plain access under
 * the lock are one step each.
 *
 * An unlock belongs to the signal before it. A signal has one alternative per waiter, or none
 * without waiters; a woken thread takes the mutex again in a step of its own. Variables that are
 * dead are set to 0, as heddle does not count dead registers as state. Threads stop before a lock
 * they do not take any more instead of dying, since spin makes a step of a process's death; calling
 * that place a valid end state hides no deadlock, as main then still waits in a join. At most four
 * threads on each side.
 *
 * Granularity: the creation of the threads is one step here; main's joins are one step each, as
 * there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef CAPACITY
#define CAPACITY 1
#endif
#define TAKES (PRODUCERS * ITEMS / CONSUMERS)
#define THREADS (PRODUCERS + CONSUMERS)
#ifdef BROKEN
#define AFTER_WAKE_UP proceed
#else
#define AFTER_WAKE_UP retest
#endif

bit mutex;
bit waits_not_full[4];
bit waits_not_empty[4];
byte buffer[CAPACITY];
byte head, tail, count;
bit done[THREADS];

#define NOBODY(waits) (!waits[0] && !waits[1] && !waits[2] && !waits[3])
#define SIGNAL_AND_UNLOCK(waits) \
    if \
    :: d_step { NOBODY(waits) -> mutex = 0; FINISH } \
    :: d_step { waits[0] -> waits[0] = 0; mutex = 0; FINISH } \
    :: d_step { waits[1] -> waits[1] = 0; mutex = 0; FINISH } \
    :: d_step { waits[2] -> waits[2] = 0; mutex = 0; FINISH } \
    :: d_step { waits[3] -> waits[3] = 0; mutex = 0; FINISH } \
    fi

proctype producer(byte self) {
    byte slot, made;
#define FINISH made++; done[self] = (made == ITEMS -> 1 : 0)
end_start:
    if  /* spin allows no jump to a bare d_step */
    :: d_step { made < ITEMS && !mutex -> mutex = 1 }
    fi;
retest:
    if
    :: count == CAPACITY ->
        d_step { waits_not_full[self] = 1; mutex = 0 };
        d_step { !waits_not_full[self] && !mutex -> mutex = 1 };
        goto AFTER_WAKE_UP
    :: else
    fi;
proceed:
    slot = tail;
    buffer[slot] = 1 + self;
    d_step { tail = (slot + 1) % CAPACITY; slot = 0 };
    slot = count;
    d_step { count = slot + 1; slot = 0 };
    SIGNAL_AND_UNLOCK(waits_not_empty);
    goto end_start
#undef FINISH
}

proctype consumer(byte self) {
    byte slot, taken;
#define FINISH taken++; done[PRODUCERS + self] = (taken == TAKES -> 1 : 0)
end_start:
    if
    :: d_step { taken < TAKES && !mutex -> mutex = 1 }
    fi;
retest:
    if
    :: count == 0 ->
        d_step { waits_not_empty[self] = 1; mutex = 0 };
        d_step { !waits_not_empty[self] && !mutex -> mutex = 1 };
        goto AFTER_WAKE_UP
    :: else
    fi;
proceed:
    slot = head;
    assert(buffer[slot] != 0);
    buffer[slot] = 0;
    d_step { head = (slot + 1) % CAPACITY; slot = 0 };
    slot = count;
    d_step { count = slot - 1; slot = 0 };
    SIGNAL_AND_UNLOCK(waits_not_full);
    goto end_start
#undef FINISH
}

init {
    byte i;
    atomic {
        do
        :: i < PRODUCERS -> run producer(i); i++
        :: i >= PRODUCERS && i < THREADS -> run consumer(i - PRODUCERS); i++
        :: i == THREADS -> i = 0; break
        od
    };
join:
    if
    :: d_step { i + 1 < THREADS && done[i] -> i++ } -> goto join
    :: d_step { i + 1 == THREADS && done[i] -> i = 0 }
    fi;
end_finished:
    false
}
