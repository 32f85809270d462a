// Replaced: which of the statements that an edit took away are still there, with other arguments or another value.
//
// Between two statements that stayed, one that is gone and one that is new go together if they do the same to the same
// thing. What is stored, and what a call is given beside addresses, may be another; a wait that became another kind of wait is another statement.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "incremental/match.h"

namespace heddle {

// Partners among those statements of a pair of functions that have none.
Alignment find_replaced(const Version& before, const Version& after, const VersionMatch& match,
                        const FunctionPair& pair);

}  // namespace heddle
