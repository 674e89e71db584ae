// SPDX-License-Identifier: GPL-3.0-or-later
#include "replay/walk/walked_step.h"

#include <algorithm>

namespace gatelab {

namespace {

const std::pair<at::Tensor, at::Tensor>& find(const WalkedStep& step, const std::string& key) {
    return std::ranges::find(step.quantities, key, [](const auto& entry) { return entry.first; })->second;
}

}  // namespace

const at::Tensor& WalkedStep::value(const std::string& key) const { return find(*this, key).first; }

const at::Tensor& WalkedStep::gradient(const std::string& key) const { return find(*this, key).second; }

}  // namespace gatelab
