// Numbers and words are read from a string stream.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <sstream>
#include <string>

int main() {
  std::istringstream stream("12 -7 0x1f 2.5e1 word\nwhole line\n99999999999 x");
  int number = 0;
  long other = 0;
  unsigned hex = 0;
  double real = 0;
  std::string word, line;
  stream >> number >> other >> std::hex >> hex >> std::dec >> real >> word;
  assert(number == 12 && other == -7 && hex == 31 && real == 25 && word == "word");
  std::getline(stream, line);
  std::getline(stream, line);
  assert(line == "whole line");
  assert(!(stream >> number) && number == 2147483647);
  stream.clear();
  char letter = 0;
  stream >> letter;
  assert(letter == 'x' && stream.get() == std::char_traits<char>::eof() && stream.eof());
}
