// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that add inputs made of the rows up to each one: lags, rolling statistics, categories as columns, formulas.
#include "data/recipe/formula.h"
#include "data/recipe/recipe_steps.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

namespace gatelab::steps {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kMostLag = 1'000'000;
constexpr std::size_t kMostLags = 200;

/// The names that a step was given; none: every column that does not follow from the time alone.
std::vector<std::string> chosenColumns(const Table& table, const std::vector<std::string>& names) {
    if (!names.empty()) return names;
    std::vector<std::string> all;
    for (const Table::Column& column : table.columns)
        if (!column.known) all.push_back(column.name);
    return all;
}

const Table::Column* findColumn(const Table& table, const std::string& name) {
    const auto found = std::ranges::find(table.columns, name, &Table::Column::name);
    return found == table.columns.end() ? nullptr : &*found;
}

Result<> checkNames(const TrainView& train, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        bool isThere = false;
        for (std::size_t c = 0; c < train.columns(); ++c) isThere |= train.name(c) == name;
        if (!isThere)
            return Error{ErrorCode::NotFound,
                         {GATELAB_TEXT("Preparing", "there is no input or target '%1' at this step"), {name}}};
    }
    return {};
}

Table::Column madeColumn(std::string name, std::int64_t rows) {
    Table::Column column{std::move(name), {}, true, false};
    column.values.assign(static_cast<std::size_t>(rows), kNone);
    return column;
}

/// Adds columns and changes none, so forecasts need no way back.
class AddingStep : public FittedStep {
public:
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    std::string state() const override { return "{}"; }
};

class LagsStep final : public AddingStep {
public:
    LagsStep(std::vector<std::string> names, std::vector<std::int64_t> lags)
        : names_(std::move(names)), lags_(std::move(lags)) {}
    void apply(Table& table) const override {
        for (const std::string& name : chosenColumns(table, names_))
            for (const std::int64_t lag : lags_) {
                Table::Column made = madeColumn(name + " lag " + std::to_string(lag), table.rows());
                const Table::Column* of = findColumn(table, name);
                if (of == nullptr) continue;
                for (std::int64_t row = lag; row < table.rows(); ++row)
                    made.values[static_cast<std::size_t>(row)] = of->values[static_cast<std::size_t>(row - lag)];
                table.columns.push_back(std::move(made));
            }
    }

private:
    std::vector<std::string> names_;
    std::vector<std::int64_t> lags_;
};

Result<std::vector<std::int64_t>> lagsOf(const std::string& text) {
    std::vector<std::int64_t> lags;
    for (const std::string& part : namesOf(text)) {
        std::int64_t lag = 0;
        const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), lag);
        if (problem != std::errc() || end != part.data() + part.size() || lag < 1 || lag > kMostLag)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Preparing", "'%1' is no lag; write whole rows such as 1|24|168"), {part}}};
        lags.push_back(lag);
    }
    if (lags.empty() || lags.size() > kMostLags)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Preparing", "give 1 to %1 lags, such as 1|24|168"), {kMostLags}}};
    return lags;
}

Result<std::unique_ptr<FittedStep>> makeLags(const RecipeStepConfig& config) {
    const RecipeStep row = lags();
    auto numbers = lagsOf(textOf(row, config, "lags"));
    if (!numbers) return numbers.error();
    return std::unique_ptr<FittedStep>(
        std::make_unique<LagsStep>(namesOf(textOf(row, config, "columns")), std::move(*numbers)));
}

/// Over the rows up to each one; of missing rows among them the others count.
class RollingStep final : public AddingStep {
public:
    RollingStep(std::vector<std::string> names, std::int64_t window, std::string statistic)
        : names_(std::move(names)), window_(window), statistic_(std::move(statistic)) {}
    void apply(Table& table) const override {
        for (const std::string& name : chosenColumns(table, names_)) {
            Table::Column made = madeColumn(name + " " + statistic_ + " " + std::to_string(window_), table.rows());
            const Table::Column* of = findColumn(table, name);
            if (of == nullptr) continue;
            std::vector<double> near;
            for (std::int64_t row = 0; row < table.rows(); ++row) {
                near.clear();
                for (std::int64_t r = std::max<std::int64_t>(0, row + 1 - window_); row + 1 >= window_ && r <= row; ++r)
                    if (const double value = of->values[static_cast<std::size_t>(r)]; !std::isnan(value))
                        near.push_back(value);
                made.values[static_cast<std::size_t>(row)] = near.empty() ? kNone : of_(near);
            }
            table.columns.push_back(std::move(made));
        }
    }

private:
    [[nodiscard]] double of_(const std::vector<double>& near) const {
        if (statistic_ == "min") return *std::ranges::min_element(near);
        if (statistic_ == "max") return *std::ranges::max_element(near);
        if (statistic_ == "median") return quantileOf(near, 0.5);
        double mean = 0, squares = 0;
        for (const double value : near) mean += value / static_cast<double>(near.size());
        if (statistic_ != "std") return mean;
        for (const double value : near) squares += (value - mean) * (value - mean);
        return std::sqrt(squares / static_cast<double>(near.size()));
    }

