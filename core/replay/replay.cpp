// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/replay.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <chrono>

namespace gatelab {

namespace {

constexpr std::int64_t kMaxRecordBytes = std::int64_t{1} << 30;

GateTrack trackOf(const NamedStates& states) {
    const at::Tensor values = states.values.select(1, 0).to(at::kFloat).contiguous();
    const float* first = values.const_data_ptr<float>();
    return {states.key, values.size(1), {first, first + values.numel()}};
}

}  // namespace

Result<> checkMemoryPlan(const ExperimentConfig& config, std::int64_t steps) {
    // Twice: the record and its copy for whoever looks.
    const std::int64_t tracks = cellTraits(config.cell).blocks() + 1 + cellTraits(config.cell).cellParts();
    const std::int64_t bytes =
        2 * 4 * steps * config.layers * (config.bidirectional ? 2 : 1) * config.hiddenSize * tracks;
    if (bytes <= kMaxRecordBytes) return {};
    return Error{ErrorCode::OutOfMemory,
                 {GATELAB_TEXT("Inspect",
                               "this network is too large to be looked into at this window: its states take %1 MiB, "
                               "more than %2 MiB; choose a run with a shorter lookback or fewer units"),
                  {bytes >> 20, kMaxRecordBytes >> 20}}};
}

std::vector<NamedStates> namedStates(const CellTraits& cell, const GateRecord& record, std::int64_t direction) {
    const auto d = static_cast<std::size_t>(direction);
    std::vector<NamedStates> named;
    const std::string_view keys = cell.gates;
    if (!keys.empty()) {
        const auto parts = record.gates[d].chunk(static_cast<std::int64_t>(keys.size()), 2);
        for (std::size_t k = 0; k < keys.size(); ++k) named.push_back({std::string(1, keys[k]), parts[k]});
    }
    if (cell.cellState) {
        const auto parts = record.cell[d].chunk(cell.cellParts(), 2);
        named.push_back({"c", parts[0]});
        if (cell.second != 0) named.push_back({std::string(1, cell.second), parts[1]});
    }
    named.push_back({"h", record.hidden[d]});
    return named;
}

Result<std::vector<at::Tensor>> unitMasks(const OpenedNetwork& network, const std::vector<UnitPlace>& off) {
    std::vector<at::Tensor> masks;
    if (off.empty()) return masks;
    const ExperimentConfig& config = network.plan().config;
    const std::int64_t directions = config.bidirectional ? 2 : 1,
                       units = config.projectionSize > 0 ? config.projectionSize : config.hiddenSize;
    for (std::int64_t layer = 0; layer < config.layers; ++layer)
        masks.push_back(at::ones({directions, units}, network.model().options()));
    for (const UnitPlace& place : off) {
        if (place.layer < 0 || place.layer >= config.layers || place.direction < 0 || place.direction >= directions ||
            place.unit < 0 || place.unit >= units)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Inspect", "there is no unit %1 in layer %2 of this network"),
                          {place.unit + 1, place.layer + 1}}};
        masks[static_cast<std::size_t>(place.layer)].index_put_({at::tensor(place.direction), at::tensor(place.unit)},
                                                                at::zeros({}, network.model().options()));
    }
    return masks;
}

Result<GateView> replayWindow(const OpenedNetwork& network, const WindowRequest& request) {
    const at::NoGradGuard noGrad;
    const auto batch = network.window(request.part, request.window);
    if (!batch.ok()) return batch.error();
    if (auto room = checkMemoryPlan(network.plan().config, batch->input.size(0)); !room.ok()) return room.error();
    auto masks = unitMasks(network, request.off);
    if (!masks.ok()) return masks.error();
    const auto began = std::chrono::steady_clock::now();
    std::vector<GateRecord> records;
    ForwardOptions options;
    options.record = &records;
    // By a row that takes each step by itself: the own one records as well, and would be held against itself
    options.recordGraph = true;
    if (!masks->empty()) options.unitsOn = &*masks;
    const ObjectiveResult replayed = network.objective().run(*batch, options);
    GateView view;
    view.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    view.window = network.view(request.part, request.window, *batch, replayed);
    const CellTraits& cell = cellTraits(network.plan().config.cell);
    for (const GateRecord& record : records) {
        LayerTracks layer;
        for (std::size_t d = 0; d < record.hidden.size(); ++d) {
            DirectionTracks tracks;
            for (const NamedStates& states : namedStates(cell, record, static_cast<std::int64_t>(d)))
                tracks.push_back(trackOf(states));
            layer.push_back(std::move(tracks));
        }
        view.layers.push_back(std::move(layer));
    }
    // With units off the model's own rows have nothing to compare with: then all units are on in both.
    at::Tensor mine = replayed.output;
    if (!masks->empty()) {
        std::vector<GateRecord> again;
        ForwardOptions all;
        all.record = &again;
        all.recordGraph = true;
        const ObjectiveResult whole = network.objective().run(*batch, all);
        mine = whole.output;
        view.whole = std::make_shared<const WindowView>(network.view(request.part, request.window, *batch, whole));
    }
    const at::Tensor own = network.objective().run(*batch, {}).output;
    view.outputGap = (mine - own).abs().max().item<double>() / std::max(1.0, own.abs().max().item<double>());
    return view;
}

}  // namespace gatelab
