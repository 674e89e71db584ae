// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/unit_study.h"

#include "config/cell_traits.h"
#include "replay/replay.h"
#include "replay/tensor_numbers.h"
#include "replay/unit_columns.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr std::size_t kAtOnce = 32;

/// Sums over all steps, from which means and correlations follow. float64 throughout.
struct Sums {
    double steps = 0, on = 0;
    at::Tensor unit, unitSquare, column, columnSquare, product, columnOn;
    at::Tensor ones, zeros, unitAtOne, unitAtZero;  ///< steps of a column with this value, and units summed over them
    void add(const at::Tensor& units, const at::Tensor& columns, const at::Tensor& isOn) {
        const auto into = [](at::Tensor& sum, const at::Tensor& more) { sum = sum.defined() ? sum + more : more; };
        steps += static_cast<double>(units.size(0));
        into(unit, units.sum(0));
        into(unitSquare, units.square().sum(0));
        into(column, columns.sum(0));
        into(columnSquare, columns.square().sum(0));
        into(product, at::matmul(units.t(), columns));
        const at::Tensor isOne = columns.eq(1).to(at::kDouble), isZero = columns.eq(0).to(at::kDouble);
        into(ones, isOne.sum(0)), into(zeros, isZero.sum(0));
        into(unitAtOne, at::matmul(units.t(), isOne)), into(unitAtZero, at::matmul(units.t(), isZero));
        if (!isOn.defined()) return;
        on += isOn.sum().item<double>();
        into(columnOn, (columns * isOn.to(at::kDouble).unsqueeze(1)).sum(0));
    }
};

/// The longest stretch of ones.
UnitMatch longest(const bool* on, std::int64_t steps, std::int64_t window) {
    UnitMatch best{window, 0, 0};
    for (std::int64_t t = 0, length = 0; t < steps; ++t) {
        length = on[t] ? length + 1 : 0;
        if (length > best.steps) best = {window, t + 1 - length, length};
    }
    return best;
}

Result<> check(const OpenedNetwork& network, const UnitQuestion& question) {
    const ExperimentConfig& config = network.plan().config;
    std::vector<UnitPlace> places{{question.layer, question.direction, 0}};
    for (const std::int64_t unit : question.units) places.push_back({question.layer, question.direction, unit});
    if (auto masks = unitMasks(network, places); !masks.ok()) return masks.error();
    const std::string keys = quantityKeys(cellTraits(config.cell));
    if (question.key.size() == 1 && keys.find(question.key) != std::string::npos) return {};
    return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Inspect", "this cell has no quantity '%1'"), {question.key}}};
}

}  // namespace

Result<UnitAnswer> studyUnits(const OpenedNetwork& network, const UnitQuestion& question, const Progress& progress) {
    const at::NoGradGuard noGrad;
    if (auto checked = check(network, question); !checked.ok()) return checked.error();
    const UnitColumns columns(network);
    UnitAnswer answer;
    answer.windows = network.windows(question.part);
    const std::vector<std::int64_t> numbers = spreadNumbers(answer.windows, question.maxWindows);
    if (numbers.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Inspect", "this part of the data has no window; choose another part")};
    answer.looked = static_cast<std::int64_t>(numbers.size());
    answer.columns = columns.names();
    const CellTraits& cell = cellTraits(network.plan().config.cell);
    Sums sums;
    for (std::size_t first = 0; first < numbers.size(); first += kAtOnce) {
        if (!report(progress, static_cast<double>(first) / static_cast<double>(numbers.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Inspect", "looking inside was cancelled")};
        const std::size_t count = std::min(kAtOnce, numbers.size() - first);
        const Batch batch = network.gather(question.part, numbers, first, count);
        std::vector<GateRecord> records;
        ForwardOptions options;
        options.record = &records;
        static_cast<void>(network.objective().run(batch, options));
        at::Tensor states;
        for (NamedStates& named :
             namedStates(cell, records[static_cast<std::size_t>(question.layer)], question.direction))
            if (named.key == question.key) states = named.values.to(at::kDouble);
        answer.units = states.size(2);
        at::Tensor isOn;  // [time, batch]
        if (!question.units.empty()) {
            const at::Tensor chosen = states.index_select(2, at::tensor(question.units));
            isOn = (question.above ? chosen.gt(question.threshold) : chosen.lt(question.threshold)).all(2);
        }
        const at::Tensor values = columns.of(question.part, numbers, first, batch);
        for (std::int64_t b = 0; b < batch.size; ++b) {
            const std::int64_t steps =
                batch.lengths.defined() ? batch.lengths[b].item<std::int64_t>() : batch.input.size(0);
            const at::Tensor on = isOn.defined() ? isOn.select(1, b).narrow(0, 0, steps).contiguous() : at::Tensor();
            sums.add(states.select(1, b).narrow(0, 0, steps), values.select(1, b).narrow(0, 0, steps), on);
            if (!on.defined()) continue;
            const UnitMatch match =
                longest(on.const_data_ptr<bool>(), steps, numbers[first + static_cast<std::size_t>(b)]);
            if (match.steps > 0) answer.matches.push_back(match);
        }
    }
    std::ranges::stable_sort(answer.matches, std::greater{}, &UnitMatch::steps);
    if (answer.matches.size() > UnitAnswer::kMaxMatches) answer.matches.resize(UnitAnswer::kMaxMatches);
    answer.share = sums.on / sums.steps;
    const at::Tensor columnMean = sums.column / sums.steps, unitMean = sums.unit / sums.steps;
    const at::Tensor columnDeviation = (sums.columnSquare / sums.steps - columnMean.square()).clamp_min(0).sqrt();
    const at::Tensor unitDeviation = (sums.unitSquare / sums.steps - unitMean.square()).clamp_min(0).sqrt();
    const auto none = [](const at::Tensor& deviation) { return deviation.masked_fill(deviation.lt(1e-9), NAN); };
    answer.correlation = numbersOf((sums.product / sums.steps - at::outer(unitMean, columnMean)) /
                                   at::outer(none(unitDeviation), none(columnDeviation)));
    answer.contrast =
        numbersOf(sums.unitAtOne / sums.ones - sums.unitAtZero / sums.zeros);  // NaN where nothing was summed
    if (sums.on > 0) answer.difference = numbersOf((sums.columnOn / sums.on - columnMean) / none(columnDeviation));
    return answer;
}

}  // namespace gatelab
