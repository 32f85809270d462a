// A map keeps its keys in order through insertions and erasures.
// verdict: verified
// flags: -std=c++17
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <map>
#include <string>

int main() {
  std::map<int, std::string> names;
  for (int k = 0; k < 40; ++k) names[(k * 17) % 40] = std::to_string(k);
  assert(names.size() == 40);
  for (int k = 0; k < 40; k += 3) names.erase(k);
  int previous = -1;
  for (const auto& [key, name] : names) {
    assert(key > previous && key % 3 != 0);
    assert((std::stoi(name) * 17) % 40 == key);
    previous = key;
  }
  assert(previous == 38);
  assert(names.count(9) == 0);
}
