// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/text_continuation.h"

namespace gatelab {

/// See session/continue_text.h. LibTorch's exceptions pass through.
Result<TextContinuation> continueKeptText(const ContinuationRequest& request, const ContinuationWatch& watch);

}  // namespace gatelab
