// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/times.h"
#include "data/recipe/recipe_steps.h"
#include "data/row_time.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace gatelab {
namespace {

constexpr char kBetween = '|';
constexpr std::string_view kTo = "..";

std::vector<std::string_view> parts(std::string_view text) {
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

/// First and last row, counted from 0, or first and last time in microseconds.
struct Span {
    bool isTime = false;
    std::int64_t first = 0, last = 0;
};

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

Result<std::vector<Span>> spansOf(const std::string& text) {
    std::vector<Span> spans;
    for (const std::string_view part : parts(text)) {
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

/// Values that nobody may learn from or be judged by, as if they were missing in the file. Learns nothing.
class MaskStep final : public FittedStep {
public:
    /// `firstRow`: of the table, counted from the first row of the data whose rows are numbered; none: not known, and
    /// only times say which rows are meant.
    MaskStep(std::vector<std::string> columns, std::vector<Span> spans, std::optional<std::int64_t> firstRow)
        : columns_(std::move(columns)), spans_(std::move(spans)), firstRow_(firstRow) {}

    Result<> check(const Table& table) const override {
        for (const Span& span : spans_)
            if (rowsOf(table, span).empty())
                return Error{
                    ErrorCode::InvalidInput,
                    span.isTime
                        ? Phrase(GATELAB_TEXT("Preparing", "no row is in its range; the data are of %1 to %2"),
                                 {rowTime(table.time, 0), rowTime(table.time, table.rows() - 1)})
                        : Phrase(GATELAB_TEXT("Preparing", "no row is in its range; the data have rows 0 to %1"),
                                 {table.rows() - 1})};
        return {};
    }

    void apply(Table& table) const override {
        for (Table::Column& column : table.columns) {
            if (column.known || (!columns_.empty() && std::ranges::find(columns_, column.name) == columns_.end()))
                continue;
            for (const Span& span : spans_)
                for (const RowRange& rows : rowsOf(table, span)) {
                    std::fill(column.values.begin() + rows.begin, column.values.begin() + rows.end,
                              std::numeric_limits<double>::quiet_NaN());
                    column.masked.push_back(rows);
                }
        }
    }
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    std::string state() const override { return "{}"; }

private:
    /// Times need not be in order: a range may be in pieces.
    [[nodiscard]] std::vector<RowRange> rowsOf(const Table& table, const Span& span) const {
        const std::int64_t count = table.rows();
        if (!span.isTime) {
            if (!firstRow_) return {};
            const RowRange rows{std::max<std::int64_t>(0, span.first - *firstRow_),
                                std::min(count, span.last - *firstRow_ + 1)};
            return rows.size() > 0 ? std::vector{rows} : std::vector<RowRange>();
        }
        std::vector<RowRange> all;
        const auto known = std::min<std::int64_t>(count, std::ssize(table.time.values));
        for (std::int64_t r = 0; r < known; ++r) {
            const std::int64_t time = table.time.values[static_cast<std::size_t>(r)];
            if (time < span.first || time > span.last) continue;
            if (!all.empty() && all.back().end == r)
                ++all.back().end;
            else
                all.push_back({r, r + 1});
        }
        return all;
    }

    std::vector<std::string> columns_;
    std::vector<Span> spans_;
    std::optional<std::int64_t> firstRow_;
};

Result<std::unique_ptr<FittedStep>> fitMask(const TrainView& train, const RecipeStepConfig& config) {
    const RecipeStep row = steps::mask();
    std::vector<std::string> columns = steps::namesOf(steps::textOf(row, config, "columns"));
    for (const std::string& name : columns)
        if (!train.isInData(name))
            return Error{ErrorCode::NotFound, {GATELAB_TEXT("Preparing", "the data have no column '%1'"), {name}}};
    auto spans = spansOf(steps::textOf(row, config, "rows"));
    if (!spans) return spans.error();
    if (!train.hasTime() && std::ranges::any_of(*spans, &Span::isTime))
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing", "these data have no times; give its rows by their numbers, from 0")};
    return std::unique_ptr<FittedStep>(std::make_unique<MaskStep>(std::move(columns), std::move(*spans), 0));
}

Result<std::unique_ptr<FittedStep>> restoreMask(const SavedStep& kept) {
    const RecipeStep row = steps::mask();
    auto spans = spansOf(steps::textOf(row, kept.config, "rows"));
    if (!spans) return spans.error();
    return std::unique_ptr<FittedStep>(std::make_unique<MaskStep>(
        steps::namesOf(steps::textOf(row, kept.config, "columns")), std::move(*spans), kept.firstRow));
}

}  // namespace

std::string maskStep(std::span<const std::string> columns, std::span<const RowRange> rows, const TimeAxis& time) {
    RecipeStepConfig step;
    step.key = "mask";
    const auto add = [&step](const char* key, const std::string& text) {
        std::string& list = step.parameters[key];
        list += (list.empty() ? "" : std::string(1, kBetween)) + text;
    };
    for (const std::string& name : columns) add("columns", steps::escaped(name));
    const bool isOrdered = time.known() && std::ranges::is_sorted(time.values);
    const auto place = [&](std::int64_t row) { return isOrdered ? rowTime(time, row) : std::to_string(row); };
    for (const RowRange& one : rows) {
        const std::string first = place(one.begin), last = place(one.end - 1);
        add("rows", first == last ? first : first + std::string(kTo) + last);
    }
    return formatRecipeStep(step);
}

namespace steps {

std::string escaped(std::string_view name) {
    constexpr std::string_view kEscaped = "%,()|";
    constexpr char kHex[] = "0123456789ABCDEF";
    std::string text;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (kEscaped.find(c) == std::string_view::npos)
            text += c;
        else
            text += {'%', kHex[byte / 16], kHex[byte % 16]};
    }
    return text;
}

std::string unescaped(std::string_view text) {
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i) {
        int byte = 0;
        const char* digits = text.data() + i + 1;
        if (text[i] == '%' && i + 2 < text.size() && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2)
            name += static_cast<char>(byte), i += 2;
        else
            name += text[i];
    }
    return name;
}

std::vector<std::string> namesOf(const std::string& text) {
    std::vector<std::string> names;
    for (const std::string_view part : parts(text)) names.push_back(unescaped(part));
    return names;
}

RecipeStep mask() {
    return {"mask",
            GATELAB_TEXT("recipe", "Mask"),
            GATELAB_TEXT("recipe",
                         "Rows of some columns become missing, as if the file had no value there. Windows whose target "
                         "holds one are neither trained on nor scored; \"Fill gaps\" after it closes them for inputs."),
            {{"columns", GATELAB_TEXT("recipe", "Columns (a|b; empty: all)"), "", {}, 0, 0, true},
             {"rows", GATELAB_TEXT("recipe", "Rows or times (first..last|...)"), "", {}, 0, 0, true}},
            fitMask,
            restoreMask,
            true};
}

/// The targets as in the file without what a step has masked, which nobody is judged by.
void leaveOutMasked(PreparedSeries& prepared) {
    prepared.unmasked.clear();
    const auto isMasked = [&prepared](std::size_t column) { return !prepared.table.columns[column].masked.empty(); };
    if (std::ranges::none_of(prepared.targets, isMasked)) return;
    for (std::size_t t = 0; t < prepared.targets.size(); ++t) {
        const std::span<const double> original = prepared.originalTarget(t);
        std::vector<double> values(original.begin(), original.end());
        for (const RowRange& rows : prepared.table.columns[prepared.targets[t]].masked)
            std::fill(values.begin() + rows.begin, values.begin() + rows.end, std::numeric_limits<double>::quiet_NaN());
        prepared.unmasked.push_back(std::move(values));
    }
}

}  // namespace steps
}  // namespace gatelab
