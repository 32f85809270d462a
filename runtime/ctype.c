// Classes of characters in the "C" locale: the functions, and the tables behind glibc's macros.
//
// The tables are constants, which need no scheduling. They reach from -128 to 255, since programs
// pass plain chars.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#define __NO_CTYPE  // the header must not define tolower and toupper itself
#include <ctype.h>

#include "builtins.h"

#define IN(c, first, last) ((c) >= (first) && (c) <= (last))
#define UPPER(c) IN(c, 'A', 'Z')
#define LOWER(c) IN(c, 'a', 'z')
#define DIGIT(c) IN(c, '0', '9')
#define ALPHA(c) (UPPER(c) || LOWER(c))
#define ALNUM(c) (ALPHA(c) || DIGIT(c))
#define XDIGIT(c) (DIGIT(c) || IN(c, 'A', 'F') || IN(c, 'a', 'f'))
#define BLANK(c) ((c) == ' ' || (c) == '\t')
#define SPACE(c) ((c) == ' ' || IN(c, '\t', '\r'))
#define PRINT(c) IN(c, ' ', '~')
#define GRAPH(c) IN(c, '!', '~')
#define CNTRL(c) (IN(c, 0, 31) || (c) == 127)
#define PUNCT(c) (GRAPH(c) && !ALNUM(c))

#define CLASSES(c)                                                                       \
  ((UPPER(c) ? _ISupper : 0) | (LOWER(c) ? _ISlower : 0) | (ALPHA(c) ? _ISalpha : 0) |   \
   (DIGIT(c) ? _ISdigit : 0) | (XDIGIT(c) ? _ISxdigit : 0) | (SPACE(c) ? _ISspace : 0) | \
   (PRINT(c) ? _ISprint : 0) | (GRAPH(c) ? _ISgraph : 0) | (BLANK(c) ? _ISblank : 0) |   \
   (CNTRL(c) ? _IScntrl : 0) | (PUNCT(c) ? _ISpunct : 0) | (ALNUM(c) ? _ISalnum : 0))

// Below 0 stand the same characters once more, as chars; -1 is EOF and stays itself.
#define UNSIGNED(c) ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c) (UPPER(c) ? (c) - 'A' + 'a' : UNSIGNED(c))
#define TO_UPPER(c) (LOWER(c) ? (c) - 'a' + 'A' : UNSIGNED(c))

#define EACH_4(of, c) of(c), of((c) + 1), of((c) + 2), of((c) + 3)
#define EACH_16(of, c) EACH_4(of, c), EACH_4(of, (c) + 4), EACH_4(of, (c) + 8), EACH_4(of, (c) + 12)
#define EACH_64(of, c) \
  EACH_16(of, c), EACH_16(of, (c) + 16), EACH_16(of, (c) + 32), EACH_16(of, (c) + 48)
#define EACH(of)                                                                          \
  EACH_64(of, -128), EACH_64(of, -64), EACH_64(of, 0), EACH_64(of, 64), EACH_64(of, 128), \
      EACH_64(of, 192)

enum { BELOW_ZERO = 128 };

static const unsigned short classes[] = {EACH(CLASSES)};
static const int lower[] = {EACH(TO_LOWER)};
static const int upper[] = {EACH(TO_UPPER)};

static const unsigned short *const classes_at_zero = classes + BELOW_ZERO;
static const int *const lower_at_zero = lower + BELOW_ZERO;
static const int *const upper_at_zero = upper + BELOW_ZERO;

const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&classes_at_zero; }
const int **__ctype_tolower_loc(void) { return (const int **)&lower_at_zero; }
const int **__ctype_toupper_loc(void) { return (const int **)&upper_at_zero; }

#define CLASS_FUNCTION(name, class) \
  int name(int c) { return classes_at_zero[c] & class; }

CLASS_FUNCTION(isalnum, _ISalnum)
CLASS_FUNCTION(isalpha, _ISalpha)
CLASS_FUNCTION(isblank, _ISblank)
CLASS_FUNCTION(iscntrl, _IScntrl)
CLASS_FUNCTION(isdigit, _ISdigit)
CLASS_FUNCTION(isgraph, _ISgraph)
CLASS_FUNCTION(islower, _ISlower)
CLASS_FUNCTION(isprint, _ISprint)
CLASS_FUNCTION(ispunct, _ISpunct)
CLASS_FUNCTION(isspace, _ISspace)
CLASS_FUNCTION(isupper, _ISupper)
CLASS_FUNCTION(isxdigit, _ISxdigit)

// Unlike the classes, these are defined for every int: outside the table a value stays itself.
int tolower(int c) { return IN(c, -128, 255) ? lower_at_zero[c] : c; }
int toupper(int c) { return IN(c, -128, 255) ? upper_at_zero[c] : c; }

int isascii(int c) { return (c & ~0x7f) == 0; }
int toascii(int c) { return c & 0x7f; }
