// <ctype.h> in the C locale, with the tables that glibc's headers index themselves.
//
// The headers read (*__ctype_b_loc())[c] for c from -128 to 255, so each table has 384 entries and the
// pointer is to its 128th. Tables and pointers are constants: reading them is never a choice.
// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>

enum {
  UPPER = 1 << 8,
  LOWER = 1 << 9,
  ALPHA = 1 << 10,
  DIGIT = 1 << 11,
  XDIGIT = 1 << 12,
  SPACE = 1 << 13,
  PRINT = 1 << 14,
  GRAPH = 1 << 15,
  BLANK = 1 << 0,
  CNTRL = 1 << 1,
  PUNCT = 1 << 2,
  ALNUM = 1 << 3,
};

#define VISIBLE (PRINT | GRAPH)
#define LETTER (VISIBLE | ALPHA | ALNUM)

static const uint16_t classes[384] = {
    [128 + 0 ... 128 + 8] = CNTRL,
    [128 + '\t'] = CNTRL | SPACE | BLANK,
    [128 + '\n' ... 128 + '\r'] = CNTRL | SPACE,
    [128 + 14 ... 128 + 31] = CNTRL,
    [128 + ' '] = PRINT | SPACE | BLANK,
    [128 + '!' ... 128 + '/'] = VISIBLE | PUNCT,
    [128 + '0' ... 128 + '9'] = VISIBLE | DIGIT | XDIGIT | ALNUM,
    [128 + ':' ... 128 + '@'] = VISIBLE | PUNCT,
    [128 + 'A' ... 128 + 'F'] = LETTER | UPPER | XDIGIT,
    [128 + 'G' ... 128 + 'Z'] = LETTER | UPPER,
    [128 + '[' ... 128 + '`'] = VISIBLE | PUNCT,
    [128 + 'a' ... 128 + 'f'] = LETTER | LOWER | XDIGIT,
    [128 + 'g' ... 128 + 'z'] = LETTER | LOWER,
    [128 + '{' ... 128 + '~'] = VISIBLE | PUNCT,
    [128 + 127] = CNTRL,
};

#define RUN2(n) (n), (n) + 1
#define RUN4(n) RUN2(n), RUN2((n) + 2)
#define RUN8(n) RUN4(n), RUN4((n) + 4)
#define RUN16(n) RUN8(n), RUN8((n) + 8)
#define RUN32(n) RUN16(n), RUN16((n) + 16)
#define RUN64(n) RUN32(n), RUN32((n) + 32)
#define LETTERS(first) RUN16(first), RUN8((first) + 16), RUN2((first) + 24)
// Entries -128 to -1: signed characters map as their unsigned values do, EOF to itself.
#define NEGATIVE RUN64(128), RUN32(192), RUN16(224), RUN8(240), RUN4(248), RUN2(252), 254, -1

static const int32_t lower[384] = {NEGATIVE,     RUN64(0),  '@',       LETTERS('a'), RUN4('['),
                                   RUN2('_'),    LETTERS('a'), RUN4('{'), 127,          RUN64(128),
                                   RUN64(192)};
static const int32_t upper[384] = {NEGATIVE,     RUN64(0),  '@',       LETTERS('A'), RUN4('['),
                                   RUN2('_'),    LETTERS('A'), RUN4('{'), 127,          RUN64(128),
                                   RUN64(192)};

static const uint16_t *const classes_at_0 = classes + 128;
static const int32_t *const lower_at_0 = lower + 128;
static const int32_t *const upper_at_0 = upper + 128;

const uint16_t *const *__ctype_b_loc(void);
const int32_t *const *__ctype_tolower_loc(void);
const int32_t *const *__ctype_toupper_loc(void);

const uint16_t *const *__ctype_b_loc(void) { return &classes_at_0; }
const int32_t *const *__ctype_tolower_loc(void) { return &lower_at_0; }
const int32_t *const *__ctype_toupper_loc(void) { return &upper_at_0; }

// Other arguments than a character or EOF are undefined; the machine reports them as out of bounds.
#define CLASS(name, bit) \
  int name(int c);       \
  int name(int c) { return classes[c + 128] & (bit); }

CLASS(isalnum, ALNUM)
CLASS(isalpha, ALPHA)
CLASS(isblank, BLANK)
CLASS(iscntrl, CNTRL)
CLASS(isdigit, DIGIT)
CLASS(isgraph, GRAPH)
CLASS(islower, LOWER)
CLASS(isprint, PRINT)
CLASS(ispunct, PUNCT)
CLASS(isspace, SPACE)
CLASS(isupper, UPPER)
CLASS(isxdigit, XDIGIT)

int tolower(int c);
int toupper(int c);
int isascii(int c);
int toascii(int c);

// glibc leaves what is no character alone here.
int tolower(int c) { return c >= -128 && c < 256 ? lower[c + 128] : c; }
int toupper(int c) { return c >= -128 && c < 256 ? upper[c + 128] : c; }
int isascii(int c) { return (c & ~0x7f) == 0; }
int toascii(int c) { return c & 0x7f; }
