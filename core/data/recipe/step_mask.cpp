// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/field.h"
#include "data/recipe/recipe_steps.h"
#include "data/recipe/rescaled_rows.h"
#include "data/recipe/row_spans.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace gatelab {
namespace {

constexpr const char* kValues = "values";

/// Which values a step "mask" is for: those of these columns (none: all), of them those that are one of these numbers
/// (none: all).
struct Masked {
    std::vector<std::string> columns;
    std::vector<double> numbers;

    [[nodiscard]] bool concerns(const Table::Column& column) const {
        return !column.known && (columns.empty() || std::ranges::find(columns, column.name) != columns.end());
    }
    [[nodiscard]] bool holds(double value) const {
        constexpr double kSame = 1e-7;  // as float32 has a number
        return std::ranges::any_of(numbers, [value](double number) {
            return value == number || std::abs(value - number) <= kSame * std::abs(number);
        });
    }
};

/// Values that nobody may learn from or be judged by, as if they were missing in the file. Learns nothing.
class MaskStep final : public FittedStep {
public:
    /// `firstRow`: as rowsOf() has it.
    MaskStep(Masked masked, std::vector<steps::RowSpan> spans, std::optional<std::int64_t> firstRow)
        : masked_(std::move(masked)), spans_(std::move(spans)), firstRow_(firstRow) {}

    Result<> check(const Table& table) const override { return steps::checkRows(table, spans_, firstRow_); }

    void apply(Table& table) const override {
        std::vector<RowRange> all;
        if (spans_.empty() && !masked_.numbers.empty()) all.push_back({0, table.rows()});
        for (const steps::RowSpan& span : spans_)
            for (const RowRange& rows : steps::rowsOf(table.time, table.rows(), span, firstRow_)) all.push_back(rows);
        for (Table::Column& column : table.columns)
            for (const RowRange& rows : masked_.concerns(column) ? all : std::vector<RowRange>())
                maskRows(rows, column);
    }
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    std::string state() const override { return "{}"; }

private:
    void maskRows(RowRange rows, Table::Column& column) const {
        const auto mask = [&column](RowRange part) {
            std::fill(column.values.begin() + part.begin, column.values.begin() + part.end,
                      std::numeric_limits<double>::quiet_NaN());
            column.masked.push_back(part);
        };
        if (masked_.numbers.empty()) return mask(rows);
        const auto holds = [&](std::int64_t row) {
            return masked_.holds(column.values[static_cast<std::size_t>(row)]);
        };
        for (std::int64_t row = rows.begin; row < rows.end;) {
            const std::int64_t first = row;
            while (row < rows.end && holds(row)) ++row;
            if (row > first)
                mask({first, row});
            else
                ++row;
        }
    }

    Masked masked_;
    std::vector<steps::RowSpan> spans_;
    std::optional<std::int64_t> firstRow_;
};

/// Of the list "-999|-9999" in the text of a step.
Result<std::vector<double>> numbersOf(const RecipeStepConfig& config) {
    std::vector<double> numbers;
    for (const std::string_view part : steps::listParts(steps::textOf(steps::mask(), config, kValues))) {
        double number = 0;
        const auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), number);
        if (code != std::errc{} || end != part.data() + part.size())
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Preparing", "'%1' is not a number for %2"), {std::string(part), kValues}}};
        numbers.push_back(number);
    }
    return numbers;
}

Result<std::unique_ptr<FittedStep>> fitMask(const TrainView& train, const RecipeStepConfig& config) {
    const RecipeStep row = steps::mask();
    auto columns = steps::columnsIn(train, steps::textOf(row, config, "columns"));
    if (!columns) return columns.error();
    auto spans = steps::rowSpans(train, steps::textOf(row, config, "rows"));
    if (!spans) return spans.error();
    auto numbers = numbersOf(config);
    if (!numbers) return numbers.error();
    return std::unique_ptr<FittedStep>(
        std::make_unique<MaskStep>(Masked{std::move(*columns), std::move(*numbers)}, std::move(*spans), 0));
}

