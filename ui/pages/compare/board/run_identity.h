// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/key_values.h"

#include <QString>

namespace gatelab {

struct RunView;

/// What tells one run from another, and by what it was trained, as rows of the run's facts; a dash where a value is not
/// known. A SHA-256 stands short and, for copying, whole.
KeyValueList::Rows identityRows(const RunView& run);
KeyValueList::Rows environmentRows(const RunView& run);
/// "0:00:12 to 0:00:40: other programs kept up to 3.1 processor cores busy", one line each; a sentence when nothing
/// disturbed it, a dash when nobody looked.
QString disturbanceText(const RunView& run);

}  // namespace gatelab
