// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/reader_members.h"
#include "data/tables/arrow_lists.h"
#include "data/tables/file_part.h"
#include "data/tables/json_reader_series.h"
#include "data/tables/side_by_side.h"
#include "io/csv_cell.h"
#include "io/file_io.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kLargestFile = UINT64_C(1) << 30;
constexpr std::size_t kMaxColumns = 4096, kMaxDepth = 8;

/// Rows of named values, with a column for each name that occurs. Objects inside objects become "outer.inner", lists of
/// values "name_0", "name_1".
class RecordTable {
public:
    Result<> add(const Json& record, std::int64_t number) {
        if (!record.is_object())
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading", "record %1 is no object of names and values"), {number}}};
        rows_.emplace_back();
        return take(record, "", 0);
    }
    [[nodiscard]] std::string csv() const {
        std::string text;
        appendCsvRow(text, names_);
        for (const auto& row : rows_) {
            std::vector<std::string> cells(names_.size());
            for (const auto& [column, value] : row) cells[column] = value;
            appendCsvRow(text, cells);
        }
        return text;
    }

private:
    Result<> take(const Json& value, const std::string& name, std::size_t depth) {
        if (depth > kMaxDepth)
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Reading", "objects lie more than %1 deep inside each other"), {kMaxDepth}}};
        if (value.is_object() || value.is_array()) {
            std::size_t place = 0;
            for (const auto& [key, inner] : value.items()) {
                const std::string inside = value.is_array() ? std::to_string(place++) : key;
                const std::string whole = name.empty() ? inside : name + (value.is_array() ? "_" : ".") + inside;
                if (auto taken = take(inner, whole, depth + 1); !taken) return taken;
            }
            return {};
        }
        const auto [found, isNew] = columns_.try_emplace(name, names_.size());
        if (isNew) names_.push_back(name);
        if (names_.size() > kMaxColumns)
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Reading", "the records have more than %1 names"), {kMaxColumns}}};
        if (value.is_null()) return {};
        std::string cell;
        if (value.is_string())
            cell = value.get<std::string>();
        else if (value.is_boolean())
            cell = value.get<bool>() ? "1" : "0";
        else if (value.is_number_float())
            appendCsvNumber(cell, value.get<double>());
        else
            cell = value.dump();
        rows_.back().emplace_back(found->second, std::move(cell));
        return {};
    }

    std::vector<std::string> names_;
    std::map<std::string, std::size_t> columns_;
    std::vector<std::vector<std::pair<std::size_t, std::string>>> rows_;
};

/// The list of records in a document: itself, or the longest list of objects at its top.
const Json* recordsIn(const Json& document) {
    if (document.is_array()) return &document;
    const Json* best = nullptr;
    if (document.is_object())
        for (const auto& [key, value] : document.items())
            if (value.is_array() && !value.empty() && value.front().is_object() &&
                (best == nullptr || value.size() > best->size()))
                best = &value;
    return best;
}

Error damaged(const std::string& where, const std::string& why) {
    return {ErrorCode::InvalidInput, {GATELAB_TEXT("Reading", "%1: the JSON is damaged or cut (%2)"), {where, why}}};
}

using TakeRecord = std::function<Result<>(const Json& record, std::int64_t number)>;

/// Objects one below the other, one in each line (JSON lines).
Result<> addLines(std::string_view text, const std::string& where, const TakeRecord& take, const Progress& progress) {
    std::int64_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
        if (line.empty()) continue;
        if (number % 1024 == 0 && !report(progress, static_cast<double>(at) / static_cast<double>(text.size())))
            return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        const Json record = Json::parse(line, nullptr, false);
        if (record.is_discarded()) return damaged(where, "line " + std::to_string(number));
        if (auto added = take(record, number); !added) return added;
    }
    return {};
}

/// Every record of a file.
Result<> takeRecords(const std::filesystem::path& path, const TakeRecord& take, const Progress& progress) {
    auto bytes = readFileBytes(path, kLargestFile, partOf(progress, 0, 0.2));
    if (!bytes) return bytes.error();
    std::string_view text = *bytes;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    Result<> added;
    const Json document = Json::parse(text, nullptr, false);
    if (document.is_discarded()) {
        added = addLines(text, path.string(), take, partOf(progress, 0.2, 1));
    } else if (const Json* records = recordsIn(document); records != nullptr) {
        std::int64_t number = 0;
        for (const Json& record : *records)
            if (added) added = take(record, ++number);
    } else {
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading",
                                   "%1: there is no list of records with names in this JSON; write one "
                                   "object for each row"),
                      {path.string()}}};
    }
    return added ? added : added.error().withContext(path.string());
}

