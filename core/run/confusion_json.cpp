// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/confusion_json.h"

#include "io/json/json.h"

#include <cmath>

namespace gatelab {

using Json = nlohmann::ordered_json;

Json confusionToJson(const ConfusionMatrix& matrix) {
    Json rows = Json::array();
    for (std::size_t truth = 0; truth < matrix.size(); ++truth) {
        Json row = Json::array();
        for (std::size_t answer = 0; answer < matrix.size(); ++answer) row.push_back(matrix.at(truth, answer));
        rows.push_back(std::move(row));
    }
    return {{"classes", matrix.classes}, {"counts", std::move(rows)}};
}

bool confusionFromJson(const Json& from, ConfusionMatrix& matrix) {
    const auto classes = from.is_object() ? from.find("classes") : from.end(),
               counts = from.is_object() ? from.find("counts") : from.end();
    if (!from.is_object() || classes == from.end() || counts == from.end() || !classes->is_array() ||
        !counts->is_array())
        return false;
    if (classes->size() != counts->size() || classes->size() > static_cast<std::size_t>(ConfusionMatrix::kMaxClasses))
        return false;
    ConfusionMatrix read;
    for (const Json& name : *classes) {
        if (!name.is_string()) return false;
        read.classes.push_back(name.get<std::string>());
    }
    for (const Json& row : *counts) {
        if (!row.is_array() || row.size() != classes->size()) return false;
        for (const Json& count : row) {
            if (!count.is_number_integer()) return false;
            read.counts.push_back(count.get<std::int64_t>());
        }
    }
    matrix = std::move(read);
    return true;
}

Json classReport(const ConfusionMatrix& matrix) {
    const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); };
    Json classes = Json::array();
    const std::vector<ClassScore> scores = classScores(matrix);
    for (std::size_t i = 0; i < scores.size(); ++i)
        classes.push_back({{"class", matrix.classes[i]},
                           {"occurs", scores[i].occurs},
                           {"answered", scores[i].answered},
                           {"precision", number(scores[i].precision)},
                           {"recall", number(scores[i].recall)},
                           {"f1", number(scores[i].f1)}});
    return {{"matrix", confusionToJson(matrix)}, {"per_class", std::move(classes)}};
}

}  // namespace gatelab
