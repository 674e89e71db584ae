// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <ATen/core/Tensor.h>

#include <cstdint>

/// "time-parallel": LSTM and GRU whose long sequences are cut into chunks that run side by side, as rows of one batch
/// of the own kernel (kernels/native). Each chunk begins with a guess, the state after a warm-up from zeros; then the
/// state at the end of each chunk is handed on, and the sweep is repeated, until each boundary changes by no more than
/// the certificate: multiple shooting by Picard's iteration (by Newton's: Lim, Zhu, Selfridge & Kasim 2024). The pass
/// back does the same with the gradients of the states.
///
/// The certificate: what a chunk began with differs from what the chunk before it ended with by at most
/// timeTolerance() times max(1, |state|), and for gradients times the largest gradient at a boundary or an output. So
/// the outputs are those of the layer run step by step, whose state is moved by no more than that once per chunk,
/// about as far as the rounding of one step moves it anyway. An output is off by at most the tolerance times the sum,
/// over the boundaries before it, of how much the layer enlarges a change of its state from there on: little in a net
/// that forgets, everything in a chaotic one. What does not agree after timeSweeps() sweeps, or stops coming closer, is
/// run step by step: with the bits of "native".
///
/// Cut by the shape alone, sums in a fixed order: the number of threads (LibTorch's own) changes no bit.
namespace gatelab {

/// How a sequence is cut: all chunks have `length` steps, the last one what is left.
struct TimeCut {
    std::int64_t chunks = 1, length = 0, warmup = 0;
    std::int64_t rowsOfGroup = 1;  ///< so many chunks, times the batch, are one call of the kernel
};
/// chunks 1: too short, or so large a batch that its rows are work enough.
TimeCut timeCut(std::int64_t steps, std::int64_t batch);

/// In parts of the largest number of that size: 16 roundings of FP32, 4,096 of FP64.
double timeTolerance(bool isDouble);
constexpr std::int64_t timeSweeps() { return 4; }

/// What the passes of this thread came to since it was last cleared.
struct TimeSweeps {
    std::int64_t passes = 0, sweeps = 0;  ///< forward and back; sweeps of those that agreed
    std::int64_t sequential = 0;          ///< passes that did not agree
    std::int64_t memory = 0;  ///< steps after which the net had forgotten its state in all that agreed, at most
    double worst = 0;         ///< largest change of a boundary that was taken as agreed, in tolerances
    /// What the chunks of the last pass that agreed began with, [chunks * batch, hidden]: states of the forward pass,
    /// gradients behind their ends of the pass back. Only where they are asked for.
    bool keepsBoundaries = false;
    at::Tensor startH, startC, lastH, lastC;
};
TimeSweeps& timeSweepsOfThread();
/// The same as a sentence; empty: there were no such passes.
Phrase describeTimeSweeps();

}  // namespace gatelab
