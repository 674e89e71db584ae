// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gatelab {

struct RunSummary;

/// Finished, but not as long as planned: stopped by hand or by its patience. Its best weights are kept and tested.
bool endedEarly(const RunSummary& run);

}  // namespace gatelab
