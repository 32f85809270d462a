// get of what a variant does not hold throws.
// verdict: error uncaught-exception
// flags: -std=c++17
// message: uncaught exception of type std::bad_variant_access
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <optional>
#include <string>
#include <variant>

int main() {
  std::optional<int> number;
  assert(!number && number.value_or(3) == 3);
  number = 4;
  assert(*number == 4);
  std::variant<int, std::string> either = std::string("a text that does not fit into the string");
  assert(std::get<std::string>(either).size() == 40);
  either = 5;
  std::get<std::string>(either);  // violation
}
