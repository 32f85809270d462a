// Fragments and threads of an edit, told in names, files and lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "incremental/fragments.h"
#include "incremental/pairs.h"
#include "result/diff_report.h"

namespace heddle {

FragmentReport told(const Program& program, const std::vector<StaticThreadCode>& threads,
                    const Fragment& fragment);

// "worker, 2nd thread of main"
std::string told_name(const Program& program, const DynamicThread& thread);

}  // namespace heddle