Result<std::unique_ptr<FittedStep>> restoreMask(const SavedStep& kept) {
    const RecipeStep row = steps::mask();
    auto spans = steps::rowSpans(steps::textOf(row, kept.config, "rows"));
    if (!spans) return spans.error();
    auto numbers = numbersOf(kept.config);
    if (!numbers) return numbers.error();
    return std::unique_ptr<FittedStep>(std::make_unique<MaskStep>(
        Masked{steps::namesOf(steps::textOf(row, kept.config, "columns")), std::move(*numbers)}, std::move(*spans),
        kept.firstRow));
}

}  // namespace

std::string maskStep(std::span<const std::string> columns, std::span<const RowRange> rows, const TimeAxis& time) {
    RecipeStepConfig step;
    step.key = "mask";
    if (!columns.empty()) step.parameters["columns"] = steps::namesText(columns);
    if (!rows.empty()) step.parameters["rows"] = steps::rowsText(rows, time);
    return formatRecipeStep(step);
}

std::string maskValuesStep(std::span<const std::string> columns, double value) {
    RecipeStepConfig step{"mask", {{kValues, formatFieldValue(value)}}};
    if (!columns.empty()) step.parameters["columns"] = steps::namesText(columns);
    return formatRecipeStep(step);
}

bool masksValue(std::string_view step, const std::string& column, double value) {
    const auto config = parseRecipeStep(step);
    if (!config.ok() || !config->enabled || config->key != "mask" || config->parameters.contains("rows")) return false;
    const auto numbers = numbersOf(*config);
    if (!numbers.ok()) return false;
    Table::Column held;
    held.name = column;
    const Masked masked{namedColumns(*config), *numbers};
    return masked.concerns(held) && masked.holds(value);
}

namespace steps {

std::string escaped(std::string_view name) {
    constexpr std::string_view kEscaped = "%,()|";
    constexpr char kHex[] = "0123456789ABCDEF";
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        const auto byte = static_cast<unsigned char>(c);
        // A list of names is read without the blanks at their ends.
        const bool isEnd = (c == ' ' || c == '\t') && (i == 0 || i + 1 == name.size());
        if (!isEnd && kEscaped.find(c) == std::string_view::npos)
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
    for (const std::string_view part : listParts(text)) names.push_back(unescaped(part));
    return names;
}

std::string namesText(std::span<const std::string> names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : "|") + escaped(name);
    return text;
}

RecipeStep mask() {
    return {"mask",
            GATELAB_TEXT("recipe", "Mask"),
            GATELAB_TEXT("recipe",
                         "Rows of some columns become missing, as if the file had no value there, or numbers that mean "
                         "it. Windows whose target holds one are neither trained on nor scored; \"Fill gaps\" after it "
                         "closes them for inputs."),
            {{"columns", GATELAB_TEXT("recipe", "Columns (a|b; empty: all)"), "", {}, 0, 0, true},
             {"rows", GATELAB_TEXT("recipe", "Rows or times (first..last|...)"), "", {}, 0, 0, true},
             {kValues, GATELAB_TEXT("recipe", "Only these numbers (-999|-9999; empty: all)"), "", {}, 0, 0, true}},
            fitMask,
            restoreMask,
            true};
}

/// The targets as in the file, in the units that they come to, without what a step has masked, which nobody is judged
/// by.
void leaveOutMasked(PreparedSeries& prepared) {
    prepared.unmasked.clear();
    const auto isOther = [&prepared](std::size_t target) {
        const Table::Column& column = prepared.table.columns[target];
        return !column.masked.empty() || isRescaled(prepared, column.name);
    };
    if (std::ranges::none_of(prepared.targets, isOther)) return;
    for (std::size_t t = 0; t < prepared.targets.size(); ++t) {
        const Table::Column& column = prepared.table.columns[prepared.targets[t]];
        std::vector<double> values = rescaledSource(prepared, column.name);
        for (const RowRange& rows : column.masked)
            std::fill(values.begin() + rows.begin, values.begin() + rows.end, std::numeric_limits<double>::quiet_NaN());
        prepared.unmasked.push_back(std::move(values));
    }
}

}  // namespace steps
}  // namespace gatelab
