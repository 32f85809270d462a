// Thread-specific data: keys, their values, and the destructors that run when a thread ends.
//
// Values are thread-local objects, so that what they point to is not taken for shared. A key that
// is deleted and made anew must read as null everywhere: values carry the number of the key's
// creation. Deleting a key decides whether a thread that ends at the same time still runs its
// destructor, so both look at the destructor with atomic accesses in plain functions, which are
// scheduled.
// SPDX-License-Identifier: Apache-2.0
#include "pthread_internal.h"

enum { KEYS_MAX = 128, DESTRUCTOR_ROUNDS = 4 };  // the least POSIX grants, and glibc's limit

typedef void (*destructor)(void *);

static struct {
  uint32_t creation;  // counts the keys that have had this number
  uint32_t in_use;
  destructor destroy;
} keys[KEYS_MAX];

static uint32_t keys_end;  // no key from here on is in use

static __thread struct {
  void *value;
  uint32_t creation;
} values[KEYS_MAX];

static void store_key(pthread_key_t *where, pthread_key_t key) { *where = key; }
static destructor load_destructor(pthread_key_t key) {
  return __atomic_load_n(&keys[key].destroy, __ATOMIC_SEQ_CST);
}
static void drop_destructor(pthread_key_t key) {
  __atomic_store_n(&keys[key].destroy, NULL, __ATOMIC_SEQ_CST);
}

static HEDDLE_INVISIBLE int is_key(pthread_key_t key) { return key < KEYS_MAX && keys[key].in_use; }

static HEDDLE_INVISIBLE int run_destructors_once(void) {
  int called = 0;
  for (pthread_key_t key = 0; key < keys_end; ++key) {
    void *value = pthread_getspecific(key);
    if (value == NULL) continue;
    const destructor destroy = load_destructor(key);
    if (destroy == NULL) continue;
    pthread_setspecific(key, NULL);
    destroy(value);
    called = 1;
  }
  return called;
}

static HEDDLE_INVISIBLE void run_destructors(void) {
  for (int round = 0; round < DESTRUCTOR_ROUNDS; ++round)
    if (!run_destructors_once()) return;
}

HEDDLE_INVISIBLE int pthread_key_create(pthread_key_t *where, destructor destroy) {
  pthread_key_t key = 0;
  while (key < KEYS_MAX && keys[key].in_use) ++key;
  if (key == KEYS_MAX) __heddle_unsupported("pthread_key_create: more than 128 keys at a time");
  keys[key].in_use = 1;
  ++keys[key].creation;
  keys[key].destroy = destroy;
  if (keys_end <= key) keys_end = key + 1;
  __heddle_at_thread_end = run_destructors;
  store_key(where, key);
  return 0;
}

HEDDLE_INVISIBLE int pthread_key_delete(pthread_key_t key) {
  if (!is_key(key)) return EINVAL;
  drop_destructor(key);
  keys[key].in_use = 0;
  while (keys_end > 0 && !keys[keys_end - 1].in_use) --keys_end;
  return 0;
}

HEDDLE_INVISIBLE void *pthread_getspecific(pthread_key_t key) {
  if (!is_key(key) || values[key].creation != keys[key].creation) return NULL;
  return values[key].value;
}

HEDDLE_INVISIBLE int pthread_setspecific(pthread_key_t key, const void *value) {
  if (!is_key(key)) return EINVAL;
  values[key].value = (void *)value;
  values[key].creation = value != NULL ? keys[key].creation : 0;
  return 0;
}
