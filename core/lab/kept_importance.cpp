// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/kept_importance.h"

#include "io/file_io.h"
#include "io/hash.h"
#include "io/json/json_text.h"
#include "io/phrase_json.h"

#include <cmath>
#include <limits>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kFile = "importance.json";
constexpr std::uint64_t kMostBytes = 16u << 20;

Json numberJson(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
double numberFrom(const Json& json) {
    return json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::string sumOf(const Json& body) {
    Sha256 sum;
    sum.add(body.dump(-1, ' ', false, Json::error_handler_t::replace));
    return sum.finish();
}

Error damaged() {
    return {ErrorCode::Corrupt, GATELAB_TEXT("Report", "what mattered to the run is kept damaged; explain it again")};
}

}  // namespace

Result<> keepImportance(const std::filesystem::path& runFolder, const Importance& importance) {
    Json rows = Json::array();
    for (const ImportanceRow& row : importance.rows)
        rows.push_back({{"kind", static_cast<int>(row.kind)},
                        {"name", phraseToJson(row.name)},
                        {"columns", row.columns},
                        {"first", row.first},
                        {"last", row.last},
                        {"ratio", numberJson(row.ratio)},
                        {"low", numberJson(row.low)},
                        {"high", numberJson(row.high)}});
    const Json body{{"part", static_cast<int>(importance.question.part)},
                    {"shuffles", importance.question.shuffles},
                    {"step", importance.weights.step},
                    {"weights", phraseToJson(importance.weights.what)},
                    {"windows", importance.windows},
                    {"looked", importance.looked},
                    {"error", numberJson(importance.error)},
                    {"entropy", importance.isEntropy},
                    {"rows", rows}};
    const Json all{{"sha256", sumOf(body)}, {"importance", body}};
    return writeFileDurably(runFolder / kFile, all.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Result<Importance> readImportance(const std::filesystem::path& runFolder) {
    std::error_code ignored;
    if (!std::filesystem::exists(runFolder / kFile, ignored))
        return Error{ErrorCode::NotFound, GATELAB_TEXT("Report", "what matters to this run was not asked yet")};
    const auto bytes = readFileBytes(runFolder / kFile, kMostBytes);
    if (!bytes.ok()) return bytes.error();
    try {
        const Json all = parseJson<Json>(*bytes), &body = all.at("importance");
        if (all.at("sha256").get<std::string>() != sumOf(body)) return damaged();
        Importance made;
        const auto part = body.at("part").get<std::int64_t>();
        if (part < 0 || part > static_cast<std::int64_t>(WindowPart::Test)) return damaged();
        made.question.part = static_cast<WindowPart>(part);
        made.question.shuffles = body.at("shuffles"), made.weights.step = body.at("step");
        made.windows = body.at("windows"), made.looked = body.at("looked");
        made.error = numberFrom(body.at("error")), made.isEntropy = body.at("entropy");
        if (!phraseFromJson(body.at("weights"), made.weights.what)) return damaged();
        for (const Json& one : body.at("rows")) {
            ImportanceRow row;
            const auto kind = one.at("kind").get<std::int64_t>();
            if (kind < 0 || kind > static_cast<std::int64_t>(ImportanceRow::Kind::Group)) return damaged();
            row.kind = static_cast<ImportanceRow::Kind>(kind);
            if (!phraseFromJson(one.at("name"), row.name)) return damaged();
            row.columns = one.at("columns").get<std::vector<std::int64_t>>();
            row.first = one.at("first"), row.last = one.at("last"), row.ratio = numberFrom(one.at("ratio"));
            row.low = numberFrom(one.at("low")), row.high = numberFrom(one.at("high"));
            made.rows.push_back(std::move(row));
        }
        return made;
    } catch (const nlohmann::json::exception&) {
        return damaged();
    }
}

}  // namespace gatelab
