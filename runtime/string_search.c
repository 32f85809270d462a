// Strings: finding characters and parts, and taking strings apart.
//
// strtok keeps its place in one static variable, as the standard has it: two threads that use it at
// once race, and the race is the program's.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <string.h>

#include <strings.h>

#include "builtins.h"

char *strchrnul(const char *text, int wanted) {
  for (;; ++text) {
    const char here = *text;
    if (here == (char)wanted || here == '\0') return (char *)text;
  }
}

char *strchr(const char *text, int wanted) {
  for (;; ++text) {
    const char here = *text;
    if (here == (char)wanted) return (char *)text;
    if (here == '\0') return NULL;
  }
}

char *strrchr(const char *text, int wanted) {
  const char *last = NULL;
  for (;; ++text) {
    const char here = *text;
    if (here == (char)wanted) last = text;
    if (here == '\0') return (char *)last;
  }
}

char *index(const char *text, int wanted) { return strchr(text, wanted); }
char *rindex(const char *text, int wanted) { return strrchr(text, wanted); }

static int is_among(char wanted, const char *set) {
  for (char member; (member = *set) != '\0'; ++set)
    if (member == wanted) return 1;
  return 0;
}

size_t strspn(const char *text, const char *accepted) {
  size_t length = 0;
  for (char here; (here = text[length]) != '\0' && is_among(here, accepted);) ++length;
  return length;
}

size_t strcspn(const char *text, const char *rejected) {
  size_t length = 0;
  for (char here; (here = text[length]) != '\0' && !is_among(here, rejected);) ++length;
  return length;
}

char *strpbrk(const char *text, const char *accepted) {
  text += strcspn(text, accepted);
  return *text != '\0' ? (char *)text : NULL;
}

char *strstr(const char *text, const char *wanted) {
  const size_t length = strlen(wanted);
  for (;; ++text) {
    if (strncmp(text, wanted, length) == 0) return (char *)text;
    if (*text == '\0') return NULL;
  }
}

static char lower_case(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static int starts_with_in_any_case(const char *text, const char *start) {
  for (char wanted; (wanted = *start) != '\0'; ++text, ++start)
    if (lower_case(*text) != lower_case(wanted)) return 0;
  return 1;
}

char *strcasestr(const char *text, const char *wanted) {
  for (;; ++text) {
    if (starts_with_in_any_case(text, wanted)) return (char *)text;
    if (*text == '\0') return NULL;
  }
}

static char *next_token(char *text, const char *separators, char **place) {
  if (text == NULL) text = *place;
  text += strspn(text, separators);
  char *end = text + strcspn(text, separators);
  if (end == text) {
    *place = text;
    return NULL;
  }
  if (*end != '\0') *end++ = '\0';
  *place = end;
  return text;
}

char *strtok_r(char *restrict text, const char *restrict separators, char **restrict place) {
  return next_token(text, separators, place);
}

char *__strtok_r(char *restrict text, const char *restrict separators, char **restrict place) {
  return next_token(text, separators, place);
}

char *strtok(char *restrict text, const char *restrict separators) {
  static char *place;
  return next_token(text, separators, &place);
}

char *strsep(char **restrict place, const char *restrict separators) {
  char *text = *place;
  if (text == NULL) return NULL;
  char *end = text + strcspn(text, separators);
  if (*end != '\0') {
    *end = '\0';
    *place = end + 1;
  } else {
    *place = NULL;
  }
  return text;
}

// string.h turns basename into this one; the other, libgen.h's, cuts the path it is given.
char *basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return (char *)(slash != NULL ? slash + 1 : path);
}
