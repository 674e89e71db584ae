// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of a column: the figures of statsmodels and SciPy (reference.json, by make_reference.py beside this
// file), seasons and levels that were put in, gaps, constants, a single row, an order to stop.
// Holds core/data/look/autocorrelation.cpp, core/data/look/spectrum.cpp, core/data/look/stationarity.cpp.
#include "data/look/channel_look.h"
#include "data/look/clock_rows.h"
#include "data/look/correlations.h"
#include "data/look/fourier.h"
#include "data/look/missing_map.h"
#include "io/json/json.h"
#include "support/places.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <random>

using namespace gatelab;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kHour = INT64_C(3'600'000'000);

const nlohmann::json& reference() {
    static const nlohmann::json read = [] {
        QFile file(testing::inSource("/tests/core/data/look/reference.json"));
        return file.open(QIODevice::ReadOnly) ? nlohmann::json::parse(file.readAll().toStdString()) : nlohmann::json();
    }();
    return read;
}

std::vector<double> numbers(const nlohmann::json& list) {
    std::vector<double> values;
    for (const auto& value : list) values.push_back(value.is_null() ? kNaN : value.get<double>());
    return values;
}

/// The first of them that differs, in words.
QString differs(const std::vector<double>& ours, const std::vector<double>& theirs, double within = 1e-9) {
    if (ours.size() < theirs.size()) return QStringLiteral("%1 of %2 values").arg(ours.size()).arg(theirs.size());
    for (std::size_t i = 0; i < theirs.size(); ++i)
        if (!(std::abs(ours[i] - theirs[i]) <= within * std::max(1.0, std::abs(theirs[i]))))
            return QStringLiteral("at %1: %2, not %3").arg(i).arg(ours[i], 0, 'g', 17).arg(theirs[i], 0, 'g', 17);
    return {};
}

/// Hourly from a Friday at 05:00 on.
Series hourly(std::vector<std::vector<double>> columns) {
    Series series;
    for (std::size_t c = 0; c < columns.size(); ++c)
        series.channels.push_back({std::string(1, static_cast<char>('a' + c)), "", std::move(columns[c])});
    series.time.stepMicros = kHour;
    for (std::int64_t r = 0; r < series.rows(); ++r) series.time.values.push_back((24 + 5 + r) * kHour);
    return series;
}

std::vector<double> noise(std::size_t rows, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> values(rows);
    for (double& value : values) value = normal(random);
    return values;
}

std::vector<double> daily(std::size_t rows, double size) {
    std::vector<double> values = noise(rows, 3);
    for (std::size_t i = 0; i < rows; ++i)
        values[i] += size * std::sin(2 * std::numbers::pi * static_cast<double>(i) / 24);
    return values;
}

}  // namespace

