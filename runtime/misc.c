// What a program asks about its process and its surroundings.
//
// The surroundings are fixed, so that every execution sees the same: an empty environment, two
// processors, the C locale, no terminal.
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "builtins.h"

enum { PARENT = 999, PROCESS = 1000, PROCESSORS = 2, PAGE = 4096 };

pid_t getpid(void) { return PROCESS; }
pid_t getppid(void) { return PARENT; }

// As on Linux, the first thread has the number of the process.
pid_t gettid(void) { return PROCESS + (pid_t)__heddle_thread_self(); }

int get_nprocs(void) {
  __heddle_assumption("the machine has two processors");
  return PROCESSORS;
}

int get_nprocs_conf(void) { return get_nprocs(); }
int sched_getcpu(void) { return 0; }
int getpagesize(void) { return PAGE; }

long sysconf(int name) {
  switch (name) {
    case _SC_NPROCESSORS_ONLN:
    case _SC_NPROCESSORS_CONF: return get_nprocs();
    case _SC_PAGESIZE: return PAGE;
    default:
      __heddle_unsupported("sysconf: only the number of processors and the page size are modelled");
  }
}

int isatty(int file) {
  (void)file;
  errno = ENOTTY;
  return 0;
}

char *getenv(const char *name) {
  (void)name;
  __heddle_assumption("the environment is empty");
  return NULL;
}

char *secure_getenv(const char *name) { return getenv(name); }

static int is_c_locale(const char *name) {
  const char *const names[] = {"", "C", "POSIX"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    size_t k = 0;
    while (name[k] != '\0' && name[k] == names[i][k]) ++k;
    if (name[k] == names[i][k]) return 1;
  }
  return 0;
}

char *setlocale(int category, const char *name) {
  static char c_locale[] = "C";
  if (category < LC_CTYPE || category > LC_IDENTIFICATION) return NULL;
  return name == NULL || is_c_locale(name) ? c_locale : NULL;
}
