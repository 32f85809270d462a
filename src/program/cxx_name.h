// C++ names as people write them: std::vector<int>, not std::vector<int, std::allocator<int> >.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heddle {

// Without template arguments that are the default, inline and anonymous namespaces, and the paths
// and columns of lambdas. Whatever it does not understand stays as it is.
std::string shortened_cxx_name(std::string_view name);

// "std::make_shared" of "std::make_shared<Task, int>"; operators keep their signs.
std::string without_template_arguments(std::string_view name);

// "push_back" of "std::vector<int>::push_back"
std::string last_component(std::string_view name);

}  // namespace heddle
