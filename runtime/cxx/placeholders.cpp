// std::placeholders::_1 and so on, which std::bind is given: empty objects; only their types matter.
// SPDX-License-Identifier: Apache-2.0
#include <functional>

namespace std::placeholders {

#define HEDDLE_PLACEHOLDERS(X)                                                                     \
  X(1)                                                                                             \
  X(2)                                                                                             \
  X(3)                                                                                             \
  X(4)                                                                                             \
  X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) \
      X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29)
#define X(number) const _Placeholder<number> _##number{};
HEDDLE_PLACEHOLDERS(X)
#undef X

}  // namespace std::placeholders
