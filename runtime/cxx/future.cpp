// std::future: errors, the base of results, and results that are set when a thread ends.
// SPDX-License-Identifier: Apache-2.0
#include <future>

#include "thread_exit.h"

namespace std {

namespace {

class FutureCategory final : public error_category {
 public:
  const char* name() const noexcept override { return "future"; }

  string message(int code) const override {
    switch (future_errc(code)) {
      case future_errc::promise_already_satisfied: return "Promise already satisfied";
      case future_errc::future_already_retrieved: return "Future already retrieved";
      case future_errc::no_state: return "No associated state";
      case future_errc::broken_promise: return "Broken promise";
    }
    return "Unknown error";
  }
};

[[clang::no_destroy]] constinit const FutureCategory category;

}  // namespace

const error_category& future_category() noexcept { return category; }

future_error::~future_error() noexcept = default;
const char* future_error::what() const noexcept { return logic_error::what(); }

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

void __future_base::_State_baseV2::_Make_ready::_M_set() {
  heddle_runtime::after_thread_locals(&_S_run, this);
}

void __future_base::_State_baseV2::_Make_ready::_S_run(void* self) {
  const unique_ptr<_Make_ready> owned(static_cast<_Make_ready*>(self));
  if (const auto state = owned->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

}  // namespace std
