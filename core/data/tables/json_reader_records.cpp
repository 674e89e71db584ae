// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/json_reader_records.h"

#include "data/csv/time/times.h"
#include "data/tables/file_part.h"
#include "data/tables/json_extents.h"
#include "data/tables/json_reader_columns.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
using TakeRecord = std::function<Result<>(const Json& record, std::int64_t number)>;

Error damaged(const Phrase& where) {
    return {ErrorCode::InvalidInput, {GATELAB_TEXT("Reading", "the JSON is damaged or cut (%1)"), {where}}};
}
Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")}; }

Result<> takeOne(std::string_view text, const Phrase& where, std::int64_t number, const TakeRecord& take) {
    bool isDeep = false, isWide = false;
    std::array<std::size_t, kJsonDepth + 2> names{};  // of the object that is open at each depth
    const std::string mended = withoutNan(text);
    if (!mended.empty()) text = mended;
    // What lies deeper is passed over without a value of its own: brackets alone would take forty times their bytes.
    // Each name is compared with all before it: a million of them would take hours.
    const Json record = Json::parse(
        text,
        [&](int depth, Json::parse_event_t event, const Json&) {
            isDeep = isDeep || depth > kJsonDepth + 1;
            if (depth > kJsonDepth + 1) return false;
            const auto at = static_cast<std::size_t>(depth);
            if (event == Json::parse_event_t::object_start && at + 1 < names.size()) names[at + 1] = 0;
            isWide = isWide || (event == Json::parse_event_t::key && ++names[at] > kMostJsonNames);
            return !isWide || event != Json::parse_event_t::key;
        },
        false);
    if (isDeep)
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading", "objects lie more than %1 deep inside each other"), {kJsonDepth}}};
    if (isWide)
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Reading", "the records have more than %1 names"), {kMostJsonNames}}};
    if (record.is_discarded()) return damaged(where);
    return take(record, number);
}

/// Records that are series: lists of one length beside each other, {"metric": {"room": "a"}, "values": [20.5, ...],
/// "timestamps": [1704067200000, ...]}, or one list of short lists, {"target": "a", "datapoints": [[20.5, 1704067200],
/// ...]} and {"name": "cpu", "columns": ["time", "user"], "values": [["2024-01-01", 1.5], ...]}: a row for each of
/// their times. Others are handed on as they are.
class SeriesRows {
public:
    explicit SeriesRows(const TakeRecord& take) : take_(take) {}

    Result<> operator()(const Json& record, std::int64_t number) { return take(record, number, {}); }

private:
    static constexpr std::size_t kFewest = 3, kMostCells = 64;

    /// `outer`: the words of the record around it, which belong to its name.
    Result<> take(const Json& record, std::int64_t number, const std::string& outer) {
        if (const Json* inner = onlySeries(record)) {
            std::string words = outer;
            for (const auto& [key, value] : record.items())
                if (value.is_string()) addWords(value, words);
            for (const Json& each : *inner)
                if (auto taken = take(each, number, words); !taken) return taken;
            return {};
        }
        const std::size_t length = lengthOf(record);
        if (const Json* rows = length == 0 ? rowsOf(record) : nullptr) return takeRows(record, *rows, outer);
        if (length == 0) return take_(record, number);
        const std::string name = nameOf(record, outer);
        for (std::size_t r = 0; r < length; ++r) {
            Json row = Json::object();
            if (!name.empty()) row["series"] = name;
            for (const auto& [key, value] : record.items())
                if (value.is_array() && value.size() == length) row[key] = value[r];
            if (auto taken = take_(row, ++rows_); !taken) return taken;
        }
        return {};
    }

    static bool isPlain(const Json& list) {
        return std::ranges::none_of(list, [](const Json& cell) { return cell.is_structured(); });
    }

