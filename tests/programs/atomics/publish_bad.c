// The address of an object is published before the object is filled in.
// verdict: error data-race
// options: --errors=-assertion
// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct message {
  int value;
};

static struct message message;
static struct message *_Atomic mailbox;

static void *sender(void *arg) {
  mailbox = &message;
  message.value = 42;  // violation
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  struct message *received = mailbox;
  if (received) assert(received->value == 42);  // violation
  pthread_join(thread, NULL);
}
