// SPDX-License-Identifier: GPL-3.0-or-later
// What is open of what the doctor found: told, and not mended by the settings; and what masking would leave of each
// part, said before it is done.
#include "data/findings/masked_shares.h"
#include "data/findings/open_findings.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

namespace {

constexpr std::int64_t kHour = INT64_C(3'600'000'000), kRows = 400;

/// Hours; those of the rows 50 and 51 are exchanged. `lead` is y one row ahead.
Series hours(bool isInOrder) {
    Series series;
    Channel lead{"lead", "", {}}, y{"y", "", {}};
    const auto wave = [](std::int64_t row) {
        const auto x = static_cast<double>(row);
        return std::sin(0.26 * x) + std::sin(1.7 * x * x);
    };
    for (std::int64_t row = 0; row < kRows; ++row) {
        lead.values.append(wave(row + 1)), y.values.append(wave(row));
        const std::int64_t hour = isInOrder || (row != 50 && row != 51) ? row : 101 - row;
        series.time.values.push_back(INT64_C(1467331200) * 1'000'000 + kHour * hour);
    }
    series.channels = {std::move(lead), std::move(y)};
    series.time.stepMicros = kHour;
    series.time.name = "time";
    return series;
}

bool has(const std::vector<DataFinding>& findings, const char* code) {
    return std::ranges::find(findings, std::string(code), &DataFinding::code) != findings.end();
}

DataFinding found(const char* column, std::int64_t begin, std::int64_t end) {
    DataFinding finding;
    finding.code = "unit-jump", finding.column = column, finding.places = {{begin, end}};
    return finding;
}

}  // namespace

class TestOpenFindings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsOutOfOrderAreGraveUntilTheyAreSorted() {
        const ExperimentConfig config;
        const Series wrong = hours(false), right = hours(true);
        QVERIFY(has(openFindings(examine(wrong), wrong, config), "time-disorder"));
        const auto grave = graveFindings(examine(wrong), wrong, config);
        QCOMPARE(grave.size(), std::size_t{1});
        QCOMPARE(grave.front().code, std::string("time-disorder"));
        QVERIFY(graveFindings(examine(right), right, config).empty());
    }

    void whatIsNoInputIsNotOpen() {
        const Series series = hours(true);
        const auto findings = examine(series);
        QVERIFY(has(findings, "next-value"));
        ExperimentConfig config;
        config.targets = {"y"};
        QVERIFY(has(openFindings(findings, series, config), "next-value"));
        config.inputs = {"y"};
        QVERIFY(!has(openFindings(findings, series, config), "next-value"));
    }

    void aColumnWithoutAValueIsGraveAsAnInput() {
        Series series = hours(true);
        for (double& value : series.channels.front().values.edit()) value = NAN;
        ExperimentConfig config;
        config.targets = {"y"};
        QVERIFY(has(graveFindings(examine(series), series, config), "no-values"));
        config.inputs = {"y"};
        QVERIFY(!has(graveFindings(examine(series), series, config), "no-values"));
    }

    void nothingIsOpenOfNothing() {
        const Series series = hours(true);
        QVERIFY(openFindings({}, series, {}).empty());
        QVERIFY(graveFindings({}, series, {}).empty());
    }

    /// 240 rows to train, 80 to validate, 80 to test.
    void sharesOfEachPart() {
        const Series series = hours(true);
        ExperimentConfig config;
        config.split = "60%/20%/20%";
        const std::vector<DataFinding> two{found("y", 200, 300), found("lead", 290, 380)};
        const MaskedShares shares = maskedShares(two, series, config);
        QCOMPARE(shares.rows, std::int64_t{180});
        QCOMPARE(shares.train, 40.0 / 240);
        QCOMPARE(shares.validation, 1.0);
        QCOMPARE(shares.test, 60.0 / 80);
        QVERIFY(shares.blanksPart());
        QCOMPARE(describeMask(shares).english(),
                 std::string("Mask: 180 rows become missing, neither trained on nor scored: 17 % of the training part, "
                             "100 % of the validation part, 75 % of the test part."));
    }

    void aFewRowsBlankNothing() {
        const Series series = hours(true);
        ExperimentConfig config;
        config.split = "60%/20%/20%";
        const std::vector<DataFinding> one{found("y", 77, 78)};
        const MaskedShares shares = maskedShares(one, series, config);
        QVERIFY(!shares.blanksPart());
        QCOMPARE(
            describeMask(shares).english(),
            std::string("Mask: 1 row becomes missing, neither trained on nor scored: 0.4 % of the training part."));
    }

    void partsThatCannotBeCutHaveNoShare() {
        const Series series = hours(true);
        ExperimentConfig config;
        config.split = "nonsense";
        const std::vector<DataFinding> one{found("y", 77, 300)};
        const MaskedShares shares = maskedShares(one, series, config);
        QCOMPARE(shares.rows, std::int64_t{223});
        QVERIFY(!shares.blanksPart());
        QVERIFY(!describeMask(shares).english().empty());
    }
};

QTEST_APPLESS_MAIN(TestOpenFindings)
#include "tst_open_findings.moc"
