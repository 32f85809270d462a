// string.h and strings.h: all short strings over a small alphabet, through model and library.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "testing.h"

#include <errno.h>
#include <malloc.h>
#include <strings.h>
#include <unistd.h>

MODEL(strlen);
MODEL(strnlen);
MODEL(strcpy);
MODEL(stpcpy);
MODEL(strncpy);
MODEL(stpncpy);
MODEL(strcat);
MODEL(strncat);
MODEL(strcmp);
MODEL(strncmp);
MODEL(strcasecmp);
MODEL(strncasecmp);
MODEL(strcoll);
MODEL(strxfrm);
MODEL(strdup);
MODEL(strndup);
MODEL(strchr);
MODEL(strrchr);
MODEL(strchrnul);
MODEL(strspn);
MODEL(strcspn);
MODEL(strpbrk);
MODEL(strstr);
MODEL(strcasestr);
MODEL(strtok);
MODEL(strtok_r);
MODEL(strsep);
MODEL(basename);
MODEL(strerror);
MODEL(strerror_r);
MODEL(free);
MODEL(malloc_usable_size);
int __xpg_strerror_r(int number, char *buffer, size_t size);
MODEL(__xpg_strerror_r);

// Among them an upper and a lower case of the same letter and a byte that is negative as a char.
static const char alphabet[] = {'a', 'A', 'b', '\xe4'};

enum { LETTERS = sizeof alphabet, LONGEST = 4, WORDS = 1 + 4 + 16 + 64 + 256, BUFFER = 16 };

static char *words[WORDS];

static void make_words(void) {
  int count = 0;
  for (int length = 0, variants = 1; length <= LONGEST; ++length, variants *= LETTERS)
    for (int variant = 0; variant < variants; ++variant) {
      char word[LONGEST + 1] = "";
      for (int i = 0, rest = variant; i < length; ++i, rest /= LETTERS)
        word[i] = alphabet[rest % LETTERS];
      words[count++] = exact(word);
    }
}

#define EACH_WORD(word) for (char **word = words; word < words + WORDS; ++word)
// Every word against some of the others: all pairs would take long, and short ones show the most.
#define EACH_SHORT_WORD(word) for (char **word = words; word < words + 85; ++word)

