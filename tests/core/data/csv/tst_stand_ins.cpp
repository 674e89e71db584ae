// SPDX-License-Identifier: GPL-3.0-or-later
// Values that stand for "missing" are known by their shape: they return, look like a code and lie apart from the rest.
#include "data/doctor.h"

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

QTEST_APPLESS_MAIN(TestStandIns)
#include "tst_stand_ins.moc"
