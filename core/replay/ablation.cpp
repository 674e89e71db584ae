// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/ablation.h"

#include "config/cell_traits.h"
#include "lab/weight_compression.h"
#include "replay/replay.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::int64_t kAtOnce = 64;
constexpr std::int64_t kForMean = 256;  ///< windows over which a gate's mean is taken

const Error kCancelled{ErrorCode::Cancelled, GATELAB_TEXT("Inspect", "looking inside was cancelled")};

/// Bounds of the blocks: block b is windows [bounds[b], bounds[b + 1]).
std::vector<std::int64_t> blockBounds(const OpenedNetwork& network, std::int64_t windows) {
    const ExperimentConfig& config = network.plan().config;
    const std::int64_t longest = network.plan().isForecast() ? config.lookback + config.horizon : 1,
                       blocks = std::clamp<std::int64_t>(windows / longest, 1, Ablation::kMaxBlocks);
    std::vector<std::int64_t> bounds;
    for (std::int64_t b = 0; b <= blocks; ++b) bounds.push_back(windows * b / blocks);
    return bounds;
}

/// Mean loss of each block, and what it weighs.
struct BlockLosses {
    std::vector<double> losses, weights;
    [[nodiscard]] double mean() const {
        return std::inner_product(losses.begin(), losses.end(), weights.begin(), 0.0) /
               std::accumulate(weights.begin(), weights.end(), 0.0);
    }
};

/// `begun`: share of the whole work before this pass, which is half of it.
Result<BlockLosses> readBlocks(const OpenedNetwork& network, const AblationQuestion& question,
                               const std::vector<std::int64_t>& bounds, const ForwardOptions& options, double begun,
                               const Progress& progress) {
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(bounds.back()));
    std::iota(numbers.begin(), numbers.end(), std::int64_t{0});
    BlockLosses blocks;
    for (std::size_t b = 0; b + 1 < bounds.size(); ++b) {
        double sum = 0, weight = 0;
        for (std::int64_t first = bounds[b]; first < bounds[b + 1]; first += kAtOnce) {
            if (!report(progress, begun + 0.5 * static_cast<double>(first) / static_cast<double>(bounds.back())))
                return kCancelled;
            const Batch batch = network.gather(question.part, numbers, static_cast<std::size_t>(first),
                                               static_cast<std::size_t>(std::min(kAtOnce, bounds[b + 1] - first)));
            const double share = network.objective().weight(batch);
            if (!(share > 0)) continue;  // nothing in it to compare with
            sum += share * network.objective().run(batch, options).loss.item<double>();
            weight += share;
        }
        if (weight > 0) blocks.losses.push_back(sum / weight), blocks.weights.push_back(weight);
    }
    return blocks;
}

/// Mean of a gate of each unit over windows of the part, [units].
at::Tensor gateMean(const OpenedNetwork& network, const AblationQuestion& question, const UnitPlace& place) {
    const std::vector<std::int64_t> numbers = spreadNumbers(network.windows(question.part), kForMean);
    at::Tensor sum;
    double steps = 0;
    for (std::size_t first = 0; first < numbers.size(); first += static_cast<std::size_t>(kAtOnce)) {
        const Batch batch = network.gather(question.part, numbers, first,
                                           std::min(static_cast<std::size_t>(kAtOnce), numbers.size() - first));
        std::vector<GateRecord> records;
        ForwardOptions options;
        options.record = &records;
        static_cast<void>(network.objective().run(batch, options));
        for (const NamedStates& named : namedStates(cellTraits(network.plan().config.cell),
                                                    records[static_cast<std::size_t>(place.layer)], place.direction)) {
            if (named.key != question.gate) continue;
            const at::Tensor values = named.values.to(at::kDouble).sum(at::IntArrayRef{0, 1});
            sum = sum.defined() ? sum + values : values;
            steps += static_cast<double>(named.values.size(0) * named.values.size(1));
        }
    }
    return sum / steps;
}

