// SPDX-License-Identifier: GPL-3.0-or-later
// The part of run_change.h that writes and reads JSON.
#include "run/run_change.h"

#include "io/json/json_text.h"

#include <algorithm>

namespace gatelab {

std::string packRunChanges(const std::vector<RunChange>& changes) {
    if (changes.empty()) return {};
    auto packed = nlohmann::json::array();
    for (const RunChange& change : changes)
        packed.push_back({change.what.field->key, formatFieldValue(change.what.from), formatFieldValue(change.what.to),
                          change.step, change.epoch});
    return packed.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<RunChange> unpackRunChanges(std::string_view packed) {
    std::vector<RunChange> changes;
    if (packed.empty()) return changes;
    const auto all = tryParseJson<nlohmann::json>(packed);
    if (!all.is_array()) return changes;
    for (const auto& one : all) {
        if (!one.is_array() || one.size() != 5 || !one[3].is_number_integer() || !one[4].is_number_integer() ||
            !std::all_of(one.begin(), one.begin() + 3, [](const auto& part) { return part.is_string(); }))
            continue;
        const Field* field = findField(one[0].template get<std::string>());
        if (field == nullptr) continue;
        auto from = parseFieldValue(*field, one[1].template get<std::string>()),
             to = parseFieldValue(*field, one[2].template get<std::string>());
        if (from.ok() && to.ok())
            changes.push_back({{field, std::move(*from), std::move(*to)},
                               one[3].template get<std::int64_t>(),
                               one[4].template get<std::int64_t>()});
    }
    return changes;
}

}  // namespace gatelab
