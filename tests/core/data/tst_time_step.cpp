// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/data/time_format.cpp, core/data/time_scanner.cpp and core/data/findings/row_times.cpp.
#include "core/data_support.h"
#include "data/doctor.h"
#include "data/row_time.h"
#include "data/time_step.h"

#include <QTest>

#include <algorithm>

using namespace gatelab;
using namespace datatest;

/// The distance between two rows: as written, as found, as told.
class TestTimeStep : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void spellingsComeBack();
    void asToldOrFound();
    void aFormatThatReadsNothingIsSaid();
    void rowsCloserThanTheStepAreSaid();
    void rowsWithoutAStepAreSaidOnce();

private:
    Result<Dataset> read(const std::string& text, const ExperimentConfig& options = {}) {
        return readFile(folder_.put("table.csv", text), options);
    }
    static bool warns(const Series& series) {
        return std::ranges::any_of(series.report.warnings, [](const ReadWarning& warning) {
            return warning.message.english().find("no time step") != std::string::npos;
        });
    }
    Folder folder_;
};

void TestTimeStep::spellingsComeBack() {
    for (const std::int64_t micros : {INT64_C(1), INT64_C(999), INT64_C(20'000), INT64_C(1'500'000),
                                      INT64_C(3'600'000'000), INT64_C(86'400'000'000), INT64_C(2'592'000'000'000)})
        QCOMPARE(timeStepMicros(formatTimeStep(micros)).value_or(-1), micros);
    QCOMPARE(formatTimeStep(INT64_C(900'000'000)), std::string("15min"));
    QCOMPARE(shownStep(INT64_C(3'600'000'000)).english(), std::string("1 hour"));
    constexpr std::int64_t kHour = INT64_C(3'600'000'000);
    const std::pair<std::int64_t, const char*> spans[] = {
        {17419 * kHour, "2 years"},        {2 * 8766 * kHour + 4383 * kHour, "2.5 years"},
        {400 * 8766 * kHour, "400 years"}, {8766 * kHour, "365 days"},
        {14 * 24 * kHour, "14 days"},      {47 * kHour, "2 days"},
        {kHour / 2, "30 minutes"},         {kHour, "60 minutes"},
        {1000, "1000 microseconds"},       {1, "1 microsecond"}};
    for (const auto& [span, words] : spans) QCOMPARE(shownSpan(span).english(), std::string(words));
}

void TestTimeStep::asToldOrFound() {
    constexpr std::int64_t kMinute = 60'000'000;
    std::string gappy = "when,v\n", counted = "v\n";
    for (const char* clock : {"00:00", "01:00", "02:00", "06:00", "10:00", "11:00"})
        gappy += std::string("2024-01-01 ") + clock + ",1\n";
    for (int i = 0; i < 6; ++i) counted += std::to_string(i) + "\n";
    const auto found = read(gappy);
    QCOMPARE(found->series->time.stepMicros, 60 * kMinute);
    QVERIFY(!findGuess(found->series->report, "time_step")->certain);  // two of five rows lie elsewhere
    QVERIFY(!findGuess(read(counted)->series->report, "time_step"));
    ExperimentConfig options;
    for (const auto& [text, micros] : {std::pair("15min", 15 * kMinute), std::pair("0.25 h", 15 * kMinute),
                                       std::pair("4h", 240 * kMinute), std::pair("1w", 7 * 1440 * kMinute)}) {
        options.timeStep = text;
        for (const std::string& table : {gappy, counted}) {
            const auto data = read(table, options);
            QCOMPARE(data->series->time.stepMicros, micros);
            QCOMPARE(data->series->time.known(), table == gappy);
            const auto* guess = findGuess(data->series->report, "time_step");
            QVERIFY(guess && guess->overridden && timeStepMicros(guess->value) == micros);
        }
    }
    for (const char* wrong : {"", "h", "15", "-1h", "0min", "1 fortnight", "nan h", "1e300 d"}) {
        options.timeStep = wrong;
        const auto data = read(gappy, options);
        QVERIFY2(data && warns(*data->series), wrong);
        QCOMPARE(data->series->time.stepMicros, 60 * kMinute);
    }
}

void TestTimeStep::aFormatThatReadsNothingIsSaid() {
    ExperimentConfig options;
    options.timeFormat = "%d/%m/%Y";
    const auto data = read("when,v\n01.02.2024,1\n02.02.2024,2\n03.02.2024,3\n", options);
    QVERIFY(data && !data->series->time.known());
    QVERIFY(std::ranges::any_of(data->series->report.warnings, [](const ReadWarning& warning) {
        return warning.message.english().find("%d/%m/%Y") != std::string::npos;
    }));
    QVERIFY(!findGuess(data->series->report, "time_column")->certain);
    // Dates that say themselves what they are stand as they are, which is said.
    const auto plain = read("when,v\n2024-01-01,1\n2024-01-02,2\n2024-01-03,3\n", options);
    QVERIFY(plain && plain->series->time.known());
    QVERIFY(std::ranges::any_of(plain->series->report.warnings, [](const ReadWarning& warning) {
        return warning.message.english().find("3 dates have the year in front") != std::string::npos;
    }));
}

void TestTimeStep::rowsCloserThanTheStepAreSaid() {
    const auto isClose = [](const DataFinding& finding) { return finding.code == "time-close"; };
    std::string hourly = "when,v\n";
    for (int hour = 0; hour < 24; ++hour)
        hourly += "2024-01-01 " + std::string(hour < 10 ? "0" : "") + std::to_string(hour) + ":00," +
                  std::to_string(hour * 7 % 5) + "\n";
    ExperimentConfig options;
    QVERIFY(std::ranges::none_of(examine(*read(hourly, options)->series), isClose));
    options.timeStep = "90min";
    const auto findings = examine(*read(hourly, options)->series);
    const auto found = std::ranges::find_if(findings, isClose);
    QVERIFY(found != findings.end());
    QCOMPARE(found->rows, std::int64_t{23});
    // One row among the others is a matter of its gaps.
    options.timeStep = "auto";
    QVERIFY(std::ranges::none_of(examine(*read(hourly + "2024-01-01 23:30,1\n", options)->series), isClose));
}

/// Bookings of a bank: one finding for all gaps, and only a long one stands out.
void TestTimeStep::rowsWithoutAStepAreSaidOnce() {
    constexpr std::int64_t kDay = INT64_C(86'400'000'000);
    Series series;
    std::vector<double> values;
    std::int64_t day = 0;
    for (int i = 0; i < 600; ++i) {
        series.time.values.push_back(day * kDay);
        values.push_back(i * 7 % 11);
        day += i == 299 ? 40 : i % 7 == 3 ? 3 : i % 5 == 2 ? 2 : i % 11 == 4 ? 0 : 1;
    }
    series.time.name = "date", series.time.stepMicros = kDay;
    series.channels = {{"v", "", values}};
    const Spacing spacing = spacingOf(series.time);
    QVERIFY(!spacing.isSteady);
    QCOMPARE(spacing.median, kDay);
    QCOMPARE(spacing.gap, 9 * kDay);
    QVERIFY(spacing.longest == 40 * kDay && spacing.longestAt == 300);
    int irregular = 0;
    for (const DataFinding& finding : examine(series)) {
        irregular += finding.code == "time-irregular" ? 1 : 0;
        QVERIFY(finding.code != "time-gap");
        if (finding.code == "time-irregular") QCOMPARE(finding.firstRow, std::int64_t{300});
    }
    QCOMPARE(irregular, 1);
    QVERIFY(!hasSteadyStep(series.time));
    // A few gaps in a steady series are told as before.
    series.time.values.clear();
    for (int i = 0; i < 600; ++i) series.time.values.push_back((i + (i > 300 ? 5 : 0)) * kDay);
    QVERIFY(spacingOf(series.time).isSteady && hasSteadyStep(series.time));
    QCOMPARE(spacingOf(series.time).gap, kDay + kDay / 2);
    QVERIFY(std::ranges::any_of(examine(series), [](const DataFinding& one) { return one.code == "time-gap"; }));
    for (const std::size_t rows : {0, 1, 2}) {
        TimeAxis few = series.time;
        few.values.resize(rows);
        QVERIFY(spacingOf(few).isSteady && hasSteadyStep(few));
        QCOMPARE(timeExtent(few).first, std::int64_t{rows == 0 ? -1 : 0});
        QCOMPARE(timeExtent(few).last, static_cast<std::int64_t>(rows) - 1);
    }
    // Rows in another order than their times, and rows of one time
    std::ranges::rotate(series.time.values, series.time.values.begin() + 100);
    const TimeExtent all = timeExtent(series.time);
    QVERIFY(all.first == 500 && all.last == 499);
    for (std::size_t row = 1; row < series.time.values.size(); row += 10)
        series.time.values[row] = series.time.values[row - 1];
    QVERIFY(!hasSteadyStep(series.time));
}

QTEST_APPLESS_MAIN(TestTimeStep)
#include "tst_time_step.moc"
