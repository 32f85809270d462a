// The border, which never changes, and the relaxation of one row.
// SPDX-License-Identifier: Apache-2.0
#include "grid.h"

namespace sor {
namespace {

constexpr float kBorder = 1.0F;

bool odd(int row) { return row % 2 != 0; }

// The neighbours in the own row are in columns k and k + 1, or k - 1 and k.
bool right_neighbour(Colour colour, int row) { return odd(row) == (colour == Colour::black); }

}  // namespace

Grid::Grid() {
  for (int k = 0; k <= kColumns; ++k) {
    black_[0][k] = red_[0][k] = kBorder;
    black_[kRows + 1][k] = red_[kRows + 1][k] = kBorder;
  }
  for (int j = 1; j <= kRows; ++j) {
    Matrix& left = odd(j) ? red_ : black_;
    Matrix& right = odd(j) ? black_ : red_;
    left[j][0] = kBorder;
    right[j][kColumns] = kBorder;
  }
}

void Grid::relax_row(Colour colour, int row) {
  Matrix& target = colour == Colour::black ? black_ : red_;
  const Matrix& source = colour == Colour::black ? red_ : black_;
  const bool right = right_neighbour(colour, row);
  const int first = right ? 0 : 1;
  const int beside = right ? 1 : -1;
  for (int k = first; k < first + kColumns; ++k) {
    target[row][k] =
        (source[row - 1][k] + source[row + 1][k] + source[row][k] + source[row][k + beside]) / 4;
  }
}

float Grid::sum() const {
  float sum = 0;
  for (const Matrix* matrix : {&black_, &red_}) {
    for (const Row& row : *matrix) {
      for (const float cell : row) sum += cell;
    }
  }
  return sum;
}

}  // namespace sor
