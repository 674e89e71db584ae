// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/verdict_pairs.h"

namespace gatelab {

namespace {

const RunGroup& at(std::span<const RunGroup> groups, int place) { return groups[static_cast<std::size_t>(place)]; }

}  // namespace

bool canBePaired(const RunGroup& a, const RunGroup& b) {
    return a.start.empty() && b.start.empty() && sameMeasure(a.config, b.config);
}

int partnerOf(std::span<const RunGroup> groups, int one) {
    int any = -1;
    for (int other = 0; other < static_cast<int>(groups.size()); ++other) {
        if (other == one) continue;
        if (one < 0 ? at(groups, other).start.empty() : canBePaired(at(groups, one), at(groups, other))) return other;
        if (any < 0) any = other;
    }
    return any;
}

std::pair<int, int> pairOf(std::span<const RunGroup> groups, std::span<const int> wanted) {
    for (std::size_t newer = 0; newer < wanted.size(); ++newer)
        for (std::size_t older = wanted.size() - 1; older > newer; --older)
            if (canBePaired(at(groups, wanted[newer]), at(groups, wanted[older])))
                return {wanted[newer], wanted[older]};
    return {wanted.front(), wanted.back()};
}

}  // namespace gatelab
