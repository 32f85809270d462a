/* Peterson's lock as in peterson.c: every access to flag, turn and owner is one step.
 *
 * Threads stop in a valid end state instead of dying, since spin makes a step of a process's death.
 *
 * Granularity: the creation of the threads is one step here; main's joins are one step each, as
 * there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */

#ifndef ROUNDS
#define ROUNDS 2
#endif

bit flag[2];
bit turn;
bit owner;
bit done[2];

proctype worker(bit self) {
    short round;
lock:
#ifdef BROKEN
    turn = 1 - self;
    flag[self] = 1;
#else
    flag[self] = 1;
    turn = 1 - self;
#endif
wait:
    if
    :: flag[1 - self] ->
        if
        :: turn != self -> goto wait
        :: else
        fi
    :: else
    fi;
    owner = self;
    assert(owner == self);
    if
    :: d_step { round + 1 < ROUNDS -> flag[self] = 0; round++ } -> goto lock
    :: d_step { round + 1 == ROUNDS -> flag[self] = 0; round = 0; done[self] = 1 }
    fi;
end_finished:
    false
}

init {
    atomic { run worker(0); run worker(1) };
    done[0];
    done[1];
end_finished:
    false
}
