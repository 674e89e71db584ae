// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/arrow_columns.h"

#include "data/arrays/half_float.h"
#include "data/time_limits.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace gatelab {
namespace {

constexpr double kMaxExact = 9007199254740992;  // 2^53
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
using Kind = ArrowColumn::Kind;

/// A format string of the C data interface.
struct Layout {
    Kind kind = Kind::Unread;
    char letter = 0;          ///< how a value is stored: c C s S i I l L e f g b d (decimal)
    double scale = 1;         ///< of a stored number; times become microseconds, durations seconds
    int digits = 0;           ///< of a decimal, behind its mark
    std::int64_t months = 0;  ///< of a period that is counted in them, since 1970
    double start = 0;         ///< microseconds of the first period
    bool isList = false;
    std::optional<std::int64_t> fixed = {};  ///< values of a list of fixed size, which may be none
    std::string zone = {};
};

double perUnit(char unit) { return unit == 's' ? 1e6 : unit == 'm' ? 1e3 : unit == 'u' ? 1 : 1e-3; }

/// "19,10" of a decimal of 128 bits; nothing: of another width.
std::optional<int> decimalScale(std::string_view text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    text.remove_prefix(comma + 1);
    int scale = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), scale);
    constexpr int kFarthest = 10'000;  // no double is as large or as small
    const bool isRead = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return isRead && std::abs(scale) <= kFarthest ? std::optional(scale) : std::nullopt;
}

/// A value of the metadata of a field: a count, then names and values, each behind its length (32 bits).
std::string metadataOf(const ArrowSchema& schema, std::string_view wanted) {
    const char* at = schema.metadata;
    if (at == nullptr) return {};
    const auto next = [&] {
        std::int32_t value = 0;
        std::memcpy(&value, at, sizeof value);
        at += sizeof value;
        return value;
    };
    const auto text = [&] {
        const auto length = static_cast<std::size_t>(std::max(0, next()));
        const std::string_view read(at, length);
        at += length;
        return read;
    };
    for (std::int32_t pairs = next(); pairs > 0; --pairs) {
        const std::string_view name = text(), value = text();
        if (name == wanted) return std::string(value);
    }
    return {};
}

/// pandas' periods are counted since 1970 in the unit of {"freq": "M"}; nothing: no period. Unread: of another unit.
std::optional<Layout> periodLayout(const ArrowSchema& schema) {
    if (std::string_view(schema.format) != "l" || metadataOf(schema, "ARROW:extension:name") != "pandas.period")
        return std::nullopt;
    const std::string json = metadataOf(schema, "ARROW:extension:metadata");
    const std::size_t colon = json.find(':'), from = json.find('"', colon == std::string::npos ? 0 : colon);
    if (from == std::string::npos) return Layout();
    const std::string freq = json.substr(from + 1, json.find('"', from + 1) - from - 1);
    constexpr double kSecond = 1e6, kDay = 86400e6;
    for (const auto& [name, months] : {std::pair("M", 1), {"Q-DEC", 3}, {"Q", 3}, {"A-DEC", 12}, {"Y-DEC", 12}})
        if (freq == name) return Layout{.kind = Kind::Time, .letter = 'l', .months = months};
    for (const auto& [name, micros] : {std::pair("D", kDay),
                                       {"H", 3600 * kSecond},
                                       {"h", 3600 * kSecond},
                                       {"T", 60 * kSecond},
                                       {"min", 60 * kSecond},
                                       {"S", kSecond},
                                       {"s", kSecond},
                                       {"L", 1e3},
                                       {"ms", 1e3},
                                       {"U", 1.0},
                                       {"us", 1.0},
                                       {"N", 1e-3},
                                       {"ns", 1e-3}})
        if (freq == name) return Layout{.kind = Kind::Time, .letter = 'l', .scale = micros};
    // The first week is that of 1970-01-01 or ends before it: those that end on a Sunday begin on 1969-12-29.
    constexpr const char* kWeeks[] = {"W-THU", "W-FRI", "W-SAT", "W-SUN", "W-MON", "W-TUE", "W-WED"};
    for (int i = 0; i < 7; ++i)
        if (freq == kWeeks[i])
            return Layout{.kind = Kind::Time, .letter = 'l', .scale = 7 * kDay, .start = (i - 13) * kDay};
    return Layout();
}

