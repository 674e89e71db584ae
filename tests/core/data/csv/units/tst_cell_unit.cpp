// SPDX-License-Identifier: GPL-3.0-or-later
// Units behind the numbers of a column: read where all cells carry the same one, told where they do not. Holds
// core/data/csv/units/cell_unit.cpp.
#include "core/data_support.h"
#include "data/csv/units/cell_unit.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace gatelab;
using namespace datatest;

class TestCellUnit : public QObject {
    Q_OBJECT
    Folder folder_;

    Result<Dataset> read(const std::function<std::string(int)>& cell, const char* name = "p", int rows = 700) {
        std::string text = std::string("time;") + name + ";v\n";
        for (int i = 0; i < rows; ++i)
            text += timeText(INT64_C(1'704'067'200'000'000) + i * INT64_C(3'600'000'000)) + ";" + cell(i) + ";" +
                    std::to_string(i * i % 7) + ".5\n";
        return readFile(folder_.put("table.csv", text), {});
    }
    static std::string said(const Series& series) {
        std::string all;
        for (const ReadWarning& warning : series.report.warnings) all += warning.message.english() + "\n";
        return all;
    }

private Q_SLOTS:
    void cells() {
        const auto unit = [](const char* cell) { return std::string(sniffUnit(cell).unit); };
        QCOMPARE(unit("12.5 kW"), std::string("kW"));
        QCOMPARE(unit("-3,2 m/s"), std::string("m/s"));
        QCOMPARE(unit("21°C"), std::string("°C"));
        QCOMPARE(unit("45°"), std::string("°"));
        QCOMPARE(unit("1 234.5 MWh"), std::string("MWh"));
        QCOMPARE(unit("5 km²"), std::string("km²"));
        QCOMPARE(unit("7 W/m2"), std::string("W/m2"));
        QCOMPARE(unit("230V"), std::string("V"));
        QCOMPARE(unit("1.2k"), std::string("k"));
        QCOMPARE(std::string(sniffUnit("1 234.5 MWh").number), std::string("1 234.5"));
        for (const char* cell : {"3B", "12A", "a1", "kW", "12.5", "", "12.5 apples", "5 of 7", "1e3", "2024-01-01",
                                 "x 5 kW", "12.5 kW (est.)", "0x1F", "1.2.3 kW"})
            QVERIFY2(!sniffUnit(cell).found(), cell);
    }

