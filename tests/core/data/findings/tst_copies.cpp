// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs that are the target but for a few rows, or but for how both were packed; what is only like it is none. Holds
// core/data/findings/copies.cpp.
#include "base/rng.h"
#include "data/findings/drift.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace gatelab;

namespace {

constexpr int kRows = 2500;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double rounded(double value, double step) { return std::round(value / step) * step; }

/// A day's swing with what a sensor adds, in three digits.
std::vector<double> day(int rows = kRows) {
    Rng rng(7, RandomPurpose::Test);
    std::vector<double> values;
    for (int r = 0; r < rows; ++r)
        values.push_back(rounded(20 + 5 * std::sin(0.2618 * r) + 0.4 * rng.normal() + 0.003 * r, 0.001));
    return values;
}

/// The input "x" beside the target "y".
Series beside(std::vector<double> x, std::vector<double> y) {
    Series series;
    series.channels = {{"x", "", {}}, {"y", "", {}}};
    for (const double value : x) series.channels[0].values.append(value);
    for (const double value : y) series.channels[1].values.append(value);
    return series;
}

std::vector<double> from(const std::vector<double>& y, const std::function<double(int, double)>& of) {
    std::vector<double> x;
    for (int r = 0; r < static_cast<int>(y.size()); ++r) x.push_back(of(r, y[static_cast<std::size_t>(r)]));
    return x;
}

/// What is said of "x"; empty: nothing.
std::string said(const Series& series) {
    const auto findings = copyFindings(series, {"y"}, {"x"});
    return findings.empty() ? std::string() : findings.front().code + ": " + findings.front().message.english();
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

class TestCopies : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFewRowsDiffer();
    void packedApart();
    void twoInputs();
    void onlyAlike_data();
    void onlyAlike();
    void hostile();
};

/// One row of 2,500 is a slip of the target, which moves a fit of least squares far off; a hundredth differ; the copy
/// is in another unit.
void TestCopies::aFewRowsDiffer() {
    std::vector<double> y = day();
    const auto same = [](int, double value) { return value; };
    const std::vector<double> copy = from(y, same);
    y[333] = 400;
    QVERIFY2(has(said(beside(copy, y)), "in all but 1 of 2500 rows"), said(beside(copy, y)).c_str());
    QCOMPARE(copiesOf(beside(copy, y), "y"), std::vector<std::string>{"x"});
    const auto celsius = [](int r, double value) { return r % 100 == 7 ? -40 : (value - 32) / 1.8; };
    QVERIFY2(has(said(beside(from(y, celsius), y)), "in all but 25 of 2500 rows"),
             said(beside(from(y, celsius), y)).c_str());
    const auto often = [](int r, double value) { return r % 10 == 7 ? value + 5 : value; };
    QCOMPARE(said(beside(from(y, often), y)), std::string());
}

/// Two fields of one value as int16, each with a scale and an offset of its own; half of the rows have no value.
void TestCopies::packedApart() {
    const std::vector<double> smooth = day();
    const auto t2m = from(smooth, [](int, double value) { return 278.1373 + rounded(value, 0.00123457); });
    const auto sst = from(smooth, [](int r, double value) {
        return r % 2 == 0 && r > 1200 ? kNone : 278.0911 + rounded(value, 0.00076543);
    });
    QVERIFY2(has(said(beside(sst, t2m)), "to 2 % of what it changes"), said(beside(sst, t2m)).c_str());
    QVERIFY(has(said(beside(t2m, sst)), "copy: "));
}

void TestCopies::twoInputs() {
    const std::vector<double> y = day();
    Series series = beside(from(y, [](int r, double) { return std::sin(r * r * 0.37); }), y);
    series.channels.push_back({"again", "", {}});
    for (std::size_t r = 0; r < y.size(); ++r)
        series.channels.back().values.append(r == 40 ? 7 : 3 - 2 * series.channels[0].values[r]);
    const auto findings = copyFindings(series, {"y"}, {});
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings.front().code, std::string("same-column"));
    QVERIFY(has(findings.front().message.english(), "in all but 1 of 2500 rows"));
    QCOMPARE(repeatedColumns(series, {"x", "again"}), std::vector<std::string>{"again"});
}

void TestCopies::onlyAlike_data() {
    QTest::addColumn<std::vector<double>>("x");
    QTest::addColumn<std::vector<double>>("y");
    const std::vector<double> y = day();
    Rng rng(11, RandomPurpose::Test);
    QTest::newRow("two thermometers in one room")
        << from(y, [&](int, double value) { return rounded(value + 0.05 * rng.normal(), 0.001); }) << y;
    const auto year = from(y, [&](int r, double) { return 500 * std::sin(0.0025 * r) + 0.3 * rng.normal(); });
    QTest::newRow("a slow swing alike to a thousandth")
        << from(year, [&](int, double value) { return value + 0.3 * rng.normal(); }) << year;
    const auto rain = [&](int, double) { return rng.uniform() < 0.02 ? rounded(9 * rng.uniform(), 0.1) : 0.0; };
    QTest::newRow("rain at two places") << from(y, rain) << from(y, rain);
    const auto onOff = from(y, [](int r, double) { return r / 20 % 2 == 0 ? 0.0 : 1.0; });
    QTest::newRow("two switches") << from(onOff, [](int r, double value) { return r % 211 == 0 ? 1 : value; }) << onOff;
    const auto code = [](double other) {
        return [other](int r, double value) { return r % 600 == 9 ? other : value; };
    };
    QTest::newRow("a code in both") << from(from(y, [](int, double) { return 0.0; }), code(9)) << from(y, code(-9999));
    const auto before =
        from(y, [&y](int r, double value) { return r < 24 ? value : y[static_cast<std::size_t>(r - 24)]; });
    QTest::newRow("the day before") << before << y;
}

void TestCopies::onlyAlike() {
    QFETCH(std::vector<double>, x);
    QFETCH(std::vector<double>, y);
    QCOMPARE(said(beside(x, y)), std::string());
    QVERIFY(copiesOf(beside(x, y), "y").empty());
    QVERIFY(repeatedColumns(beside(x, y), {"x", "y"}).empty());
}

/// Nothing to compare, and numbers that no line can go through.
void TestCopies::hostile() {
    const double high = std::numeric_limits<double>::infinity();
    QCOMPARE(said(beside({}, {})), std::string());
    QCOMPARE(said(beside({1}, {1})), std::string());
    const std::vector<double> y = day(200);
    for (const double value : {kNone, high, 0.0, 1e308})
        QCOMPARE(said(beside(from(y, [&](int, double) { return value; }), y)), std::string());
    QCOMPARE(said(beside(y, from(y, [&](int, double) { return kNone; }))), std::string());
    const auto gaps = from(y, [&](int r, double value) { return r % 5 == 0 ? value : r % 5 == 1 ? -high : kNone; });
    QCOMPARE(said(beside(gaps, y)).substr(0, 5), std::string("copy:"));
    QVERIFY(copiesOf(beside(y, y), "no such column").empty());
}

QTEST_APPLESS_MAIN(TestCopies)
#include "tst_copies.moc"
