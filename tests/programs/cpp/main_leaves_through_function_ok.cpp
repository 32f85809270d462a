// main leaves through a std::function: which thread ends last is then a matter of order.
// verdict: verified
// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include <functional>
#include <cassert>
static int flag;
static void *worker(void *) { flag = 1; assert(flag == 1); return nullptr; }
int main() {
  pthread_t t;
  pthread_create(&t, nullptr, worker, nullptr);
  pthread_detach(t);
  std::function<void()> leave = [] { pthread_exit(nullptr); };
  leave();
}
