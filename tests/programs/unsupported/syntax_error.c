// A file that does not compile: the compiler's own message is shown.
// verdict: unsupported
// message: undeclared
// SPDX-License-Identifier: Apache-2.0
int main(void) { return undeclared_name; }