Result<> checkGate(const OpenedNetwork& network, const AblationQuestion& question) {
    const CellTraits& cell = cellTraits(network.plan().config.cell);
    if (cell.library && question.gate.size() == 1 && cell.gates.find(question.gate) != std::string_view::npos &&
        cell.isGate(question.gate[0]))
        return {};
    return Error{
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Inspect", "this cell has no gate '%1' that can be held still; give one of an LSTM or a GRU"),
         {question.gate}}};
}

/// Sets the gate of the units to its mean: no weight reaches it, its bias alone stands.
void holdGate(const OpenedNetwork& network, const AblationQuestion& question) {
    const CellTraits& cell = cellTraits(network.plan().config.cell);
    const std::int64_t row = cell.block(question.gate[0]) * network.plan().config.hiddenSize;
    std::vector<at::Tensor> means;
    at::Tensor all;
    for (std::size_t k = 0; k < question.off.size(); ++k) {
        const UnitPlace& place = question.off[k];
        if (k == 0 || place.layer != question.off[k - 1].layer || place.direction != question.off[k - 1].direction)
            all = gateMean(network, question, place);
        means.push_back(all[place.unit]);
    }
    for (std::size_t k = 0; k < question.off.size(); ++k) {
        const UnitPlace& place = question.off[k];
        const std::string ending = "_l" + std::to_string(place.layer) + (place.direction == 1 ? "_reverse" : "");
        for (const Parameter& one : network.model().parameters().all()) {
            if (!one.name.ends_with(ending) || one.name.find("weight_hr") != std::string::npos) continue;
            if (one.value.size(0) <= row + place.unit) continue;
            const bool isBias = one.name.find("bias_ih") != std::string::npos;
            const at::Tensor mine = one.value.detach()[row + place.unit];
            if (isBias)
                mine.copy_(at::logit(means[k].clamp(1e-6, 1 - 1e-6)));
            else
                mine.zero_();
        }
    }
}

}  // namespace

Result<Ablation> ablatePart(const OpenedNetwork& network, const TensorFile& weights, const AblationQuestion& question,
                            const Progress& progress) {
    const at::NoGradGuard noGrad;
    const std::int64_t windows = network.windows(question.part);
    if (windows == 0)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Inspect", "this part of the data has no window; choose another part")};
    if (question.off.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Inspect", "no unit is to be switched off; choose at least one")};
    auto masks = unitMasks(network, question.off);
    if (!masks.ok()) return masks.error();
    if (!question.gate.empty())
        if (auto can = checkGate(network, question); !can.ok()) return can.error();
    const std::vector<std::int64_t> bounds = blockBounds(network, windows);
    const auto whole = readBlocks(network, question, bounds, {}, 0, progress);
    if (!whole.ok()) return whole.error();
    if (whole->losses.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Inspect", "no window of this part has an answer to compare with")};
    ForwardOptions options;
    if (question.gate.empty())
        options.unitsOn = &*masks;
    else
        holdGate(network, question);
    const auto without = readBlocks(network, question, bounds, options, 0.5, progress);
    if (!question.gate.empty())
        if (auto back = network.model().parameters().load(weights); !back.ok()) return back.error();
    if (!without.ok()) return without.error();
    Ablation answer{question, {}, windows, static_cast<std::int64_t>(whole->losses.size())};
    answer.loss = whole->mean();
    answer.without = without->mean();
    answer.low = answer.high = std::nan("");
    if (answer.blocks < Ablation::kMinBlocks) return answer;
    std::vector<double> changes;
    std::ranges::transform(without->losses, whole->losses, std::back_inserter(changes), std::minus<>{});
    const CompressionInterval interval = intervalOf(changes);
    // About the mean of all windows: blocks differ by a window or so.
    answer.low = answer.change() - (interval.mean - interval.low);
    answer.high = answer.change() + (interval.high - interval.mean);
    return answer;
}

}  // namespace gatelab
