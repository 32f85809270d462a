// What an operation of the file system comes to.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace daisy {

enum class Status { Ok, NoEntry, Exists, BadHandle, NoSpace, NameTooLong, OutOfRange };

}  // namespace daisy
