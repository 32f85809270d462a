/* Lamport's bakery lock as in bakery.c: every access to choosing, number and owner is one step,
 * together with the loop control after it.
 *
 * The end of a loop over the other threads is folded into the shared access that follows. Variables
 * that are dead are set to 0, as heddle does not count dead registers as state. Threads stop in a
 * valid end state instead of dying, since spin makes a step of a process's death.
 *
 * Granularity: the creation of the threads is one step here; main's joins are one step each, as
 * there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#define FIRST_OTHER (self == 0 -> 1 : 0)
#define NEXT_OTHER (i + 1 == self -> i + 2 : i + 1)
#define GOES_FIRST (number[i] != 0 && (number[i] < mine || (number[i] == mine && i < self)))

bit choosing[THREADS];
byte number[THREADS];
byte owner;
bit done[THREADS];

proctype worker(byte self) {
    byte i, mine, round;

lock:
    if  /* spin allows no jump to a bare d_step */
    :: d_step { choosing[self] = 1; i = FIRST_OTHER }
    fi;
    do
    :: d_step { i < THREADS -> mine = (number[i] > mine -> number[i] : mine); i = NEXT_OTHER }
    :: d_step { i >= THREADS -> mine++; number[self] = mine; i = FIRST_OTHER } -> break
    od;
    choosing[self] = 0;
wait:
    if
    :: d_step { i >= THREADS -> owner = self; i = 0; mine = 0 } -> goto critical
#ifdef BROKEN
    :: i < THREADS && GOES_FIRST -> goto wait
    :: d_step { i < THREADS && !GOES_FIRST -> i = NEXT_OTHER } -> goto wait
    fi;
#else
    :: i < THREADS && choosing[i] -> goto wait
    :: i < THREADS && !choosing[i]
    fi;
wait_number:
    if
    :: GOES_FIRST -> goto wait_number
    :: d_step { !GOES_FIRST -> i = NEXT_OTHER } -> goto wait
    fi;
#endif
critical:
    assert(owner == self);
    if
    :: d_step { round + 1 < ROUNDS -> number[self] = 0; round++ } -> goto lock
    :: d_step { round + 1 == ROUNDS -> number[self] = 0; round = 0; done[self] = 1 }
    fi;
end_finished:
    false
}

init {
    byte i;
    atomic {
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
