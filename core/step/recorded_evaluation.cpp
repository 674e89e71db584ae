// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/recorded_evaluation.h"

#include <ATen/ATen.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <utility>

namespace gatelab {

EvaluationSums::EvaluationSums(const at::TensorOptions& options) {
    for (at::Tensor* sum : {&loss, &squared, &absolute}) *sum = at::zeros({}, options.dtype(at::kDouble));
    for (at::Tensor* sum : {&correct, &counted}) *sum = at::zeros({}, options.dtype(at::kLong));
}

void EvaluationSums::clear() {
    for (const at::Tensor* sum : {&loss, &squared, &absolute, &correct, &counted}) sum->zero_();
}

void KeptAnswers::append(const KeptAnswers& other, bool isChanging) {
    const auto add = [&](std::vector<at::Tensor>& to, const std::vector<at::Tensor>& from) {
        for (const at::Tensor& tensor : from) to.push_back(isChanging ? tensor.clone() : tensor);
    };
    add(forecasts, other.forecasts);
    add(spreads, other.spreads);
    add(crossed, other.crossed);
    add(predicted, other.predicted);
    add(truth, other.truth);
}

EvaluationSums& RecordedEvaluation::begin(const at::TensorOptions& options, bool keep) {
    if (std::exchange(keeps_, keep) != keep) (void)drop();
    if (sums_.loss.defined())
        sums_.clear();
    else
        sums_ = EvaluationSums(options);
    return sums_;
}

bool RecordedEvaluation::drop() {
    const bool held = std::ranges::any_of(blocks_, [](const auto& block) { return block->graph != nullptr; });
    blocks_.clear();
    return held;
}

const BlockAnswers* RecordedEvaluation::launch(const at::Tensor& order, const Compute& compute) {
    if (!makeGraph_) return nullptr;
    const std::int64_t rows = order.size(0);
    const auto found = std::ranges::find_if(blocks_, [&](const auto& block) { return block->rows == rows; });
    if (found == blocks_.end()) {
        blocks_.push_back(std::make_unique<Block>(Block{rows}));
        return nullptr;
    }
    Block& block = **found;
    if (block.graph == nullptr) {
        block.order = order.clone();
        auto graph = makeGraph_();
        try {
            graph->record([this, &block, compute] { block.answers = compute(block.order, sums_); });
        } catch (const std::exception& problem) {
            makeGraph_ = nullptr;
            blocks_.clear();
            const auto* message = dynamic_cast<const c10::Error*>(&problem);
            refused_(message != nullptr ? message->what_without_backtrace() : problem.what());
            return nullptr;
        }
        block.graph = std::move(graph);
    }
    block.order.copy_(order);
    block.graph->launch();
    return &block.answers;
}

}  // namespace gatelab
