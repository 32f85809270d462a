// A key that was never put in is made by operator[].
// verdict: error assertion
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <string>
#include <unordered_map>

int main() {
  std::unordered_map<std::string, int> ages;
  for (int k = 0; k < 30; ++k) ages["key" + std::to_string(k)] = k;
  assert(ages.size() == 30 && ages.at("key17") == 17);
  ages.erase("key17");
  assert(ages["key17"] == 0);
  assert(ages.size() == 29);  // violation
}
