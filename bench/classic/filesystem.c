// N threads give blocks to inodes, each inode and each block under a mutex of its own; few threads meet at a block.
//
// With the published sizes the fourteenth thread is the first to meet another. Everything is guarded, so the order of two critical
// sections is all that distinguishes executions.
// Parameters: N, INODES, BLOCKS; BUG (a block is looked at before it is locked).
//
// SPDX-License-Identifier: Apache-2.0

#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef N
#define N 14
#endif
#ifndef INODES
#define INODES 32
#endif
#ifndef BLOCKS
#define BLOCKS 26
#endif

static pthread_mutex_t inode_locks[INODES] = {[0 ... INODES - 1] = PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t block_locks[BLOCKS] = {[0 ... BLOCKS - 1] = PTHREAD_MUTEX_INITIALIZER};
static int block_of[INODES];  // plus one; 0 is none
static int is_busy[BLOCKS];

static int take_block(int block, int inode) {
#ifdef BUG
  int taken = !is_busy[block];
  pthread_mutex_lock(&block_locks[block]);
#else
  pthread_mutex_lock(&block_locks[block]);
  int taken = !is_busy[block];
#endif
  if (taken) {
    is_busy[block] = 1;
    block_of[inode] = block + 1;
  }
  pthread_mutex_unlock(&block_locks[block]);
  return taken;
}

static void* create_file(void* argument) {
  int inode = (int)(intptr_t)argument % INODES;
  pthread_mutex_lock(&inode_locks[inode]);
  if (block_of[inode] == 0) {
    int block = inode * 2 % BLOCKS;
    while (!take_block(block, inode)) block = (block + 1) % BLOCKS;
  }
  pthread_mutex_unlock(&inode_locks[inode]);
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) pthread_create(&threads[i], 0, create_file, (void*)(intptr_t)i);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
  for (int i = 0; i < N && i < INODES; ++i)
    for (int j = 0; j < i; ++j) assert(block_of[i] != block_of[j]);
  return 0;
}
