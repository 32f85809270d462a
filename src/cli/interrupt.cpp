// Ctrl-C in a long search, or the end of the terminal.
// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "cli/commands.h"

namespace heddle {

namespace {

volatile std::sig_atomic_t interrupted = 0;

void on_interrupt(int) {
  interrupted = 1;
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

void end_search_on_interrupt() {
  // A limit on the size of files is an error in writing like others, and no reason to die without a verdict.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  // Who was started by nohup goes on.
  if (std::signal(SIGHUP, on_interrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

bool is_interrupted() { return interrupted != 0; }

}  // namespace heddle
