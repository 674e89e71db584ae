// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/recipe_steps.h"
#include "data/recipe/rescaled_rows.h"
#include "data/recipe/row_spans.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace gatelab {
namespace {

/// Values that nobody may learn from or be judged by, as if they were missing in the file. Learns nothing.
class MaskStep final : public FittedStep {
public:
    /// `firstRow`: as rowsOf() has it.
    MaskStep(std::vector<std::string> columns, std::vector<steps::RowSpan> spans, std::optional<std::int64_t> firstRow)
        : columns_(std::move(columns)), spans_(std::move(spans)), firstRow_(firstRow) {}

    Result<> check(const Table& table) const override { return steps::checkRows(table, spans_, firstRow_); }

    void apply(Table& table) const override {
        for (Table::Column& column : table.columns) {
            if (column.known || (!columns_.empty() && std::ranges::find(columns_, column.name) == columns_.end()))
                continue;
            for (const steps::RowSpan& span : spans_)
                for (const RowRange& rows : steps::rowsOf(table.time, table.rows(), span, firstRow_)) {
                    std::fill(column.values.begin() + rows.begin, column.values.begin() + rows.end,
                              std::numeric_limits<double>::quiet_NaN());
                    column.masked.push_back(rows);
                }
        }
    }
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    std::string state() const override { return "{}"; }

private:
    std::vector<std::string> columns_;
    std::vector<steps::RowSpan> spans_;
    std::optional<std::int64_t> firstRow_;
};

Result<std::unique_ptr<FittedStep>> fitMask(const TrainView& train, const RecipeStepConfig& config) {
    const RecipeStep row = steps::mask();
    auto columns = steps::columnsIn(train, steps::textOf(row, config, "columns"));
    if (!columns) return columns.error();
    auto spans = steps::rowSpans(train, steps::textOf(row, config, "rows"));
    if (!spans) return spans.error();
    return std::unique_ptr<FittedStep>(std::make_unique<MaskStep>(std::move(*columns), std::move(*spans), 0));
}

Result<std::unique_ptr<FittedStep>> restoreMask(const SavedStep& kept) {
    const RecipeStep row = steps::mask();
    auto spans = steps::rowSpans(steps::textOf(row, kept.config, "rows"));
    if (!spans) return spans.error();
    return std::unique_ptr<FittedStep>(std::make_unique<MaskStep>(
        steps::namesOf(steps::textOf(row, kept.config, "columns")), std::move(*spans), kept.firstRow));
}

}  // namespace

std::string maskStep(std::span<const std::string> columns, std::span<const RowRange> rows, const TimeAxis& time) {
    RecipeStepConfig step;
    step.key = "mask";
    if (!columns.empty()) step.parameters["columns"] = steps::namesText(columns);
    if (!rows.empty()) step.parameters["rows"] = steps::rowsText(rows, time);
    return formatRecipeStep(step);
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
                         "Rows of some columns become missing, as if the file had no value there. Windows whose target "
                         "holds one are neither trained on nor scored; \"Fill gaps\" after it closes them for inputs."),
            {{"columns", GATELAB_TEXT("recipe", "Columns (a|b; empty: all)"), "", {}, 0, 0, true},
             {"rows", GATELAB_TEXT("recipe", "Rows or times (first..last|...)"), "", {}, 0, 0, true}},
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
