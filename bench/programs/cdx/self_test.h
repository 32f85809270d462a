// Tests of the detector's parts, run by main before the threads start.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cdx {

// Fails an assertion if a part does not do what the detector relies on.
void run_self_test();

}  // namespace cdx
