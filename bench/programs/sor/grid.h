// The red/black grid: two matrices, so that a phase reads one colour and writes the other.
//
// A cell (j, k) of one colour has its neighbours in the other: above and below in column k, and in its own
// row in column k and the one to the right or left, depending on the colour and on whether the row is odd.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "parameters.h"

namespace sor {

using Row = std::array<float, kColumns + 1>;
using Matrix = std::array<Row, kRows + 2>;

enum class Colour { black, red };

class Grid {
 public:
  Grid();

  // Computes the inner cells of one colour and row from their neighbours.
  void relax_row(Colour colour, int row);

  float sum() const;

  friend bool operator==(const Grid&, const Grid&) = default;

 private:
  Matrix black_{};
  Matrix red_{};
};

}  // namespace sor
