// Daisy: the parameters, each of which -D can change; the defaults are those of the small copies.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef INODES
#define INODES 4
#endif
#ifndef BLOCKS
#define BLOCKS 4
#endif
// Bytes in a block, and hence the largest size of a file: every file has one block.
#ifndef BLOCK_SIZE
#define BLOCK_SIZE 240
#endif
#ifndef NAME_LENGTH
#define NAME_LENGTH 8
#endif
// Files that main creates before the threads start: 1 to 3.
#ifndef FILES
#define FILES 1
#endif
// What the two threads do: READ, WRITE, CREATE, UNLINK, LIST, ATTRIBUTES, SCAN (of all inodes) or
// USAGE (of blocks).
#ifndef FIRST_OPERATION
#define FIRST_OPERATION READ
#endif
#ifndef SECOND_OPERATION
#define SECOND_OPERATION UNLINK
#endif
// How often each thread does it.
#ifndef OPERATIONS
#define OPERATIONS 1
#endif