    /// Of its lists, where two or more of plain values have one length and one of them holds times; else 0.
    static std::size_t lengthOf(const Json& record) {
        if (!record.is_object()) return 0;
        std::size_t length = 0, lists = 0;
        bool hasTimes = false;
        for (const auto& [key, value] : record.items()) {
            if (!value.is_array()) continue;
            if (!isPlain(value) || value.size() < kFewest || (lists > 0 && value.size() != length)) return 0;
            length = value.size();
            ++lists;
            hasTimes = hasTimes || isTimeName(key) || (key.ends_with('s') && isTimeName(key.substr(0, key.size() - 1)));
        }
        return lists > 1 && hasTimes ? length : 0;
    }

    /// Times in one place of every row: texts, or numbers of the size of stamps.
    static bool holdTimes(const Json& rows, std::size_t c) {
        constexpr double kSmallest = 1e8;
        return std::ranges::all_of(rows, [&](const Json& row) {
            if (row[c].is_string()) return sniffTime(row[c].get<std::string>()).has_value();
            return row[c].is_number() && row[c].get<double>() >= kSmallest;
        });
    }

    /// The list of a record that holds two or more plain values in each of its places, as many in all, and a time among
    /// them; beside it no other list than that of their names, and no time of the record itself.
    static const Json* rowsOf(const Json& record) {
        if (!record.is_object()) return nullptr;
        const Json* found = nullptr;
        for (const auto& [key, value] : record.items()) {
            if (!value.is_array() && isTimeName(key)) return nullptr;
            if (!value.is_array() || value.size() < kFewest || key == "columns") continue;
            const std::size_t cells = value[0].is_array() ? value[0].size() : 0;
            const bool areRows = cells > 1 && cells <= kMostCells && std::ranges::all_of(value, [&](const Json& row) {
                                     return row.is_array() && row.size() == cells && isPlain(row);
                                 });
            if (!areRows || found != nullptr) return nullptr;
            found = &value;
        }
        if (found == nullptr) return nullptr;
        for (std::size_t c = 0; c < (*found)[0].size(); ++c)
            if (holdTimes(*found, c)) return found;
        return nullptr;
    }

    /// {"statement_id": 0, "series": [{...}]}: the list of series that is all that a record holds.
    static const Json* onlySeries(const Json& record) {
        if (!record.is_object()) return nullptr;
        const Json* found = nullptr;
        for (const auto& [key, value] : record.items()) {
            if (!value.is_structured()) continue;
            if (found != nullptr || !value.is_array() || value.empty()) return nullptr;
            found = &value;
        }
        const bool areSeries = found != nullptr && std::ranges::all_of(*found, [](const Json& each) {
                                   return rowsOf(each) != nullptr || lengthOf(each) > 0;
                               });
        return areSeries ? found : nullptr;
    }

    Result<> takeRows(const Json& record, const Json& rows, const std::string& outer) {
        const std::string name = nameOf(record, outer);
        const std::vector<std::string> names = namesOf(record, rows);
        for (const Json& cells : rows) {
            Json row = Json::object();
            if (!name.empty()) row["series"] = name;
            for (std::size_t c = 0; c < cells.size(); ++c) row[names[c]] = cells[c];
            if (auto taken = take_(row, ++rows_); !taken) return taken;
        }
        return {};
    }

    /// Those under "columns"; else of two cells the time and the value.
    static std::vector<std::string> namesOf(const Json& record, const Json& rows) {
        const std::size_t cells = rows[0].size();
        const auto columns = record.find("columns");
        const bool areNamed = columns != record.end() && columns->is_array() && columns->size() == cells &&
                              std::ranges::all_of(*columns, [](const Json& each) { return each.is_string(); });
        // Graphite writes the value first, which may be as large as a stamp.
        const auto points = record.find("datapoints");
        const bool isTimeLast = cells == 2 && points != record.end() && &*points == &rows && holdTimes(rows, 1);
        const std::size_t time = !isTimeLast && holdTimes(rows, 0) ? 0 : 1;
        std::vector<std::string> names;
        for (std::size_t c = 0; c < cells; ++c)
            if (areNamed)
                names.push_back((*columns)[c].get<std::string>());
            else
                names.push_back(cells > 2 ? "column_" + std::to_string(c) : c == time ? "time" : "value");
        return names;
    }

