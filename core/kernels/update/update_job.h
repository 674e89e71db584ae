// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/philox.h"
#include "kernels/native/step_kernels.h"

#include <cmath>
#include <cstdint>

/// The end of a training step as two launches on a GPU: one sums the squares of all gradients and decides, one clips
/// and updates. Free of LibTorch: the kernels of the CUDA module read it (core/cuda/kernels/update_weights.cu), and the
/// host by the same functions. Sums are taken in an order that depends on the number of weights alone.
namespace gatelab {

/// One buffer.
struct UpdatePiece {
    float* weights = nullptr;  ///< null: held; its gradient counts in the norm, and is clipped
    float* gradients = nullptr;
    float *mean = nullptr, *square = nullptr;
    float* largest = nullptr;  ///< AMSGrad: of the mean squares; null: not there
    float* step = nullptr;     ///< updates so far; the same in all pieces
    std::int64_t count = 0;
};

/// What the first launch tells the second one.
struct UpdateDecision {
    native::UpdateRule<float> rule;
    bool isLeftOut = false;
};

constexpr int kUpdateThreads = 256, kUpdateBlocks = 256, kMaxUpdatePieces = 48;
constexpr std::int64_t kUpdateChunk = 4 * kUpdateThreads;  ///< numbers of one piece that a block takes at a time

/// Adam or AdamW. Passed by value, so that a recorded graph has it: what changes from launch to launch lies behind
/// pointers to the device.
struct UpdateJob {
    UpdatePiece pieces[kMaxUpdatePieces];
    std::int32_t pieceCount = 0;
    bool decouples = false;  ///< the weights shrink, instead of a gradient of the decay
    double clipValue = 0;    ///< 0: none
    double clipNorm = 0;     ///< 0: none
    double weightDecay = 0, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
    const float* rate = nullptr;  ///< one of these two
    const double* exactRate = nullptr;
    const double* momentum = nullptr;  ///< in place of beta1; null: it stays
    const float* loss = nullptr;
    const float* overflowed = nullptr;  ///< 1: the gradients did, in FP16; null: no scaling

