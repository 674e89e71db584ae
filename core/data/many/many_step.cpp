// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/many/many_step.h"

#include <algorithm>

namespace gatelab {

const PreparedMember* ManyStep::at(std::int64_t row) const {
    const auto after =
        std::ranges::upper_bound(members_, row, {}, [](const PreparedMember& m) { return m.rows.begin; });
    return after == members_.begin() || row >= (after - 1)->rows.end ? nullptr : &*(after - 1);
}

void ManyStep::invert(std::size_t column, std::span<const double> history, std::span<double> values) const {
    const std::int64_t origin = std::ssize(history) - 1;
    const PreparedMember* member = at(origin);
    if (member == nullptr || !member->prepared) return;
    const std::vector<std::size_t>& targets = member->prepared->targets;
    const auto target = std::ranges::find(targets, column);
    if (target != targets.end())
        member->prepared->invert(static_cast<std::size_t>(target - targets.begin()), origin - member->rows.begin,
                                 values);
}

std::string ManyStep::state() const {
    std::string text = "{\"series\": [";
    for (const PreparedMember& member : members_) {
        text += (text.back() == '[' ? "[" : ", [");
        if (member.prepared)
            for (std::size_t k = 0; k < member.prepared->steps.size(); ++k)
                text += (k > 0 ? ", " : "") + member.prepared->steps[k]->state();
        text += "]";
    }
    return text + "]}";
}

const ManyStep* manyOf(const PreparedSeries& prepared) {
    return prepared.steps.size() == 1 ? dynamic_cast<const ManyStep*>(prepared.steps.front().get()) : nullptr;
}

const std::vector<PreparedMember>& membersOf(const PreparedSeries& prepared) {
    static const std::vector<PreparedMember> none;
    const ManyStep* many = manyOf(prepared);
    return many != nullptr ? many->members() : none;
}

std::vector<MemberWindows> windowsByMember(const PreparedSeries& prepared, const WindowSet& windows) {
    std::vector<MemberWindows> all;
    const ManyStep* many = manyOf(prepared);
    if (many == nullptr) return all;
    std::vector<std::size_t> placeOf(many->members().size(), SIZE_MAX);
    for (std::size_t w = 0; w < windows.starts.size(); ++w) {
        const PreparedMember* member = many->at(windows.starts[w]);
        if (member == nullptr || !member->prepared) continue;
        std::size_t& place = placeOf[static_cast<std::size_t>(member - many->members().data())];
        if (place == SIZE_MAX) {
            place = all.size();
            all.push_back({member, {windows.lookback, windows.horizon, windows.stride, {}, 0, 0}, {}});
        }
        all[place].windows.starts.push_back(windows.starts[w] - member->rows.begin);
        all[place].places.push_back(w);
    }
    return all;
}

bool hasTrainingPart(const PreparedSeries& prepared) {
    if (manyOf(prepared) == nullptr) return prepared.split.train.size() > 0;
    return std::ranges::all_of(membersOf(prepared), [](const PreparedMember& member) {
        return !member.prepared || member.prepared->split.train.size() > 0;
    });
}

}  // namespace gatelab
