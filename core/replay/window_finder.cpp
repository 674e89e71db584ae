// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/window_finder.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gatelab {

namespace {

constexpr std::int64_t kMaxWindows = 2048, kAtOnce = 64;

/// Error of each window of a batch: its mean, and its largest single one; NaN where there is nothing to compare with.
/// float64 [batch].
struct WindowErrors {
    at::Tensor mean, largest;
};

WindowErrors numberErrors(const Objective& objective, const Batch& batch, const at::Tensor& output) {
    const at::Tensor error = (objective.point(output) - batch.target).to(at::kDouble).flatten(1);
    return {error.square().mean(1), error.abs().amax(1)};
}

/// Cross entropy, and the largest probability of a class that is wrong.
WindowErrors classErrors(const Batch& batch, const at::Tensor& output) {
    const bool labelling = output.dim() == 3;
    const at::Tensor scores = (labelling ? output : output.unsqueeze(0)).to(at::kDouble),
                     target = labelling ? batch.target : batch.target.unsqueeze(0);
    // [time, batch], [time, batch, 1]
    const at::Tensor counts = target.ge(0), label = target.clamp_min(0).unsqueeze(2);
    const at::Tensor logs = at::log_softmax(scores, 2);
    const at::Tensor entropy = -logs.gather(2, label).squeeze(2);
    const at::Tensor wrong = logs.exp().scatter(2, label, 0.0).amax(2);
    const at::Tensor number = counts.sum(0).to(at::kDouble);  // 0 / 0: no label
    return {entropy.masked_fill(counts.logical_not(), 0).sum(0) / number,
            wrong.masked_fill(counts.logical_not(), 0).amax(0) + 0 * (number / number)};
}

std::size_t placeOf(WindowKind kind, const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) { return !std::isfinite(values[i]); });
    if (order.empty()) return values.size();
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
    return kind == WindowKind::Typical ? order[(order.size() - 1) / 2] : order.back();
}

}  // namespace

Result<FoundWindow> findWindow(const OpenedNetwork& network, WindowKind kind, WindowPart part,
                               const Progress& progress) {
    const at::NoGradGuard noGrad;
    FoundWindow found;
    found.windows = network.windows(part);
    const std::vector<std::int64_t> numbers = spreadNumbers(found.windows, kMaxWindows);
    if (numbers.empty())
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Inspect", "this part of the data has no window; choose another part")};
    std::vector<double> values;
    for (std::size_t first = 0; first < numbers.size(); first += kAtOnce) {
        if (!report(progress, static_cast<double>(first) / static_cast<double>(numbers.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Inspect", "looking inside was cancelled")};
        const std::size_t count = std::min<std::size_t>(kAtOnce, numbers.size() - first);
        const Batch batch = network.gather(part, numbers, first, count);
        const at::Tensor output = network.objective().run(batch, {}).output;
        const WindowErrors errors = network.objective().hasClasses() ? classErrors(batch, output)
                                                                     : numberErrors(network.objective(), batch, output);
        const at::Tensor chosen = (kind == WindowKind::LargestError ? errors.largest : errors.mean).contiguous();
        values.insert(values.end(), chosen.const_data_ptr<double>(), chosen.const_data_ptr<double>() + count);
    }
    const std::size_t place = placeOf(kind, values);
    if (place == values.size())
        return Error{
            ErrorCode::InvalidInput,
            GATELAB_TEXT("Inspect",
                         "no window of this part has an answer to compare with; choose a window by its number")};
    found.window = numbers[place];
    found.value = values[place];
    found.looked = static_cast<std::int64_t>(numbers.size());
    return found;
}

}  // namespace gatelab
