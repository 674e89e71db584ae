// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/look/costly_insights.h"

#include "config/setting_predicates.h"

#include <string>
#include <utility>

namespace gatelab {

void withholdCostly(std::span<const PlanLine> plan, Insights& insights) {
    const auto isMeant = [](const Setting& option, const std::pair<std::string, std::string>& proposed) {
        if (proposed.first != option.field->key) return false;
        const std::string value = formatFieldValue(option.value);
        // Two ways to scale each window are one decision.
        return value == proposed.second ||
               (proposed.first == "anchor" && anchorsScale(value) && anchorsScale(proposed.second));
    };
    for (Insight& insight : insights)
        for (const PlanLine& line : plan)
            if (insight.settings.size() == 1 && line.otherError > 0 && !line.other.settings.empty() &&
                isMeant(line.other.settings.front(), insight.settings.front())) {
                insight.text =
                    together(std::move(insight.text),
                             {GATELAB_TEXT("Plan", "\"%1\" would cost, though (%2)."), {insight.action, line.price}});
                insight.action = {}, insight.settings.clear();
            }
}

}  // namespace gatelab
