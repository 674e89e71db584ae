// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/reader_members.h"
#include "data/tables/arrow_lists.h"
#include "data/tables/file_part.h"
#include "data/tables/json_reader_records.h"
#include "data/tables/json_reader_series.h"
#include "data/tables/side_by_side.h"
#include "io/csv_cell.h"
#include "io/file_view.h"
#include "io/json/json.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kLargestFile = UINT64_C(1) << 30;
constexpr std::size_t kMaxColumns = kMostJsonNames;

Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")}; }

/// Rows of named values, with a column for each name that occurs. Objects inside objects become "outer.inner", lists of
/// values "name_0", "name_1". Kept in pieces, each cell with six bytes besides its letters: as strings of their own,
/// short cells would take ten times the file.
class RecordTable {
public:
    Result<> add(const Json& record, std::int64_t number) {
        if (!record.is_object())
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading", "record %1 is no object of names and values"), {number}}};
        constexpr std::size_t kPiece = std::size_t{1} << 20;
        if (pieces_.empty() || pieces_.back().size() >= kPiece) pieces_.emplace_back();
        auto taken = take(record, "", 0);
        putCell(kRowEnd, {});
        return taken;
    }
    [[nodiscard]] Result<std::string> csv(const Progress& progress) const {
        std::string text;
        appendCsvRow(text, names_);
        std::vector<std::string> cells(names_.size());
        double done = 0;
        for (const std::string& piece : pieces_) {
            if (!report(progress, done++ / static_cast<double>(pieces_.size()))) return cancelled();
            for (std::size_t at = 0; at < piece.size();) {
                Cell cell;
                std::memcpy(&cell, piece.data() + at, sizeof cell);
                at += sizeof cell;
                if (cell.column != kRowEnd) {
                    cells[cell.column].assign(piece, at, cell.size);
                    at += cell.size;
                    continue;
                }
                appendCsvRow(text, cells);
                for (std::string& each : cells) each.clear();
            }
        }
        return text;
    }

private:
    Result<> take(const Json& value, const std::string& name, int depth) {
        if (depth > kJsonDepth)
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Reading", "objects lie more than %1 deep inside each other"), {kJsonDepth}}};
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
        putCell(static_cast<std::uint16_t>(found->second), cell);
        return {};
    }

    /// What stands before the letters of a cell; without padding.
#pragma pack(push, 2)
    struct Cell {
        std::uint16_t column = 0;
        std::uint32_t size = 0;
    };
#pragma pack(pop)
    static constexpr std::uint16_t kRowEnd = 0xFFFF;
    static_assert(sizeof(Cell) == 6 && kMaxColumns < kRowEnd);

    void putCell(std::uint16_t column, std::string_view text) {
        const Cell cell{column, static_cast<std::uint32_t>(text.size())};
        char bytes[sizeof cell];
        std::memcpy(bytes, &cell, sizeof cell);
        pieces_.back().append(bytes, sizeof bytes).append(text);
    }

    std::vector<std::string> names_;
    std::map<std::string, std::size_t> columns_;
    std::vector<std::string> pieces_;
};

using TakeRecord = std::function<Result<>(const Json& record, std::int64_t number)>;

/// Every record of a file.
Result<> takeRecords(const std::filesystem::path& path, const TakeRecord& take, const Progress& progress) {
    const auto file = FileView::open(path, kLargestFile, partOf(progress, 0, 0.2));
    if (!file) return file.error();
    std::string_view text = file->bytes();
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const auto taken = takeJsonRecords(text, take, partOf(progress, 0.2, 1));
    return taken ? taken : taken.error().withContext(path.string());
}

/// The records as a table of text.
Result<std::string> recordsText(const std::filesystem::path& path, const Progress& progress) {
    RecordTable table;
    const auto taken = takeRecords(
        path, [&](const Json& record, std::int64_t number) { return table.add(record, number); },
        partOf(progress, 0, 0.8));
    return taken ? table.csv(partOf(progress, 0.8, 1)) : taken.error();
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
    auto records = readRecords(path, partOf(progress, 0, 0.4));
    if (!records) return records.error();
    const Progress rest = partOf(progress, 0.5, 1);
    if (records->areSeries.value_or(false)) return readSeries(records->series, path, options, started, rest);
    const auto csv = records->table.csv(partOf(progress, 0.4, 0.5));
    if (!csv) return csv.error().withContext(path.string());
    *records = {};  // the text alone is needed now
    return readPartText(*csv, path, {}, options, rest);
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
    const bool isRecord = start.starts_with("{\"") || start.starts_with("[{") || start.starts_with("[[");
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