    void oneUnit_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("behind");
        QTest::addColumn<QString>("unit");
        QTest::newRow("kW") << ""
                            << " kW"
                            << "kW";
        QTest::newRow("degrees") << ""
                                 << "°"
                                 << "°";
        QTest::newRow("Celsius") << ""
                                 << "°C"
                                 << "°C";
        QTest::newRow("percent") << ""
                                 << " %"
                                 << "%";
        QTest::newRow("dollars") << "$ "
                                 << ""
                                 << "$";
        QTest::newRow("m/s") << ""
                             << " m/s"
                             << "m/s";
    }
    void oneUnit() {
        QFETCH(QString, before);
        QFETCH(QString, behind);
        QFETCH(QString, unit);
        const auto data = read([&](int i) {
            return i == 5 ? std::string()
                          : before.toStdString() + std::to_string(i % 13) + ".25" + behind.toStdString();
        });
        QVERIFY(data);
        const auto channel = data->series->find("p");
        QVERIFY2(channel, said(*data->series).c_str());
        QCOMPARE(data->series->channels[*channel].unit, unit.toStdString());
        for (int i = 0; i < 700; ++i) {
            const double value = data->series->channels[*channel].values[static_cast<std::size_t>(i)];
            QVERIFY(i == 5 ? std::isnan(value) : value == i % 13 + 0.25);
        }
    }

    void marksOfThousands() {
        const auto data = read([](int i) { return std::to_string(1 + i % 9) + ".234,5 kWh"; });
        QVERIFY(data && data->series->find("p"));
        QCOMPARE(data->series->channels[0].values[1], 2234.5);
        QVERIFY(said(*data->series).find("carry the unit 'kWh'") != std::string::npos);
    }

    /// Units of one dimension, in the first rows or far behind: nothing is converted, and it is told.
    void mixedUnits() {
        const auto mixed = read([](int i) { return std::to_string(i % 13) + (i % 2 ? ".5 kW" : ".5 MW"); });
        QVERIFY(mixed);
        QVERIFY(!mixed->series->find("p"));
        QVERIFY2(said(*mixed->series).find("'MW' and 'kW' among them") != std::string::npos,
                 said(*mixed->series).c_str());
        const auto late = read([](int i) { return std::to_string(i % 13) + (i > 680 ? ".5 °F" : ".5 °C"); });
        QVERIFY(late && late->series->find("p"));
        QVERIFY(std::isnan(late->series->channels[0].values[690]));
        QVERIFY2(said(*late->series).find("19 cells are in '°F' and not in '°C'") != std::string::npos,
                 said(*late->series).c_str());
        const auto half = read([](int i) { return std::to_string(i % 13) + (i > 520 ? ".5 MW" : ".5 kW"); });
        QVERIFY(half && !half->series->find("p"));
        QVERIFY2(said(*half->series).find("different units") != std::string::npos, said(*half->series).c_str());
        // Where it is the only column nothing is left, and the cause is the same.
        std::string alone = "time,p\n";
        for (int i = 0; i < 60; ++i)
            alone += timeText(INT64_C(1'704'067'200'000'000) + i * INT64_C(3'600'000'000)) +
                     (i % 20 < 10 ? ",1.25 kW\n" : ",950 W\n");
        const auto none = readFile(folder_.put("alone.csv", alone), {});
        QVERIFY(!none);
        QVERIFY2(none.error().message.find("different units ('W' and 'kW' among them)") != std::string::npos,
                 none.error().message.c_str());
    }

    void someWithoutUnit() {
        const auto few = read([](int i) { return i % 50 == 7 ? std::string("0") : std::to_string(i % 13) + ".5 kW"; });
        QVERIFY(few && few->series->find("p"));
        QCOMPARE(few->series->channels[0].values[7], 0.0);
        QVERIFY2(said(*few->series).find("14 numbers have no unit") != std::string::npos, said(*few->series).c_str());
        const auto half = read([](int i) { return std::to_string(i % 13) + (i % 2 ? ".5" : ".5 kW"); });
        QVERIFY(half && !half->series->find("p"));
        QVERIFY2(said(*half->series).find("'p' was left out although") != std::string::npos,
                 said(*half->series).c_str());
        const auto remark = read([](int i) { return std::to_string(i % 13) + (i == 9 ? ".5 kW" : ".5"); });
        QVERIFY(remark && remark->series->find("p") && std::isnan(remark->series->channels[0].values[9]));
    }

    void unitOfTheName() {
        const auto data = read([](int i) { return std::to_string(i % 13) + ".5 kW"; }, "p [W]");
        QVERIFY(data);
        QCOMPARE(data->series->channels[0].unit, std::string("kW"));
        QVERIFY(said(*data->series).find("its name says the unit 'W' and its cells say 'kW'") != std::string::npos);
    }

    void magnitudeCells() {
        const auto power = [](const char* cell) { return sniffMagnitude(cell).power; };
        QCOMPARE(power("2.53M"), 6);
        QCOMPARE(power("-812.4 K"), 3);
        QCOMPARE(power("$1.1B"), 9);
        QCOMPARE(power("3,2 Mio."), 6);
        QCOMPARE(power("1.25亿"), 8);
        QCOMPARE(power("4.5 million"), 6);
        for (const char* cell : {"M", "2.53", "abcM", "", "2.53 MW", "1.2.3 K", "(M)", "12 apples"})
            QVERIFY2(!sniffMagnitude(cell).found(), cell);
    }

    /// The volume of a price table: thousand, million, billion, to the last digit, and said.
    void magnitudes() {
        const auto volume = [](int i) {
            return i % 50 == 3 ? std::string("0") : i % 3 == 0 ? "1.1B" : i % 3 == 1 ? "2.53M" : "812.4K";
        };
        const auto data = read(volume, "Vol.");
        QVERIFY(data && data->series->find("Vol."));
        for (int i = 0; i < 700; ++i)
            QCOMPARE(data->series->channels[0].values[static_cast<std::size_t>(i)], i % 50 == 3  ? 0.0
                                                                                    : i % 3 == 0 ? 1.1e9
                                                                                    : i % 3 == 1 ? 2.53e6
                                                                                                 : 812.4e3);
        QVERIFY(data->series->channels[0].unit.empty());
        QVERIFY2(said(*data->series).find("B (") != std::string::npos &&
                     said(*data->series).find("'1.1B' is 1.1 times 10^9") != std::string::npos,
                 said(*data->series).c_str());
        // One word, and a currency before it
        const auto money = read([](int i) { return "$" + std::to_string(i % 9) + ".25M"; });
        QVERIFY(money && money->series->find("p"));
        QCOMPARE(money->series->channels[0].values[4], 4.25e6);
        QCOMPARE(money->series->channels[0].unit, std::string("$"));
        const auto blank = read([](int i) { return std::to_string(i % 9) + ".5 M"; });
        QVERIFY(blank && blank->series->find("p") && blank->series->channels[0].values[4] == 4.5e6);
        // A cell that is none is told and missing; more of them make no numbers
        const auto stray = read([&](int i) { return i == 600 ? std::string("see note") : volume(i); });
        QVERIFY(stray && stray->series->find("p") && std::isnan(stray->series->channels[0].values[600]));
        QVERIFY(said(*stray->series).find("'see note' was read as missing") != std::string::npos);
        const auto words = read([&](int i) { return i % 5 == 0 ? std::string("see note") : volume(i); });
        QVERIFY(words && !words->series->find("p"));
    }

    /// Kelvin stay kelvin, and months of a bond are no millions.
    void noMagnitudes() {
        const auto kelvin = read([](int i) { return std::to_string(290 + i % 13) + ".5 K"; });
        QVERIFY(kelvin);
        QCOMPARE(kelvin->series->channels[0].unit, std::string("K"));
        QCOMPARE(kelvin->series->channels[0].values[1], 291.5);
        const auto months = read([](int i) { return std::to_string(1 + i % 12) + "M"; });
        QVERIFY(months && !months->series->find("p"));
    }

    /// Labels stay words.
    void labels() {
        const auto data = read([](int i) { return std::to_string(1 + i % 3) + "B"; });
        QVERIFY(data);
        QVERIFY(data->series->find("p=1B"));
    }
};

QTEST_APPLESS_MAIN(TestCellUnit)
#include "tst_cell_unit.moc"
