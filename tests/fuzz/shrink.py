"""Delta debugging over the program tree: the smallest program found that still fails in the same way.

Edits are deletions of statements, with all that falls with them, in chunks of falling size, and
replacing a block by its body. The test decides; every accepted edit makes the program strictly
smaller, so the loop ends, and limits on tries and time bound it where one test is slow.

SPDX-License-Identifier: Apache-2.0
"""

import time

from tree import Block


class Shrinker:
    def __init__(self, still_fails, keep_guards=False, most_tries=2000, most_seconds=300.0):
        """`keep_guards`: do not take bodies out of their guards (a correct program stays correct)."""
        self._still_fails = still_fails
        self._keep_guards = keep_guards
        self._tries_left = most_tries
        self._deadline = time.monotonic() + most_seconds
        self._rejected = set()

    def shrink(self, program):
        """The smallest program found; the one given is taken to fail."""
        while True:
            smaller = self._hoist(self._delete(program))
            if smaller is program:
                return program
            program = smaller

    def _spent(self):
        return self._tries_left <= 0 or time.monotonic() > self._deadline

    def _accepts(self, candidate):
        text = candidate.emit()
        if self._spent() or text in self._rejected:
            return False
        self._tries_left -= 1
        if self._still_fails(candidate):
            return True
        self._rejected.add(text)
        return False

    def _delete(self, program):
        chunk = max(1, sum(1 for _ in program.statements()) // 2)
        while not self._spent():
            before = program
            program = self._delete_chunks(program, chunk)
            if chunk == 1 and program is before:
                break
            chunk = max(1, chunk // 2)
        return program

    def _delete_chunks(self, program, chunk):
        start = 0
        while True:
            uids = [s.uid for s in program.statements()]
            if start >= len(uids) or self._spent():
                return program
            candidate = program.without(uids[start:start + chunk])
            if self._accepts(candidate):
                program = candidate  # what follows has moved up to `start`
            else:
                start += chunk

    def _hoist(self, program):
        changed = True
        while changed and not self._spent():
            changed = False
            for block in [s for s in program.statements() if isinstance(s, Block)]:
                if block.guard and self._keep_guards:
                    continue
                candidates = (program.hoisted(block.uid, part) for part in range(len(block.parts)))
                accepted = next((c for c in candidates if self._accepts(c)), None)
                if accepted is not None:
                    program, changed = accepted, True
                    break
        return program
