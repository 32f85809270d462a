// Big switches: a tokenizer as a state machine and a day-of-week table, dense and sparse cases.
// SPDX-License-Identifier: Apache-2.0
#include <ctype.h>
#include <stdio.h>

enum state { START, NAME, NUMBER, FRACTION, STRING, ESCAPE, SLASH, COMMENT, LINE_END, OPERATOR };

static const char *name_of(enum state s) {
  switch (s) {
    case START: return "start";
    case NAME: return "name";
    case NUMBER: return "number";
    case FRACTION: return "fraction";
    case STRING: return "string";
    case ESCAPE: return "escape";
    case SLASH: return "slash";
    case COMMENT: return "comment";
    case LINE_END: return "line end";
    case OPERATOR: return "operator";
  }
  return "?";
}

static void emit(enum state s, const char *begin, const char *end) {
  printf("%-9s %.*s\n", name_of(s), (int)(end - begin), begin);
}

static void tokenize(const char *c) {
  enum state s = START;
  const char *begin = c;
  for (;; c++) {
  again:
    switch (s) {
      case START:
        begin = c;
        switch (*c) {
          case '\0': return;
          case ' ':
          case '\t': continue;
          case '\n': s = LINE_END; continue;
          case '"': s = STRING; continue;
          case '/': s = SLASH; continue;
          case '0' ... '9': s = NUMBER; continue;
          case 'a' ... 'z':
          case 'A' ... 'Z':
          case '_': s = NAME; continue;
          default: s = OPERATOR; continue;
        }
      case NAME:
        if (isalnum((unsigned char)*c) || *c == '_') continue;
        break;
      case NUMBER:
        if (*c == '.') {
          s = FRACTION;
          continue;
        }
        if (isdigit((unsigned char)*c)) continue;
        break;
      case FRACTION:
        if (isdigit((unsigned char)*c)) continue;
        break;
      case STRING:
        if (*c == '\\') s = ESCAPE;
        if (*c != '"' && *c) continue;
        if (*c) c++;
        break;
      case ESCAPE: s = STRING; continue;
      case SLASH:
        if (*c == '/') {
          s = COMMENT;
          continue;
        }
        s = OPERATOR;
        break;
      case COMMENT:
        if (*c && *c != '\n') continue;
        break;
      case LINE_END:
        begin = c;
        break;
      case OPERATOR: break;
    }
    emit(s, begin, c);
    s = START;
    goto again;
  }
}

static int days_in(int month, int year) {
  switch (month) {
    case 4:
    case 6:
    case 9:
    case 11: return 30;
    case 2: return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
    default: return 31;
  }
}

static const char *sparse(long code) {
  switch (code) {
    case -1000000: return "far below";
    case 0: return "zero";
    case 1: return "one";
    case 255: return "byte";
    case 65536: return "word";
    case 4294967296: return "beyond";
    default: return "other";
  }
}

int main(void) {
  tokenize("x1 = 3.14 * (foo + 42); // note\ns = \"a \\\"b\\\"\" / 2\n_end");
  int day = 4;  // the first of January 1970 was a Thursday
  for (int year = 1970; year < 1974; year++)
    for (int month = 1; month <= 12; month++) {
      printf("%s%c", &"Su\0Mo\0Tu\0We\0Th\0Fr\0Sa"[3 * day], month == 12 ? '\n' : ' ');
      day = (day + days_in(month, year)) % 7;
    }
  const long codes[] = {0, 1, 2, 255, 256, 65536, 4294967296, -1000000, -1};
  for (int i = 0; i < 9; i++) printf("%ld: %s\n", codes[i], sparse(codes[i]));
}
