// A growing string buffer filled through vsnprintf, with escaping and joining.
// SPDX-License-Identifier: Apache-2.0
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder {
  char *text;
  size_t length, capacity;
};

static void reserve(struct builder *b, size_t more) {
  if (b->length + more + 1 <= b->capacity) return;
  b->capacity = 2 * (b->length + more + 1);
  b->text = realloc(b->text, b->capacity);
}

__attribute__((format(printf, 2, 3))) static void append(struct builder *b, const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  reserve(b, (size_t)length);
  vsnprintf(b->text + b->length, (size_t)length + 1, format, again);
  va_end(again);
  b->length += (size_t)length;
}

static void append_quoted(struct builder *b, const char *text) {
  append(b, "\"");
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      append(b, "\\%c", *text);
    else if (*text < ' ')
      append(b, "\\u%04x", (unsigned)*text);
    else
      append(b, "%c", *text);
  }
  append(b, "\"");
}

static void append_list(struct builder *b, const char *const *items, int count) {
  append(b, "[");
  for (int i = 0; i < count; i++) {
    append(b, "%s", i ? ", " : "");
    append_quoted(b, items[i]);
  }
  append(b, "]");
}

int main(void) {
  static const char *const items[] = {"plain", "with \"quotes\"", "tab\there", "back\\slash", ""};
  struct builder b = {0};
  append(&b, "%s %d %5.2f|%-6s|%06d|%x\n", "start", 42, 3.14159, "ab", -123, 0xbeef);
  append_list(&b, items, 5);
  append(&b, "\n");
  for (int i = 0; i < 12; i++) append(&b, "%*d%c", i % 4 + 1, i * i, i % 4 == 3 ? '\n' : ' ');
  fputs(b.text, stdout);
  printf("%zu characters, %zu allocated\n", b.length, b.capacity);
  char *copy = strdup(b.text), *rest = copy;
  int lines = 0;
  for (char *line; (line = strsep(&rest, "\n")) && *line;) printf("%d: %.10s...\n", ++lines, line);
  free(copy);
  free(b.text);
}
