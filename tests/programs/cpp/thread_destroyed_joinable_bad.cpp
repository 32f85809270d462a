// A thread that is destroyed while joinable ends the program.
// verdict: error abort
// message: the std::thread worker was destroyed while joinable: join or detach it before
// SPDX-License-Identifier: Apache-2.0
#include <thread>

static void start() {
  std::thread worker([] {});
}  // violation

int main() { start(); }
