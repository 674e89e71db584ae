// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/setting_predicates.h"
#include "data/csv/time/choice.h"
#include "data/csv/time/order.h"
#include "data/csv/time/row_times.h"

#include <algorithm>

namespace gatelab::csv_time {
namespace {

/// All chosen columns as one time, from the coarsest to the finest part. Where numbers can be several parts, the names
/// decide, then the order in which they were given and how evenly the times follow one another.
class ChosenJoin {
public:
    explicit ChosenJoin(const Columns& columns) : columns_(columns) {}

    std::optional<TimePlan> best() {
        std::vector<std::size_t> texts;
        for (const std::size_t c : columns_.chosen)
            if (!columns_.is(c, ColumnKind::Number)) texts.push_back(c);
        if (!texts.empty()) {
            const TimePlan plan = textPlan(columns_, texts);
            if (const auto last = finestOf(columns_, plan)) below(plan, *last, 0);
            return best_;
        }
        TimePlan plan;
        plan.mode = TimePlan::Mode::Parts;
        for (const TimePart part : {TimePart::Year, TimePart::YearMonth, TimePart::Date}) next(plan, part, 0);
        return best_;
    }

private:
    void next(const TimePlan& plan, TimePart part, int named) {
        for (const std::size_t c : columns_.chosen) {
            if (isUsed(plan, c) || !holds(columns_, c, part)) continue;
            TimePlan finer = plan;
            addPart(columns_, finer, part, c);
            below(finer, part, named + (isNamed(columns_, c, part) ? 1 : 0));
        }
    }
    void below(const TimePlan& plan, TimePart last, int named) {
        constexpr int kMaxTried = 100;
        if (plan.columns.size() < columns_.chosen.size()) {
            for (const TimePart part : partsBelow(last)) next(plan, part, named);
            return;
        }
        if (++tried_ > kMaxTried) return;
        const TimeOrder order = orderOf(readTimes(columns_.scan, plan));
        const double rows = static_cast<double>(std::max<std::int64_t>(1, columns_.scan.rows));
        const double worth = static_cast<double>(order.rows) / rows * 100 + named * 10 + order.even;
        if (best_ && worth <= worth_) return;
        best_ = plan, worth_ = worth;
    }

    const Columns& columns_;
    std::optional<TimePlan> best_;
    double worth_ = 0;
    int tried_ = 0;
};

}  // namespace

Result<TimePlan> namedPlan(const Columns& columns, const ExperimentConfig& options) {
    std::vector<std::size_t> chosen;
    const std::string& text = options.timeColumn;
    const auto find = [&](std::string_view name) {
        const auto& names = columns.layout.names;
        return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    if (find(text) < columns.size())
        chosen = {find(text)};
    else
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t plus = std::min(text.find('+', at), text.size());
            const std::size_t c = find(trimCell(std::string_view(text).substr(at, plus - at)));
            if (c >= columns.size())
                return Error{ErrorCode::NotFound,
                             {GATELAB_TEXT("Reading", "time column '%1': there is no column of that name in the table"),
                              {text}}};
            chosen.push_back(c);
            at = plus + 1;
        }
    if (!isGuessed(options.timeFormat)) {
        TimePlan plan;
        plan.mode = TimePlan::Mode::Text;
        plan.columns = chosen;
        plan.format = plan.shown = options.timeFormat;
        return plan;
    }
    const bool texts = std::all_of(chosen.begin(), chosen.end(), [&](std::size_t c) {
        return columns.is(c, ColumnKind::Date) || columns.is(c, ColumnKind::Clock);
    });
    if (texts && std::ranges::count_if(chosen, [&](std::size_t c) { return columns.is(c, ColumnKind::Date); }) > 1)
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading",
                                   "time column '%1': more than one of these columns holds dates; choose one of them, "
                                   "or a date and a clock time"),
                      {text}}};
    if (texts && chosen.size() <= 2) return textPlan(columns, chosen);
    if (chosen.size() > 1)
        if (auto joined = ChosenJoin({columns.layout, columns.scan, columns.plans, columns.evidence, chosen}).best())
            return *joined;
    if (chosen.size() == 1)
        if (auto number = asNumber(columns, chosen.front(), true)) return *number;
    return Error{ErrorCode::InvalidInput,
                 {GATELAB_TEXT("Reading",
                               "time column '%1': its cells are neither dates nor times; give a time format, choose "
                               "another column, or 'none'"),
                  {text}}};
}

}  // namespace gatelab::csv_time
