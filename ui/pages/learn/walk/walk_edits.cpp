// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/walk/walk_edits.h"

#include <algorithm>

namespace gatelab {

void WalkEdits::change(const WalkPlace& place, double value) {
    const auto found = std::ranges::find(all_, place, &WalkEdit::place);
    if (found != all_.end())
        found->value = value;
    else
        all_.push_back({place, value});
    Q_EMIT changed();
}

void WalkEdits::putBack(const WalkPlace& place) {
    if (std::erase_if(all_, [&](const WalkEdit& edit) { return edit.place == place; }) > 0) Q_EMIT changed();
}

void WalkEdits::putAllBack() {
    all_.clear();
    Q_EMIT changed();
}

void WalkEdits::keepWeights() {
    std::erase_if(all_, [](const WalkEdit& edit) { return edit.place.kind != WalkPlace::Kind::Weight; });
}

}  // namespace gatelab