    float* stopped = nullptr;                   ///< 1 from the first step on that is not finite
    float *norm = nullptr, *leftOut = nullptr;  ///< what clipGradients and leftOut (step/gradients.h) give
    UpdateDecision* decision = nullptr;
    double* partials = nullptr;       ///< [kUpdateBlocks]
    std::uint32_t* ticket = nullptr;  ///< 0 before and after: blocks that have their sum
};

GATELAB_ANYWHERE std::int64_t chunksOf(const UpdatePiece& piece) {
    return (piece.count + kUpdateChunk - 1) / kUpdateChunk;
}
GATELAB_ANYWHERE std::int64_t updateChunks(const UpdateJob& job) {
    std::int64_t chunks = 0;
    for (int i = 0; i < job.pieceCount; ++i) chunks += chunksOf(job.pieces[i]);
    return chunks;
}
/// Blocks of the first launch.
GATELAB_ANYWHERE std::int64_t sumBlocks(const UpdateJob& job) {
    const std::int64_t chunks = updateChunks(job);
    return chunks < 1 ? 1 : chunks < kUpdateBlocks ? chunks : kUpdateBlocks;
}

/// Calls work(piece, place) for the numbers of a chunk that are a thread's.
template <class Work>
GATELAB_ANYWHERE void overChunk(const UpdateJob& job, std::int64_t chunk, int thread, const Work& work) {
    int at = 0;
    for (; chunk >= chunksOf(job.pieces[at]); ++at) chunk -= chunksOf(job.pieces[at]);
    const UpdatePiece& piece = job.pieces[at];
    for (std::int64_t i = 0; i < kUpdateChunk; i += kUpdateThreads)
        if (const std::int64_t place = chunk * kUpdateChunk + i + thread; place < piece.count) work(piece, place);
}

/// NaN stays NaN.
GATELAB_ANYWHERE float clampedGradient(const UpdateJob& job, float gradient) {
    const auto most = static_cast<float>(job.clipValue);
    return !(most > 0) ? gradient : gradient > most ? most : gradient < -most ? -most : gradient;
}

/// A thread's part of the sum of the squares, in a block of the first launch.
GATELAB_ANYWHERE double squaresOfThread(const UpdateJob& job, std::int64_t block, std::int64_t blocks, int thread) {
    const std::int64_t chunks = updateChunks(job);
    float sum = 0;
    for (std::int64_t chunk = block; chunk < chunks; chunk += blocks)
        overChunk(job, chunk, thread, [&](const UpdatePiece& piece, std::int64_t place) {
            const float gradient = clampedGradient(job, piece.gradients[place]);
            sum = std::fma(gradient, gradient, sum);
        });
    return sum;
}

/// Norm, clip, whether this step is left out, and the numbers of the update: one thread, from the whole sum.
GATELAB_ANYWHERE void decideUpdate(const UpdateJob& job, double squares) {
    constexpr double kNormEpsilon = 1e-6;  // as in clip_grad_norm_
    const bool overflowed = job.overflowed != nullptr && *job.overflowed != 0;
    const auto norm = static_cast<float>(std::sqrt(squares));
    UpdateDecision now;
    native::UpdateRule<float>& rule = now.rule;
    if (job.clipNorm > 0) {
        const auto factor = static_cast<float>(job.clipNorm / (norm + kNormEpsilon));
        rule.gradientFactor = factor > 1 ? 1.0F : factor;  // NaN stays NaN
    }
    *job.norm = overflowed ? 0 : norm;
    const float seen = *job.loss + *job.norm;
    if (!(seen - seen == 0)) *job.stopped = 1;
    now.isLeftOut = overflowed || *job.stopped != 0;
    *job.leftOut = now.isLeftOut ? 1 : 0;
    double step = 1;
    for (int i = 0; i < job.pieceCount; ++i)
        if (job.pieces[i].step != nullptr) step = static_cast<double>(*job.pieces[i].step) + 1;
    const double rate = job.rate != nullptr ? static_cast<double>(*job.rate) : *job.exactRate,
                 momentum = job.momentum != nullptr ? *job.momentum : job.beta1;
    rule.kind = native::UpdateKind::Adam;
    rule.decay = job.decouples ? 0.0F : static_cast<float>(job.weightDecay);
    rule.shrink = job.decouples ? static_cast<float>(1 - rate * job.weightDecay) : 1.0F;
    rule.newMean = static_cast<float>(1 - momentum);
    rule.squareShare = static_cast<float>(job.beta2);
    rule.newSquare = static_cast<float>(1 - job.beta2);
    rule.epsilon = static_cast<float>(job.epsilon);
    native::correctBias(rule, rate, momentum, job.beta2, step);
    *job.decision = now;
}

/// After decideUpdate.
GATELAB_ANYWHERE void countUpdate(const UpdateJob& job, int piece) {
    if (float* step = job.pieces[piece].step; step != nullptr && !job.decision->isLeftOut) *step += 1;
}

/// The second launch: a thread's part of a chunk. Gradients are clipped in place, of a step that is left out as well.
GATELAB_ANYWHERE void updateChunk(const UpdateJob& job, const UpdateDecision& now, std::int64_t chunk, int thread) {
    const native::UpdateRule<float>& rule = now.rule;
    overChunk(job, chunk, thread, [&](const UpdatePiece& piece, std::int64_t place) {
        const float given = piece.gradients[place];
        float gradient = clampedGradient(job, given);
        if (rule.gradientFactor != 1) gradient *= rule.gradientFactor;
        if (gradient != given) piece.gradients[place] = gradient;
        if (now.isLeftOut || piece.weights == nullptr) return;
        const float weight = piece.weights[place] * rule.shrink;
        if (rule.decay != 0) gradient = std::fma(rule.decay, weight, gradient);
        const float mean = std::fma(gradient - piece.mean[place], rule.newMean, piece.mean[place]);
        float square = std::fma(gradient * gradient, rule.newSquare, piece.square[place] * rule.squareShare);
        piece.mean[place] = mean;
        piece.square[place] = square;
        if (piece.largest != nullptr) {
            if (piece.largest[place] > square) square = piece.largest[place];
            piece.largest[place] = square;
        }
        piece.weights[place] =
            std::fma(-mean / std::fma(std::sqrt(square), rule.rootFactor, rule.epsilon), rule.rate, weight);
    });
}

}  // namespace gatelab
