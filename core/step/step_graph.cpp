// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/step_graph.h"

#include "batch/stream_pool.h"

#include <ATen/ATen.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <utility>

namespace gatelab {

StepGraph::StepGraph(std::unique_ptr<DeviceGraph> graph, std::int64_t examplesPerStep, const at::Tensor& order,
                     DeviceSchedule schedule)
    : graph_(std::move(graph)),
      examplesPerStep_(examplesPerStep),
      schedule_(std::move(schedule)),
      order_(at::zeros({steps() * examplesPerStep}, order.options())),
      values_(at::zeros({steps(), 2}, at::TensorOptions(at::kDouble).device(order.device()))) {}

void StepGraph::record(const Step& step) {
    graph_->record([this, step] {
        for (std::int64_t i = 0; i < steps(); ++i) {
            const StepValues values = step(order_.narrow(0, i * examplesPerStep_, examplesPerStep_), schedule_.of(i));
            values_.select(0, i).select(0, 0).copy_(values.loss);
            values_.select(0, i).select(0, 1).copy_(values.norm);
        }
    });
}

StepValues StepGraph::launch(const at::Tensor& order, const std::vector<ScheduledStep>& scheduled) {
    const at::NoGradGuard noGrad;
    order_.copy_(order);
    for (std::int64_t i = 0; i < steps(); ++i) schedule_.set(i, scheduled[static_cast<std::size_t>(i)]);
    graph_->launch();
    return {values_.select(1, 0), values_.select(1, 1)};
}

OwnStream::OwnStream(at::Device device) : before_(c10::impl::VirtualGuardImpl(device.type()).getStream(device)) {
    if (!device.is_cuda() || before_ != c10::impl::VirtualGuardImpl(device.type()).getDefaultStream(device)) return;
    const c10::Stream own = deviceStreams().take(device);
    guard_.reset_stream(own);
    follow(own, before_);
}

OwnStream::~OwnStream() {
    const auto own = guard_.current_stream();
    if (!own) return;
    followQuietly(before_, *own);
    deviceStreams().giveBack(*own);
}

}  // namespace gatelab
