// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/walk/walk_edits.h"

#include "config/cell_traits.h"

#include <ATen/ATen.h>

#include <cmath>

namespace gatelab {

namespace {

using Kind = WalkPlace::Kind;

Error noSuchPlace() {
    return Error{ErrorCode::InvalidInput,
                 GATELAB_TEXT("Inspect", "there is no such number in this network; put the change back")};
}

void assign(const at::Tensor& element, const at::Tensor& value) {
    const at::NoGradGuard noGrad;
    element.copy_(value);
}

}  // namespace

EditedWeights::~EditedWeights() {
    for (auto old = before_.rbegin(); old != before_.rend(); ++old) assign(old->first, old->second);
}

void EditedWeights::apply(const std::vector<WalkEdit>& edits) {
    for (const WalkEdit& edit : edits) {
        if (edit.place.kind != Kind::Weight) continue;
        const at::Tensor element = network_.model()
                                       .parameters()
                                       .find(edit.place.tensor)
                                       ->value.detach()
                                       .view({-1})
                                       .select(0, edit.place.index);
        before_.emplace_back(element, element.clone());
        assign(element, at::scalar_tensor(edit.value, element.options()));
    }
}

Result<> checkEdits(const OpenedNetwork& network, const std::vector<WalkEdit>& edits, std::int64_t steps,
                    std::int64_t columns) {
    const ExperimentConfig& config = network.plan().config;
    const std::int64_t directions = config.bidirectional ? 2 : 1,
                       outputs = config.projectionSize > 0 ? config.projectionSize : config.hiddenSize;
    for (const WalkEdit& edit : edits) {
        if (!std::isfinite(edit.value))
            return Error{ErrorCode::InvalidInput,
                         GATELAB_TEXT("Inspect", "a changed number must be finite; type another one")};
        const WalkPlace& place = edit.place;
        if (place.kind == Kind::Weight) {
            const Parameter* parameter = network.model().parameters().find(place.tensor);
            if (parameter == nullptr || place.index < 0 || place.index >= parameter->value.numel())
                return noSuchPlace();
            continue;
        }
        const std::int64_t width = place.kind == Kind::Cell
                                       ? (cellTraits(config.cell).cellState ? config.hiddenSize : 0)
                                   : place.kind == Kind::Hidden ? outputs
                                   : place.layer == 0           ? columns
                                                                : directions * outputs;
        if (place.layer < 0 || place.layer >= config.layers || place.direction < 0 || place.direction >= directions ||
            place.step < 0 || place.step >= steps || place.index < 0 || place.index >= width)
            return noSuchPlace();
    }
    return {};
}

}  // namespace gatelab
