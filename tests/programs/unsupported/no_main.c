// A program needs a main.
// verdict: unsupported
// message: main
// SPDX-License-Identifier: Apache-2.0
int helper(int x);
int helper(int x) { return x + 1; }
