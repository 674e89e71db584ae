// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/file_io.h"
#include "io/json/json_text.h"
#include "io/json_members.h"
#include "lab/weight_compression.h"
#include "store/saved_json.h"

#include <algorithm>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kFormatVersion = 2;  // 1: no seed was the run itself
constexpr const char *kFormat = "gatelab_compression", *kFolder = "compress", *kSuffix = ".json";
constexpr std::uint64_t kMaxBytes = UINT64_C(4) << 20;

struct Format : JsonFormat<Json> {
    static Json toJson(const CompressionMethod& method) { return std::string(methodKey(method)); }
    static bool fromJson(const Json& json, CompressionMethod& method) {
        const auto found = findMethod(json.get<std::string>());
        if (found) method = *found;
        return found.has_value();
    }
};

void visitMembers(auto& v, Either<CompressionPoint> auto& point) {
    v("method", point.method), v("removed", point.removed), v("units", point.units), v("rank", point.rank);
    v("losses", point.losses), v("bytes", point.bytes), v("one_micros", point.oneMicros);
    v("many_micros", point.manyMicros), v("thresholds", point.thresholds);
}

void visitMembers(auto& v, Either<CompressionReport> auto& report) {
    v("run", report.run), v("loss", report.loss), v("instruction_set", report.instructionSet);
    v("steps", report.steps), v("further", report.further), v("batch", report.batch), v("run_step", report.runStep),
        v("seeds", report.seeds);
    v("wanted_seeds", report.wantedSeeds), v("measured_at", report.measuredAt), v("points", report.points);
}

/// A number for each seed of a network everywhere, or what is shown of it would be made up.
bool isWhole(const CompressionReport& report) {
    return std::ranges::all_of(report.points, [&](const CompressionPoint& point) {
        const auto fits = [&](const std::vector<double>& values) { return values.size() == point.losses.size(); };
        return point.losses.size() <= report.seeds.size() && fits(point.bytes) && fits(point.oneMicros) &&
               fits(point.manyMicros) && (point.thresholds.empty() || fits(point.thresholds));
    });
}

std::filesystem::path fileOf(const std::filesystem::path& workspace, const std::string& run) {
    return workspace / kFolder / (run + kSuffix);
}

}  // namespace

std::string compressionJson(const CompressionReport& report) {
    Json json{{kFormat, kFormatVersion}};
    json.update(MemberWriter<Format>::toJson(report));
    const auto text = [&json](int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace); };
    json[kChecksumKey] = jsonChecksum(text(-1));
    return text(1);
}

Result<CompressionReport> compressionFromJson(std::string_view text) {
    try {
        const Json json = parseJson<Json>(text);
        if (json.at(kFormat).get<int>() > kFormatVersion)
            return Error{ErrorCode::Unsupported, GATELAB_TEXT("Queue", "it was written by a newer Gatelab")};
        if (json.value(kChecksumKey, std::string()) != jsonChecksum(text)) return unreadableJson(text);
        if (json.at(kFormat).get<int>() < kFormatVersion)
            return Error{ErrorCode::NotFound,
                         GATELAB_TEXT("Compression",
                                      "What is kept of this run is by an older version, whose networks were trained in "
                                      "another way; measure again.")};
        MemberReader<Format> members(json);
        CompressionReport report;
        visitMembers(members, report);
        if (!members.problem.empty() || !isWhole(report)) return unreadableJson(text);
        return report;
    } catch (const nlohmann::json::exception&) {
        return unreadableJson(text);
    }
}

Result<> keepCompression(const std::filesystem::path& workspace, const CompressionReport& report) {
    const auto path = fileOf(workspace, report.run);
    if (auto made = makeFolders(path.parent_path()); !made.ok()) return made;
    return writeFileDurably(path, compressionJson(report) + "\n");
}

Result<CompressionReport> readCompression(const std::filesystem::path& workspace, const std::string& run) {
    const auto path = fileOf(workspace, run);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return Error{ErrorCode::NotFound, GATELAB_TEXT("Compression", "This run was not compressed yet.")};
    const auto text = readFileBytes(path, kMaxBytes);
    if (!text.ok()) return text.error();
    auto report = compressionFromJson(*text);
    if (report.ok() && report->run != run) return unreadableJson(*text);
    return report;
}

}  // namespace gatelab
