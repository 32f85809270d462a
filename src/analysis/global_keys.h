// What stands for a global variable in fingerprints, and in the code that uses it.
//
// A key tells the variable's name, size and initial contents; pointers in these by the keys of what they
// point to. Two versions of a program then agree on a key only if they agree on the variable, and its
// contents count in a fingerprint only once they have changed. Literals have names like ".str.7" that
// shift with every edit, so their contents alone are their key.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program/program.h"

namespace heddle {

// Fills Global::key of all globals. No two have the same.
void set_global_keys(Program& program);

// Thread-local variables, which every thread begins with, all together.
uint64_t hash_of_thread_locals(const Program& program);

}  // namespace heddle
