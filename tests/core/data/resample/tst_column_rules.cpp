// SPDX-License-Identifier: GPL-3.0-or-later
// Rows put together by the rule of each column: what is summed, what keeps its last value, what stands where no row
// was. Holds core/data/resample/column_rules.cpp and core/data/resample/event_rows.cpp.
#include "base/words/name_words.h"
#include "core/data_support.h"
#include "data/doctor.h"
#include "data/findings/blank_pair.h"
#include "data/findings/remedy.h"
#include "data/resample/column_rules.h"
#include "data/resample/event_rows.h"
#include "data/row_order.h"
#include "data/shapes/shape_choice.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>

using namespace gatelab;

namespace {

constexpr std::int64_t kDay = INT64_C(86'400'000'000), kHour = kDay / 24;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// A day of January to June 2022.
std::string dayText(int day) { return datatest::timeText(kDay * (18'993 + day)).substr(0, 10); }

struct Booking {
    int day = 0;
    double amount = 0, balance = 0;
};
/// No booking on every fourth day, one, two or three on the others.
std::vector<Booking> bookings() {
    std::vector<Booking> all;
    double balance = 1000;
    for (int day = 0; day < 120; ++day)
        for (int k = 0; k < day % 4; ++k) {
            const double amount = (day * 37 + k * 11) % 90 - 40.25;
            all.push_back({day, amount, balance += amount});
        }
    return all;
}

std::string money(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    return text;
}

/// As a bank writes them: newest first.
std::string statement(bool isSplit) {
    std::string text = isSplit ? "Date,Description,Paid out,Paid in,Balance\n" : "Date,Description,Amount,Balance\n";
    const std::vector<Booking> all = bookings();
    for (std::size_t i = all.size(); i-- > 0;) {
        const Booking& one = all[i];
        // The same word several times a day: else the words would tell series apart.
        const std::string word = i * i % 7 < 4 ? "TESCO" : i % 2 == 0 ? "\"DEBIT, EDF\"" : "TRANSFER";
        text += dayText(one.day) + "," + word + ",";
        if (!isSplit)
            text += money(one.amount);
        else
            text += one.amount < 0 ? money(-one.amount) + "," : "," + money(one.amount);
        text += "," + money(one.balance) + "\n";
    }
    return text;
}

/// Sum of a day, and the balance at its end.
struct DayEnd {
    double sum = 0, in = 0, out = 0, balance = 0;
};
std::vector<DayEnd> dayEnds() {
    const std::vector<Booking> all = bookings();
    std::vector<DayEnd> days(static_cast<std::size_t>(all.back().day - all.front().day + 1));
    for (const Booking& one : all) {
        DayEnd& day = days[static_cast<std::size_t>(one.day - all.front().day)];
        day.sum += one.amount, (one.amount < 0 ? day.out : day.in) += std::abs(one.amount), day.balance = one.balance;
    }
    for (std::size_t d = 1; d < days.size(); ++d)
        if (days[d].balance == 0) days[d].balance = days[d - 1].balance;
    return days;
}

const Channel& channelOf(const Series& series, const char* name) {
    const auto found = series.find(name);
    if (!found) qFatal("there is no column %s", name);
    return series.channels[*found];
}

/// The greatest distance of a column from what it should be; NaN where a value is missing.
double farthest(const Series& series, const char* name, double DayEnd::*member) {
    const std::vector<DayEnd> days = dayEnds();
    const Channel& channel = channelOf(series, name);
    if (channel.values.size() != days.size()) return kNone;
    double far = 0;
    for (std::size_t d = 0; d < days.size(); ++d) {
        const double apart = std::abs(channel.values[d] - days[d].*member);
        if (std::isnan(apart)) return kNone;
        far = std::max(far, apart);
    }
    return far;
}

SpanRule ruleOf(const Series& series, const char* name) {
    for (const ColumnRule& rule : columnRules(series, {}))
        if (rule.column == name) return rule.by;
    qFatal("no rule for %s", name);
    return SpanRule::Auto;
}

Series made(std::vector<std::pair<std::string, std::vector<double>>> columns, std::int64_t step = kHour) {
    Series series;
    series.name = "made";
    for (auto& [name, values] : columns) series.channels.push_back({name, "", std::move(values)});
    for (std::int64_t row = 0; row < series.rows(); ++row) series.time.values.push_back(row * step);
    series.time.stepMicros = step, series.time.name = "time";
    return series;
}

std::vector<double> waves(std::size_t rows) {
    std::vector<double> values;
    for (std::size_t row = 0; row < rows; ++row) values.push_back(20 + std::sin(static_cast<double>(row) * 0.7));
    return values;
}

TimeAxis axisOf(std::vector<std::int64_t> times) {
    TimeAxis axis{"time", std::move(times), 0};
    axis.stepMicros = mostFrequentStep(axis.values);
    return axis;
}

}  // namespace

class TestColumnRules : public QObject {
    Q_OBJECT

    const datatest::Folder folder_;

    SeriesPtr read(bool isSplit, const char* by, ExperimentConfig& config) const {
        config.dataPath = folder_.put("bank.csv", statement(isSplit)).string();
        config.resample = "1d";
        if (by != nullptr) config.resampleBy = by;
        ChosenReading chosen;
        chosen.rule = by != nullptr;
        const auto data = loadAsItLooks(config, {}, chosen);
        if (!data.ok()) qFatal("%s", data.error().message.c_str());
        return data->series;
    }

private Q_SLOTS:
    // A day's amounts are summed, its balance is the last one; a day without a booking has 0 and the balance before it.
    void aStatementByDays() {
        for (const char* by : {static_cast<const char*>(nullptr), "auto", "sum, Balance=last, Description=most"}) {
            ExperimentConfig config;
            const SeriesPtr series = read(false, by, config);
            QVERIFY(farthest(*series, "Amount", &DayEnd::sum) < 1e-9);
            QVERIFY(farthest(*series, "Balance", &DayEnd::balance) < 0.006);
            QCOMPARE(series->time.stepMicros, kDay);
            QCOMPARE(series->report.valuesMissing, std::int64_t{0});
            // Of the words one or none in each row
            for (std::int64_t row = 0; row < series->rows(); ++row) {
                double words = 0;
                for (const char* word : {"Description=DEBIT, EDF", "Description=TESCO", "Description=TRANSFER"})
                    words += channelOf(*series, word).values[static_cast<std::size_t>(row)];
                QVERIFY(words == 0 || words == 1);
            }
        }
        // By hand all alike, where somebody asks for it
        ExperimentConfig config;
        const SeriesPtr summed = read(false, "sum", config);
        QVERIFY(farthest(*summed, "Balance", &DayEnd::balance) > 500);
        QCOMPARE(summed->report.takenAnew, std::vector<std::string>{" filled"});
    }

    // What was decided is said with its reason, and becomes the setting, so that other rows are read alike.
    void isSaid() {
        ExperimentConfig config;
        const SeriesPtr series = read(false, nullptr, config);
        QCOMPARE(config.resampleBy, std::string("sum, Description=most, Balance=last"));
        const auto guess = std::ranges::find(series->report.guesses, "resample_by", &ReadGuess::key);
        QVERIFY(guess != series->report.guesses.end() && guess->value == config.resampleBy);
        const auto says = [&](const char* words) {
            return std::ranges::any_of(series->report.warnings, [&](const ReadWarning& one) {
                return one.message.english().find(words) != std::string::npos;
            });
        };
        QVERIFY(says("summed in 'Amount' (it makes the steps of 'Balance')"));
        QVERIFY(says("the last value counts in 'Balance' (its steps are made by Amount)"));
        QVERIFY(says("in a span without one amounts are 0"));
        ExperimentConfig wrong;
        const SeriesPtr other = read(false, "sum, Balanse=last", wrong);
        QVERIFY(std::ranges::any_of(other->report.warnings, [](const ReadWarning& one) {
            return one.message.english().starts_with("'Balanse' has a rule");
        }));
    }

    // A blank of what came in or went out is 0, and no value that a line is drawn through.
    void blanksOfALedgerAreZeros() {
        ExperimentConfig config;
        const SeriesPtr series = read(true, nullptr, config);
        QVERIFY(farthest(*series, "Paid in", &DayEnd::in) < 1e-9);
        QVERIFY(farthest(*series, "Paid out", &DayEnd::out) < 1e-9);
        QVERIFY(farthest(*series, "Balance", &DayEnd::balance) < 0.006);
        QVERIFY(blankPairs(*series).empty());
        // Whatever rule somebody asks for: a payment is not made twice, and no balance is lost.
        ExperimentConfig last;
        const SeriesPtr other = read(true, "last", last);
        QVERIFY(farthest(*other, "Balance", &DayEnd::balance) < 0.006);
        const Channel& out = channelOf(*other, "Paid out");
        const std::vector<DayEnd> days = dayEnds();
        for (std::size_t d = 0; d < days.size(); ++d) QVERIFY(days[d].in + days[d].out > 0 || out.values[d] == 0);
    }

    // The doctor offers the regular table, in one step.
    void isOffered() {
        ExperimentConfig config;
        config.dataPath = folder_.put("bank.csv", statement(false)).string();
        const auto data = loadAsItLooks(config);
        QVERIFY(data.ok());
        const Series& series = *data->series;
        QVERIFY(areEvents(series.time));
        QCOMPARE(eventStep(series.time), kDay);
        int offered = 0;
        for (const DataFinding& finding : examine(series)) {
            if (finding.code != "time-repeat" && finding.code != "time-irregular") continue;
            const auto remedy = remedyOf(std::span(&finding, 1), series, config);
            QVERIFY2(remedy, finding.code.c_str());
            ++offered;
            QCOMPARE(remedy->config.resample, std::string("1d"));
            QCOMPARE(remedy->config.resampleBy, std::string("sum, Description=most, Balance=last"));
            QVERIFY(!remedy->preview.empty());
            const auto even = loadDataset(remedy->config);
            QVERIFY(even.ok());
            QVERIFY(farthest(*even->series, "Balance", &DayEnd::balance) < 0.006);
            for (const DataFinding& left : examine(*even->series)) QVERIFY(!left.code.starts_with("time"));
        }
        QVERIFY(offered > 0);
    }

    void eachColumnHasItsRule() {
        std::vector<double> rises, states, sales = waves(60), ids(60, 7);
        for (int row = 0; row < 60; ++row) rises.push_back(row * 3 + row % 2), states.push_back(row % 5 == 0);
        const Series series = made({{"temp", waves(60)},
                                    {"Reading", rises},
                                    {"valve", states},
                                    {"Umsatz (EUR)", sales},
                                    {"closePrice", waves(60)},
                                    {"count", waves(60)},
                                    {"country", waves(60)},
                                    {"\u9500\u552e\u6570\u91cf", sales},
                                    {"empty", std::vector<double>(60, kNone)}});
        QVERIFY(ruleOf(series, "temp") == SpanRule::Mean);
        QVERIFY(ruleOf(series, "Reading") == SpanRule::Last);
        QVERIFY(ruleOf(series, "valve") == SpanRule::Last);
        QVERIFY(ruleOf(series, "Umsatz (EUR)") == SpanRule::Sum);
        QVERIFY(ruleOf(series, "closePrice") == SpanRule::Last);
        QVERIFY(ruleOf(series, "count") == SpanRule::Sum);
        QVERIFY(ruleOf(series, "country") == SpanRule::Mean);
        QVERIFY(ruleOf(series, "\u9500\u552e\u6570\u91cf") == SpanRule::Sum);
        QVERIFY(ruleOf(series, "empty") == SpanRule::Mean);
        // What somebody wrote goes before all of it.
        ResampleRule asked;
        asked.columns = {{"temp", SpanRule::Highest}};
        const auto rules = columnRules(series, asked);
        QVERIFY(rules.front().by == SpanRule::Highest && rules.front().why.empty());
        const auto written = writtenRule(rules);
        for (const ColumnRule& rule : columnRules(series, written)) QVERIFY(rule.why.empty());
        QVERIFY(columnRules(made({}), {}).empty());
        QVERIFY(!hasNameWord("", std::array<std::string_view, 1>{"paid"}));
        QVERIFY(hasNameWord("PaidIn", std::array<std::string_view, 1>{"paid"}));
        QVERIFY(!hasNameWord("unpaid", std::array<std::string_view, 1>{"paid"}));
    }

    // A logger's gap is no sum of 0: its rain is not known.
    void aLoggersGapStaysMissing() {
        Series series = made({{"rain", std::vector<double>(400, 0.5)}, {"level", waves(400)}});
        for (std::size_t row = 200; row < 400; ++row) series.time.values[row] += 3 * kDay;
        QVERIFY(!areEvents(series.time));
        QVERIFY(resampleRows(kDay, "auto", series));
        QVERIFY(std::isnan(channelOf(series, "rain").values[10]) && std::isnan(channelOf(series, "level").values[10]));
        QCOMPARE(channelOf(series, "rain").values[1], 12.0);
    }

    void whatAreEvents() {
        std::vector<std::int64_t> hourly, dropped, pairs, orders, weekdays, clicks, jitter;
        for (std::int64_t row = 0; row < 600; ++row) {
            hourly.push_back(row * kHour);
            if (row * 7919 % 100 < 80) dropped.push_back(row * kHour);
            pairs.insert(pairs.end(), 2, row * kHour);
            orders.insert(orders.end(), static_cast<std::size_t>(row * 7919 % 4 + 1), row * kDay);
            if (row % 7 < 5) weekdays.push_back(row * kDay);
            clicks.push_back((clicks.empty() ? 0 : clicks.back()) +
                             (row * 7919 % 97 + 1) * (row % 13 + 1) * kHour / 60);
            jitter.push_back(row * kHour + row * 7919 % 13 * 1'000'000);
        }
        QVERIFY(!areEvents(axisOf(hourly)) && !areEvents(axisOf(dropped)) && !areEvents(axisOf(pairs)) &&
                !areEvents(axisOf(weekdays)) && !areEvents(axisOf(jitter)));
        QVERIFY(areEvents(axisOf(orders)) && areEvents(axisOf(clicks)));
        QCOMPARE(eventStep(axisOf(orders)), kDay);
        // In any order, and of few rows nothing is said.
        std::ranges::reverse(orders);
        QVERIFY(areEvents(axisOf(orders)));
        QVERIFY(!areEvents(axisOf({0, 0, kDay})) && !areEvents(TimeAxis()) && eventStep(TimeAxis()) == 0);
        // Of such rows no time is known ahead.
        std::ranges::sort(orders);
        QVERIFY(!noTimesAhead(axisOf(orders), std::ssize(orders)).empty());
        QVERIFY(noTimesAhead(axisOf(hourly), 600).empty() && noTimesAhead(TimeAxis(), 0).empty());
    }

    // A ledger with a row a day at most leaves no payment out; an outage of a counter leaves some out.
    void aLedgerCoversItsGaps() {
        std::vector<double> amounts, balance;
        std::vector<std::int64_t> times;
        double sum = 50;
        for (int row = 0; row < 60; ++row) {
            amounts.push_back(row * 37 % 19 - 9.5), balance.push_back(sum += amounts.back());
            times.push_back((row + row / 9) * kDay);
        }
        Series whole = made({{"a", amounts}, {"b", balance}}, kDay);
        whole.time.values = times;
        QVERIFY(!areEvents(whole.time) && coversGaps(whole));
        Series cut = whole;
        for (std::size_t row = 0; row < balance.size(); ++row) balance[row] += static_cast<double>(row / 30) * 7;
        std::vector<std::int64_t> once;
        for (std::int64_t row = 0; row < 60; ++row) once.push_back((row + row / 30) * kDay);
        cut.channels[1].values = balance, cut.time.values = once;
        QVERIFY(!coversGaps(cut) && !coversGaps(made({{"a", amounts}})));
        QVERIFY(resampleRows(kDay, "auto", whole) && resampleRows(kDay, "auto", cut));
        QCOMPARE(channelOf(whole, "a").values[9], 0.0);
        QCOMPARE(channelOf(whole, "b").values[9], channelOf(whole, "b").values[8]);
        QVERIFY(std::isnan(channelOf(cut, "b").values[30]));
    }

    // One amount and its balance, written from new to old as well; noise makes none.
    void amountsThatMakeABalance() {
        std::vector<double> amounts, balance, noise;
        double sum = 50;
        for (int row = 0; row < 40; ++row) {
            amounts.push_back(row * 37 % 19 - 9.5), balance.push_back(sum += amounts.back());
            noise.push_back(row * 7919 % 83);
        }
        Series series = made({{"n", noise}, {"a", amounts}, {"b", balance}});
        for (const bool isBackwards : {false, true}) {
            const auto found = ledgerColumns(series);
            QCOMPARE(found.size(), std::size_t{1});
            QCOMPARE(found.front().amount, std::size_t{1});
            QCOMPARE(found.front().balance, std::size_t{2});
            if (isBackwards) break;
            for (Channel& channel : series.channels) {
                std::vector<double> turned = channel.values.vector();
                std::ranges::reverse(turned);
                channel.values = std::move(turned);
            }
        }
        QVERIFY(ledgerColumns(made({{"n", noise}, {"m", waves(40)}})).empty());
        QVERIFY(ledgerColumns(made({{"a", {1.0}}, {"b", {2.0}}})).empty());
    }
};

QTEST_APPLESS_MAIN(TestColumnRules)
#include "tst_column_rules.moc"
