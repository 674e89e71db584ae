// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that add inputs which follow from the time alone, and so are known for rows to come: waves and holidays.
#include "data/csv/time/times.h"
#include "data/recipe/recipe_steps.h"
#include "io/file_io.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace gatelab::steps {
namespace {

constexpr std::int64_t kDay = INT64_C(86400) * 1'000'000;
constexpr std::uint64_t kMostBytes = UINT64_C(4) << 20;

/// Sine and cosine of a period and its whole parts (Fourier terms). The phase is counted from 1970 where rows have
/// times, else from the first row of the data of the training.
class FourierStep final : public FittedStep {
public:
    FourierStep(double period, std::int64_t order, std::int64_t stepMicros, std::int64_t firstRow)
        : period_(period), order_(order), stepMicros_(stepMicros), firstRow_(firstRow) {}
    void apply(Table& table) const override {
        const bool byTime = stepMicros_ > 0 && table.time.known();
        const std::int64_t rows = byTime ? static_cast<std::int64_t>(table.time.values.size()) : table.rows();
        for (std::int64_t k = 1; k <= order_; ++k) {
            const std::string name = "wave " + shownPeriod() + " / " + std::to_string(k);
            Table::Column sine{name + " sin", {}, true, false, true}, cosine{name + " cos", {}, true, false, true};
            for (std::int64_t row = 0; row < rows; ++row) {
                const double at = byTime ? static_cast<double>(table.time.values[static_cast<std::size_t>(row)]) /
                                               static_cast<double>(stepMicros_)
                                         : static_cast<double>(firstRow_ + row);
                const double angle = 2 * std::numbers::pi * std::fmod(static_cast<double>(k) * at / period_, 1.0);
                sine.values.push_back(std::sin(angle)), cosine.values.push_back(std::cos(angle));
            }
            table.columns.push_back(std::move(sine)), table.columns.push_back(std::move(cosine));
        }
    }
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    std::string state() const override { return jsonState({}, {{"step", {static_cast<double>(stepMicros_)}}}); }

private:
    [[nodiscard]] std::string shownPeriod() const {
        std::string text = std::to_string(period_);
        text.erase(text.find_last_not_of('0') + 1);
        if (text.ends_with('.')) text.pop_back();
        return text;
    }
    double period_;
    std::int64_t order_, stepMicros_, firstRow_;
};

std::unique_ptr<FittedStep> makeFourier(const RecipeStepConfig& config, std::int64_t stepMicros,
                                        std::int64_t firstRow) {
    const RecipeStep row = fourier();
    return std::make_unique<FourierStep>(numberOf(row, config, "period"),
                                         static_cast<std::int64_t>(numberOf(row, config, "order")), stepMicros,
                                         firstRow);
}

Result<std::unique_ptr<FittedStep>> restoreFourier(const SavedStep& kept) {
    const auto found = kept.learned.numbers.find("step");
    if (found == kept.learned.numbers.end() || found->second.size() != 1)
        return Error{ErrorCode::Corrupt,
                     {GATELAB_TEXT("Preparing", "what this step learned is not complete ('%1')"), {"step"}}};
    const auto step = static_cast<std::int64_t>(found->second.front());
    if (step == 0 && !kept.firstRow)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Preparing",
                                  "the waves go on from the data of the training, and without times in both files "
                                  "nobody knows how many rows lie between them")};
    return makeFourier(kept.config, step, kept.firstRow.value_or(0));
}

/// 1 on the days of a list, and so many days before and after them, else 0. Days are UTC, as the times were read.
class HolidaysStep final : public FittedStep {
public:
    explicit HolidaysStep(std::vector<double> days) : days_(std::move(days)), set_(days_.begin(), days_.end()) {}
    void apply(Table& table) const override {
        Table::Column made{"holiday", {}, true, false, true};
        for (const std::int64_t micros : table.time.values)
            made.values.push_back(
                set_.contains(std::floor(static_cast<double>(micros) / static_cast<double>(kDay))) ? 1 : 0);
        table.columns.push_back(std::move(made));
    }
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    std::string state() const override { return jsonState({}, {{"days", days_}}); }

private:
    std::vector<double> days_;  ///< since 1970
    std::set<double> set_;
};

