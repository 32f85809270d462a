// Matrices of doubles and of integers modulo a prime: product, determinant, inverse, power.
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 4 };
typedef double matrix[N][N];

static void multiply(matrix result, matrix a, matrix b) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      result[i][j] = 0;
      for (int k = 0; k < N; k++) result[i][j] += a[i][k] * b[k][j];
    }
}

static void swap_rows(double *a, double *b) {
  for (int i = 0; i < N; i++) {
    double saved = a[i];
    a[i] = b[i];
    b[i] = saved;
  }
}

// Gauss-Jordan elimination with partial pivoting; returns the determinant.
static double invert(matrix inverse, matrix input) {
  matrix a;
  double determinant = 1;
  memcpy(a, input, sizeof a);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) inverse[i][j] = i == j;
  for (int column = 0; column < N; column++) {
    int pivot = column;
    for (int row = column + 1; row < N; row++)
      if (fabs(a[row][column]) > fabs(a[pivot][column])) pivot = row;
    if (a[pivot][column] == 0) return 0;
    if (pivot != column) {
      swap_rows(a[pivot], a[column]);
      swap_rows(inverse[pivot], inverse[column]);
      determinant = -determinant;
    }
    double scale = a[column][column];
    determinant *= scale;
    for (int j = 0; j < N; j++) {
      a[column][j] /= scale;
      inverse[column][j] /= scale;
    }
    for (int row = 0; row < N; row++) {
      double factor = row == column ? 0 : a[row][column];
      for (int j = 0; j < N; j++) {
        a[row][j] -= factor * a[column][j];
        inverse[row][j] -= factor * inverse[column][j];
      }
    }
  }
  return determinant;
}

static uint64_t fibonacci(uint64_t n, uint64_t modulus) {
  uint64_t base[2][2] = {{1, 1}, {1, 0}}, result[2][2] = {{1, 0}, {0, 1}}, product[2][2];
  for (; n; n >>= 1) {
    uint64_t(*factors[2])[2] = {n & 1 ? result : NULL, base};
    for (int f = 0; f < 2; f++) {
      if (!factors[f]) continue;
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
          product[i][j] = (factors[f][i][0] * base[0][j] + factors[f][i][1] * base[1][j]) % modulus;
      memcpy(factors[f], product, sizeof product);
    }
  }
  return result[0][1];
}

static void print(const char *title, matrix m) {
  printf("%s\n", title);
  for (int i = 0; i < N; i++) printf("%9.4f %9.4f %9.4f %9.4f\n", m[i][0], m[i][1], m[i][2], m[i][3]);
}

int main(void) {
  matrix a = {{2, 1, 0, 3}, {0, 1, 4, 1}, {5, 0, 1, 2}, {1, 1, 1, 1}}, inverse, product;
  printf("determinant %g\n", invert(inverse, a));
  print("inverse", inverse);
  multiply(product, a, inverse);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) product[i][j] = round(product[i][j] * 1e9) / 1e9 + 0.0;
  print("product", product);
  for (uint64_t n = 10; n <= 1000000; n *= 10)
    printf("fibonacci(%lu) mod 1000007 = %lu\n", n, fibonacci(n, 1000007));
}
