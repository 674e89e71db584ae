// SPDX-License-Identifier: GPL-3.0-or-later
// Held by tst_mask and tst_rescale.
#include "data/recipe/row_spans.h"

#include "data/csv/time/times.h"
#include "data/recipe/recipe_steps.h"
#include "data/row_time.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace gatelab::steps {
namespace {

constexpr char kBetween = '|';
constexpr std::string_view kTo = "..";

/// A row number, or a time with a date.
std::optional<std::pair<bool, std::int64_t>> placeOf(std::string_view text) {
    std::int64_t row = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), row);
    if (code == std::errc{} && end == text.data() + text.size()) {
        if (row < 0) return {};
        return std::pair(false, row);
    }
    const auto look = sniffTime(text);
    const auto micros = look && look->hasDate ? timeMicros(*look, DateOrder::YearFirst) : std::nullopt;
    if (!micros) return {};
    return std::pair(true, *micros);
}

}  // namespace

std::vector<std::string_view> listParts(std::string_view text) {
    std::vector<std::string_view> all;
    while (!text.empty()) {
        const std::size_t end = text.find(kBetween);
        std::string_view part = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        while (part.starts_with(' ')) part.remove_prefix(1);
        while (part.ends_with(' ')) part.remove_suffix(1);
        if (!part.empty()) all.push_back(part);
    }
    return all;
}

Result<std::vector<RowSpan>> rowSpans(const std::string& text) {
    std::vector<RowSpan> spans;
    for (const std::string_view part : listParts(text)) {
        const std::size_t middle = part.find(kTo);
        const auto first = placeOf(part.substr(0, middle)),
                   last = middle == std::string_view::npos ? first : placeOf(part.substr(middle + kTo.size()));
        if (!first || !last || first->first != last->first)
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT("Preparing",
                              "'%1' is no range of rows; write two row numbers (from 0) or two times: 120..180, "
                              "2016-12-05 03:00..2016-12-07"),
                 {std::string(part)}}};
        if (first->second > last->second)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Preparing", "the range '%1' ends before it begins"), {std::string(part)}}};
        spans.push_back({first->first, first->second, last->second});
    }
    return spans;
}

Result<std::vector<RowSpan>> rowSpans(const TrainView& train, const std::string& text) {
    auto spans = rowSpans(text);
    if (spans.ok() && !train.hasTime() && std::ranges::any_of(*spans, &RowSpan::isTime))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing", "these data have no times; give its rows by their numbers, from 0")};
    return spans;
}

std::vector<RowRange> rowsOf(const TimeAxis& time, std::int64_t count, const RowSpan& span,
                             std::optional<std::int64_t> firstRow) {
    if (!span.isTime) {
        if (!firstRow) return {};
        const RowRange rows{std::max<std::int64_t>(0, span.first - *firstRow),
                            std::min(count, span.last - *firstRow + 1)};
        return rows.size() > 0 ? std::vector{rows} : std::vector<RowRange>();
    }
    std::vector<RowRange> all;
    const auto known = std::min<std::int64_t>(count, std::ssize(time.values));
    for (std::int64_t r = 0; r < known; ++r) {
        const std::int64_t at = time.values[static_cast<std::size_t>(r)];
        if (at < span.first || at > span.last) continue;
        if (!all.empty() && all.back().end == r)
            ++all.back().end;
        else
            all.push_back({r, r + 1});
    }
    return all;
}

Result<> checkRows(const Table& table, std::span<const RowSpan> spans, std::optional<std::int64_t> firstRow) {
    for (const RowSpan& span : spans)
        if (rowsOf(table.time, table.rows(), span, firstRow).empty())
            return Error{ErrorCode::InvalidInput,
                         span.isTime
                             ? Phrase(GATELAB_TEXT("Preparing", "no row is in its range; the data are of %1 to %2"),
                                      {rowTime(table.time, 0), rowTime(table.time, table.rows() - 1)})
                             : Phrase(GATELAB_TEXT("Preparing", "no row is in its range; the data have rows 0 to %1"),
                                      {table.rows() - 1})};
    return {};
}

std::string rowsText(std::span<const RowRange> rows, const TimeAxis& time) {
    const bool isOrdered = time.known() && std::ranges::is_sorted(time.values);
    const auto place = [&](std::int64_t row) { return isOrdered ? rowTime(time, row) : std::to_string(row); };
    std::string text;
    for (const RowRange& one : rows) {
        const std::string first = place(one.begin), last = place(one.end - 1);
        text += (text.empty() ? "" : std::string(1, kBetween)) + first;
        if (first != last) text += std::string(kTo) + last;
    }
    return text;
}

Result<std::vector<std::string>> columnsIn(const TrainView& train, const std::string& text) {
    std::vector<std::string> columns = namesOf(text);
    for (const std::string& name : columns)
        if (!train.isInData(name))
            return Error{ErrorCode::NotFound, {GATELAB_TEXT("Preparing", "the data have no column '%1'"), {name}}};
    return columns;
}

}  // namespace gatelab::steps