Layout layoutOf(const ArrowSchema& schema) {
    const std::string_view format = schema.format;
    if (const auto period = periodLayout(schema)) return *period;
    if (schema.dictionary != nullptr) {
        Layout values = layoutOf(*schema.dictionary);
        return values.isList ? Layout() : values;
    }
    if (format.size() == 1 && std::string_view("cCsSiIlLefgb").find(format[0]) != std::string_view::npos)
        return {Kind::Number, format[0]};
    if (format == "u" || format == "U" || format == "vu") return {Kind::Text, format[0]};
    if (format.starts_with("d:"))
        if (const auto scale = decimalScale(format.substr(2)))
            return {.kind = Kind::Number, .letter = 'd', .digits = *scale};
    if (format == "tdD") return {Kind::Time, 'i', 86400e6};
    if (format == "tdm") return {Kind::Time, 'l', 1e3};
    if (format.starts_with("ts") && format.size() > 3)
        return {.kind = Kind::Time, .letter = 'l', .scale = perUnit(format[2]), .zone = std::string(format.substr(4))};
    if (format.starts_with("tt") && format.size() == 3)  // a time of day, in seconds
        return {Kind::Number, format[2] == 's' || format[2] == 'm' ? 'i' : 'l', perUnit(format[2]) / 1e6};
    if (format.starts_with("tD") && format.size() == 3) return {Kind::Number, 'l', perUnit(format[2]) / 1e6};
    const bool isFixed = format.starts_with("+w:");
    if ((format == "+l" || format == "+L" || isFixed) && schema.n_children == 1 &&
        schema.children[0]->dictionary == nullptr) {
        Layout inside = layoutOf(*schema.children[0]);
        if (inside.isList || (inside.kind != Kind::Number && inside.kind != Kind::Time)) return {};
        inside.isList = true;
        if (isFixed) inside.fixed = std::strtoll(schema.format + 3, nullptr, 10);
        return inside;
    }
    return {};
}

Phrase whyUnread(const ArrowSchema& schema) {
    const std::string_view format = schema.format;
    if (format == "l")
        return {GATELAB_TEXT("Reading", "periods of a unit that is not read (%1); write their starts as times"),
                {metadataOf(schema, "ARROW:extension:metadata")}};
    if (format.starts_with("+s"))
        return GATELAB_TEXT("Reading", "a structure of structures of structures; write its fields as columns");
    if (format.starts_with("+m")) return GATELAB_TEXT("Reading", "a map; write its values as columns");
    if (format.starts_with("+")) return GATELAB_TEXT("Reading", "lists of something else than numbers or times");
    if (format == "n") return GATELAB_TEXT("Reading", "no values");
    return {GATELAB_TEXT("Reading", "values of a type that is not read (%1 in Arrow's letters)"),
            {std::string(format)}};
}

bool isNull(const ArrowArray& array, std::int64_t row) {
    if (array.n_buffers < 1 || array.buffers[0] == nullptr) return false;
    const std::int64_t at = array.offset + row;
    return (static_cast<const unsigned char*>(array.buffers[0])[at / 8] >> (at % 8) & 1) == 0;
}

template <class Stored>
Stored storedAt(const ArrowArray& array, std::int64_t row) {
    Stored value;
    std::memcpy(&value, static_cast<const char*>(array.buffers[1]) + (array.offset + row) * std::int64_t{sizeof value},
                sizeof value);
    return value;
}

