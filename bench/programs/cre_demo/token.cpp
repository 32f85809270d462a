// How tokens end.
//
// SPDX-License-Identifier: Apache-2.0
#include "token.h"

#include <utility>

namespace cre {

Token::Token(long number, long validity, std::unique_ptr<CustomToken> custom)
    : number_(number), validity_(validity), custom_(std::move(custom)) {
  timer_.bind_callback(this);
}

void Token::start() { timer_.set_timeout(validity_); }

void Token::invalidate_and_save() {
  timer_.cancel_timeouts();
  invalidate(0);  // no time passes, but its timer went off when it started
}

void Token::timeout() { invalidate(0); }

void Token::invalidate(long seconds_left) {
  if (custom_ != nullptr) custom_->invalidated(seconds_left);
  callback_->token_invalidated(*evidence_);
}

}  // namespace cre
