// What happens when a thread ends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle_runtime {

// Calls function(argument) when this thread ends, after the destructors of its thread_local objects.
void after_thread_locals(void (*function)(void*), void* argument);

}  // namespace heddle_runtime
