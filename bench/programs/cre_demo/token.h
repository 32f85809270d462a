// The right to use the network for some time: a validity checker with a timer of its own.
//
// A token belongs to the thread that made it until it is registered; from then on whoever logs the
// device out or takes its address back may invalidate it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "instant_timer.h"
#include "login_interfaces.h"

namespace cre {

class Token : public TimerCallback {
 public:
  Token(long number, long validity, std::unique_ptr<CustomToken> custom);
  Token(const Token&) = delete;
  Token& operator=(const Token&) = delete;

  void bind_callback(TokenCallback* callback) { callback_ = callback; }
  void set_evidence(const Token* evidence) { evidence_ = evidence; }

  long number() const { return number_; }
  long validity() const { return validity_; }

  void start();
  // Ends the token before its time and gives back what is left of it.
  void invalidate_and_save();
  void timeout() override;

 private:
  void invalidate(long seconds_left);

  const long number_;
  const long validity_;
  const std::unique_ptr<CustomToken> custom_;
  InstantTimer timer_;
  TokenCallback* callback_ = nullptr;
  const Token* evidence_ = nullptr;  // what the callback is told
};

}  // namespace cre
