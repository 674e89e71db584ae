// SPDX-License-Identifier: GPL-3.0-or-later
#include "compress/compression_study.h"

/// Found by measureCompression with dlsym.
extern "C" __attribute__((visibility("default"))) void gatelab_measure_compression(
    const gatelab::CompressionRequest& request, const gatelab::CompressionWatch& watch,
    gatelab::Result<gatelab::CompressionReport>& measured) {
    try {
        measured = gatelab::studyCompression(request, watch);
    } catch (const std::exception& problem) {
        measured = gatelab::Error{
            gatelab::ErrorCode::Internal,
            {GATELAB_TEXT("Compression", "the study stopped: %1; the run is unchanged"), {problem.what()}}};
    }
}
