// SPDX-License-Identifier: GPL-3.0-or-later
// Values that stand for "missing" are known by their shape: they return, look like a code and lie apart from the rest.
#include "data/doctor.h"
#include "data/findings/stand_ins.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace gatelab;

class TestStandIns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void found_data();
    void found();
    void several_data();
    void several();
    void natural_data();
    void natural();
    void onceOnly();
    void amounts();
    void certain();
};

namespace {
/// A column of values(row) with `value` in every eleventh row.
template <typename Values>
bool isNamed(Values values, double value, int every = 11) {
    Series series;
    Channel channel{"v", {}, {}};
    for (int i = 0; i < 200; ++i) channel.values.append(i % every == every / 2 ? value : values(i));
    series.channels.push_back(std::move(channel));
    return std::ranges::any_of(examine(series), [](const DataFinding& finding) { return finding.code == "sentinel"; });
}
double wave(int i) { return 10 + 8 * std::sin(i / 5.0) + i * i % 7 * 0.1; }
}  // namespace

void TestStandIns::found_data() {
    QTest::addColumn<double>("value");
    for (const double value :
         {-200.0, 99.0, 999.0, 65535.0, 32767.0, -32768.0, -9999.9, 9999.99, -5.0, 500.0, 1e20, -999.0})
        QTest::newRow(std::to_string(value).c_str()) << value;
}
void TestStandIns::found() {
    QFETCH(double, value);
    QVERIFY(isNamed(wave, value));
    QVERIFY(isNamed(wave, value, 2));
}

/// One does not hide another, on either side.
void TestStandIns::several_data() {
    QTest::addColumn<std::vector<double>>("codes");
    QTest::newRow("usual codes on both sides") << std::vector{-999.0, 9999.0};
    QTest::newRow("by their shape on both sides") << std::vector{-200.0, 500.0};
    QTest::newRow("a usual code and a shape") << std::vector{-999.0, 500.0};
    QTest::newRow("on one side") << std::vector{999.0, 9999.0};
    QTest::newRow("three") << std::vector{-999.0, 999.0, 32767.0};
}
void TestStandIns::several() {
    QFETCH(std::vector<double>, codes);
    Series series;
    Channel channel{"v", {}, {}};
    for (int i = 0; i < 300; ++i)
        channel.values.append(i % 11 == 5 ? codes[static_cast<std::size_t>(i / 11) % codes.size()] : wave(i % 200));
    series.channels.push_back(std::move(channel));
    std::set<std::string> named;
    for (const DataFinding& finding : examine(series))
        if (finding.code == "sentinel") named.insert(finding.message.english());
    QCOMPARE(named.size(), codes.size());
    for (const double code : codes) {
        const std::string words = "holds " + std::to_string(static_cast<int>(code)) + ' ';
        QVERIFY2(
            std::ranges::any_of(named, [&](const std::string& text) { return text.find(words) != std::string::npos; }),
            words.c_str());
    }
}

/// Nothing is wrong with a machine that is off, a limit that is reached, a few levels, or one far measurement.
void TestStandIns::natural_data() {
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind < 7; ++kind) QTest::newRow(std::to_string(kind).c_str()) << kind;
}
void TestStandIns::natural() {
    QFETCH(int, kind);
    if (kind == 0) QVERIFY(!isNamed([](int i) { return 1500 + wave(i); }, 0));
    if (kind == 1) QVERIFY(!isNamed([](int i) { return std::min(100.0, 90 + wave(i)); }, 100));
    if (kind == 2) QVERIFY(!isNamed([](int i) { return i % 3 * 100.0; }, 1000));
    if (kind == 3) QVERIFY(!isNamed(wave, 500, 300));
    if (kind == 4) QVERIFY(!isNamed([](int i) { return wave(i) * wave(i) * wave(i); }, 6000));
    if (kind == 5) QVERIFY(!isNamed(wave, 57.3));
    if (kind == 6) QVERIFY(!isNamed([](int i) { return i % 13 == 0 ? -100 : wave(i) - 10; }, 100));
}

/// A known spelling needs no second one, where it lies far enough away.
void TestStandIns::onceOnly() {
    QVERIFY(isNamed([](int i) { return 1013 + wave(i) / 8; }, -9999, 300));
    QVERIFY(!isNamed(wave, 99, 300));
    QVERIFY(!isNamed(wave, -1, 300));
}

/// A rent and a wage of a bank's statement return to the cent, are round, and lie apart from the other amounts: they
/// are amounts. A code among them is one all the same.
void TestStandIns::amounts() {
    Series series;
    Channel channel{"Betrag", {}, {}};
    const auto drawn = [](int i) { return i * 7919 % 1009 / 1009.0; };
    for (int i = 0; i < 900; ++i) {
        const double share = drawn(i), small = std::round(100 * (-120 * drawn(3 * i + 1) + 10)) / 100;
        channel.values.append(share < 0.05 ? -900 : share < 0.1 ? 2400 : share < 0.2 ? 3 - small : small);
    }
    series.channels.push_back(channel);
    const auto codes = [&] {
        std::vector<double> found;
        for (const DataFinding& finding : examine(series))
            if (finding.code == "sentinel") found.push_back(finding.before);
        return found;
    };
    QCOMPARE(codes(), std::vector<double>());
    for (const std::size_t row : {70UL, 300UL, 801UL}) series.channels[0].values.edit()[row] = -99999;
    QCOMPARE(codes(), std::vector<double>{-99999});
}

/// What may be left out without a question.
void TestStandIns::certain() {
    const auto isCertain = [](double code, double spread) {
        Series series;
        Channel channel{"v", {}, {}};
        for (int i = 0; i < 200; ++i) channel.values.append(i % 11 == 5 ? code : spread * wave(i));
        series.channels.push_back(std::move(channel));
        for (const DataFinding& finding : examine(series))
            if (finding.code == "sentinel" && meansMissing(finding, series.channels[0].values)) return true;
        return false;
    };
    for (const double code : {-9999.0, -99.9, 999.9, 1e20, -200.0}) QVERIFY(isCertain(code, 1));
    for (const double code : {-5.0, 65.0}) QVERIFY(!isCertain(code, 1));  // near, or no code
    QVERIFY(!isCertain(999, 40));                                         // as far from the others as they spread
    QVERIFY(!meansMissing({}, {}));
}

QTEST_APPLESS_MAIN(TestStandIns)
#include "tst_stand_ins.moc"
