// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

/// One function of several, for std::visit: overloaded{[](const A&) {...}, [](const B&) {...}}. Without one for each
/// alternative it does not compile.
template <class... Functions>
struct overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
overloaded(Functions...) -> overloaded<Functions...>;

}  // namespace gatelab
