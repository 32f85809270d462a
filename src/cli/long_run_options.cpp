// The options of runs that take longer than one sitting.
// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

namespace heddle {

void add_long_run_options(CLI::App& command, Options& options) {
  command.add_option("--checkpoint", options.checkpoint_file,
                     "write to this file, now and then and when a limit or a signal ends the "
                     "search, what it takes to go on");
  command
      .add_option("--checkpoint-interval", options.checkpoint_seconds,
                  "seconds between two checkpoints (60 by default)")
      ->check(CLI::PositiveNumber);
  command.add_option("--resume", options.resume_file,
                     "go on from this checkpoint, and keep it up to date");
}

}  // namespace heddle
