// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "inspect/cell_walk.h"
#include "replay/opened_network.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace gatelab {

/// Other numbers in the network's weights, until it goes: then the old ones are there again, bit for bit.
class EditedWeights {
public:
    explicit EditedWeights(const OpenedNetwork& network) : network_(network) {}
    EditedWeights(const EditedWeights&) = delete;
    EditedWeights& operator=(const EditedWeights&) = delete;
    ~EditedWeights();
    void apply(const std::vector<WalkEdit>& edits);

private:
    const OpenedNetwork& network_;
    std::vector<std::pair<at::Tensor, at::Tensor>> before_;
};

/// InvalidInput for a place that is not there in a window of `steps`, where the first layer reads `columns`, or a
/// number that is not finite.
Result<> checkEdits(const OpenedNetwork& network, const std::vector<WalkEdit>& edits, std::int64_t steps,
                    std::int64_t columns);

}  // namespace gatelab
