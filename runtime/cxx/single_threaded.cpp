// The C library's word on whether the process has only one thread: never.
//
// std::shared_ptr counts without atomic operations while it does. It is constant here, which its
// header does not let us say, so that reading it is no step; hence no header.
// SPDX-License-Identifier: Apache-2.0
extern "C" {

extern const char __libc_single_threaded;
const char __libc_single_threaded = 0;

}  // extern "C"
