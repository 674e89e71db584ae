// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "io/safetensors_file.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gatelab {

/// One picture of a run's film: the weights as they were at a step.
struct FilmFrame {
    std::int64_t step = 0;
    std::filesystem::path file;
    std::int64_t bytes = 0;
};

/// What is told beside the weights of a frame.
struct FilmFacts {
    std::int64_t step = 0, epoch = 0;
    double seconds = 0;        ///< of training until then
    double copySeconds = 0;    ///< that all copies so far took from the training
    double filmedSeconds = 0;  ///< of training since the film began
    /// Share of the training time that the copies took; 0 before any time has passed.
    [[nodiscard]] double share() const { return filmedSeconds > 0 ? copySeconds / filmedSeconds : 0; }
};

/// The weights of a run at many of its steps, film/step-000000000120.safetensors in its folder (PyTorch's names). One
/// writer; readers may run beside it.
class FilmStore {
public:
    explicit FilmStore(const std::filesystem::path& runFolder) : folder_(runFolder / "film") {}

    /// Writes a frame durably, then removes of the frames between the first and the last the one whose neighbours are
    /// closest, until all together have at most `limitBytes` (the first and the last stay in any case).
    Result<> add(TensorFile weights, const FilmFacts& facts, std::int64_t limitBytes) const;
    /// In the order of their steps; empty: there is no film. Reads names and sizes only.
    [[nodiscard]] std::vector<FilmFrame> frames() const;
    struct Loaded {
        TensorFile weights;
        FilmFacts facts;
    };
    /// NotFound lists what there is.
    [[nodiscard]] Result<Loaded> load(std::int64_t step) const;
    /// Those of the newest frame, from its header; NotFound when there is none.
    [[nodiscard]] Result<FilmFacts> newestFacts() const;
    /// Frames after this step go: the run was taken back to it.
    Result<> cutAfter(std::int64_t step) const;

private:
    std::filesystem::path folder_;
};

}  // namespace gatelab
