// Strings: length, copying, comparing, duplicating.
//
// Each character is an access of its own, checked and scheduled like the program's: a string that
// another thread changes meanwhile, or that lacks its end, is found where it is read.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <string.h>

#include <stdlib.h>
#include <strings.h>

#include "builtins.h"

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length] != '\0') ++length;
  return length;
}

// Names that are not the C standard's, such as strnlen and stpcpy, may be the program's own, and then
// mean something else. So models call each other by standard names, and share static functions.
static size_t length_within(const char *text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length] != '\0') ++length;
  return length;
}

size_t strnlen(const char *text, size_t limit) { return length_within(text, limit); }

static char *copy_text(char *restrict to, const char *restrict from) {
  while ((*to = *from++) != '\0') ++to;
  return to;
}

char *stpcpy(char *restrict to, const char *restrict from) { return copy_text(to, from); }
char *__stpcpy(char *restrict to, const char *restrict from) { return copy_text(to, from); }

char *strcpy(char *restrict to, const char *restrict from) {
  copy_text(to, from);
  return to;
}

static char *copy_field(char *restrict to, const char *restrict from, size_t limit) {
  size_t length = 0;
  while (length < limit && (to[length] = from[length]) != '\0') ++length;
  // The rest of the field is filled, as the standard demands.
  for (size_t i = length; i < limit; ++i) to[i] = '\0';
  return to + length;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t limit) {
  return copy_field(to, from, limit);
}

char *__stpncpy(char *restrict to, const char *restrict from, size_t limit) {
  return copy_field(to, from, limit);
}

char *strncpy(char *restrict to, const char *restrict from, size_t limit) {
  copy_field(to, from, limit);
  return to;
}

char *strcat(char *restrict to, const char *restrict from) {
  copy_text(to + strlen(to), from);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t limit) {
  char *end = to + strlen(to);
  char copied;
  for (; limit > 0 && (copied = *from) != '\0'; --limit, ++from) *end++ = copied;
  *end = '\0';
  return to;
}

int strcmp(const char *left, const char *right) {
  for (;; ++left, ++right) {
    const unsigned char a = (unsigned char)*left;
    const unsigned char b = (unsigned char)*right;
    if (a != b || a == '\0') return a - b;
  }
}

int strncmp(const char *left, const char *right, size_t limit) {
  for (; limit > 0; --limit, ++left, ++right) {
    const unsigned char a = (unsigned char)*left;
    const unsigned char b = (unsigned char)*right;
    if (a != b || a == '\0') return a - b;
  }
  return 0;
}

static int lower_case(char letter) {
  const unsigned char byte = (unsigned char)letter;
  return byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte;
}

int strcasecmp(const char *left, const char *right) {
  for (;; ++left, ++right) {
    const int a = lower_case(*left);
    const int b = lower_case(*right);
    if (a != b || a == '\0') return a - b;
  }
}

int strncasecmp(const char *left, const char *right, size_t limit) {
  for (; limit > 0; --limit, ++left, ++right) {
    const int a = lower_case(*left);
    const int b = lower_case(*right);
    if (a != b || a == '\0') return a - b;
  }
  return 0;
}

// The locale is always "C".
int strcoll(const char *left, const char *right) { return strcmp(left, right); }

size_t strxfrm(char *restrict to, const char *restrict from, size_t limit) {
  const size_t length = strlen(from);
  if (length < limit)
    strcpy(to, from);
  else
    strncpy(to, from, limit);
  return length;
}

char *strndup(const char *text, size_t limit) {
  const size_t length = length_within(text, limit);
  char *copy = malloc(length + 1);
  __builtin_memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

static char *duplicate(const char *text) {
  const size_t size = strlen(text) + 1;
  char *copy = malloc(size);
  __builtin_memcpy(copy, text, size);
  return copy;
}

char *strdup(const char *text) { return duplicate(text); }

char *__strdup(const char *text);
char *__strdup(const char *text) { return duplicate(text); }