#define SAME_SIGN(compare, ...)                                                                    \
  CHECK(sign(model_##compare(__VA_ARGS__)) == sign(compare(__VA_ARGS__)), "\"%s\" and \"%s\"", *a, \
        *b)

static void test_lengths(void) {
  EACH_WORD(a) {
    CHECK(model_strlen(*a) == strlen(*a), "\"%s\"", *a);
    for (size_t limit = 0; limit <= strlen(*a) + 2; ++limit)
      CHECK(model_strnlen(*a, limit) == strnlen(*a, limit), "\"%s\", %zu", *a, limit);
  }
  char *unterminated = exact_block("abc", 3);
  CHECK(model_strnlen(unterminated, 3) == 3, "it must not look for the end");
  free(unterminated);
}

static void test_comparisons(void) {
  EACH_WORD(a) EACH_SHORT_WORD(b) {
    SAME_SIGN(strcmp, *a, *b);
    SAME_SIGN(strcasecmp, *a, *b);
    SAME_SIGN(strcoll, *a, *b);
    for (size_t limit = 0; limit <= LONGEST; ++limit) {
      SAME_SIGN(strncmp, *a, *b, limit);
      SAME_SIGN(strncasecmp, *a, *b, limit);
    }
  }
}

static void test_searches(void) {
  EACH_WORD(a) {
    for (int i = 0; i <= LETTERS; ++i) {
      const int wanted = i < LETTERS ? alphabet[i] : '\0';
      CHECK(model_strchr(*a, wanted) == strchr(*a, wanted), "\"%s\", %d", *a, wanted);
      CHECK(model_strrchr(*a, wanted) == strrchr(*a, wanted), "\"%s\", %d", *a, wanted);
      CHECK(model_strchrnul(*a, wanted) == strchrnul(*a, wanted), "\"%s\", %d", *a, wanted);
      CHECK(model_strchr(*a, wanted + 256) == strchr(*a, wanted), "only the low byte counts");
    }
    EACH_SHORT_WORD(b) {
      CHECK(model_strspn(*a, *b) == strspn(*a, *b), "\"%s\", \"%s\"", *a, *b);
      CHECK(model_strcspn(*a, *b) == strcspn(*a, *b), "\"%s\", \"%s\"", *a, *b);
      CHECK(model_strpbrk(*a, *b) == strpbrk(*a, *b), "\"%s\", \"%s\"", *a, *b);
      CHECK(model_strstr(*a, *b) == strstr(*a, *b), "\"%s\", \"%s\"", *a, *b);
      CHECK(model_strcasestr(*a, *b) == strcasestr(*a, *b), "\"%s\", \"%s\"", *a, *b);
    }
  }
}

struct buffers {
  char model[BUFFER];
  char library[BUFFER];
};

static struct buffers filled_with(const char *start) {
  struct buffers both;
  memset(&both, '#', sizeof both);
  strcpy(both.model, start);
  strcpy(both.library, start);
  return both;
}

// `call` for the model's buffer and the library's; both must then hold the same, to the last byte.
#define SAME_BUFFERS(start, function, to_offset, ...)                                           \
  do {                                                                                          \
    struct buffers both = filled_with(start);                                                   \
    const long model_result = to_offset(both.model, model_##function(both.model, __VA_ARGS__)); \
    const long library_result = to_offset(both.library, function(both.library, __VA_ARGS__));   \
    CHECK(model_result == library_result, "\"%s\" onto \"%s\"", *a, start);                     \
    CHECK(memcmp(both.model, both.library, BUFFER) == 0, "\"%s\" onto \"%s\"", *a, start);      \
  } while (0)
#define POINTER(base, result) ((result) - (base))
#define NUMBER(base, result) ((long)(result))

static void test_copies(void) {
  EACH_WORD(a) {
    SAME_BUFFERS("", strcpy, POINTER, *a);
    SAME_BUFFERS("", stpcpy, POINTER, *a);
    SAME_BUFFERS("xyz", strcat, POINTER, *a);
    for (size_t limit = 0; limit <= LONGEST + 3; ++limit) {
      SAME_BUFFERS("", strncpy, POINTER, *a, limit);
      SAME_BUFFERS("", stpncpy, POINTER, *a, limit);
      SAME_BUFFERS("xyz", strncat, POINTER, *a, limit);
    }
    SAME_BUFFERS("", strxfrm, NUMBER, *a, sizeof both.model);
  }
  char *unterminated = exact_block("abc", 3);
  const char **a = (const char *[]){"abc"};
  SAME_BUFFERS("xyz", strncat, POINTER, unterminated, 3);
  SAME_BUFFERS("", strncpy, POINTER, unterminated, 3);
  free(unterminated);
}

static void test_duplicates(void) {
  EACH_WORD(a) {
    char *copy = model_strdup(*a);
    CHECK(strcmp(copy, *a) == 0, "\"%s\"", *a);
    CHECK(model_malloc_usable_size(copy) == strlen(*a) + 1, "\"%s\"", *a);
    model_free(copy);
    for (size_t limit = 0; limit <= LONGEST + 1; ++limit) {
      copy = model_strndup(*a, limit);
      CHECK(strlen(copy) == strnlen(*a, limit) && strncmp(copy, *a, limit) == 0, "\"%s\"", *a);
      model_free(copy);
    }
  }
}

static const char *const sentences[] = {"", ",", "one", "one,two", ",,one;,two;", "a;b,;c", ";"};
static const char *const separators[] = {",", ";,", "", "x"};

#define EACH_SENTENCE(sentence, set)                                      \
  for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; ++i)     \
    for (size_t j = 0; j < sizeof separators / sizeof separators[0]; ++j) \
      for (const char *sentence = sentences[i], *set = separators[j]; sentence; sentence = NULL)

static void compare_parts(const char *model, const char *library, const char *sentence) {
  CHECK((model == NULL) == (library == NULL), "\"%s\"", sentence);
  if (model != NULL && library != NULL)
    CHECK(strcmp(model, library) == 0, "\"%s\" of \"%s\"", model, sentence);
}

static void test_tokens(void) {
  EACH_SENTENCE(sentence, set) {
    char *a = exact(sentence), *b = exact(sentence), *a_place, *b_place, *model, *library;
    char *a_next = a, *b_next = b;
    do {
      model = model_strtok_r(a_next, set, &a_place);
      library = strtok_r(b_next, set, &b_place);
      compare_parts(model, library, sentence);
      a_next = b_next = NULL;
    } while (model && library);
    CHECK(a_place - a == b_place - b, "\"%s\"", sentence);
    CHECK(model_strtok_r(NULL, set, &a_place) == NULL, "the end is final");
    free(a), free(b);
  }
  EACH_SENTENCE(sentence, set) {
    char *a = exact(sentence), *b = exact(sentence), *model = a, *library = b;
    for (model = model_strtok(a, set), library = strtok(b, set); model && library;
         model = model_strtok(NULL, set), library = strtok(NULL, set))
      compare_parts(model, library, sentence);
    compare_parts(model, library, sentence);
    free(a), free(b);
  }
}

static void test_fields(void) {
  EACH_SENTENCE(sentence, set) {
    char *a = exact(sentence), *b = exact(sentence), *model, *library;
    char *a_place = a, *b_place = b;
    do {
      model = model_strsep(&a_place, set);
      library = strsep(&b_place, set);
      compare_parts(model, library, sentence);
    } while (model && library);
    free(a), free(b);
  }
}

static void test_base_names(void) {
  const char *const paths[] = {"", "/", "a", "/a", "a/", "a/b", "//a//b"};
  for (size_t i = 0; i < sizeof paths / sizeof paths[0]; ++i)
    CHECK(model_basename(paths[i]) == basename(paths[i]), "\"%s\"", paths[i]);
}

static void test_error_texts(void) {
  const int more[] = {-1, -133, 1000, 2147483647, -2147483647 - 1};
  for (int i = 0; i < 140 + 5; ++i) {
    const int number = i < 140 ? i : more[i - 140];
    CHECK(strcmp(model_strerror(number), strerror(number)) == 0, "%d: %s", number,
          model_strerror(number));
    for (size_t size = 1; size < 40; size += 19) {
      char a[64], b[64];
      CHECK(strcmp(model_strerror_r(number, a, size), strerror_r(number, b, size)) == 0, "%d",
            number);
      const int model = model___xpg_strerror_r(number, a, size);
      CHECK(model == __xpg_strerror_r(number, b, size) && strcmp(a, b) == 0, "%d: %s", number, a);
    }
  }
}

int main(void) {
  make_words();
  RUN(test_lengths);
  RUN(test_comparisons);
  RUN(test_searches);
  RUN(test_copies);
  RUN(test_duplicates);
  RUN(test_tokens);
  RUN(test_fields);
  RUN(test_base_names);
  RUN(test_error_texts);
  EACH_WORD(word) free(*word);
  return tests_result();
}