/// A date at the start of each line; what follows a comma, a semicolon or a tab is its name. Lines without one are
/// refused, but the first (a head), empty ones and those that begin with #.
Result<std::set<std::int64_t>> readDays(const std::string& path) {
    const auto bytes = readFileBytes(path, kMostBytes);
    if (!bytes) return bytes.error();
    std::set<std::int64_t> days;
    std::int64_t number = 0;
    for (std::size_t from = 0; from < bytes->size();) {
        const std::size_t end = std::min(bytes->find('\n', from), bytes->size());
        std::string_view line = std::string_view(*bytes).substr(from, end - from);
        from = end + 1, ++number;
        line = line.substr(0, line.find_first_of(",;\t\r"));
        while (line.starts_with(' ') || line.starts_with('"')) line.remove_prefix(1);
        while (line.ends_with(' ') || line.ends_with('"')) line.remove_suffix(1);
        if (line.empty() || line.front() == '#') continue;
        const auto look = sniffTime(line);
        const auto micros = look && look->hasDate ? timeMicros(*look, DateOrder::YearFirst) : std::nullopt;
        if (!micros && number == 1) continue;
        if (!micros)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Preparing", "%1, line %2: '%3' is no date; write 2024-12-25"),
                          {path, number, std::string(line.substr(0, 40))}}};
        days.insert(*micros / kDay - (*micros % kDay < 0 ? 1 : 0));
    }
    if (days.empty()) return Error{ErrorCode::InvalidInput, {GATELAB_TEXT("Preparing", "%1 holds no date"), {path}}};
    return days;
}

Result<std::unique_ptr<FittedStep>> fitHolidays(const TrainView& train, const RecipeStepConfig& config) {
    if (!train.hasTime())
        return Error{
            ErrorCode::InvalidInput,
            GATELAB_TEXT("Preparing", "the series has no time column; choose the time column or leave this step out")};
    const RecipeStep row = holidays();
    const auto listed = readDays(unescaped(textOf(row, config, "file")));
    if (!listed) return listed.error();
    const auto before = static_cast<std::int64_t>(numberOf(row, config, "before")),
               after = static_cast<std::int64_t>(numberOf(row, config, "after"));
    std::set<double> days;
    for (const std::int64_t day : *listed)
        for (std::int64_t near = day - before; near <= day + after; ++near) days.insert(static_cast<double>(near));
    return std::unique_ptr<FittedStep>(std::make_unique<HolidaysStep>(std::vector<double>(days.begin(), days.end())));
}

}  // namespace

RecipeStep fourier() {
    return {"fourier",
            GATELAB_TEXT("recipe", "Waves"),
            GATELAB_TEXT("recipe",
                         "Adds sine and cosine inputs of a period and of its half, third and so on (Fourier terms): "
                         "where in a season a row lies, also of one that no calendar knows."),
            {{"period", GATELAB_TEXT("recipe", "Period in rows"), "24", {}, 2, 1e6},
             {"order", GATELAB_TEXT("recipe", "Waves"), "2", {}, 1, 50}},
            [](const TrainView& train, const RecipeStepConfig& config) -> Result<std::unique_ptr<FittedStep>> {
                return makeFourier(config, train.stepMicros(), 0);
            },
            restoreFourier,
            true};
}

RecipeStep holidays() {
    return {
        "holidays",
        GATELAB_TEXT("recipe", "Holidays"),
        GATELAB_TEXT("recipe",
                     "Adds an input that is 1 on the days of a file, which has one date a line, and on so many days "
                     "before and after them. Needs a time column. The days are kept with the run."),
        {{"file", GATELAB_TEXT("recipe", "File of dates"), "", {}, 0, 0, true},
         {"before", GATELAB_TEXT("recipe", "Days before"), "0", {}, 0, 30},
         {"after", GATELAB_TEXT("recipe", "Days after"), "0", {}, 0, 30}},
        fitHolidays,
        [](const SavedStep& kept) -> Result<std::unique_ptr<FittedStep>> {
            const auto found = kept.learned.numbers.find("days");
            if (found == kept.learned.numbers.end())
                return Error{ErrorCode::Corrupt,
                             {GATELAB_TEXT("Preparing", "what this step learned is not complete ('%1')"), {"days"}}};
            return std::unique_ptr<FittedStep>(std::make_unique<HolidaysStep>(found->second));
        }};
}

}  // namespace gatelab::steps
