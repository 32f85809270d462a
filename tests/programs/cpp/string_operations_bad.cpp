// substr beyond the end throws.
// verdict: error uncaught-exception
// flags: -std=c++17
// message: uncaught exception of type std::out_of_range: basic_string::substr
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <stdexcept>
#include <string>

int main() {
  std::string text = "short";
  text += " and then so long that it moves to the heap";
  assert(text.size() == 48 && text.find("long") == 18);
  text.replace(0, 5, "now");
  assert(text.substr(0, 7) == "now and");
  assert(std::to_string(-17) + "/" + std::to_string(2u) == "-17/2");
  text.erase(3).insert(0, "k").append(2, '!');
  assert(text == "know!!" && text.compare("knot") > 0);
  text.substr(7);  // violation
}