    std::vector<std::string> names_;
    std::int64_t window_;
    std::string statistic_;
};

std::unique_ptr<FittedStep> makeRolling(const RecipeStepConfig& config) {
    const RecipeStep row = rolling();
    return std::make_unique<RollingStep>(namesOf(textOf(row, config, "columns")),
                                         static_cast<std::int64_t>(numberOf(row, config, "window")),
                                         textOf(row, config, "statistic"));
}

/// A column of few values becomes one input of 0 and 1 for each value of the training part; a value that was not there
/// is 0 in all of them.
class OneHotStep final : public AddingStep {
public:
    OneHotStep(std::string name, std::vector<double> values) : name_(std::move(name)), values_(std::move(values)) {}
    void apply(Table& table) const override {
        const auto found = std::ranges::find(table.columns, name_, &Table::Column::name);
        if (found == table.columns.end()) return;
        if (!found->target) found->input = false;
        const std::vector<double> of = found->values;
        for (const double value : values_) {
            Table::Column made = madeColumn(name_ + " = " + shownNumber(value), table.rows());
            for (std::size_t row = 0; row < of.size(); ++row)
                made.values[row] = std::isnan(of[row]) ? kNone : of[row] == value ? 1 : 0;
            table.columns.push_back(std::move(made));
        }
    }
    std::string state() const override { return jsonState({}, {{"values", values_}}); }

private:
    static std::string shownNumber(double value) {
        char text[32];
        return {text, std::to_chars(text, text + sizeof text, value).ptr};
    }
    std::string name_;
    std::vector<double> values_;
};

Result<std::unique_ptr<FittedStep>> fitOneHot(const TrainView& train, const RecipeStepConfig& config) {
    const RecipeStep row = oneHot();
    const std::vector<std::string> names = namesOf(textOf(row, config, "column"));
    if (names.size() != 1)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing", "name the one column whose values are categories")};
    if (auto there = checkNames(train, names); !there) return there.error();
    std::set<double> values;
    for (std::size_t c = 0; c < train.columns(); ++c)
        if (train.name(c) == names.front())
            for (const double value : train.values(c))
                if (std::isfinite(value)) values.insert(value);
    const auto most = static_cast<std::size_t>(numberOf(row, config, "most"));
    if (values.size() > most)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Preparing",
                                   "column '%1' has %2 different values in the training part, and at most "
                                   "%3 become inputs: it is a number, or raise the limit"),
                      {names.front(), values.size(), most}}};
    return std::unique_ptr<FittedStep>(
        std::make_unique<OneHotStep>(names.front(), std::vector<double>(values.begin(), values.end())));
}

class FormulaStep final : public AddingStep {
public:
    FormulaStep(std::string name, Formula formula) : name_(std::move(name)), formula_(std::move(formula)) {}
    void apply(Table& table) const override {
        Table::Column made = madeColumn(name_, table.rows());
        std::vector<const Table::Column*> of;
        made.known = !formula_.columns().empty();
        for (const std::string& name : formula_.columns()) {
            of.push_back(findColumn(table, name));
            if (of.back() == nullptr) return;
            made.known = made.known && of.back()->known;
        }
        std::vector<double> values(of.size());
        for (std::size_t row = 0; row < made.values.size(); ++row) {
            for (std::size_t i = 0; i < of.size(); ++i) values[i] = of[i]->values[row];
            made.values[row] = formula_.value(values);
        }
        const auto there = std::ranges::find(table.columns, name_, &Table::Column::name);
        if (there == table.columns.end())
            table.columns.push_back(std::move(made));
        else
            there->values = std::move(made.values);
    }

private:
    std::string name_;
    Formula formula_;
};

Result<std::unique_ptr<FittedStep>> makeFormula(const RecipeStepConfig& config) {
    const RecipeStep row = formula();
    const std::vector<std::string> names = namesOf(textOf(row, config, "name"));
    if (names.size() != 1)
        return Error{ErrorCode::InvalidInput, GATELAB_TEXT("Preparing", "give the computed column one name")};
    auto parsed = Formula::parse(unescaped(textOf(row, config, "formula")));
    if (!parsed) return parsed.error();
    return std::unique_ptr<FittedStep>(std::make_unique<FormulaStep>(names.front(), std::move(*parsed)));
}

