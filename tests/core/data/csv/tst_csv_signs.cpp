// SPDX-License-Identifier: GPL-3.0-or-later
// Signs that stand apart from their digits: a value is never read without its sign.
#include "core/data_support.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;
using namespace datatest;

Q_DECLARE_METATYPE(std::string)

class TestCsvSigns : public QObject {
    Q_OBJECT
    Folder folder_;
private Q_SLOTS:
    void signs_data();
    void signs();
    void otherSigns_data();
    void otherSigns();
    void sidesOfAnAccount();
    void noSigns();
    void zerosBehindAMissingNumber();
    void amounts_data();
    void amounts();
    void currencies();
};

namespace {
/// `count` rows of a time and two values: sign, then `gap`, then digits.
std::string table(const char* header, const char* delimiter, const char* gap, int count, bool plus) {
    std::string text = header;
    for (int i = 0; i < count; ++i) {
        const bool first = i % 3 == 0, second = i % 2 == 0;
        const std::string positive = plus ? std::string("+") + gap : "";
        text += timeText(INT64_C(1'579'880'000'000'000) + i * INT64_C(1'000'000)) + delimiter +
                (first ? std::string("-") + gap : positive) + numberText(1.25 + i) + delimiter +
                (second ? std::string("-") + gap : positive) + numberText(40.5 + i * i % 7) + "\n";
    }
    return text;
}
}  // namespace

void TestCsvSigns::signs_data() {
    QTest::addColumn<std::string>("text");
    QTest::newRow("commas") << table("time,a,b\n", ",", "  ", 40, true);
    QTest::newRow("commas, no plus") << table("time,a,b\n", ",", " ", 40, false);
    QTest::newRow("semicolons") << table("time;a;b\n", ";", "   ", 40, true);
    QTest::newRow("tabs") << table("time\ta\tb\n", "\t", "  ", 40, true);
    QTest::newRow("tabs on both sides") << table("time\ta\tb\n", "\t", "\t", 40, true);
    QTest::newRow("blanks") << table("date time a b\n", " ", " ", 40, true);
    QTest::newRow("blanks, no plus") << table("date time a b\n", " ", " ", 40, false);
    QTest::newRow("no names") << table("", "  ", "   ", 40, true);
    std::string text = table("time,a,b\n", ",", " ", 40, false);
    for (std::size_t at = text.find(",- "); at != std::string::npos; at = text.find(",- ", at + 1))
        text.replace(at + 1, 1, "\xE2\x88\x92");
    QTest::newRow("the minus sign of typesetters") << text;
}

void TestCsvSigns::signs() {
    QFETCH(std::string, text);
    const auto data = readFile(folder_.put("table.csv", text), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const Series& series = *data->series;
    QCOMPARE(series.channels.size(), std::size_t{2});
    QVERIFY(series.time.known());
    QCOMPARE(series.rows(), std::int64_t{40});
    for (int i = 0; i < 40; ++i) {
        const auto row = static_cast<std::size_t>(i);
        QCOMPARE(series.channels[0].values[row], (i % 3 == 0 ? -1 : 1) * (1.25 + i));
        QCOMPARE(series.channels[1].values[row], (i % 2 == 0 ? -1 : 1) * (40.5 + i * i % 7));
        QCOMPARE(series.time.values[row], INT64_C(1'579'880'000'000'000) + i * INT64_C(1'000'000));
    }
}

namespace {
/// Rows of a day and what `cells` makes of a number below zero or above it.
template <typename Cells>
std::string days(const char* header, Cells cells) {
    std::string text = std::string(header) + "\n";
    for (int i = 0; i < 40; ++i)
        text += timeText(INT64_C(1'579'824'000'000'000) + i * INT64_C(86'400'000'000)).substr(0, 10) + ";" +
                cells(i % 3 == 0, numberText(1.25 + i)) + "\n";
    return text;
}
}  // namespace

void TestCsvSigns::otherSigns_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QString>("said");
    using Digits = const std::string&;
    QTest::newRow("a column of signs") << days("time;sign;x", [](bool less, Digits digits) {
        return (less ? "-;" : "+;") + digits;
    }) << "column 'sign' was read as the signs of 'x'";
    QTest::newRow("the minus sign of typesetters in a column")
        << days("time;sign;x", [](bool less, Digits digits) { return (less ? "\xE2\x88\x92;" : "+;") + digits; })
        << "column 'sign' was read as the signs of 'x'";
    QTest::newRow("a column of signs behind")
        << days("time;x;sign", [](bool less, Digits digits) { return digits + (less ? ";-" : ";+"); })
        << "column 'sign' was read as the signs of 'x'";
    QTest::newRow("parentheses") << days("time;x", [](bool less, Digits digits) {
        return less ? "(" + digits + ")" : digits;
    }) << "14 numbers that are written as '(1.5)'";
    QTest::newRow("a minus behind") << days("time;x", [](bool less, Digits digits) {
        return digits + (less ? "-" : "");
    }) << "14 numbers that are written as '1.5-'";
    QTest::newRow("sides behind") << days("time;x", [](bool less, Digits digits) {
        return digits + (less ? " DR" : " CR");
    }) << "14 numbers that are written as '1.5 DR'";
    QTest::newRow("one side behind") << days("time;x", [](bool less, Digits digits) {
        return digits + (less ? "CR" : "");
    }) << "14 numbers that are written as '1.5 CR'";
    QTest::newRow("Soll and Haben behind")
        << days("time;x", [](bool less, Digits digits) { return digits + (less ? " S" : " H"); })
        << "14 numbers that are written as '1.5 S'";
    QTest::newRow("a currency in front, sides behind")
        << days("time;x", [](bool less, Digits digits) { return "\u00A3" + digits + (less ? " DR" : " CR"); })
        << "14 numbers that are written as '1.5 DR'";
    QTest::newRow("a currency in letters, Soll and Haben behind")
        << days("time;x", [](bool less, Digits digits) { return "EUR " + digits + (less ? " S" : " H"); })
        << "14 numbers that are written as '1.5 S'";
    QTest::newRow("a currency behind, then sides")
        << days("time;x", [](bool less, Digits digits) { return digits + " \u20AC" + (less ? " S" : " H"); })
        << "14 numbers that are written as '1.5 S'";
    QTest::newRow("a currency, one side behind")
        << days("time;x", [](bool less, Digits digits) { return "$" + digits + (less ? " CR" : ""); })
        << "14 numbers that are written as '1.5 CR'";
    QTest::newRow("a column of sides") << days("time;x;Dr/Cr", [](bool less, Digits digits) {
        return digits + (less ? ";DR" : ";CR");
    }) << "column 'Dr/Cr' was read as the side of the account that 'x' is on";
    QTest::newRow("Soll and Haben in front")
        << days("time;Soll/Haben;x", [](bool less, Digits digits) { return (less ? "S;" : "H;") + digits; })
        << "14 of them are a debit";
    QTest::newRow("debit and credit in words")
        << days("time;kind;x", [](bool less, Digits digits) { return (less ? "Debit;" : "Credit;") + digits; })
        << "column 'kind' was read as the side";
    QTest::newRow("a dash") << days("time;x", [](bool less, Digits digits) {
        return (less ? "\xE2\x80\x93" : "") + digits;
    }) << "";
    QTest::newRow("a dash and a blank") << days("time;x", [](bool less, Digits digits) {
        return (less ? "\xE2\x80\x93 " : "") + digits;
    }) << "";
    QTest::newRow("a minus and a blank that does not break")
        << days("time;x", [](bool less, Digits digits) { return (less ? "\xE2\x88\x92\xC2\xA0" : "") + digits; }) << "";
}

void TestCsvSigns::otherSigns() {
    QFETCH(std::string, text);
    QFETCH(QString, said);
    const auto data = readFile(folder_.put("other.csv", text), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const Series& series = *data->series;
    QCOMPARE(series.channels.size(), std::size_t{1});
    QCOMPARE(series.rows(), std::int64_t{40});
    for (int i = 0; i < 40; ++i)
        QCOMPARE(series.channels[0].values[static_cast<std::size_t>(i)], (i % 3 == 0 ? -1 : 1) * (1.25 + i));
    QStringList warnings;
    for (const ReadWarning& warning : series.report.warnings)
        warnings << QString::fromStdString(warning.message.english());
    QVERIFY2(warnings.join('\n').contains(said), qPrintable(warnings.join('\n')));
    QCOMPARE(warnings.isEmpty(), said.isEmpty());
    const bool isSide = said.contains("side of the account") || said.contains("debit") ||
                        said.contains("as the side") || said.contains(" DR'") || said.contains(" CR'") ||
                        said.contains(" S'");
    QCOMPARE(series.report.takenAnew.size(), std::size_t{isSide ? 1U : 0U});
}

/// Runs made before took -999.00 for a value where -999 means missing: a mark tells them that it is none now.
void TestCsvSigns::zerosBehindAMissingNumber() {
    for (const char* written : {"-999.00", "-999"}) {
        ExperimentConfig options;
        options.csvMissing = {"-999"};
        const auto data = readFile(folder_.put("zeros.csv", days("time;x",
                                                                 [&](bool less, const std::string& digits) {
                                                                     return less ? std::string(written) : digits;
                                                                 })),
                                   options);
        QVERIFY(data);
        const Series& series = *data->series;
        QVERIFY(std::isnan(series.channels[0].values[0]) && series.channels[0].values[1] == 2.25);
        const bool isNew = std::string_view(written) == "-999.00";
        QCOMPARE(series.report.takenAnew, isNew ? std::vector<std::string>{" zeros"} : std::vector<std::string>());
    }
}

/// Words for the sides belong to the amounts, not to the balance behind them, nor to amounts with signs; one letter is
/// a unit, or a word as any other.
void TestCsvSigns::sidesOfAnAccount() {
    const auto read = [&](const std::string& text) { return readFile(folder_.put("sides.csv", text), {}); };
    const auto valuesOf = [](const Series& series, const char* name) {
        const auto found = series.find(name);
        return found ? series.channels[*found].values.vector() : std::vector<double>();
    };
    const auto ledger = read(days("time;Amount;Type;Balance", [](bool less, const std::string& digits) {
        return digits + (less ? ";DR;" : ";CR;") + "100.5";
    }));
    QVERIFY(ledger);
    QCOMPARE(valuesOf(*ledger->series, "Amount")[0], -1.25);
    QCOMPARE(valuesOf(*ledger->series, "Amount")[1], 2.25);
    QCOMPARE(valuesOf(*ledger->series, "Balance")[0], 100.5);
    const auto own = read(days("time;Type;Amount",
                               [](bool less, const std::string& digits) { return (less ? "DR;-" : "CR;") + digits; }));
    QVERIFY(own);
    QCOMPARE(valuesOf(*own->series, "Amount")[0], -1.25);
    QCOMPARE(valuesOf(*own->series, "Type=DR")[0], 1.0);
    const auto letters =
        read(days("time;room;x", [](bool less, const std::string& digits) { return (less ? "S;" : "H;") + digits; }));
    QVERIFY(letters);
    QCOMPARE(valuesOf(*letters->series, "x")[0], 1.25);
    const auto siemens = read(days("time;x", [](bool, const std::string& digits) { return digits + " S"; }));
    QVERIFY(siemens);
    QCOMPARE(valuesOf(*siemens->series, "x")[0], 1.25);
    QCOMPARE(siemens->series->channels[0].unit, std::string("S"));
    const auto crore = read(days("time;x", [](bool, const std::string& digits) { return digits + " Cr"; }));
    QVERIFY(crore);
    QCOMPARE(valuesOf(*crore->series, "x")[0], 1.25e7);
}

/// Where another cell of the column has its minus in front, or the numbers beside the signs have their own, nothing is
/// put together.
void TestCsvSigns::noSigns() {
    const auto mixed =
        readFile(folder_.put("mixed.csv", days("time;x",
                                               [n = 0](bool less, const std::string& digits) mutable {
                                                   return ++n == 7 ? "(" + digits + ")" : less ? "-" + digits : digits;
                                               })),
                 {});
    QVERIFY2(mixed, mixed ? "" : mixed.error().message.c_str());
    QCOMPARE(mixed->series->report.valuesMissing, std::int64_t{1});
    QCOMPARE(mixed->series->channels[0].values[3], -4.25);
    // One cell with its minus in front among many in parentheses is below zero as they are
    std::string ledger = "time;x\n", broken = "time;v;x\n", stray = broken;
    for (int i = 0; i < 60; ++i) {
        const std::string day = timeText(INT64_C(1'579'824'000'000'000) + i * INT64_C(86'400'000'000)).substr(0, 10);
        const std::string digits = numberText(1.25 + i), below = "(" + digits + ")";
        ledger += day + ";" + (i == 30 ? "-" + digits : i % 10 == 0 ? digits : below) + "\n";
        const std::string cell = i % 10 == 0 ? digits : below;
        const std::string beside = day + ";" + std::to_string(i * 37 % 60) + ".5;";
        broken += beside + (i % 10 == 5 ? "open " + digits : cell) + "\n";
        stray += beside + (i == 20 ? "n/a?" : cell) + "\n";
    }
    const auto read = readFile(folder_.put("ledger.csv", ledger), {});
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->series->report.valuesMissing, std::int64_t{0});
    for (int i = 0; i < 60; ++i)
        QCOMPARE(read->series->channels[0].values[static_cast<std::size_t>(i)],
                 (i % 10 == 0 && i != 30 ? 1 : -1) * (1.25 + i));
    // One stray cell is missing, and told with its line
    const auto one = readFile(folder_.put("stray.csv", stray), {});
    QVERIFY2(one, one ? "" : one.error().message.c_str());
    QCOMPARE(one->series->channels.size(), std::size_t{2});
    for (int i = 0; i < 60; ++i)
        if (const double value = one->series->channels[1].values[static_cast<std::size_t>(i)]; i == 20)
            QVERIFY(std::isnan(value));
        else
            QCOMPARE(value, (i % 10 == 0 ? 1 : -1) * (1.25 + i));
    QVERIFY(std::ranges::any_of(one->series->report.warnings, [](const ReadWarning& warning) {
        return warning.line == 22 && warning.message.english().find("'n/a?' was read as missing") != std::string::npos;
    }));
    // More words among them leave no numbers, and the cause is named
    const auto words = readFile(folder_.put("words.csv", broken), {});
    QVERIFY2(words, words ? "" : words.error().message.c_str());
    QCOMPARE(words->series->channels.size(), std::size_t{1});
    QVERIFY(std::ranges::any_of(words->series->report.warnings, [](const ReadWarning& warning) {
        return warning.message.english().find("'x' was left out as text: 48 of its cells") != std::string::npos;
    }));
    const auto own =
        readFile(folder_.put("own.csv", days("time;side;x",
                                             [n = 0](bool less, const std::string& digits) mutable {
                                                 return (++n % 2 ? "+;" : "-;") + (less ? "-" + digits : digits);
                                             })),
                 {});
    QVERIFY2(own, own ? "" : own.error().message.c_str());
    QCOMPARE(own->series->channels.size(), std::size_t{1});
    QCOMPARE(own->series->channels[0].values[0], -1.25);
    QCOMPARE(own->series->channels[0].values[1], 2.25);
}

/// An amount is its number, however it is written; the currency is the unit of the column.
void TestCsvSigns::amounts_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QString>("unit");
    using Digits = const std::string&;
    QTest::newRow("a dollar before") << days("time;x", [](bool less, Digits digits) {
        return (less ? "-$" : "$") + digits;
    }) << "$";
    QTest::newRow("a dollar before the sign")
        << days("time;x", [](bool less, Digits digits) { return (less ? "$-" : "$ ") + digits; }) << "$";
    QTest::newRow("a ledger of yen") << days("time;x", [](bool less, Digits digits) {
        return less ? "(\u00A5" + digits + ")" : "\u00A5" + digits;
    }) << "\u00A5";
    QTest::newRow("euros behind") << days("time;x", [](bool less, Digits digits) {
        return (less ? "-" : "") + digits + " \u20AC";
    }) << "\u20AC";
    QTest::newRow("a code behind") << days("time;x", [](bool less, Digits digits) {
        return (less ? "-" : "") + digits + " CHF";
    }) << "CHF";
}

void TestCsvSigns::amounts() {
    QFETCH(std::string, text);
    QFETCH(QString, unit);
    const auto data = readFile(folder_.put("amounts.csv", text), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const Series& series = *data->series;
    QCOMPARE(series.channels.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(series.channels[0].unit), unit);
    QCOMPARE(series.rows(), std::int64_t{40});
    for (int i = 0; i < 40; ++i)
        QCOMPARE(series.channels[0].values[static_cast<std::size_t>(i)], (i % 3 == 0 ? -1 : 1) * (1.25 + i));
}

/// With thousands set apart in both ways; two currencies in a column are said.
void TestCsvSigns::currencies() {
    std::string text = "time;us;de;mixed\n";
    for (int i = 0; i < 40; ++i) {
        const std::string row = timeText(INT64_C(1'579'824'000'000'000) + i * INT64_C(86'400'000'000)).substr(0, 10);
        const std::string tens = std::to_string(10 + i);
        text += row + ";$1,2" + tens + ".50;1.2" + tens + ",50 \u20AC;" + (i % 2 == 0 ? "$" : "\u20AC") +
                std::to_string(i * i % 17) + "\n";
    }
    const auto data = readFile(folder_.put("currencies.csv", text), {});
    QVERIFY2(data, data ? "" : data.error().message.c_str());
    const Series& series = *data->series;
    QCOMPARE(series.channels.size(), std::size_t{3});
    for (int i = 0; i < 40; ++i) {
        const auto row = static_cast<std::size_t>(i);
        QCOMPARE(series.channels[0].values[row], 1210.5 + i);
        QCOMPARE(series.channels[1].values[row], 1210.5 + i);
        QCOMPARE(series.channels[2].values[row], static_cast<double>(i * i % 17));
    }
    QCOMPARE(series.channels[2].unit, std::string());
    QVERIFY(std::ranges::any_of(series.report.warnings, [](const ReadWarning& warning) {
        return warning.message.english().find("'mixed' has amounts in more than one currency") != std::string::npos;
    }));
    // Names of columns are no amounts.
    const auto names = readFile(folder_.put("names.csv", "Rs1,Rs2\n1,2\n3,4\n5,7\n"), {});
    QVERIFY(names && names->series->channels[1].name == "Rs2");
    // A word with a number is no amount.
    const auto words = readFile(folder_.put("words.csv", "a,b\nkr x 5,1\nkr y 6,2\nkr z 7,3\n"), {});
    QVERIFY(words && words->series->channels.size() == 1);
}

QTEST_APPLESS_MAIN(TestCsvSigns)
#include "tst_csv_signs.moc"