    static std::string nameOf(const Json& record, const std::string& outer) {
        std::string name = outer;
        for (const auto& [key, value] : record.items())
            if (!value.is_array()) addWords(value, name);
        return name;
    }

    static void addWords(const Json& value, std::string& name) {
        if (value.is_object()) {
            for (const auto& [key, inner] : value.items())
                if (!inner.is_structured()) addWords(inner, name);
        } else if (!value.is_null()) {
            name += (name.empty() ? "" : " ") + (value.is_string() ? value.get<std::string>() : value.dump());
        }
    }

    const TakeRecord& take_;
    std::int64_t rows_ = 0;
};

/// Objects one below the other, one in each line.
Result<> takeLines(std::string_view text, const TakeRecord& take, const Progress& progress) {
    std::int64_t number = 0;
    for (std::size_t at = 0, asked = 0; at < text.size();) {
        constexpr std::size_t kBytesPerAsk = 64 * 1024;
        if (at >= asked && !report(progress, static_cast<double>(at) / static_cast<double>(text.size())))
            return cancelled();
        if (at >= asked) asked = at + kBytesPerAsk;
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
        if (line.empty()) continue;
        if (auto taken = takeOne(line, {GATELAB_TEXT("Reading", "line %1"), {number}}, number, take); !taken)
            return taken;
    }
    return {};
}

/// Of a document that is an object: where its longest list of objects begins; nothing: it has none. What else it holds
/// is looked at as well, so that damage there is found.
Result<std::optional<std::size_t>> longestList(JsonExtents& extents, std::size_t from) {
    std::optional<std::size_t> best;
    std::size_t most = 0;
    bool isSound = true;
    const bool isWhole = extents.forEach(from, [&](JsonExtent value) {
        std::size_t count = 0;
        if (extents.at(value.begin) == '[' && extents.at(extents.skipBlanks(value.begin + 1)) == '{')
            isSound = extents.forEach(value.begin, [&](JsonExtent) { return ++count, true; });
        else
            isSound = isJsonValue(extents.part(value));
        if (count > most) most = count, best = value.begin;
        return isSound;
    });
    if (extents.isStopped()) return cancelled();
    if (!isWhole || !isSound) return damaged(GATELAB_TEXT("Reading", "between its lists"));
    return best;
}

}  // namespace

Result<> takeJsonRecords(std::string_view text, const TakeRecord& given, const Progress& progress) {
    const TakeRecord take = SeriesRows(given);
    JsonExtents looking(text, partOf(progress, 0, 0.3)), taking(text, partOf(progress, 0.3, 1));
    const std::size_t begin = looking.skipBlanks(0);
    const auto end = looking.endOf(begin);
    if (looking.isStopped()) return cancelled();
    const bool isDocument = end && looking.skipBlanks(*end) == text.size();
    if (!isDocument) return takeLines(text, take, partOf(progress, 0.3, 1));
    std::optional<std::size_t> list;
    if (looking.at(begin) == '[') list = begin;
    if (looking.at(begin) == '{') {
        auto longest = longestList(looking, begin);
        if (!longest) return longest.error();
        list = *longest;
    }
    if (!list || isTableOfLists(text, *list)) {
        if (auto rows = takeJsonColumns(text, begin, take, partOf(progress, 0.3, 1)); !rows || *rows)
            return rows ? Result<>() : rows.error();
        list.reset();
    }
    if (!list)
        return Error{
            ErrorCode::Unsupported,
            GATELAB_TEXT("Reading",
                         "there is no list of records with names in this JSON; write one object for each row")};
    Result<> taken;
    std::int64_t number = 0;
    const bool isWhole = taking.forEach(*list, [&](JsonExtent value) {
        ++number;
        taken = takeOne(taking.part(value), {GATELAB_TEXT("Reading", "record %1"), {number}}, number, take);
        return taken.ok();
    });
    if (taking.isStopped()) return cancelled();
    if (!taken) return taken;
    return isWhole ? Result<>() : damaged({GATELAB_TEXT("Reading", "record %1"), {number + 1}});
}

}  // namespace gatelab
