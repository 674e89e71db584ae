// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/json_reader_columns.h"

#include "data/csv/time/times.h"
#include "data/tables/json_extents.h"
#include "io/json/json_text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace gatelab {
namespace {

using Json = nlohmann::ordered_json;
using TakeRecord = std::function<Result<>(const Json& record, std::int64_t number)>;

constexpr std::ptrdiff_t kFewestRows = 3;  ///< two values under a name are settings

Error damagedColumns() {
    return {ErrorCode::InvalidInput, GATELAB_TEXT("Reading", "the JSON is damaged or cut (in its columns)")};
}

struct Member {
    std::string name;
    std::string_view value;
};

/// The values of a list or object, with their names.
class Values {
public:
    Values(std::string_view text, Progress progress) : text_(text), progress_(std::move(progress)) {}

    /// Nothing: damaged, or somebody said stop.
    std::optional<std::vector<std::string_view>> list(std::string_view of) {
        std::vector<std::string_view> found;
        JsonExtents extents(text_, progress_);
        const bool isWhole = extents.forEach(static_cast<std::size_t>(of.data() - text_.data()),
                                             [&](JsonExtent v) { return found.push_back(extents.part(v)), true; });
        isStopped_ = isStopped_ || extents.isStopped();
        return isWhole ? std::optional(std::move(found)) : std::nullopt;
    }
    std::optional<std::vector<Member>> members(std::string_view of) {
        std::vector<Member> found;
        std::vector<JsonExtent> names;
        JsonExtents extents(text_, progress_);
        const auto each = [&](JsonExtent v) {
            const Json name = tryParseJson<Json>(extents.part(names.back()));
            if (!name.is_string()) return false;
            found.push_back({name.get<std::string>(), extents.part(v)});
            return true;
        };
        const bool isWhole = extents.forEach(static_cast<std::size_t>(of.data() - text_.data()), each, &names);
        isStopped_ = isStopped_ || extents.isStopped();
        return isWhole ? std::optional(std::move(found)) : std::nullopt;
    }
    [[nodiscard]] bool isStopped() const { return isStopped_; }

private:
    std::string_view text_;
    Progress progress_;
    bool isStopped_ = false;
};

bool isList(std::string_view value) { return value.starts_with('['); }
bool isObject(std::string_view value) { return value.starts_with('{'); }

Json valueOf(std::string_view text) {
    const std::string mended = withoutNan(text);
    return tryParseJson<Json>(mended.empty() ? text : std::string_view(mended));
}

/// Of a column; nothing: damaged.
std::optional<std::string> nameOf(std::string_view text) {
    const Json name = valueOf(text);
    if (name.is_discarded()) return std::nullopt;
    return name.is_string() ? name.get<std::string>() : name.dump();
}

/// Hands rows on and keeps what stopped them.
class Rows {
public:
    Rows(const TakeRecord& take, Values& values) : take_(take), values_(values) {}

    Result<bool> lists(const std::vector<std::string_view>& rows) {
        if (std::ssize(rows) < kFewestRows) return false;
        std::vector<std::string> names;
        const auto first = values_.list(rows[0]);
        if (!first) return stopped();
        const bool isHead = rows.size() > 1 && !first->empty() &&
                            std::ranges::all_of(*first, [](auto cell) { return cell.starts_with('"'); }) &&
                            rows[1].find_first_of("0123456789") != std::string_view::npos && isNamed(*first, rows[1]);
        for (std::size_t c = 0; c < first->size(); ++c) {
            auto name = isHead ? nameOf((*first)[c]) : "column_" + std::to_string(c);
            if (!name) return damagedColumns();
            names.push_back(std::move(*name));
        }
        return table(names, {}, std::span(rows).subspan(isHead ? 1 : 0));
    }

    /// Rows of cells behind the names of their columns; index: of each row, or none.
    Result<bool> table(const std::vector<std::string>& names, const std::vector<std::string_view>& index,
                       std::span<const std::string_view> rows) {
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const auto cells = values_.list(rows[r]);
            if (!cells) return stopped();
            Json record = Json::object();
            if (r < index.size()) record["index"] = valueOf(index[r]);
            for (std::size_t c = 0; c < cells->size(); ++c)
                record[c < names.size() ? names[c] : "column_" + std::to_string(c)] = valueOf((*cells)[c]);
            if (auto done = add(record); !done) return done.error();
        }
        return true;
    }

