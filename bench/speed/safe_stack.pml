/* SafeStack as in safe_stack.c: every access to head, count, next and value is one step, together
 * with the local computation after it.
 *
 * A branch on a value just read is folded into the reading step by giving each outcome its own
 * guarded d_step, and variables that are dead are set to 0, as heddle does not count dead registers
 * as state. An index of -1 is written NIL. Threads stop in a valid end state instead of dying,
 * since spin makes a step of a process's death.
 *
 * Granularity: the initialisation and the creation of the threads are one step here; main's joins
 * are one step each, as there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef CELLS
#define CELLS 3
#endif
#define NIL 255

byte value[CELLS];
byte next[CELLS];
byte head;
byte count;
bit done[THREADS];

proctype worker(byte self) {
    byte cell, other, round;

pop:
    if
    :: count > 1
    :: else -> goto pop
    fi;
    cell = head;
    if
    :: d_step { next[cell] == NIL -> cell = 0 } -> goto pop
    :: d_step { next[cell] != NIL -> other = next[cell]; next[cell] = NIL }
    fi;
    if
    :: d_step { head == cell -> head = other; other = 0 }
    :: head != cell ->
        d_step { next[cell] = other; cell = 0; other = 0 } -> goto pop
    fi;
    count--;

    value[cell] = self;
#ifdef NO_ASSERT
    value[cell] < NIL;
#else
    assert(value[cell] == self);
#endif

    other = head;
push:
    next[cell] = other;
    if
    :: d_step { head == other -> head = cell; cell = 0; other = 0 }
    :: d_step { head != other -> other = head } -> goto push
    fi;
    if
    :: d_step { round + 1 < ROUNDS -> count++; round++ } -> goto pop
    :: d_step { round + 1 == ROUNDS -> count++; round = 0; done[self] = 1 }
    fi;
end_finished:
    false
}

init {
    byte i;
    atomic {
        d_step {
            count = CELLS;
            for (i : 0 .. CELLS - 1) { next[i] = (i + 1 < CELLS -> i + 1 : NIL) }
            i = 0
        };
        do
        :: i < THREADS -> run worker(i); i++
        :: else -> i = 0; break
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