class TestChannelLook : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void asStatsmodelsAndSciPy_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"level", "walk", "season", "gaps", "shift", "short"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void asStatsmodelsAndSciPy() {
        QFETCH(QString, name);
        const auto& told = reference().at(name.toStdString());
        const std::vector<double> x = numbers(told.at("values")), acf = numbers(told.at("acf"));
        const Autocorrelation found = autocorrelation(x, acf.size() - 1);
        QCOMPARE(differs(found.values, acf), QString());
        if (!told.contains("pacf")) return;
        QCOMPARE(differs(found.partial, numbers(told.at("pacf"))), QString());
        QCOMPARE(differs(found.bounds, numbers(told.at("bound"))), QString());
        const Spectrum s = spectrum(x);
        QCOMPARE(differs(s.frequency, numbers(told.at("frequency"))), QString());
        QCOMPARE(differs(s.power, numbers(told.at("power"))), QString());
        const SeriesTest adf = dickeyFuller(x), level = kpss(x);
        const auto lags = [](std::int64_t count) { return static_cast<double>(count); };
        QCOMPARE(differs({adf.statistic, adf.pValue, lags(adf.lags), lags(adf.rows)}, numbers(told.at("adf")), 1e-7),
                 QString());
        QCOMPARE(differs({level.statistic, level.pValue, lags(level.lags)}, numbers(told.at("kpss"))), QString());
        const ValueFigures figures = valueFigures(x);
        QCOMPARE(differs({figures.lowerQuartile, figures.upperQuartile}, numbers(told.at("quartiles"))), QString());
        QCOMPARE(differs({figures.median, figures.skewness}, {told.at("median"), told.at("skewness")}), QString());
    }
    void crossCorrelationsAsStatsmodels() {
        const std::vector<double> a = numbers(reference().at("level").at("values")),
                                  b = numbers(reference().at("season").at("values"));
        const CrossCorrelation found = crossCorrelation(a, b, 20);
        std::vector<double> before, after;
        for (std::int64_t lag = 0; lag <= 20; ++lag) before.push_back(found.at(lag)), after.push_back(found.at(-lag));
        QCOMPARE(differs(before, numbers(reference().at("ccf").at("first_before"))), QString());
        QCOMPARE(differs(after, numbers(reference().at("ccf").at("first_after"))), QString());
    }
    void transformsAsTheSumsThatTheyStandFor() {
        const std::vector<double> a = noise(37, 1), b = noise(37, 2);
        const std::vector<double> products = laggedProducts(a, b, 50), squares = squaredSpectrum(a);
        std::vector<double> plain;
        for (std::size_t k = 0; k <= 50; ++k) {
            double sum = 0;
            for (std::size_t t = 0; t + k < a.size(); ++t) sum += a[t] * b[t + k];
            plain.push_back(sum);
        }
        QCOMPARE(differs(products, plain, 1e-12), QString());
        std::complex<double> at5 = 0;
        for (std::size_t t = 0; t < a.size(); ++t)
            at5 += a[t] * std::polar(1.0, -2 * std::numbers::pi * 5 * static_cast<double>(t) / 37);
        QVERIFY(std::abs(squares[5] - std::norm(at5)) < 1e-9);
    }
    void aSeasonIsFoundNamedAndShaped() {
        const Series series = hourly({daily(2000, 2)});
        const ChannelLook look = lookAtChannel(series, 0, {});
        QVERIFY(!look.seasons.empty());
        QCOMPARE(look.seasons.front().rows, std::int64_t{24});
        QCOMPARE(shownPeriod(24, kHour).english(), std::string("24 h"));
        QCOMPARE(shownPeriod(168, kHour).english(), std::string("7 d"));
        QCOMPARE(shownPeriod(1, kHour).english(), std::string("1 h"));
        QCOMPARE(shownPeriod(24, 0).english(), std::string("24 rows"));
        // Row 0 is 05:00: its place in the day, and the wave begins there.
        QCOMPARE(look.shape.first, std::int64_t{5});
        QVERIFY(look.shape.mean[11] > 1.7 && look.shape.mean[23] < -1.7);
        QVERIFY(look.shape.lower[11] < look.shape.mean[11] && look.shape.upper[11] > look.shape.mean[11]);
        const Series quiet = hourly({noise(2000, 9)});
        QVERIFY(lookAtChannel(quiet, 0, {}).seasons.empty());
    }
    /// Ten rows that are not there move no hour: the figures are those of the same values with the ten missing.
    void rowsThatAreNotThereAreGaps() {
        const Series whole = hourly({daily(2400, 3), noise(2400, 8)});
        Series gap = whole, holed = whole;
        for (Channel& channel : gap.channels) {
            std::vector<double> values(channel.values.begin(), channel.values.end());
            values.erase(values.begin() + 1000, values.begin() + 1010);
            channel.values = std::move(values);
        }
        gap.time.values.erase(gap.time.values.begin() + 1000, gap.time.values.begin() + 1010);
        for (Channel& channel : holed.channels)
            for (std::size_t r = 1000; r < 1010; ++r) channel.values.edit()[r] = kNaN;
        const ChannelLook found = lookAtChannel(gap, 0, {}), meant = lookAtChannel(holed, 0, {});
        QVERIFY(found.isByClock);
        QCOMPARE(found.absent, std::int64_t{10});
        QCOMPARE(meant.absent, std::int64_t{0});
        QCOMPARE(found.seasons.front().rows, std::int64_t{24});
        QCOMPARE(found.seasons.front().explained, meant.seasons.front().explained);
        QCOMPARE(differs(found.shape.mean, meant.shape.mean), QString());
        QCOMPARE(differs(found.autocorrelation.values, meant.autocorrelation.values), QString());
        QCOMPARE(differs(found.spectrum.power, meant.spectrum.power), QString());
        QCOMPARE(leaders(gap, 0, {0, gap.rows()}, 48).front().value,
                 leaders(holed, 0, {0, holed.rows()}, 48).front().value);
        // The mean of each hour of the day, counted by the times themselves
        std::vector<double> sums(24, 0.0), counts(24, 0.0);
        for (std::int64_t r = 0; r < gap.rows(); ++r) {
            const auto hour = static_cast<std::size_t>(gap.time.values[static_cast<std::size_t>(r)] / kHour % 24);
            sums[hour] += gap.channels[0].values[static_cast<std::size_t>(r)], counts[hour] += 1;
        }
        for (std::size_t hour = 0; hour < 24; ++hour) sums[hour] /= counts[hour];
        QCOMPARE(differs(found.shape.mean, sums, 1e-12), QString());
    }
    /// Times without a step, falling ones and a gap of years leave rows as they stand.
    void rowsThatKeepNoStepAreCounted() {
        Series series = hourly({daily(400, 3)});
        QVERIFY(ClockRows(series.time, {0, 400}).isByClock());
        TimeAxis uneven = series.time, falling = series.time, far = series.time;
        for (std::size_t r = 0; r < 400; r += 3) uneven.values[r] += kHour * 2 / 5;
        std::swap(falling.values[10], falling.values[11]);
        far.values.back() += 24 * 365 * 10 * kHour;
        for (const TimeAxis& time : {uneven, falling, far, TimeAxis()}) {
            const ClockRows rows(time, {0, 400});
            QVERIFY(!rows.isByClock());
            QCOMPARE(differs(rows.of(series.channels[0].values),
                             {series.channels[0].values.begin(), series.channels[0].values.end()}, 0),
                     QString());
        }
        // Months of 28 to 31 days are one place each, over a gap of a year as well.
        TimeAxis months;
        months.stepMicros = 31 * 24 * kHour;
        for (const std::int64_t day : {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365})
            months.values.push_back(day * 24 * kHour);
        QCOMPARE(ClockRows(months, {0, 12}).places(), std::int64_t{12});
        QCOMPARE(ClockRows(months, {0, 12}).absent(), std::int64_t{0});
        months.values.back() = 334 * 24 * kHour + (31 + 365) * 24 * kHour;
        QCOMPARE(ClockRows(months, {0, 13}).absent(), std::int64_t{12});
    }
    /// A week of amplitude 2 beside a day of 5 and noise of 1 is 2 of 15.5 of the variance; without it none is told.
    void aSecondSeasonIsTold() {
        std::vector<double> values = daily(4000, 5);
        const std::vector<Season> one = seasons(values, spectrum(values), kHour);
        QCOMPARE(one.size(), std::size_t{1});
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] += 2 * std::sin(2 * std::numbers::pi * static_cast<double>(i) / 168);
        const std::vector<Season> two = seasons(values, spectrum(values), kHour);
        QVERIFY(two.size() >= 2);
        QCOMPARE(two[0].rows, std::int64_t{24});
        QCOMPARE(two[1].rows, std::int64_t{168});
        QVERIFY2(std::abs(two[1].explained - 2 / 15.5) < 0.02, qPrintable(QString::number(two[1].explained)));
        const std::vector<double> left = withoutSeason(withoutSeason(values, 24), 168);
        QVERIFY(std::abs(valueFigures(left).deviation - 1) < 0.05);
    }
    /// A period that no calendar has, and a third of the values gone, a dozen at a time.
    void aSeasonIsFoundAmongGaps() {
        std::vector<double> values = noise(3000, 5);
        const std::vector<double> gone = noise(250, 6);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] += 4 * std::sin(2 * std::numbers::pi * static_cast<double>(i) / 37);
            if (gone[i / 12] > 0.4) values[i] = kNaN;
        }
        const std::vector<Season> found = seasons(values, spectrum(values), 0);
        QVERIFY(!found.empty());
        QCOMPARE(found.front().rows, std::int64_t{37});
    }
    void levelsAreToldFromWalks() {
        std::vector<double> walk = noise(3000, 11), shifts = noise(3000, 12);
        for (std::size_t i = 1; i < walk.size(); ++i) walk[i] += walk[i - 1];
        for (std::size_t i = 0; i < shifts.size(); ++i) shifts[i] += i < 1500 ? 0 : 1;
        using Verdict = Stationarity::Verdict;
        QCOMPARE(static_cast<int>(stationarity(noise(3000, 13)).verdict), static_cast<int>(Verdict::Level));
        QCOMPARE(static_cast<int>(stationarity(walk).verdict), static_cast<int>(Verdict::Walk));
        QCOMPARE(static_cast<int>(stationarity(shifts).verdict), static_cast<int>(Verdict::Shifts));
        // A few gaps are bridged and counted, many are a reason to say nothing.
        for (std::size_t i = 0; i < walk.size(); i += 10) walk[i] = kNaN;
        QCOMPARE(static_cast<int>(stationarity(walk).verdict), static_cast<int>(Verdict::Walk));
        QCOMPARE(stationarity(walk).filled, std::int64_t{300});
        for (std::size_t i = 0; i < walk.size(); i += 3) walk[i] = kNaN;
        QCOMPARE(static_cast<int>(stationarity(walk).verdict), static_cast<int>(Verdict::CannotTell));
    }
    /// Nothing of the parts that are kept for later may move a choice.
    void onlyTheTrainingPartIsLookedAt() {
        std::vector<double> values = daily(1000, 2);
        Series series = hourly({values});
        const Split split{{0, 600}, {600, 800}, {800, 1000}};
        const ChannelLook before = lookAtChannel(series, 0, split);
        for (std::size_t i = 600; i < 1000; ++i) series.channels[0].values.edit()[i] = 1e6;
        const ChannelLook after = lookAtChannel(series, 0, split);
        QCOMPARE(after.rows, (RowRange{0, 600}));
        QCOMPARE(after.autocorrelation.values, before.autocorrelation.values);
        QCOMPARE(after.spectrum.power, before.spectrum.power);
        QCOMPARE(after.seasons.front().rows, before.seasons.front().rows);
        QCOMPARE(after.stationarity.kpss.statistic, before.stationarity.kpss.statistic);
        QVERIFY(after.distributions.shift > 1000);
    }
    void partsHaveTheirOwnDistributions() {
        std::vector<double> values(100, 1.0);
        for (std::size_t i = 80; i < 100; ++i) values[i] = 5;
        values[0] = kNaN, values[1] = 3;
        const PartDistributions found = partDistributions(values, {{0, 60}, {60, 80}, {80, 100}});
        QCOMPARE(found.train.figures.missing, std::int64_t{1});
        QCOMPARE(found.train.figures.count, std::int64_t{59});
        QCOMPARE(found.edges.size(), std::size_t{11});
        QCOMPARE(found.test.shares.back(), 1.0);
        QCOMPARE(found.train.shares.front(), 58.0 / 59);
        QCOMPARE(found.distance, 1.0);
        QCOMPARE(found.test.figures.rms, 5.0);
        QCOMPARE(found.validation.figures.deviation, 0.0);
    }
    void nothingConstantAndASingleRow() {
        for (const std::vector<double>& values : {std::vector<double>{},
                                                  {1.0},
                                                  {1.0, 2.0},
                                                  std::vector<double>(50, 7.1),
                                                  std::vector<double>(50, kNaN),
                                                  std::vector<double>(50, std::numeric_limits<double>::infinity())}) {
            const Series series = hourly({values});
            const ChannelLook look = lookAtChannel(series, 0, {});
            QVERIFY(look.autocorrelation.values.empty());
            QVERIFY(look.spectrum.power.empty());
            QVERIFY(look.seasons.empty());
            QVERIFY(!look.stationarity.dickeyFuller.made() && !look.stationarity.kpss.made());
            QCOMPARE(static_cast<int>(look.stationarity.verdict), static_cast<int>(Stationarity::Verdict::CannotTell));
        }
        const Series empty;
        QVERIFY(missingMap(empty, 10).shares.empty());
        QVERIFY(correlations(empty, {0, 10}).values.empty());
    }
    /// y leads x by three hours, and both have a day: x seems to lead by the 21 others. Without the day it does not,
    /// and y is found with its three.
    void aCommonSeasonLeadsNobody() {
        const std::vector<double> y = daily(2403, 3);
        const Series series = hourly({{y.begin() + 3, y.end()}, {y.begin(), y.end() - 3}});
        const auto lagsOf = [](const std::vector<Leader>& found) { return found.front().lag; };
        const std::vector<Leader> ofX = leaders(series, 1, {0, 2400}, 48), ofY = leaders(series, 0, {0, 2400}, 48);
        QCOMPARE(ofX.front().season, std::int64_t{24});
        QCOMPARE(lagsOf(ofX), std::int64_t{3});
        QVERIFY(ofX.front().isBeyondChance && ofX.front().value > 0.98);
        QVERIFY(!ofY.front().isBeyondChance && std::abs(ofY.front().value) < 0.15);
        // With nothing but the day there is nothing that leads.
        std::vector<double> sine(2400), cosine(2400);
        for (std::size_t i = 0; i < 2400; ++i) {
            const double place = 2 * std::numbers::pi * static_cast<double>(i % 24) / 24;
            sine[i] = std::sin(place), cosine[i] = std::cos(place);
        }
        for (const Leader& one : leaders(hourly({sine, cosine}), 0, {0, 2400}, 48)) QVERIFY(!one.isBeyondChance);
    }
    void aLeaderIsFoundWithItsLag() {
        const std::vector<double> drive = noise(1003, 21);
        std::vector<double> follows = noise(1000, 22), ahead(drive.begin() + 3, drive.end()), other = noise(1000, 23);
        for (std::size_t i = 0; i < follows.size(); ++i) follows[i] = 0.5 * follows[i] + drive[i];
        ahead[500] = kNaN;
        const Series series = hourly({follows, ahead, other});
        const std::vector<Leader> found = leaders(series, 0, {0, 1000}, 48);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found.front().channel, std::size_t{1});
        QCOMPARE(found.front().lag, std::int64_t{3});
        QVERIFY(found.front().isBeyondChance && found.front().value > 0.8 && std::abs(found.front().atOnce) < 0.1);
        const Correlations all = correlations(series, {0, 1000});
        QCOMPARE(all.at(0, 0), 1.0);
        QCOMPARE(all.at(0, 2), all.at(2, 0));
        const std::vector<std::pair<double, double>> pairs = lagPairs(ahead, 1, 100);
        QVERIFY(pairs.size() > 90 && pairs.size() <= 100);
        QCOMPARE(pairs.front(), std::pair(ahead[0], ahead[1]));
    }
    /// Walks are alike for long without any reason.
    void walksThatHaveNothingToDoWithEachOtherDoNotLead() {
        std::vector<std::vector<double>> columns;
        for (unsigned c = 0; c < 12; ++c) {
            columns.push_back(noise(1500, 100 + c));
            for (std::size_t i = 1; i < columns[c].size(); ++i) columns[c][i] += columns[c][i - 1];
        }
        const Series series = hourly(columns);
        int leading = 0;
        for (std::size_t c = 0; c < columns.size(); ++c)
            for (const Leader& one : leaders(series, c, {0, 1500}, 96)) leading += one.isBeyondChance ? 1 : 0;
        QVERIFY2(leading <= 2, qPrintable(QString::number(leading)));  // of 132 pairs
    }
    void missingValuesHaveTheirPlace() {
        std::vector<double> a(100, 1.0), b(100, 1.0);
        for (std::size_t i = 20; i < 30; ++i) a[i] = kNaN;
        b[25] = b[99] = kNaN;
        const MissingMap map = missingMap(hourly({a, b}), 10);
        QCOMPARE(map.rowsPerCell, std::int64_t{10});
        QCOMPARE(map.shares[0], (std::vector<double>{0, 0, 1, 0, 0, 0, 0, 0, 0, 0}));
        QCOMPARE(map.shares[1][9], 0.1);
        QCOMPARE(map.columns[0].longest, std::int64_t{10});
        QCOMPARE(map.columns[0].longestAt, std::int64_t{20});
        QCOMPARE(map.columns[1].gaps, std::int64_t{2});
        QCOMPARE(map.rowsWithAny, std::int64_t{11});
        QCOMPARE(map.rowsWithAll, std::int64_t{1});
    }
    /// What is looked at of a long series is bounded, and said.
    void longSeriesAreSampled() {
        Series series;
        series.channels.push_back({"long", "", noise(static_cast<std::size_t>(ChannelLook::kMostRows) + 5000, 4)});
        const ChannelLook look = lookAtChannel(series, 0, {});
        QVERIFY(look.isSampled());
        QCOMPARE(look.rows.size(), ChannelLook::kMostRows);
        QCOMPARE(look.rows.end, series.rows());
    }
    void stopsWhenItIsTold() {
        const Series series = hourly({daily(500, 1), noise(500, 2)});
        const Progress stop = [](double) { return false; };
        QVERIFY(lookAtChannel(series, 0, {}, stop).spectrum.power.empty());
        QVERIFY(correlations(series, {0, 500}, stop).values.empty());
        QVERIFY(leaders(series, 0, {0, 500}, 10, stop).empty());
        QVERIFY(missingMap(series, 10, stop).shares.empty());
    }
};

QTEST_APPLESS_MAIN(TestChannelLook)
#include "tst_channel_look.moc"
