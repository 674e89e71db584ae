// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/unit_columns.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace gatelab {

namespace {

constexpr std::int64_t kMaxKinds = 32;  // tokens or classes that get a column each

std::string nameOr(const std::vector<std::string>& names, std::int64_t place) {
    const auto at = static_cast<std::size_t>(place);
    return at < names.size() ? names[at] : std::to_string(place);
}

}  // namespace

UnitColumns::UnitColumns(const OpenedNetwork& network) : plan_(network.plan()) {
    tokens_ = plan_.shape.tokens > 0 ? std::min(plan_.shape.tokens, kMaxKinds) : 0;
    if (plan_.isForecast()) {
        const PreparedSeries& prepared = *plan_.prepared;
        for (const std::size_t input : prepared.inputs) names_.push_back(prepared.table.columns[input].name);
        inputs_ = static_cast<std::int64_t>(names_.size());
        hasTime_ = prepared.source->time.known();
        if (hasTime_) names_.insert(names_.end(), {"hour", "weekday"});
        for (const std::size_t target : prepared.targets)
            names_.push_back("target " + prepared.table.columns[target].name), ++targets_;
        return;
    }
    const SequenceSet& set = *plan_.data.sequences;
    if (tokens_ > 0)
        for (std::int64_t token = 0; token < tokens_; ++token) names_.push_back(nameOr(set.tokenNames, token));
    else
        names_ = set.channelNames;
    inputs_ = static_cast<std::int64_t>(names_.size());
    for (; classes_ < std::min(kMaxKinds, plan_.shape.classes); ++classes_)
        names_.push_back("class " + nameOr(set.classNames, classes_));
}

at::Tensor UnitColumns::of(WindowPart part, const std::vector<std::int64_t>& numbers, std::size_t first,
                           const Batch& batch) const {
    const std::int64_t time = batch.input.size(0);
    std::vector<at::Tensor> parts;
    if (tokens_ > 0)
        parts.push_back(at::one_hot(batch.input, plan_.shape.tokens).narrow(2, 0, tokens_).to(at::kDouble));
    else
        parts.push_back(batch.input.to(at::kDouble));
    if (plan_.isForecast()) parts.push_back(ofRows(rows(part, numbers, first, batch)));
    if (classes_ > 0)
        parts.push_back(
            ofClasses(batch.target.dim() == 2 ? batch.target : batch.target.unsqueeze(0).expand({time, batch.size})));
    return at::cat(parts, 2);
}

at::Tensor UnitColumns::rows(WindowPart part, const std::vector<std::int64_t>& numbers, std::size_t first,
                             const Batch& batch) const {
    const WindowSet& windows = part == WindowPart::Train        ? plan_.windows.train
                               : part == WindowPart::Validation ? plan_.windows.validation
                                                                : plan_.windows.test;
    const std::int64_t time = batch.input.size(0);
    at::Tensor all = at::zeros({time, batch.size}, at::kDouble);
    auto out = all.accessor<double, 2>();
    for (std::int64_t b = 0; b < batch.size; ++b) {
        const std::int64_t start =
            windows.starts[static_cast<std::size_t>(numbers[first + static_cast<std::size_t>(b)])];
        for (std::int64_t t = 0; t < time; ++t) out[t][b] = static_cast<double>(start + t);
    }
    return all;
}

at::Tensor UnitColumns::ofClasses(const at::Tensor& target) const {
    std::vector<at::Tensor> each;
    for (std::int64_t k = 0; k < classes_; ++k) each.push_back(target.eq(k).to(at::kDouble));
    return at::stack(each, 2);
}

at::Tensor UnitColumns::ofRows(const at::Tensor& rows) const {
    const PreparedSeries& prepared = *plan_.prepared;
    const std::int64_t calendar = hasTime_ ? 2 : 0;
    at::Tensor values = at::zeros({rows.size(0), rows.size(1), calendar + targets_}, at::kDouble);
    auto out = values.accessor<double, 3>();
    const auto at = rows.accessor<double, 2>();
    for (std::int64_t t = 0; t < rows.size(0); ++t)
        for (std::int64_t b = 0; b < rows.size(1); ++b) {
            const auto row = static_cast<std::size_t>(at[t][b]);
            if (hasTime_) {
                constexpr std::int64_t kHour = 3'600'000'000, kDay = 24 * kHour;
                const std::int64_t when = prepared.source->time.values[row],
                                   day = when >= 0 ? when / kDay : -((-when + kDay - 1) / kDay);
                out[t][b][0] = static_cast<double>((when - day * kDay) / kHour);
                // 1970-01-01 was a Thursday; 0: Monday
                out[t][b][1] = static_cast<double>(((day + 3) % 7 + 7) % 7);
            }
            for (std::int64_t target = 0; target < targets_; ++target)
                out[t][b][calendar + target] =
                    prepared.table.columns[prepared.targets[static_cast<std::size_t>(target)]].values[row];
        }
    return values;
}

}  // namespace gatelab
