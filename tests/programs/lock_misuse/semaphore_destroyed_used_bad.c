// A destroyed semaphore is posted.
// verdict: error lock-misuse
// SPDX-License-Identifier: Apache-2.0
#include <semaphore.h>

int main(void) {
  sem_t sem;
  sem_init(&sem, 0, 0);
  sem_destroy(&sem);
  sem_post(&sem);  // violation
}
