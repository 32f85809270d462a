// getvalue, trywait and timedwait tell whether there is something to take.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void) {
  sem_t sem;
  int value;
  struct timespec deadline = {.tv_sec = 1};
  assert(sem_init(&sem, 0, 2) == 0);
  assert(sem_trywait(&sem) == 0);
  assert(sem_getvalue(&sem, &value) == 0 && value == 1);
  assert(sem_timedwait(&sem, &deadline) == 0);
  assert(sem_trywait(&sem) == -1 && errno == EAGAIN);
  assert(sem_timedwait(&sem, &deadline) == -1 && errno == ETIMEDOUT);
  assert(sem_post(&sem) == 0);
  assert(sem_wait(&sem) == 0);
  assert(sem_destroy(&sem) == 0);
}
