// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

namespace gatelab {

/// Of a file that a person named: damage there is wrong input. Corrupt stays what the program has kept itself and
/// cannot read any more.
inline Error asInput(Error error) {
    if (error.code == ErrorCode::Corrupt) error.code = ErrorCode::InvalidInput;
    return error;
}

}  // namespace gatelab
