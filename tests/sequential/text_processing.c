// String functions at work: wrapping, Caesar and run-length coding, patterns, palindromes, columns.
// SPDX-License-Identifier: Apache-2.0
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char text[] =
    "A loom is a device used to weave cloth and tapestry. The basic purpose of any loom is to hold the warp "
    "threads under tension to facilitate the interweaving of the weft threads.";

static void wrap(const char *words, size_t width) {
  size_t column = 0;
  while (*words) {
    size_t length = strcspn(words, " ");
    if (column && column + 1 + length > width) {
      putchar('\n');
      column = 0;
    }
    column += (size_t)printf("%s%.*s", column ? " " : "", (int)length, words);
    words += length + strspn(words + length, " ");
  }
  putchar('\n');
}

static void caesar(char *letters, int shift) {
  for (; *letters; letters++) {
    if (!isalpha((unsigned char)*letters)) continue;
    int base = isupper((unsigned char)*letters) ? 'A' : 'a';
    *letters = (char)(base + (*letters - base + shift + 26) % 26);
  }
}

static char *run_length(const char *in) {
  char *out = malloc(3 * strlen(in) + 1), *end = out;
  while (*in) {
    size_t run = strspn(in, (char[]){*in, '\0'});
    end += run > 1 ? sprintf(end, "%zu%c", run, *in) : sprintf(end, "%c", *in);
    in += run;
  }
  *end = '\0';
  return out;
}

static int matches(const char *pattern, const char *subject) {
  if (*pattern == '*') return matches(pattern + 1, subject) || (*subject && matches(pattern, subject + 1));
  if (!*pattern || !*subject) return *pattern == *subject;
  return (*pattern == '?' || *pattern == *subject) && matches(pattern + 1, subject + 1);
}

static int is_palindrome(const char *s) {
  const char *e = s + strlen(s);
  while (s < e) {
    if (!isalpha((unsigned char)*s))
      s++;
    else if (!isalpha((unsigned char)e[-1]))
      e--;
    else if (tolower((unsigned char)*s++) != tolower((unsigned char)*--e))
      return 0;
  }
  return 1;
}

static void letter_counts(const char *s) {
  int counts[26] = {0};
  for (; *s; s++)
    if (isalpha((unsigned char)*s)) counts[tolower((unsigned char)*s) - 'a']++;
  for (int i = 0; i < 26; i++)
    if (counts[i] > 8) printf("%c:%d ", 'a' + i, counts[i]);
  putchar('\n');
}

int main(void) {
  wrap(text, 40);
  char *copy = strdup(text);
  caesar(copy, 3);
  printf("%.40s\n", copy);
  caesar(copy, -3);
  printf("%d %d\n", strcmp(copy, text), strcasecmp("HeDDle", "hEddLE"));
  free(copy);
  char *coded = run_length("aaabccccccccccccdd!!x");
  puts(coded);
  free(coded);
  static const char *const patterns[] = {"*.c", "h?ddle*", "*a*b*", "", "?"};
  for (int i = 0; i < 5; i++)
    printf("%s: %d %d %d\n", patterns[i], matches(patterns[i], "heddle.c"), matches(patterns[i], "cabbage"),
           matches(patterns[i], ""));
  printf("%d %d\n", is_palindrome("A man, a plan, a canal: Panama!"), is_palindrome("loom"));
  letter_counts(text);
  int found = 0;
  for (const char *s = text; (s = strstr(s, "the")); s++) found++;
  printf("%d %td %td %zu\n", found, strrchr(text, 'w') - text, strpbrk(text, "xyz") - text, strlen(text));
  char csv[] = "name,,age,\"city\"", *rest = csv;
  for (char *part; (part = strsep(&rest, ","));) printf("<%s>", part);
  char buffer[16];
  memset(buffer, 'x', sizeof buffer);
  strncpy(buffer, "warp", 8);
  memmove(buffer + 1, buffer, 6);
  printf("\n%.16s %d %d\n", buffer, memcmp(buffer, "wwarp", 5), (int)strnlen(buffer, 16));
}