/// The records as a table of text.
Result<std::string> recordsText(const std::filesystem::path& path, const Progress& progress) {
    RecordTable table;
    const auto taken = takeRecords(
        path, [&](const Json& record, std::int64_t number) { return table.add(record, number); }, progress);
    return taken ? Result<std::string>(table.csv()) : taken.error();
}

/// Either kind of records: the first one tells which.
struct Records {
    RecordTable table;
    SeriesRecords series;
    std::optional<bool> areSeries;

    Result<> add(const Json& record, std::int64_t number) {
        if (!areSeries) areSeries = isSeriesRecord(record);
        return *areSeries ? series.add(record, number) : table.add(record, number);
    }
};
Result<Records> readRecords(const std::filesystem::path& path, const Progress& progress) {
    Records records;
    const auto taken = takeRecords(
        path, [&](const Json& record, std::int64_t number) { return records.add(record, number); }, progress);
    return taken ? Result<Records>(std::move(records)) : taken.error();
}

Result<Dataset> readSeries(const SeriesRecords& records, const std::filesystem::path& path,
                           const ExperimentConfig& options, std::chrono::steady_clock::time_point started,
                           const Progress& progress) {
    const ListedSeries listed = listedSeries(records.columns(), options);
    const auto chosen = chooseSeries(listed.series, listed.step, options);
    if (!chosen) return chosen.error().withContext(path.string());
    auto series = putSideBySide(listed.series, *chosen, listed.step);
    for (const std::string& name : records.others())
        series->report.warnings.push_back(
            {-1, {GATELAB_TEXT("Reading", "column '%1' was left out: it has one entry for each series"), {name}}});
    series->name = path.filename().string();
    series->source = path.string();
    series->report.format = "json";
    return finishSeries(std::move(series), path, options, started, progress);
}

Result<Dataset> readJson(const std::filesystem::path& path, const ExperimentConfig& options, const Progress& progress) {
    const auto started = std::chrono::steady_clock::now();
    const auto records = readRecords(path, partOf(progress, 0, 0.5));
    if (!records) return records.error();
    const Progress rest = partOf(progress, 0.5, 1);
    if (records->areSeries.value_or(false)) return readSeries(records->series, path, options, started, rest);
    return readPartText(records->table.csv(), path, {}, options, rest);
}

/// The series of a file of series.
Result<std::vector<FilePart>> listJson(const std::filesystem::path& path, const ExperimentConfig& options) {
    const auto records = readRecords(path, {});
    if (!records || !records->areSeries.value_or(false)) return std::vector<FilePart>();
    const ListedSeries listed = listedSeries(records->series.columns(), options);
    return partsOf(listed.series, listed.step, options);
}

Result<std::vector<RawTable>> rawJson(const std::filesystem::path& path, const ExperimentConfig&,
                                      const Progress& progress) {
    const auto csv = recordsText(path, progress);
    if (!csv) return csv.error();
    return std::vector<RawTable>{{"", asRaw(*csv)}};
}

/// {"time": ..., [{"time": ...
int probeJson(std::span<const char> head, const std::filesystem::path& path) {
    std::string start(head.data(), std::min<std::size_t>(head.size(), 256));
    if (start.starts_with("\xEF\xBB\xBF")) start.erase(0, 3);
    std::erase_if(start, [](unsigned char c) { return std::isspace(c) != 0; });
    const bool isRecord = start.starts_with("{\"") || start.starts_with("[{");
    const std::string ending = path.extension().string();
    const bool isNamed = ending == ".json" || ending == ".jsonl" || ending == ".ndjson";
    return isRecord ? (isNamed ? 98 : 90) : 0;
}

}  // namespace

Reader jsonReader() {
    return {"json",
            GATELAB_TEXT("readers", "Records as JSON"),
            {"jsonl", "ndjson", "json"},
            probeJson,
            readJson,
            listJson,
            false,
            rawJson};
}

}  // namespace gatelab
