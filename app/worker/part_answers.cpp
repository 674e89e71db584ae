// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/part_answers.h"

#include "worker/output/console_text.h"
#include "worker/output/json_number.h"
#include "worker/runs.h"

#include <algorithm>
#include <cstdio>

namespace gatelab::worker {

namespace {

using Json = nlohmann::ordered_json;

Progress reportTo(ProgressLine& line) {
    return [&line](double share) {
        line.show("reading the part", std::max(0.0, share));
        return signalCount == 0;
    };
}

void tell(const UnitNames& names, Json* json) {
    const char* direction = names.direction == 0 ? "forward" : "reverse";
    if (json == nullptr)
        std::printf("units of layer %lld, %s, over %lld of %lld windows (a name from %.1f on)\n",
                    static_cast<long long>(names.layer + 1), direction, static_cast<long long>(names.looked),
                    static_cast<long long>(names.windows), UnitName::kLeast);
    for (std::int64_t unit = 0; unit < names.units; ++unit)
        for (const auto& [quantity, all] : names.names) {
            const UnitName& name = all[static_cast<std::size_t>(unit)];
            if (json != nullptr)
                (*json)["units"].push_back({{"layer", names.layer + 1},
                                            {"direction", direction},
                                            {"unit", unit + 1},
                                            {"quantity", quantity},
                                            {"name", name.isSimple() ? Json(name.what.english()) : Json(nullptr)},
                                            {"best", name.what.english()},
                                            {"detail", name.detail.english()},
                                            {"figure", number(name.figure)}});
            else if (name.isSimple())
                std::printf("unit %-4lld %s  %s%s%s\n", static_cast<long long>(unit + 1), quantity.c_str(),
                            plainText(name.phrase()).c_str(), name.detail.empty() ? "" : "; ",
                            plainText(name.detail).c_str());
        }
}

}  // namespace

Result<> tellNames(Inspector& inspector, WindowPart part, Json* json, ProgressLine& line) {
    const InspectedRun& run = inspector.run();
    if (json != nullptr) (*json)["least_figure_of_a_name"] = UnitName::kLeast;
    for (std::int64_t layer = 0; layer < run.layers; ++layer)
        for (std::int64_t direction = 0; direction < run.directions; ++direction) {
            UnitNamesQuestion question;
            question.part = part, question.layer = layer, question.direction = direction;
            const auto names = unitNames(inspector, question, reportTo(line));
            line.end();
            if (!names.ok()) return names.error();
            tell(*names, json);
        }
    return {};
}

Result<> tellAblation(Inspector& inspector, WindowPart part, const AblationWords& words, Json* json,
                      ProgressLine& line) {
    AblationQuestion question;
    question.part = part, question.gate = words.gate;
    for (const std::int64_t unit : words.units)
        question.off.push_back({words.layer - 1, words.direction == "reverse" ? 1 : 0, unit - 1});
    const auto answer = ablation(inspector, question, reportTo(line));
    line.end();
    if (!answer.ok()) return answer.error();
    if (json == nullptr) {
        std::printf("%s\n", plainText(answer->phrase()).c_str());
        return {};
    }
    (*json)["ablation"] = {{"layer", words.layer},
                           {"direction", words.direction},
                           {"units", words.units},
                           {"gate", words.gate.empty() ? Json(nullptr) : Json(words.gate)},
                           {"windows", answer->windows},
                           {"blocks", answer->blocks},
                           {"loss", number(answer->loss)},
                           {"without", number(answer->without)},
                           {"change", number(answer->change())},
                           {"low", number(answer->low)},
                           {"high", number(answer->high)}};
    return {};
}

}  // namespace gatelab::worker
