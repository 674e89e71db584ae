// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "baselines/sequence_baselines.h"

#include <span>
#include <vector>

namespace gatelab {

/// What counts say of the next token of a running text (isRunningText): how often each follows nothing, one ("bigram")
/// or two tokens ("trigram") of the training items. Probabilities are interpolated with those of the shorter context by
/// Witten and Bell (1991): p(w|h) = (c(h,w) + T(h) p(w|h')) / (c(h) + T(h)), where T(h) is how many different tokens
/// follow h, and below all of them each token is equally likely. The answer is the most frequent token behind the
/// longest context that the training items hold. Contexts do not reach back beyond their item. Cancelled.
Result<std::vector<SequenceScore>> tokenBaselines(const SequenceSet& set, std::span<const std::int64_t> train,
                                                  std::span<const std::int64_t> test, const Progress& progress);

/// Of a mean cross-entropy in nats.
double bitsOf(double crossEntropy);
double perplexityOf(double crossEntropy);

}  // namespace gatelab
