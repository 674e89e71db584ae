// SPDX-License-Identifier: GPL-3.0-or-later
#include "step/step_graph.h"

#include "batch/stream_pool.h"

#include <ATen/ATen.h>
#include <c10/core/impl/VirtualGuardImpl.h>

namespace gatelab {

void StepGraph::record(const Step& step) {
    graph_->record([this, step] {
        for (std::int64_t i = 0; i < steps_; ++i) feed_.finish(step(feed_.order(examplesPerStep_), feed_.now()));
    });
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