Result<std::unique_ptr<FittedStep>> fitFormula(const TrainView& train, const RecipeStepConfig& config) {
    const RecipeStep row = formula();
    auto parsed = Formula::parse(unescaped(textOf(row, config, "formula")));
    if (!parsed) return parsed.error();
    if (auto there = checkNames(train, parsed->columns()); !there) return there.error();
    const std::vector<std::string> names = namesOf(textOf(row, config, "name"));
    for (std::size_t c = 0; c < train.columns(); ++c)
        if (!names.empty() && train.name(c) == names.front() && train.isTarget(c))
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Preparing",
                                       "'%1' is a target, and a forecast of it could not be taken back "
                                       "through a formula; give the column another name"),
                          {names.front()}}};
    return makeFormula(config);
}

}  // namespace

RecipeStep lags() {
    return {"lags",
            GATELAB_TEXT("recipe", "Lags"),
            GATELAB_TEXT("recipe",
                         "Adds inputs that hold the value of some rows before: of a season that the window does not "
                         "reach. Rows that have none are missing."),
            {{"columns", GATELAB_TEXT("recipe", "Columns (a|b; empty: all)"), "", {}, 0, 0, true},
             {"lags", GATELAB_TEXT("recipe", "Rows before (1|24)"), "24", {}, 0, 0, true}},
            [](const TrainView& train, const RecipeStepConfig& config) -> Result<std::unique_ptr<FittedStep>> {
                if (auto there = checkNames(train, namesOf(textOf(lags(), config, "columns"))); !there)
                    return there.error();
                return makeLags(config);
            },
            [](const SavedStep& kept) { return makeLags(kept.config); },
            true};
}

RecipeStep rolling() {
    return {"rolling",
            GATELAB_TEXT("recipe", "Rolling statistic"),
            GATELAB_TEXT("recipe", "Adds inputs with a statistic of the last rows, this one included."),
            {{"columns", GATELAB_TEXT("recipe", "Columns (a|b; empty: all)"), "", {}, 0, 0, true},
             {"window", GATELAB_TEXT("recipe", "Rows"), "24", {}, 2, 10000},
             {"statistic",
              GATELAB_TEXT("recipe", "Statistic"),
              "mean",
              {{"mean", GATELAB_TEXT("recipe", "mean")},
               {"std", GATELAB_TEXT("recipe", "standard deviation")},
               {"min", GATELAB_TEXT("recipe", "lowest")},
               {"max", GATELAB_TEXT("recipe", "highest")},
               {"median", GATELAB_TEXT("recipe", "median")}}}},
            [](const TrainView& train, const RecipeStepConfig& config) -> Result<std::unique_ptr<FittedStep>> {
                if (auto there = checkNames(train, namesOf(textOf(rolling(), config, "columns"))); !there)
                    return there.error();
                return makeRolling(config);
            },
            [](const SavedStep& kept) -> Result<std::unique_ptr<FittedStep>> { return makeRolling(kept.config); },
            true};
}

RecipeStep oneHot() {
    return {"onehot",
            GATELAB_TEXT("recipe", "One-hot"),
            GATELAB_TEXT("recipe",
                         "A column of few values, such as a code, becomes one input of 0 and 1 for each value of the "
                         "training part; the column itself is no input any more."),
            {{"column", GATELAB_TEXT("recipe", "Column"), "", {}, 0, 0, true},
             {"most", GATELAB_TEXT("recipe", "Most values"), "20", {}, 2, 1000}},
            fitOneHot,
            [](const SavedStep& kept) -> Result<std::unique_ptr<FittedStep>> {
                const auto values = kept.learned.numbers.find("values");
                const std::vector<std::string> names = namesOf(textOf(oneHot(), kept.config, "column"));
                if (values == kept.learned.numbers.end() || names.size() != 1)
                    return Error{
                        ErrorCode::Corrupt,
                        {GATELAB_TEXT("Preparing", "what this step learned is not complete ('%1')"), {"values"}}};
                return std::unique_ptr<FittedStep>(std::make_unique<OneHotStep>(names.front(), values->second));
            },
            true};
}

RecipeStep formula() {
    return {"formula",
            GATELAB_TEXT("recipe", "Formula"),
            GATELAB_TEXT("recipe",
                         "Adds an input computed row by row from others: (a + b) / 2, log(a), a > 0 ? a : 0, max(a, "
                         "b), 'name with blanks' * 3.6. With the name of an input it takes its place."),
            {{"name", GATELAB_TEXT("recipe", "Name"), "computed", {}, 0, 0, true},
             {"formula", GATELAB_TEXT("recipe", "Formula"), "", {}, 0, 0, true}},
            fitFormula,
            [](const SavedStep& kept) { return makeFormula(kept.config); },
            true};
}

}  // namespace gatelab::steps
