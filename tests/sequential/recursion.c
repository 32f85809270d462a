// Recursion: queens, towers of Hanoi, permutations, power sets, flood fill, edit distance.
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <string.h>

static int queens(int row, unsigned columns, unsigned left, unsigned right, int size) {
  if (row == size) return 1;
  int solutions = 0;
  for (unsigned free = ((1u << size) - 1) & ~(columns | left | right); free; free &= free - 1) {
    unsigned bit = free & -free;
    solutions += queens(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1, size);
  }
  return solutions;
}

static int hanoi(int discs, char from, char to, char via, char *log) {
  if (discs == 0) return 0;
  int moves = hanoi(discs - 1, from, via, to, log);
  size_t length = strlen(log);
  if (length < 40) snprintf(log + length, 4, "%c%c ", from, to);
  return moves + 1 + hanoi(discs - 1, via, to, from, log);
}

static void permute(char *text, size_t place) {
  if (text[place] == '\0') {
    printf("%s ", text);
    return;
  }
  for (size_t i = place; text[i]; i++) {
    char saved = text[place];
    text[place] = text[i];
    text[i] = saved;
    permute(text, place + 1);
    text[i] = text[place];
    text[place] = saved;
  }
}

static void subsets(const char *rest, char *chosen, size_t count) {
  if (!*rest) {
    chosen[count] = '\0';
    printf("{%s} ", chosen);
    return;
  }
  subsets(rest + 1, chosen, count);
  chosen[count] = *rest;
  subsets(rest + 1, chosen, count + 1);
}

static char map[6][10] = {"#########", "#  #    #", "# ## ## #", "#    #  #", "####   ##", "#########"};

static int fill(int row, int column) {
  if (map[row][column] != ' ') return 0;
  map[row][column] = '.';
  return 1 + fill(row - 1, column) + fill(row + 1, column) + fill(row, column - 1) + fill(row, column + 1);
}

static int distance(const char *a, const char *b) {
  if (!*a || !*b) return (int)(strlen(a) + strlen(b));
  if (*a == *b) return distance(a + 1, b + 1);
  int insert = distance(a, b + 1), drop = distance(a + 1, b), replace = distance(a + 1, b + 1);
  int best = insert < drop ? insert : drop;
  return 1 + (replace < best ? replace : best);
}

int main(void) {
  for (int size = 1; size <= 6; size++) printf("%d queens: %d\n", size, queens(0, 0, 0, 0, size));
  char log[64] = "";
  printf("%d moves: ", hanoi(5, 'A', 'C', 'B', log));
  printf("%s...\n", log);
  char letters[] = "warp", chosen[8];
  permute(letters, 0);
  putchar('\n');
  subsets("abcd", chosen, 0);
  putchar('\n');
  printf("%d cells\n", fill(1, 1));
  for (int row = 0; row < 6; row++) puts(map[row]);
  printf("%d %d %d\n", distance("kitten", "sitting"), distance("", "abc"), distance("flaw", "lawn"));
}
