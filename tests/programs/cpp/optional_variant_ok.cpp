// optional and variant hold what was put in last.
// verdict: verified
// flags: -std=c++17
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
  try {
    std::get<std::string>(either);
  } catch (const std::bad_variant_access&) {
  }
}
