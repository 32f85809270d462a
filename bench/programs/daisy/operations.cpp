// The driver's operations. Another thread may delete the file between the look-up of its name and
// its use: an error status is then right, and wrong data never is.
//
// SPDX-License-Identifier: Apache-2.0
#include "operations.h"

#include <cassert>

#include "layout.h"

namespace daisy {

namespace {

constexpr long kDataSize = 8;

}  // namespace

Bytes bytes_of(const std::string& text) { return Bytes(text.begin(), text.end()); }

void Worker::run(int times) {
  for (int i = 0; i < times; ++i) run_once();
}

void Worker::run_once() {
  switch (operation_) {
    case Operation::READ: return read();
    case Operation::WRITE: return write();
    case Operation::CREATE: return create();
    case Operation::UNLINK: return unlink();
    case Operation::LIST: return list();
    case Operation::ATTRIBUTES: return attributes();
    case Operation::SCAN: return scan();
    case Operation::USAGE: return usage();
  }
}

void Worker::read() {
  long file = 0;
  if (system_.lookup(kRootInode, name_, file) != Status::Ok) return;
  Bytes data;
  const Status status = system_.read(file, 0, kDataSize, data);
#ifdef BROKEN_CHECK_THEN_USE
  assert(status == Status::Ok);
#endif
  if (status != Status::Ok) return;
  assert(data.size() <= std::size_t(kDataSize));
}

void Worker::write() {
  long file = 0;
  if (system_.lookup(kRootInode, name_, file) != Status::Ok) return;
  const Status status = system_.write(file, 0, bytes_of("moreData"));
  assert(status == Status::Ok || status == Status::BadHandle);
}

void Worker::create() {
  long file = 0;
  const Status status = system_.create(kRootInode, new_name_, file);
  assert(status == Status::Ok || status == Status::Exists || status == Status::NoSpace);
}

void Worker::unlink() {
  const Status status = system_.unlink(kRootInode, name_);
  assert(status == Status::Ok || status == Status::NoEntry);
}

void Worker::list() {
  std::vector<std::string> names;
  const Status status = system_.list(kRootInode, names);
  assert(status == Status::Ok);
}

void Worker::attributes() {
  long file = 0;
  if (system_.lookup(kRootInode, name_, file) != Status::Ok) return;
  Attributes attributes;
  const Status status = system_.attributes(file, attributes);
  assert(status == Status::BadHandle || attributes.size <= kBlockSize);
}

void Worker::scan() {
  for (long file = 0; file < kInodes; ++file) {
    Attributes attributes;
    const Status status = system_.attributes(file, attributes);
    assert(status == Status::Ok || status == Status::BadHandle);
  }
}

void Worker::usage() {
  const long blocks = system_.blocks_in_use();
  assert(blocks >= 1 && blocks <= kBlocks);
}

}  // namespace daisy
