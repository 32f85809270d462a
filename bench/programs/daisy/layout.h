// The parameters as constants, and where things are on the disk: the inodes, then the blocks, then
// the bitmap of blocks in use.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "parameters.h"

namespace daisy {

constexpr long kInodes = INODES;
constexpr long kBlocks = BLOCKS;
constexpr long kBlockSize = BLOCK_SIZE;
constexpr long kNameLength = NAME_LENGTH;
constexpr int kFiles = FILES;
constexpr int kOperations = OPERATIONS;

constexpr long kBitsPerByte = 8;
constexpr long kNumberBytes = 8;  // of a number on the disk, the lowest byte first

constexpr long kInodeSize = 24;  // 7 bytes of each record are not used
constexpr long kInodeBlock = 0;  // offsets in an inode's record
constexpr long kInodeFileSize = 8;
constexpr long kInodeUsed = 16;

constexpr long kBlocksPerByte = 8;
constexpr long kBlockArea = kInodes * kInodeSize;
constexpr long kBitmap = kBlockArea + kBlocks * kBlockSize;
constexpr long kDiskSize = kBitmap + (kBlocks + kBlocksPerByte - 1) / kBlocksPerByte;

constexpr long kRootInode = 0;

constexpr long inode_address(long inode) { return inode * kInodeSize; }
constexpr long block_address(long block) { return kBlockArea + block * kBlockSize; }
constexpr long bitmap_address(long block) { return kBitmap + block / kBlocksPerByte; }
constexpr unsigned bitmap_mask(long block) { return 1u << (block % kBlocksPerByte); }

}  // namespace daisy
