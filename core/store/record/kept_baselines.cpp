// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/kept_baselines.h"

#include "io/file_io.h"
#include "io/json/json_text.h"
#include "io/phrase_json.h"
#include "store/kept_count.h"
#include "store/saved_json.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace gatelab {

namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kFile = "baselines.json";
constexpr std::uint64_t kMostBytes = 16U << 20U;

Json numberJson(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
double numberFrom(const Json& json) {
    return json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

Json scoresJson(const std::vector<TestScore>& scores) {
    Json list = Json::array();
    for (const TestScore& one : scores)
        list.push_back(Json::array({one.method, one.scale, one.metric, numberJson(one.value)}));
    return list;
}
std::vector<TestScore> scoresFrom(const Json& list) {
    std::vector<TestScore> scores;
    for (const Json& one : list) scores.push_back({one.at(0), one.at(1), one.at(2), numberFrom(one.at(3))});
    return scores;
}

Error damaged() {
    return {ErrorCode::Corrupt,
            GATELAB_TEXT("Workspace",
                         "the strong baselines that the run kept are damaged or gone; compute them again "
                         "(baselines --run)")};
}

}  // namespace

bool KeptBaselines::has(std::string_view key) const {
    return std::ranges::find(methods, key, &Method::key) != methods.end();
}

Result<> keepBaselines(const std::filesystem::path& runFolder, const KeptBaselines& kept) {
    Json methods = Json::array(), left = Json::array();
    for (const KeptBaselines::Method& one : kept.methods)
        methods.push_back({{"key", one.key}, {"note", one.note}, {"seconds", numberJson(one.seconds)}});
    for (const KeptBaselines::Left& one : kept.left)
        left.push_back({{"key", one.key}, {"seconds", numberJson(one.seconds)}, {"why", phraseToJson(one.why)}});
    Json all{{"methods", methods},
             {"left", left},
             {"validation", scoresJson(kept.validation)},
             {"test", scoresJson(kept.test)}};
    const auto text = [&all] { return all.dump(-1, ' ', false, Json::error_handler_t::replace); };
    all[kChecksumKey] = jsonChecksum(text());
    if (auto written = writeFileDurably(runFolder / kFile, text()); !written.ok()) return written;
    return keepCount(runFolder / kFile, std::ssize(kept.methods));
}

Result<KeptBaselines> readKeptBaselines(const std::filesystem::path& runFolder) {
    std::error_code ignored;
    if (const auto lost = lostWith(runFolder / kFile); lost.ok() && *lost) return damaged();
    if (!std::filesystem::exists(runFolder / kFile, ignored))
        return Error{ErrorCode::NotFound, GATELAB_TEXT("Workspace", "no strong baseline was computed of this run yet")};
    const auto bytes = readFileBytes(runFolder / kFile, kMostBytes);
    if (!bytes.ok()) return bytes.error();
    try {
        const Json all = parseJson<Json>(*bytes);
        if (all.at(kChecksumKey).get<std::string>() != jsonChecksum(*bytes)) return damaged();
        KeptBaselines kept;
        for (const Json& one : all.at("methods"))
            kept.methods.push_back({one.at("key"), one.at("note"), numberFrom(one.at("seconds"))});
        for (const Json& one : all.at("left")) {
            Phrase why;
            if (!phraseFromJson(one.at("why"), why)) return damaged();
            kept.left.push_back({one.at("key"), numberFrom(one.at("seconds")), std::move(why)});
        }
        kept.validation = scoresFrom(all.at("validation")), kept.test = scoresFrom(all.at("test"));
        return kept;
    } catch (const nlohmann::json::exception&) {
        return damaged();
    }
}

void appendScores(const std::vector<TestScore>& more, std::vector<TestScore>& scores) {
    if (scores.empty()) return;
    std::set<std::string> known;
    for (const TestScore& one : scores) known.insert(one.method);
    for (const TestScore& one : more)
        if (!known.contains(one.method)) scores.push_back(one);
}

}  // namespace gatelab
