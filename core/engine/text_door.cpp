// SPDX-License-Identifier: GPL-3.0-or-later
#include "forecast/kept_text.h"
#include "session/continue_text.h"

/// Found by continueText with dlsym.
extern "C" __attribute__((visibility("default"))) void gatelab_continue_text(
    const gatelab::ContinuationRequest& request, const gatelab::ContinuationWatch& watch,
    gatelab::Result<gatelab::TextContinuation>& made) {
    try {
        made = gatelab::continueKeptText(request, watch);
    } catch (const std::exception& problem) {
        made =
            gatelab::Error{gatelab::ErrorCode::Internal,
                           {GATELAB_TEXT("Training", "the text stopped: %1; the run is unchanged"), {problem.what()}}};
    }
}
