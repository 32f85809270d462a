// A non-zero value returned by main is a non-zero exit code.
// verdict: error exit-code
// options: --errors +exit-code
// SPDX-License-Identifier: Apache-2.0
int main(void) { return 1; }