    /// pandas' {"columns": [...], "index": [...], "data": [[...], ...]}
    Result<bool> split(const std::vector<Member>& members) {
        const auto find = [&](const char* name) {
            const auto at = std::ranges::find(members, name, &Member::name);
            return at != members.end() && isList(at->value) ? values_.list(at->value) : std::nullopt;
        };
        const auto columns = find("columns"), index = find("index"), data = find("data");
        if (!columns || !data || data->empty() || !std::ranges::all_of(*data, isList)) return false;
        std::vector<std::string> names;
        for (const std::string_view name : *columns) {
            auto read = nameOf(name);
            if (!read) return damagedColumns();
            names.push_back(std::move(*read));
        }
        return table(names, index ? *index : std::vector<std::string_view>(), *data);
    }

    /// Lists of one length under their names, the longest that two or more have, or one alone.
    Result<bool> columns(const std::vector<Member>& members) {
        std::map<std::size_t, std::vector<std::pair<std::string, std::vector<std::string_view>>>> byLength;
        for (const Member& member : members) {
            if (!isList(member.value)) continue;
            auto cells = values_.list(member.value);
            if (!cells) return stopped();
            const auto isPlain = [](std::string_view cell) { return !isList(cell) && !isObject(cell); };
            if (std::ssize(*cells) >= kFewestRows && std::ranges::all_of(*cells, isPlain))
                byLength[cells->size()].emplace_back(member.name, std::move(*cells));
        }
        if (byLength.empty()) return false;
        const auto& [length, taken] = *byLength.rbegin();
        for (std::size_t r = 0; r < length; ++r) {
            Json record = Json::object();
            for (const auto& [name, cells] : taken) record[name] = valueOf(cells[r]);
            if (auto done = add(record); !done) return done.error();
        }
        return true;
    }

    /// pandas' {"load": {"0": 1.5, "1": 2.5}, ...}: columns, or rows where these are more.
    Result<bool> objects(const std::vector<Member>& members) {
        std::vector<std::pair<std::string, std::vector<Member>>> inner;
        for (const Member& member : members) {
            auto read = isObject(member.value) ? values_.members(member.value) : std::nullopt;
            if (!read) return values_.isStopped() ? stopped() : Result<bool>(false);
            if (std::ranges::any_of(*read, [](const Member& m) { return isList(m.value) || isObject(m.value); }))
                return false;
            inner.emplace_back(member.name, std::move(*read));
        }
        if (inner.empty() || inner.front().second.empty()) return false;
        std::vector<Json> records;
        std::map<std::string, std::size_t> places;
        const bool areRows = inner.size() > inner.front().second.size();
        for (const auto& [outerName, values] : inner)
            for (const Member& value : values) {
                const std::string& row = areRows ? outerName : value.name;
                const auto [place, isNew] = places.try_emplace(row, records.size());
                if (isNew) records.push_back(Json{{"index", row}});
                records[place->second][areRows ? value.name : outerName] = valueOf(value.value);
            }
        if (std::ssize(records) < kFewestRows) return false;
        for (const Json& record : records)
            if (auto done = add(record); !done) return done.error();
        return true;
    }

    /// {"2024-01-01": 1.5, "2024-01-02": 2.5, ...}
    Result<bool> valuesOfTimes(const std::vector<Member>& members) {
        const auto isValue = [](const Member& member) {
            const auto time = sniffTime(member.name);
            return time && time->hasDate && !isList(member.value) && !isObject(member.value);
        };
        if (std::ssize(members) < kFewestRows || !std::ranges::all_of(members, isValue)) return false;
        for (const Member& member : members)
            if (auto done = add(Json{{"time", member.name}, {"value", valueOf(member.value)}}); !done)
                return done.error();
        return true;
    }

    /// Prometheus: [{"metric": {"host": "a"}, "values": [[1677628800, "492.77"], ...]}, ...]
    Result<bool> metrics(const std::vector<std::string_view>& series) {
        for (const std::string_view each : series) {
            const auto members = isObject(each) ? values_.members(each) : std::nullopt;
            if (!members) return values_.isStopped() ? stopped() : Result<bool>(false);
            const auto find = [&](const char* name) { return std::ranges::find(*members, name, &Member::name); };
            const auto metric = find("metric"), pairs = find("values");
            if (metric == members->end() || pairs == members->end() || !isList(pairs->value)) return false;
            std::string name;
            const Json labels = valueOf(metric->value);
            for (const auto& [key, value] : labels.items())
                name += (name.empty() ? "" : " ") + (value.is_string() ? value.get<std::string>() : value.dump());
            const auto rows = values_.list(pairs->value);
            if (!rows) return stopped();
            for (const std::string_view row : *rows) {
                const Json pair = valueOf(row);
                if (!pair.is_array() || pair.size() != 2) return damagedColumns();
                if (auto done = add(Json{{"time", pair[0]}, {"series", name}, {"value", pair[1]}}); !done)
                    return done.error();
            }
        }
        return number_ > 0;
    }

