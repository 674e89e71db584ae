// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/arrow_columns.h"

#include "data/arrays/half_float.h"
#include "data/time_limits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace gatelab {
namespace {

constexpr double kMaxExact = 9007199254740992;  // 2^53
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
using Kind = ArrowColumn::Kind;

/// A format string of the C data interface.
struct Layout {
    Kind kind = Kind::Unread;
    char letter = 0;   ///< how a value is stored: c C s S i I l L e f g b d (decimal)
    double scale = 1;  ///< of a stored number; times become microseconds, durations seconds
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
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(scale) : std::nullopt;
}

Layout layoutOf(const ArrowSchema& schema) {
    const std::string_view format = schema.format;
    if (schema.dictionary != nullptr) {
        Layout values = layoutOf(*schema.dictionary);
        return values.isList ? Layout() : values;
    }
    if (format.size() == 1 && std::string_view("cCsSiIlLefgb").find(format[0]) != std::string_view::npos)
        return {Kind::Number, format[0]};
    if (format == "u" || format == "U" || format == "vu") return {Kind::Text, format[0]};
    if (format.starts_with("d:"))
        if (const auto scale = decimalScale(format.substr(2))) return {Kind::Number, 'd', std::pow(10.0, -*scale)};
    if (format == "tdD") return {Kind::Time, 'i', 86400e6};
    if (format == "tdm") return {Kind::Time, 'l', 1e3};
    if (format.starts_with("ts") && format.size() > 3)
        return {Kind::Time, 'l', perUnit(format[2]), false, {}, std::string(format.substr(4))};
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
    if (format.starts_with("+s")) return GATELAB_TEXT("Reading", "a structure; write its fields as columns");
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
        case 'd':
            return static_cast<double>(storedAt<__int128>(array, row));
        case 'b': {
            const std::int64_t at = array.offset + row;
            return static_cast<const unsigned char*>(array.buffers[1])[at / 8] >> (at % 8) & 1;
        }
        default:
            return kMissing;
    }
}

/// Whole microseconds of times, so that none of them is rounded twice: 2^53 of them are 285 years.
double valueAt(const ArrowArray& array, const Layout& layout, std::int64_t row) {
    if (isNull(array, row)) return kMissing;
    if (layout.kind == Kind::Time && layout.letter == 'l' && layout.scale < 1)
        return std::floor(static_cast<double>(storedAt<std::int64_t>(array, row) / 10) / 100);
    const double value = numberAt(array, layout.letter, row) * layout.scale;
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

void addCells(const ArrowSchema& schema, const ArrowArray& array, const Layout& layout, ArrowColumn& column) {
    const ArrowArray& values = schema.dictionary != nullptr ? *array.dictionary : array;
    const std::string_view format = schema.dictionary != nullptr ? schema.dictionary->format : schema.format;
    for (std::int64_t row = 0; row < array.length; ++row) {
        const std::int64_t place = placeOf(schema, array, row);
        if (layout.kind == Kind::Text)
            column.texts.emplace_back(place < 0 || isNull(values, place) ? std::string_view()
                                                                         : textAt(values, format, place));
        else
            column.numbers.push_back(place < 0 ? kMissing : valueAt(values, layout, place));
        if (column.isWhole && std::abs(column.numbers.back()) >= kMaxExact) ++column.rounded;
    }
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

std::int64_t valuesIn(const ArrowArray& array, const Layout& layout) {
    return layout.isList ? array.children[0]->length : array.length;
}

}  // namespace

std::vector<ArrowColumn> arrowColumns(const ArrowSchema& schema) {
    std::vector<ArrowColumn> columns;
    for (std::int64_t c = 0; c < schema.n_children; ++c) {
        const ArrowSchema& child = *schema.children[c];
        const Layout layout = layoutOf(child);
        ArrowColumn column;
        column.name = child.name == nullptr ? "" : child.name;
        column.kind = layout.kind;
        column.isList = layout.isList;
        column.zone = layout.zone;
        column.isWhole =
            layout.kind == Kind::Number && std::string_view("cCsSiIlL").find(layout.letter) != std::string_view::npos;
        if (layout.kind == Kind::Unread) column.reason = whyUnread(child);
        columns.push_back(std::move(column));
    }
    return columns;
}

Result<> addArrowRows(const ArrowSchema& schema, const ArrowArray& batch, std::int64_t most,
                      std::vector<ArrowColumn>& columns) {
    std::int64_t values = 0;
    for (const ArrowColumn& column : columns) {
        values += std::ssize(column.numbers) + 4 * std::ssize(column.texts);
        for (const auto& list : column.lists) values += std::ssize(list);
    }
    if (batch.n_children != std::ssize(columns) || batch.offset != 0)
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Reading", "the columns change within the file")};
    for (std::int64_t c = 0; c < batch.n_children; ++c) {
        const Layout layout = layoutOf(*schema.children[c]);
        if (layout.kind == Kind::Unread) continue;
        values += valuesIn(*batch.children[c], layout);
        if (values > most)
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Reading",
                                       "the file holds more than %1 values, which is beyond what is read into memory; "
                                       "write fewer columns or rows"),
                          {most}}};
        ArrowColumn& column = columns[static_cast<std::size_t>(c)];
        if (layout.isList)
            addLists(*schema.children[c], *batch.children[c], layout, column);
        else
            addCells(*schema.children[c], *batch.children[c], layout, column);
    }
    return {};
}

}  // namespace gatelab