double numberAt(const ArrowArray& array, char letter, std::int64_t row) {
    switch (letter) {
        case 'c':
            return storedAt<std::int8_t>(array, row);
        case 'C':
            return storedAt<std::uint8_t>(array, row);
        case 's':
            return storedAt<std::int16_t>(array, row);
        case 'S':
            return storedAt<std::uint16_t>(array, row);
        case 'i':
            return storedAt<std::int32_t>(array, row);
        case 'I':
            return storedAt<std::uint32_t>(array, row);
        case 'l':
            return static_cast<double>(storedAt<std::int64_t>(array, row));
        case 'L':
            return static_cast<double>(storedAt<std::uint64_t>(array, row));
        case 'e':
            return halfFloat(storedAt<std::uint16_t>(array, row));
        case 'f':
            return static_cast<double>(storedAt<float>(array, row));
        case 'g':
            return storedAt<double>(array, row);
        case 'b': {
            const std::int64_t at = array.offset + row;
            return static_cast<const unsigned char*>(array.buffers[1])[at / 8] >> (at % 8) & 1;
        }
        default:
            return kMissing;
    }
}

/// The double that is nearest to a decimal.
double decimalValue(__int128 whole, int digits) {
    constexpr int kExactPowers = 22;
    constexpr double kMost = kMaxExact;
    if (whole > -static_cast<__int128>(kMost) && whole < static_cast<__int128>(kMost) && digits >= 0 &&
        digits <= kExactPowers)
        return static_cast<double>(whole) / std::pow(10.0, digits);  // both are exact, so that one rounding is left
    std::string text;
    for (auto rest = whole < 0 ? -static_cast<unsigned __int128>(whole) : static_cast<unsigned __int128>(whole);
         rest > 0 || text.empty(); rest /= 10)
        text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    text = (whole < 0 ? "-" : "") + text + "e" + std::to_string(-digits);
    double value = kMissing;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// The start of a month that is counted from 1970 on.
double monthMicros(std::int64_t months) {
    using namespace std::chrono;
    constexpr std::int64_t kFarthest = 12 * 8000;
    if (std::abs(months) > kFarthest) return kMissing;
    const year_month month = year{1970} / January + std::chrono::months(months);
    return static_cast<double>(sys_days(month / day{1}).time_since_epoch().count()) * 86400e6;
}

/// Whole microseconds of times, so that none of them is rounded twice: 2^53 of them are 285 years.
double valueAt(const ArrowArray& array, const Layout& layout, std::int64_t row) {
    if (isNull(array, row)) return kMissing;
    if (layout.kind == Kind::Time && layout.letter == 'l' && layout.scale < 1)
        return std::floor(static_cast<double>(storedAt<std::int64_t>(array, row) / 10) / 100);
    if (layout.months > 0) {
        constexpr std::int64_t kFar = 1'000'000;
        return monthMicros(std::clamp(storedAt<std::int64_t>(array, row), -kFar, kFar) * layout.months);
    }
    if (layout.letter == 'd') return decimalValue(storedAt<__int128>(array, row), layout.digits);
    const double value = numberAt(array, layout.letter, row) * layout.scale + layout.start;
    return layout.kind == Kind::Time && !(std::abs(value) < kFarthestMicros) ? kMissing : value;
}

std::string_view textAt(const ArrowArray& array, std::string_view format, std::int64_t row) {
    if (format == "vu") {  // views: up to 12 bytes beside their length, else a place in one of the buffers
        struct View {
            std::int32_t length;
            char inside[4];
            std::int32_t buffer, offset;
        };
        const auto view = storedAt<View>(array, row);
        const char* at = static_cast<const char*>(array.buffers[1]) + (array.offset + row) * 16 + 4;
        if (view.length > 12) at = static_cast<const char*>(array.buffers[2 + view.buffer]) + view.offset;
        return {at, static_cast<std::size_t>(view.length)};
    }
    const bool isLarge = format == "U";
    const auto place = [&](std::int64_t i) {
        return isLarge ? storedAt<std::int64_t>(array, i) : std::int64_t{storedAt<std::int32_t>(array, i)};
    };
    const std::int64_t from = place(row), to = place(row + 1);
    if (to <= from) return {};
    return {static_cast<const char*>(array.buffers[2]) + from, static_cast<std::size_t>(to - from)};
}

/// Where the value of a row stands: itself, or in the dictionary; -1: missing.
std::int64_t placeOf(const ArrowSchema& schema, const ArrowArray& array, std::int64_t row) {
    if (schema.dictionary == nullptr) return row;
    if (isNull(array, row)) return -1;
    const auto place = static_cast<std::int64_t>(numberAt(array, schema.format[0], row));
    return place >= 0 && place < array.dictionary->length ? place : -1;
}

/// False: more than `room` values, of which 8 bytes of a text are one. A word of a dictionary may stand in every row.
bool addCells(const ArrowSchema& schema, const ArrowArray& array, const Layout& layout, std::int64_t room,
              ArrowColumn& column) {
    const ArrowArray& values = schema.dictionary != nullptr ? *array.dictionary : array;
    const std::string_view format = schema.dictionary != nullptr ? schema.dictionary->format : schema.format;
    for (std::int64_t row = 0; row < array.length; ++row) {
        const std::int64_t place = placeOf(schema, array, row);
        if (layout.kind == Kind::Text) {
            constexpr std::int64_t kTextValues = sizeof(std::string) / sizeof(double);
            column.texts.emplace_back(place < 0 || isNull(values, place) ? std::string_view()
                                                                         : textAt(values, format, place));
            const std::int64_t more = kTextValues + std::ssize(column.texts.back()) / 8;
            column.taken += more, room -= more;
            if (room < 0) return false;
        } else {
            column.numbers.push_back(place < 0 ? kMissing : valueAt(values, layout, place));
        }
        if (layout.kind == Kind::Time && layout.scale < 1 && place >= 0 && !isNull(values, place))
            column.finer += storedAt<std::int64_t>(values, place) % 1000 != 0 ? 1 : 0;
        if (column.isWhole && std::abs(column.numbers.back()) >= kMaxExact) ++column.rounded;
    }
    return true;
}

void addLists(const ArrowSchema& schema, const ArrowArray& array, const Layout& layout, ArrowColumn& column) {
    const ArrowArray& values = *array.children[0];
    const bool isLarge = std::string_view(schema.format) == "+L";
    for (std::int64_t row = 0; row < array.length; ++row) {
        std::vector<double> list;
        std::int64_t from = (array.offset + row) * layout.fixed.value_or(0), to = from + layout.fixed.value_or(0);
        if (!layout.fixed) {
            from = isLarge ? storedAt<std::int64_t>(array, row) : storedAt<std::int32_t>(array, row);
            to = isLarge ? storedAt<std::int64_t>(array, row + 1) : storedAt<std::int32_t>(array, row + 1);
        }
        if (!isNull(array, row))
            for (std::int64_t i = from; i < to; ++i) list.push_back(valueAt(values, layout, i));
        column.lists.push_back(std::move(list));
    }
}

/// A column of values: one of the table, or a field of a structure ("place.height").
struct Leaf {
    std::string name;
    const ArrowSchema* schema = nullptr;
    std::vector<std::int64_t> path;  ///< which child of the table, which field of that one, ...
};

void addLeaves(const ArrowSchema& schema, const Leaf& at, std::vector<Leaf>& leaves) {
    constexpr std::size_t kDeepest = 4;
    for (std::int64_t c = 0; c < schema.n_children; ++c) {
        Leaf leaf = at;
        leaf.schema = schema.children[c];
        leaf.path.push_back(c);
        leaf.name += std::string(at.path.empty() ? "" : ".") + (leaf.schema->name == nullptr ? "" : leaf.schema->name);
        const bool isStruct = std::string_view(leaf.schema->format) == "+s" && leaf.schema->dictionary == nullptr;
        if (isStruct && leaf.schema->n_children > 0 && leaf.path.size() < kDeepest)
            addLeaves(*leaf.schema, leaf, leaves);
        else
            leaves.push_back(std::move(leaf));
    }
}

std::vector<Leaf> leavesOf(const ArrowSchema& schema) {
    std::vector<Leaf> leaves;
    addLeaves(schema, {}, leaves);
    return leaves;
}

/// The rows of a leaf: fields of a structure begin where it does, which their own arrays do not say. A copy that owns
/// nothing; nothing: the batch has no such child.
std::optional<ArrowArray> rowsOf(const ArrowArray& batch, const Leaf& leaf) {
    const ArrowArray* array = &batch;
    std::int64_t before = 0;
    for (std::size_t depth = 0; depth < leaf.path.size(); ++depth) {
        if (leaf.path[depth] >= array->n_children) return std::nullopt;
        before += depth > 0 ? array->offset : 0;
        array = array->children[leaf.path[depth]];
    }
    ArrowArray rows = *array;
    if (leaf.path.size() > 1) rows.offset += before, rows.length = batch.length;
    return rows;
}

/// Fields of a structure that is missing are missing.
void leaveOutAbsent(const ArrowArray& batch, const Leaf& leaf, ArrowColumn& column) {
    const ArrowArray* array = &batch;
    std::int64_t before = 0;
    for (std::size_t depth = 0; depth + 1 < leaf.path.size(); ++depth) {
        array = array->children[leaf.path[depth]];
        for (std::int64_t row = 0; row < batch.length; ++row) {
            if (!isNull(*array, before + row)) continue;
            const std::int64_t behind = batch.length - row;
            if (column.isList)
                column.lists[column.lists.size() - static_cast<std::size_t>(behind)].clear();
            else if (column.kind == Kind::Text)
                column.texts[column.texts.size() - static_cast<std::size_t>(behind)].clear();
            else
                column.numbers[column.numbers.size() - static_cast<std::size_t>(behind)] = kMissing;
        }
        before += array->offset;
    }
}

std::int64_t valuesIn(const ArrowArray& array, const Layout& layout) {
    return layout.isList ? array.children[0]->length : array.length;
}

}  // namespace

