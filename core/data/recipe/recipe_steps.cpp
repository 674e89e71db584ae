// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/recipe_steps.h"

#include "base/category_names.h"
#include "data/recipe/categories.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gatelab {

std::span<const RecipeStep> recipeSteps() {
    static const std::vector<RecipeStep> table = {
        steps::rescale(),     steps::mask(),   steps::fill(),    steps::clip(),       steps::smooth(),
        steps::logarithm(),   steps::boxCox(), steps::detrend(), steps::difference(), steps::seasonalDifference(),
        steps::formula(),     steps::lags(),   steps::rolling(), steps::oneHot(),     steps::category(),
        steps::standardise(), steps::minmax(), steps::robust(),  steps::calendar(),   steps::fourier(),
        steps::holidays(),    steps::known(),
    };
    return table;
}

const RecipeStep* findRecipeStep(std::string_view key) {
    for (const RecipeStep& step : recipeSteps())
        if (step.key == key) return &step;
    return nullptr;
}

namespace steps {

constexpr const char* kTableWords = "words";  // of settleWords

std::string textOf(const RecipeStep& row, const RecipeStepConfig& config, const char* name) {
    if (const auto given = config.parameters.find(name); given != config.parameters.end()) return given->second;
    for (const RecipeParameter& parameter : row.parameters)
        if (std::string_view(parameter.key) == name) return parameter.fallback;
    return {};
}

double numberOf(const RecipeStep& row, const RecipeStepConfig& config, const char* name) {
    const std::string text = textOf(row, config, name);
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::vector<double> presentValues(const TrainView& train, std::size_t column) {
    std::vector<double> values;
    values.reserve(train.values(column).size());  // of millions each growth would be a copy
    for (const double value : train.values(column))
        if (std::isfinite(value)) values.push_back(value);
    return values;
}

Result<std::vector<double>> valuesToLearn(const TrainView& train, std::size_t column) {
    std::vector<double> values = presentValues(train, column);
    if (values.empty())
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Preparing",
                          "column '%1': no value in the training part; leave the column out or move the split"),
             {train.name(column)}}};
    return values;
}

double quantileOf(std::vector<double> values, double q) {
    const double position = q * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(position);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(low), values.end());
    const double lower = values[low];
    if (low + 1 == values.size()) return lower;
    const double upper = *std::min_element(values.begin() + static_cast<std::ptrdiff_t>(low) + 1, values.end());
    return lower + (position - static_cast<double>(low)) * (upper - lower);
}

std::string jsonNumbers(const std::vector<double>& values) {
    std::string text = "[";
    for (const double value : values) {
        char digits[32] = "null";
        char* end = digits + 4;
        if (std::isfinite(value)) end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        text += (text.size() > 1 ? ", " : "") + std::string(digits, end);
    }
    return text + "]";
}

namespace {
std::string jsonString(const std::string& value) {
    std::string text = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\')
            text += '\\', text += c;
        else if (static_cast<unsigned char>(c) < 0x20)
            text += ' ';
        else
            text += c;
    }
    return text + "\"";
}

/// y = (x - offset) / scale.
class AffineStep final : public FittedStep {
public:
    AffineStep(std::vector<Affine> columns, std::vector<std::string> names)
        : columns_(std::move(columns)), names_(std::move(names)) {}

    void apply(Table& table) const override {
        for (std::size_t c = 0; c < columns_.size(); ++c)
            for (double& value : table.columns[c].values) value = (value - columns_[c].offset) / columns_[c].scale;
    }
    void invert(std::size_t column, std::span<const double>, std::span<double> values) const override {
        for (double& value : values) value = value * columns_[column].scale + columns_[column].offset;
    }
    std::string state() const override {
        std::vector<double> offsets, scales;
        for (const Affine& column : columns_) offsets.push_back(column.offset), scales.push_back(column.scale);
        return jsonState(names_, {{"offset", offsets}, {"scale", scales}});
    }

private:
    std::vector<Affine> columns_;
    std::vector<std::string> names_;
};
}  // namespace

std::string jsonState(const std::vector<std::string>& columns,
                      const std::vector<std::pair<std::string, std::vector<double>>>& lists) {
    std::string text = "{\"columns\": [";
    for (std::size_t i = 0; i < columns.size(); ++i) text += (i ? ", " : "") + jsonString(columns[i]);
    text += "]";
    for (const auto& [name, values] : lists) text += ", \"" + name + "\": " + jsonNumbers(values);
    return text + "}";
}

void settleWords(const std::vector<std::string>& recipe, RecipeStepConfig& config) {
    if (config.key != "standardise" && config.key != "minmax" && config.key != "robust") return;
    std::string columns;
    for (const auto& [column, size] : embeddedColumns(recipe))
        columns += (columns.empty() ? "" : "|") + escaped(column);
    if (!columns.empty()) config.parameters[kTableWords] = columns;
}

Result<std::unique_ptr<FittedStep>> fitAffine(const TrainView& train, const RecipeStepConfig& config,
                                              const std::function<Affine(const std::vector<double>&)>& learn) {
    std::vector<Affine> columns;
    std::vector<std::string> names;
    const auto given = config.parameters.find(kTableWords);
    const auto words = given != config.parameters.end() ? namesOf(given->second) : std::vector<std::string>();
    for (std::size_t c = 0; c < train.columns(); ++c) {
        names.push_back(train.name(c));
        if (std::ranges::any_of(words, [&](const std::string& column) { return isWordOf(names.back(), column); })) {
            columns.push_back({0, 1});
            continue;
        }
        const auto values = valuesToLearn(train, c);
        if (!values) return values.error();
        Affine learned = learn(*values);
        // A constant column has no spread: it becomes 0 instead of a division by zero.
        if (!(learned.scale > 0) || !std::isfinite(learned.scale)) learned.scale = 1;
        columns.push_back(learned);
    }
    return std::unique_ptr<FittedStep>(std::make_unique<AffineStep>(std::move(columns), std::move(names)));
}

Result<std::vector<double>> learnedNumbers(const StepState& learned, const char* name) {
    const auto found = learned.numbers.find(name);
    if (found == learned.numbers.end() || found->second.size() != learned.columns.size())
        return Error{ErrorCode::Corrupt,
                     {GATELAB_TEXT("Preparing", "what this step learned is not complete ('%1')"), {name}}};
    return found->second;
}

Result<std::unique_ptr<FittedStep>> restoreAffine(const SavedStep& kept) {
    const auto offsets = learnedNumbers(kept.learned, "offset"), scales = learnedNumbers(kept.learned, "scale");
    if (!offsets) return offsets.error();
    if (!scales) return scales.error();
    std::vector<Affine> columns;
    for (std::size_t c = 0; c < offsets->size(); ++c) columns.push_back({(*offsets)[c], (*scales)[c]});
    return std::unique_ptr<FittedStep>(std::make_unique<AffineStep>(std::move(columns), kept.learned.columns));
}

}  // namespace steps
}  // namespace gatelab
