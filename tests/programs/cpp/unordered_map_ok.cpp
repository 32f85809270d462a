// A hash table finds what was put in, also after it has grown.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <string>
#include <unordered_map>

int main() {
  std::unordered_map<std::string, int> ages;
  for (int k = 0; k < 30; ++k) ages["key" + std::to_string(k)] = k;
  assert(ages.size() == 30 && ages.at("key17") == 17);
  ages.erase("key17");
  assert(ages.find("key17") == ages.end());
  assert(ages.size() == 29);
}
