// Unions and tagged values: type punning, a tagged tree that is evaluated, anonymous members.
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

union bits {
  float number;
  uint32_t word;
  struct {
    uint32_t mantissa : 23, exponent : 8, sign : 1;
  };
  uint8_t bytes[4];
};

struct value {
  enum { integer, real, text, list, operation } kind;
  union {
    long i;
    double r;
    const char *t;
    struct {
      struct value *items;
      int count;
    };
    struct {
      char symbol;
      struct value *left, *right;
    };
  };
};

static void print(const struct value *v) {
  switch (v->kind) {
    case integer: printf("%ld", v->i); break;
    case real: printf("%g", v->r); break;
    case text: printf("'%s'", v->t); break;
    case list:
      putchar('[');
      for (int i = 0; i < v->count; i++) {
        if (i) fputs(", ", stdout);
        print(&v->items[i]);
      }
      putchar(']');
      break;
    case operation:
      putchar('(');
      print(v->left);
      printf(" %c ", v->symbol);
      print(v->right);
      putchar(')');
  }
}

static double as_real(struct value v) { return v.kind == integer ? (double)v.i : v.r; }

static struct value evaluate(const struct value *v) {
  if (v->kind != operation) return *v;
  struct value a = evaluate(v->left), b = evaluate(v->right), result = {.kind = integer};
  if (a.kind == integer && b.kind == integer && v->symbol != '/') {
    result.i = v->symbol == '+' ? a.i + b.i : v->symbol == '-' ? a.i - b.i : a.i * b.i;
    return result;
  }
  double x = as_real(a), y = as_real(b);
  result.kind = real;
  result.r = v->symbol == '+' ? x + y : v->symbol == '-' ? x - y : v->symbol == '*' ? x * y : x / y;
  return result;
}

static struct value *make(char symbol, struct value left, struct value right) {
  struct value *operands = malloc(3 * sizeof *operands);
  operands[0] = left;
  operands[1] = right;
  operands[2] = (struct value){.kind = operation, .symbol = symbol, .left = operands, .right = operands + 1};
  return operands + 2;
}

static struct value whole(long i) { return (struct value){.kind = integer, .i = i}; }

int main(void) {
  const float numbers[] = {1.0f, -0.1f, 1e-40f, 3.4e38f};
  for (int i = 0; i < 4; i++) {
    union bits b = {.number = numbers[i]};
    printf("%g %08x %u %u %06x %02x\n", b.number, b.word, b.sign, b.exponent, b.mantissa, b.bytes[3]);
    b.sign ^= 1;
    b.exponent++;
    printf("  %g\n", b.number);
  }
  struct value items[] = {whole(1), {.kind = real, .r = 2.5}, {.kind = text, .t = "weft"}};
  struct value nested[] = {{.kind = list, .items = items, .count = 3}, whole(-7)};
  struct value all = {.kind = list, .items = nested, .count = 2};
  print(&all);
  putchar('\n');
  struct value *sum = make('+', whole(2), *make('*', whole(3), whole(4)));
  struct value *quotient = make('/', *sum, *make('-', whole(9), (struct value){.kind = real, .r = 1.5}));
  const struct value *trees[] = {sum, quotient};
  for (int i = 0; i < 2; i++) {
    struct value result = evaluate(trees[i]);
    print(trees[i]);
    fputs(" = ", stdout);
    print(&result);
    putchar('\n');
  }
  printf("%zu %zu\n", sizeof(union bits), sizeof(struct value));
}