std::vector<ArrowColumn> arrowColumns(const ArrowSchema& schema) {
    std::vector<ArrowColumn> columns;
    for (const Leaf& leaf : leavesOf(schema)) {
        const ArrowSchema& child = *leaf.schema;
        const Layout layout = layoutOf(child);
        ArrowColumn column;
        column.name = leaf.name;
        column.kind = layout.kind;
        column.isList = layout.isList;
        column.zone = layout.zone;
        column.isDay = std::string_view(child.format) == "tdD";
        column.isClock = std::string_view(child.format).starts_with("tt");
        column.isWhole =
            layout.kind == Kind::Number && std::string_view("cCsSiIlL").find(layout.letter) != std::string_view::npos;
        if (layout.kind == Kind::Unread) column.reason = whyUnread(child);
        columns.push_back(std::move(column));
    }
    return columns;
}

Result<> addArrowRows(const ArrowSchema& schema, const ArrowArray& batch, std::int64_t most,
                      std::vector<ArrowColumn>& columns) {
    const Error beyond{ErrorCode::Unsupported,
                       {GATELAB_TEXT("Reading",
                                     "the file holds more than %1 values, which is beyond what is read into memory; "
                                     "write fewer columns or rows"),
                        {most}}};
    std::int64_t values = 0;
    for (const ArrowColumn& column : columns) values += column.taken;
    const std::vector<Leaf> leaves = leavesOf(schema);
    if (leaves.size() != columns.size() || batch.n_children != schema.n_children || batch.offset != 0)
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Reading", "the columns change within the file")};
    for (std::size_t c = 0; c < leaves.size(); ++c) {
        const Leaf& leaf = leaves[c];
        const Layout layout = layoutOf(*leaf.schema);
        if (layout.kind == Kind::Unread) continue;
        const auto rows = rowsOf(batch, leaf);
        if (!rows) return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Reading", "the columns change within the file")};
        ArrowColumn& column = columns[c];
        const std::int64_t more = layout.kind == Kind::Text ? 0 : valuesIn(*rows, layout);
        values += more, column.taken += more;
        if (values > most) return beyond;
        const std::int64_t before = column.taken;
        if (layout.isList)
            addLists(*leaf.schema, *rows, layout, column);
        else if (!addCells(*leaf.schema, *rows, layout, most - values, column))
            return beyond;
        values += column.taken - before;
        leaveOutAbsent(batch, leaf, column);
    }
    return {};
}

}  // namespace gatelab
