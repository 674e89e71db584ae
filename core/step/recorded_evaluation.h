// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "device/cuda_module.h"
#include "step/evaluator.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gatelab {

/// Sums of an evaluation over its blocks so far, float64 scalars that stay on the device until the end.
struct EvaluationSums {
    EvaluationSums() = default;
    explicit EvaluationSums(const at::TensorOptions& options);  ///< all 0
    void clear();
    at::Tensor loss, squared, absolute, correct, counted;
};

/// What is kept of blocks for those who ask, one tensor for each.
struct KeptAnswers {
    std::vector<at::Tensor> forecasts, spreads, crossed, predicted, truth;
    /// Takes the other's at the end; copies of them where they are about to change.
    void append(const KeptAnswers& other, bool isChanging);
};

/// What one block gives beside the sums.
struct BlockAnswers {
    KeptAnswers kept;
    double weight = 0;  ///< of its loss, as far as the host knows it
    std::int64_t examples = 0, values = 0;
};

/// The blocks of the evaluations of one part as recorded graphs, one per number of rows, in the memory that the
/// thread's other graphs use. Owned by the trainer; used on its thread and stream.
class RecordedEvaluation {
public:
    using MakeGraph = std::function<std::unique_ptr<DeviceGraph>()>;
    using Compute = std::function<BlockAnswers(const at::Tensor& order, EvaluationSums& sums)>;
    /// `makeGraph` empty: nothing is recorded. `refused` is told once why a block cannot be.
    RecordedEvaluation(MakeGraph makeGraph, std::function<void(const std::string& why)> refused)
        : makeGraph_(std::move(makeGraph)), refused_(std::move(refused)) {}
    RecordedEvaluation(const RecordedEvaluation&) = delete;
    RecordedEvaluation& operator=(const RecordedEvaluation&) = delete;

    [[nodiscard]] bool isOn() const { return makeGraph_ != nullptr; }
    /// At the start of each: of one part, by the same computation. What kept other answers is not launched again.
    EvaluationSums& begin(const at::TensorOptions& options, bool keep);
    /// Launches `compute` on these examples, which adds to the sums. Null: it has to be computed by itself, as it is
    /// the first time, when libraries make their choices. What is given changes with the next launch.
    const BlockAnswers* launch(const at::Tensor& order, const Compute& compute);
    /// The next evaluation is computed by itself again. False: there was none.
    bool drop();

private:
    struct Block {
        std::int64_t rows = 0;
        std::unique_ptr<DeviceGraph> graph = {};  ///< null: was computed by itself
        at::Tensor order = {};
        BlockAnswers answers = {};
    };
    MakeGraph makeGraph_;
    std::function<void(const std::string&)> refused_;
    EvaluationSums sums_;
    bool keeps_ = false;
    std::vector<std::unique_ptr<Block>> blocks_;
};

/// evaluate (evaluator.h) by the graphs of `recorded`, which are of this objective and source; those outlive them.
/// Waits for the device at the end.
Evaluation evaluate(const Objective& objective, const ExampleSource& source, bool keep, const Progress& progress,
                    BatchTeam* team, RecordedEvaluation& recorded);

}  // namespace gatelab
