// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe/recipe_steps.h"

#include <chrono>
#include <cmath>
#include <numbers>

namespace gatelab::steps {
namespace {

/// Adds input columns that say where in the day, week or year a row lies, as sine and cosine (so that the end meets the
/// beginning). Times are UTC as read.
class CalendarStep final : public FittedStep {
public:
    explicit CalendarStep(std::string parts) : parts_(std::move(parts)) {}

    void apply(Table& table) const override {
        const bool all = parts_ == "all";
        if (all || parts_ == "hour")
            add(table, "hour", [](double days, double, double) { return days - std::floor(days); });
        if (all || parts_ == "weekday")
            add(table, "weekday", [](double, double weekday, double) { return weekday / 7; });
        if (all || parts_ == "month") add(table, "month", [](double, double, double month) { return month / 12; });
    }
    void invert(std::size_t, std::span<const double>, std::span<double>) const override {}
    std::string state() const override { return "{\"parts\": \"" + parts_ + "\"}"; }

private:
    template <class Phase>
    static void add(Table& table, const std::string& name, Phase phase) {
        using namespace std::chrono;
        Table::Column sine{name + "_sin", {}, true, false, true}, cosine{name + "_cos", {}, true, false, true};
        for (const std::int64_t micros : table.time.values) {
            const sys_time<microseconds> time{microseconds(micros)};
            const auto day = floor<days>(time);
            const year_month_day date{day};
            const double ofDay = duration<double>(time - day).count() / 86400;
            const double inDays = static_cast<double>(day.time_since_epoch().count()) + ofDay;
            const double weekday = static_cast<double>(std::chrono::weekday(day).iso_encoding() - 1) + ofDay;
            const double month = static_cast<double>(static_cast<unsigned>(date.month()) - 1) +
                                 (static_cast<double>(static_cast<unsigned>(date.day()) - 1) + ofDay) / 31;
            const double angle = 2 * std::numbers::pi * phase(inDays, weekday, month);
            sine.values.push_back(std::sin(angle));
            cosine.values.push_back(std::cos(angle));
        }
        table.columns.push_back(std::move(sine));
        table.columns.push_back(std::move(cosine));
    }

    std::string parts_;
};

}  // namespace

RecipeStep calendar() {
    return {
        "calendar",
        GATELAB_TEXT("recipe", "Calendar"),
        GATELAB_TEXT("recipe",
                     "Adds inputs that tell the hour of the day, the day of the week and the time of the year as sine "
                     "and cosine. Needs a "
                     "time column."),
        {{"parts",
          GATELAB_TEXT("recipe", "Parts"),
          "all",
          {{"all", GATELAB_TEXT("recipe", "all")},
           {"hour", GATELAB_TEXT("recipe", "hour")},
           {"weekday", GATELAB_TEXT("recipe", "weekday")},
           {"month", GATELAB_TEXT("recipe", "month")}}}},
        [](const TrainView& train, const RecipeStepConfig& config) -> Result<std::unique_ptr<FittedStep>> {
            if (!train.hasTime())
                return Error{
                    ErrorCode::InvalidInput,
                    GATELAB_TEXT("Preparing",
                                 "the series has no time column; choose the time column or leave this step out")};
            return std::unique_ptr<FittedStep>(std::make_unique<CalendarStep>(textOf(calendar(), config, "parts")));
        },
        [](const SavedStep& kept) -> Result<std::unique_ptr<FittedStep>> {
            return std::unique_ptr<FittedStep>(
                std::make_unique<CalendarStep>(textOf(calendar(), kept.config, "parts")));
        }};
}

}  // namespace gatelab::steps
