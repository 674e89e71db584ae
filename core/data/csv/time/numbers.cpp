// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/time/choice.h"
#include "data/csv/time/order.h"
#include "data/csv/time/row_times.h"
#include "data/csv/words.h"

#include <algorithm>
#include <utility>

namespace gatelab::csv_time {
namespace {

using Mode = TimePlan::Mode;

TimePlan numberPlan(Mode mode, std::size_t c, std::string shown, double microsPerUnit = 1e6) {
    TimePlan plan;
    plan.mode = mode;
    plan.columns = {c};
    plan.certain = false;
    plan.shown = std::move(shown);
    plan.microsPerUnit = microsPerUnit;
    return plan;
}

}  // namespace

bool mayBeFirst(const Columns& columns, std::size_t c) {
    return c == 0 && !(columns.layout.header && namesOtherThanTime(columns.layout.names[c]));
}

std::optional<TimePlan> asNumber(const Columns& columns, std::size_t c, bool asked) {
    const ColumnEvidence& e = columns.evidence[c];
    if (!columns.is(c, ColumnKind::Number) || e.numbers == 0) return std::nullopt;
    const std::string name = columns.name(c);
    const bool named = asked || isTimeName(columns.layout.names[c]), isFirst = mayBeFirst(columns, c);
    // One row that was doubled or moved makes no measurement of a time.
    const bool rises = named ? e.mostlyRises() : e.rising();
    // UTC_DATE, MESS_DATUM
    const bool dated = named || endsLikeTime(columns.layout.names[c]);
    if (const bool stamp = dated || ruleOf(TimePart::Stamp).names.contains(name);
        (isFirst || stamp) && e.high >= 1e9 && holds(columns, c, TimePart::Stamp)) {
        TimePlan plan = numberPlan(Mode::Parts, c, "%Y%m%d%H");
        plan.shown += e.high >= 1e13 ? "%M%S" : e.high >= 1e11 ? "%M" : "";
        plan.parts = {{TimePart::Stamp, c}};
        plan.certain = stamp;
        if (stamp || orderOf(readTimes(columns.scan, plan)).isRising()) return plan;
    }
    if (auto stamps = asStamps(columns, c, asked)) return stamps;
    const bool firstRising = (isFirst || named) && rises && e.numbers > 1;
    // Or from new to old
    const bool fewFalls = std::min(e.falls, e.rises) * 20 <= std::max<std::int64_t>(e.numbers, 20);
    if (const bool day = dated || ruleOf(TimePart::Date).names.contains(name);
        (isFirst || day) && e.numbers > 1 && fewFalls && holds(columns, c, TimePart::Date)) {
        TimePlan plan = numberPlan(Mode::Parts, c, "%Y%m%d");
        plan.parts = {{TimePart::Date, c}};
        plan.certain = day || e.rises == e.numbers - 1;
        refine(columns, plan);
        return plan;
    }
    // The years of sums among the months
    const std::int64_t years = bareYears(columns, c);
    const bool isSteady = (std::min(e.falls, e.rises) - years) * 20 <= std::max<std::int64_t>(e.numbers, 20);
    if (const bool month = named || ruleOf(TimePart::YearMonth).names.contains(name);
        (isFirst || month) && e.numbers > 1 && isSteady && e.changes() > 0 && holds(columns, c, TimePart::YearMonth)) {
        TimePlan plan = numberPlan(Mode::Parts, c, "%Y%m");
        plan.parts = {{TimePart::YearMonth, c}};
        plan.certain = month || e.rises == e.numbers - 1;
        return plan;
    }
    if (auto years = asYears(columns, c, named)) return years;
    const bool year = named || ruleOf(TimePart::Year).names.contains(name);
    if (year && e.mostlyRises() && holds(columns, c, TimePart::Year)) {
        TimePlan plan = numberPlan(Mode::Parts, c, "%Y");
        plan.parts = {{TimePart::Year, c}};
        return plan;
    }
    const bool isDate = named || endsLikeTime(columns.layout.names[c]);
    if (isDate && rises && e.low > 20'000 && e.high < 80'000) return dayCountPlan(c, kSpreadsheet);
    const bool seconds =
        named || name == "sec" || name == "secs" || name == "second" || name == "seconds" || name == "elapsed";
    if ((seconds && firstRising) || asked) {
        const std::string& ofCells = columns.plans[c].unit;
        const std::string unit = ofCells.empty() ? unitOfName(columns.layout.names[c]) : ofCells;
        const UnitOfTime of = unitOfTime(lowered(unit));
        return numberPlan(Mode::Relative, c, std::string(of.said.source) + " from a start", of.micros);
    }
    return std::nullopt;
}

}  // namespace gatelab::csv_time
