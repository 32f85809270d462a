// Named semaphores are refused.
// verdict: unsupported
// message: sem_open
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <semaphore.h>

int main(void) { return sem_open("/heddle", O_CREAT, 0600, 1) == SEM_FAILED; }
