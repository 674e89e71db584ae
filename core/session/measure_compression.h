// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/weight_compression.h"

namespace gatelab {

/// Trains and measures what compression is worth to a run, in this process and on this thread (compress/). Cancelled
/// when the watch ends it; what it was told until then counts. Errors: those of the engine that cannot be opened, of
/// settings that cannot be compressed, of the data. Blocks for minutes: call it from a job thread.
Result<CompressionReport> measureCompression(const CompressionRequest& request, const CompressionWatch& watch);

}  // namespace gatelab
