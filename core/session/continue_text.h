// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "run/text_continuation.h"

namespace gatelab {

/// Lets a kept run go on with a text, token by token: each is drawn by the probabilities that the network gives it, and
/// is read as the next one; the state is carried from one to the next. <other> is never drawn. Unsupported of a run of
/// anything but a running text; InvalidInput of a number or temperature below 0; the errors of readRunWeights. What was
/// made before `watch` stopped it is returned. Blocks: call it from a job thread.
Result<TextContinuation> continueText(const ContinuationRequest& request, const ContinuationWatch& watch = {});

}  // namespace gatelab
