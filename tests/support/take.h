// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <stdexcept>
#include <utility>

namespace gatelab::testing {

/// The value, or the end of the test with the error's words.
template <class T>
T take(Result<T> result) {
    if (!result.ok()) throw std::runtime_error(result.error().message);
    return std::move(result).value();
}

}  // namespace gatelab::testing
