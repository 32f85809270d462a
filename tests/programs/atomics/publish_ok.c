// An object is filled in before its address is published.
// verdict: verified
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
  message.value = 42;
  mailbox = &message;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  struct message *received = mailbox;
  if (received) assert(received->value == 42);
  pthread_join(thread, NULL);
}
