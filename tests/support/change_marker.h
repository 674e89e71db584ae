// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_change.h"

namespace gatelab::testing {

/// The marker of a setting that is given a value while a run goes on; the value as it is typed.
inline RunEvent changeMarker(std::int64_t step, const char* key, std::string_view value) {
    const Field& field = *findField(key);
    const FieldValue to = *parseFieldValue(field, value);
    return {gatelab::changeMarker({&field, to, to}), step};
}

}  // namespace gatelab::testing
