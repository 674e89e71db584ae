// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run_report.h"
#include "widgets/key_values.h"

#include <QString>

namespace gatelab {

struct RunView;

/// Rows of a report in the language of the window; a dash where a value is not known.
KeyValueList::Rows factRows(const RunReport& report);
/// The notes of its facts, each in a line that begins with the fact's label.
QString factNotes(const RunReport& report);
/// What tells one run from another, and whether its timing is to be trusted, as rows of the run page. A SHA-256 stands
/// short and, for copying, whole.
KeyValueList::Rows identityRows(const RunView& run);
KeyValueList::Rows environmentRows(const RunView& run);
/// "0:00:12 to 0:00:40: other programs kept up to 3.1 processor cores busy", one line each; a sentence when nothing
/// disturbed it, a dash when nobody looked.
QString disturbanceText(const RunView& run);

}  // namespace gatelab
