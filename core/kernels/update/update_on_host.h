// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/update/update_job.h"

#include <utility>
#include <vector>

namespace gatelab {

/// Both launches on the host, thread by thread: the same bits as on a GPU but for the powers of the bias corrections.
inline void updateOnHost(const UpdateJob& job) {
    // As the threads of a block add theirs.
    const auto sumOf = [](std::vector<double> sums) {
        for (std::size_t half = sums.size() / 2; half > 0; half /= 2)
            for (std::size_t i = 0; i < half; ++i) sums[i] += sums[i + half];
        return sums[0];
    };
    const std::int64_t blocks = sumBlocks(job), chunks = updateChunks(job);
    for (std::int64_t block = 0; block < blocks; ++block) {
        std::vector<double> sums;
        for (int thread = 0; thread < kUpdateThreads; ++thread)
            sums.push_back(squaresOfThread(job, block, blocks, thread));
        job.partials[block] = sumOf(std::move(sums));
    }
    std::vector<double> partials(job.partials, job.partials + blocks);
    partials.resize(kUpdateThreads);
    decideUpdate(job, sumOf(std::move(partials)));
    for (int piece = 0; piece < job.pieceCount; ++piece) countUpdate(job, piece);
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
        for (int thread = 0; thread < kUpdateThreads; ++thread) updateChunk(job, *job.decision, chunk, thread);
}

}  // namespace gatelab
