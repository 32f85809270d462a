/* Dining philosophers as in philosophers.c: taking a fork is one step, giving both back belongs to
 * the step before.
 *
 * So a philosopher never holds both forks in a stored state: the second is taken and both are
 * returned in one step, which needs the second fork to be free. Threads stop in a valid end state
 * instead of dying, since spin makes a step of a process's death.
 *
 * Granularity: the creation of the threads is one step here; main's joins are one step each, as
 * there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */

#ifndef N
#define N 5
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifdef NAIVE
#define FIRST self
#define SECOND ((self + 1) % N)
#else
#define FIRST (self + 1 < N -> self : 0)
#define SECOND (self + 1 < N -> self + 1 : self)
#endif

bit held[N];
bit done[N];

proctype philosopher(byte self) {
    byte round;
think:
    if  /* spin allows no jump to a bare d_step */
    :: d_step { !held[FIRST] -> held[FIRST] = 1 }
    fi;
    if
    :: d_step { round + 1 < ROUNDS && !held[SECOND] -> held[FIRST] = 0; round++ } -> goto think
    :: d_step { round + 1 == ROUNDS && !held[SECOND] -> held[FIRST] = 0; round = 0; done[self] = 1 }
    fi;
end_finished:
    false
}

init {
    byte i;
    atomic {
        do
        :: i < N -> run philosopher(i); i++
        :: else -> i = 0; break
        od
    };
join:
    if
    :: d_step { i + 1 < N && done[i] -> i++ } -> goto join
    :: d_step { i + 1 == N && done[i] -> i = 0 }
    fi;
end_finished:
    false
}