    [[nodiscard]] Result<bool> stopped() const {
        if (values_.isStopped()) return Error{ErrorCode::Cancelled, GATELAB_TEXT("Reading", "reading was cancelled")};
        return damagedColumns();
    }

private:
    /// A row of texts above one that is of another kind somewhere.
    bool isNamed(const std::vector<std::string_view>& first, std::string_view second) {
        const auto cells = values_.list(second);
        return cells && cells->size() == first.size() &&
               std::ranges::any_of(*cells, [](std::string_view cell) { return !cell.starts_with('"'); });
    }
    Result<> add(const Json& record) {
        if (std::ranges::any_of(record, [](const Json& value) { return value.is_discarded(); }))
            return damagedColumns();
        return take_(record, ++number_);
    }

    const TakeRecord& take_;
    Values& values_;
    std::int64_t number_ = 0;
};

/// One object of the document, and where it is none of the kinds those inside it.
Result<bool> takeObject(std::string_view object, Values& values, Rows& rows, int depth) {
    constexpr int kDeepest = 2;
    const auto members = values.members(object);
    if (!members) return rows.stopped();
    using Way = Result<bool> (Rows::*)(const std::vector<Member>&);
    for (const Way way : {&Rows::split, &Rows::objects, &Rows::columns, &Rows::valuesOfTimes})
        if (auto taken = (rows.*way)(*members); !taken || *taken) return taken;
    // What is said about the data is shorter than they are.
    std::vector<Member> bySize = *members;
    std::ranges::stable_sort(bySize, [](const Member& a, const Member& b) { return a.value.size() > b.value.size(); });
    for (const Member& member : bySize) {
        if (isList(member.value)) {
            const auto series = values.list(member.value);
            if (!series) return rows.stopped();
            if (auto taken = rows.metrics(*series); !taken || *taken) return taken;
            const bool areLists = series->size() > 1 && std::ranges::all_of(*series, isList);
            if (auto taken = areLists ? rows.lists(*series) : Result<bool>(false); !taken || *taken) return taken;
        }
        if (!isObject(member.value) || depth >= kDeepest) continue;
        if (auto taken = takeObject(member.value, values, rows, depth + 1); !taken || *taken) return taken;
    }
    return false;
}

}  // namespace

std::string withoutNan(std::string_view text) {
    std::string out;
    if (text.find("NaN") == std::string_view::npos && text.find("Infinity") == std::string_view::npos) return out;
    bool isText = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (isText && c == '\\') {
            out += text.substr(at++, 2);
            continue;
        }
        if (c == '"') isText = !isText;
        const std::string_view rest = text.substr(at);
        const std::size_t length = isText                          ? 0
                                   : rest.starts_with("NaN")       ? 3
                                   : rest.starts_with("Infinity")  ? 8
                                   : rest.starts_with("-Infinity") ? 9
                                                                   : 0;
        if (length == 0)
            out += c;
        else
            out += "null", at += length - 1;
    }
    return out;
}

bool isJsonValue(std::string_view text) {
    const std::string mended = withoutNan(text);
    return Json::accept(mended.empty() ? text : std::string_view(mended));
}

bool isTableOfLists(std::string_view text, std::size_t list) {
    const std::size_t inner = text.find_first_not_of(" \t\r\n", list + 1);
    return list < text.size() && text[list] == '[' && inner != std::string_view::npos && text[inner] == '[';
}

Result<bool> takeJsonColumns(std::string_view text, std::size_t begin, const TakeRecord& take,
                             const Progress& progress) {
    Values values(text, progress);
    Rows rows(take, values);
    const std::string_view document = text.substr(begin);
    if (isObject(document)) return takeObject(document, values, rows, 0);
    const auto lists = isTableOfLists(text, begin) ? values.list(document) : std::nullopt;
    if (!lists) return isTableOfLists(text, begin) ? rows.stopped() : Result<bool>(false);
    if (!std::ranges::all_of(*lists, isList)) return false;
    return rows.lists(*lists);
}

}  // namespace gatelab
