# Completion of heddle's commands, options and kinds of errors for fish.
# SPDX-License-Identifier: Apache-2.0

set -l kinds all default assertion deadlock data-race null-pointer wild-pointer out-of-bounds use-after-free \
    use-after-return double-free invalid-free leak uninitialised-read division-by-zero uncaught-exception abort \
    lock-misuse exit-code endless-loop livelock stack-overflow thread-limit
set -l check '__fish_seen_subcommand_from check test'
set -l only_check '__fish_seen_subcommand_from check'
set -l test '__fish_seen_subcommand_from test'

complete -c heddle -n __fish_use_subcommand -f -a check -d 'Explore every interleaving of a program'
complete -c heddle -n __fish_use_subcommand -f -a test -d 'Check each test of the files'
complete -c heddle -n __fish_use_subcommand -f -a replay -d 'Run a saved trace again'
complete -c heddle -n __fish_use_subcommand -f -a cc -d 'Compile C like clang, to be checked'
complete -c heddle -n __fish_use_subcommand -f -a c++ -d 'Compile C++ like clang, to be checked'
complete -c heddle -n __fish_use_subcommand -f -l version -d 'Show the version'
complete -c heddle -l help -d 'Show the options'

complete -c heddle -n $check -x -l errors -a "(__fish_append , $kinds)" -d 'Kinds of errors to look for'
complete -c heddle -n $check -x -l max-states -d 'Stop after so many states'
complete -c heddle -n $check -x -l max-depth -d 'Follow an execution for at most so many transitions'
complete -c heddle -n $check -x -l max-time -d 'Stop after so many seconds'
complete -c heddle -n $check -x -l max-memory -d 'Use at most so many mebibytes'
complete -c heddle -n $check -x -l max-threads -d 'More threads at a time are an error'
complete -c heddle -n $check -f -l keep-going -d 'Report all distinct errors'
complete -c heddle -n $check -f -l shortest -d 'A schedule with as few context switches as possible'
complete -c heddle -n $check -x -l reduction -a 'none heap hybrid' -d 'Where threads may be switched'
complete -c heddle -n $check -f -l exact -d 'Store whole states instead of fingerprints'
complete -c heddle -n $check -f -l spurious-wakeups -d 'Let condition variables wake without a signal'
complete -c heddle -n $check -r -l json -d 'Write the result as JSON'
complete -c heddle -n $check -r -l save-trace -d 'Save the schedule of the first error'
complete -c heddle -n $only_check -r -l final-states -d 'Write the fingerprints of the final states'
complete -c heddle -n $check -f -l quiet -d 'Print nothing'
complete -c heddle -n $check -r -l compile-commands -d 'Check a project by its compilation database'
complete -c heddle -n $check -x -l target -d 'The executable of the project'
complete -c heddle -n $check -r -l cache -d 'Keep compiled bitcode in this folder'
complete -c heddle -n $check -f -l no-cache -d 'Compile everything anew'
complete -c heddle -n $test -x -l filter -d 'Check only the tests whose name matches'
complete -c heddle -n $test -f -l gtest -d 'The tests are written for GoogleTest'
complete -c heddle -n $test -f -l list -d 'Print the names of the tests'
complete -c heddle -n $test -r -l junit -d 'Write the results as XML of JUnit'
