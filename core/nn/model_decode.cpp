// SPDX-License-Identifier: GPL-3.0-or-later
// The recursive decoder: after the window the network goes on, each step from the one before it.
#include "nn/model.h"

#include <ATen/ATen.h>

namespace gatelab {
namespace {

/// Which of the further steps read the truth, per window: [steps, batch, 1]; undefined: none.
at::Tensor drawTaught(std::int64_t steps, std::int64_t batch, const ForwardOptions& options, at::Device device) {
    const double share = options.feed.teacherShare;
    const at::Tensor& threshold = options.feed.teacherThreshold;
    if ((share <= 0 && !threshold.defined()) || steps == 0) return {};
    RandomPosition position = options.position;
    position.deviceThreshold = threshold;
    return randomMask({steps, batch, 1}, 1 - share, 1, position, 0, MaskSite::Teacher,
                      at::TensorOptions(at::kFloat).device(device))
        .gt(0);
}

}  // namespace

std::int64_t teacherThresholdOf(double share) {
    return share > 0 ? std::int64_t{maskThreshold(1 - share)} : std::int64_t{1} << 32;
}

// The output as it is: sorted quantiles would have a way back that waits for the device.
at::Tensor Model::centreOf(const at::Tensor& output) const {
    const at::Tensor values = output.view({output.size(0), layout_.targets, layout_.values});
    if (gaussian_ || layout_.values == 1) return values.select(2, 0);
    return values.narrow(2, (layout_.values - 1) / 2, 2 - layout_.values % 2).mean(2);
}

at::Tensor Model::decode(const at::Tensor& input, const ForwardResult& window, const ForwardOptions& options) const {
    const DecoderFeed& feed = options.feed;
    const std::int64_t lookback = input.size(0), further = (feed.steps > 0 ? feed.steps : layout_.horizon) - 1;
    const at::Tensor taught = drawTaught(further, input.size(1), options, input.device());
    TORCH_CHECK(!taught.defined() || (feed.truth.defined() && feed.truth.size(1) >= further),
                "teacher forcing needs the truth of every step");
    TORCH_CHECK(!feed.ahead.defined() || feed.ahead.size(0) >= further,
                "the inputs after the window must reach to the last step but one");
    ModelState state = window.state;
    ForwardOptions next = options;
    next.record = nullptr;  // of the window alone
    next.edits = nullptr;
    next.state = &state;
    at::Tensor seen = input;  // what the linear path reads: the last steps, as many as a window has
    std::vector<at::Tensor> outputs{window.output};
    for (std::int64_t step = 0; step < further; ++step) {
        at::Tensor value = centreOf(outputs.back());
        if (taught.defined())
            value = at::where(taught.select(0, step), feed.truth.select(1, step).to(value.scalar_type()), value);
        const at::Tensor others =
            feed.ahead.defined() ? feed.ahead.select(0, step).to(input.scalar_type()) : input.select(0, lookback - 1);
        const at::Tensor row = others.index_copy(1, fedBack_, value).unsqueeze(0);
        if (linearWeight_.defined()) seen = at::cat({seen.narrow(0, 1, lookback - 1), row});
        next.position.piece = static_cast<std::uint64_t>(step) + 1;
        ForwardResult one = pass(row, seen, next);
        outputs.push_back(std::move(one.output));
        state = std::move(one.state);
    }
    return at::cat(outputs, 1);
}

}  // namespace gatelab
