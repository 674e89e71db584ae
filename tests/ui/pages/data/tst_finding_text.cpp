// SPDX-License-Identifier: GPL-3.0-or-later
// What the doctor found, in a line: findings of one kind at one time are one, with dates, in twelve words at most.
#include "pages/data/finding_text.h"

#include <QLocale>
#include <QtTest>

#include <cmath>

using namespace gatelab;

namespace {

constexpr int kRows = 6000;

/// Hours from 1 July 2016 on: four sensors that stand still at 0, two at another time, and a level that changes.
Series someSensors() {
    Series series;
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
        Channel channel{name, "", {}};
        const auto k = static_cast<double>(series.channels.size());
        for (int row = 0; row < kRows; ++row) {
            const double wave = std::sin(0.26 * row + k) + 0.3 * std::sin(1.7 * row * (k + 1)) + 0.001 * (row % 17);
            const bool isStill = k < 4 ? row >= 3768 && row < 3768 + 58 + 5 * k : row >= 2000 && row < 2141;
            channel.values.append(isStill ? (k < 4 ? 0.0 : 0.5) : wave + (k == 5 && row >= 4500 ? 9 : 0));
        }
        series.channels.push_back(std::move(channel));
    }
    for (int row = 0; row < kRows; ++row)
        series.time.values.push_back((INT64_C(1467331200) + INT64_C(3600) * row) * 1'000'000);
    series.time.stepMicros = INT64_C(3'600'000'000);
    series.time.name = "time";
    return series;
}

const FindingGroup* groupOf(const std::vector<FindingGroup>& groups, const QString& words) {
    for (const FindingGroup& group : groups)
        if (group.title.contains(words)) return &group;
    return nullptr;
}

QString titles(const std::vector<FindingGroup>& groups) {
    QStringList all;
    for (const FindingGroup& group : groups) all << group.title + QStringLiteral(" / ") + group.note;
    return all.join(QLatin1Char('\n'));
}

}  // namespace

class TestFindingText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

    void oneKindAtOneTimeIsOneLine() {
        const Series series = someSensors();
        const auto groups = FindingText::groups(series, examine(series));
        const FindingGroup* four = groupOf(groups, QStringLiteral("58 to 73 h"));
        QVERIFY2(four, qPrintable(titles(groups)));
        QCOMPARE(four->findings.size(), std::size_t{4});
        QCOMPARE(four->note, QStringLiteral("5 Dec 2016, at 0"));
        QCOMPARE(four->firstRow, std::int64_t{3768});
        QCOMPARE(four->sentences.count(QLatin1Char('\n')), 3);
        const FindingGroup* two = groupOf(groups, QStringLiteral("e, f stand still, 141 h"));
        QVERIFY2(two, qPrintable(titles(groups)));
        QCOMPARE(two->findings.size(), std::size_t{2});
        for (const FindingGroup& group : groups) {
            QVERIFY2(group.title.split(QLatin1Char(' ')).size() <= 12, qPrintable(group.title));
            QVERIFY2(!group.title.contains(QStringLiteral("row")), qPrintable(group.title));
        }
    }

    void aLevelThatChangesSaysFromWhatToWhat() {
        const Series series = someSensors();
        const auto findings = examine(series);
        const auto groups = FindingText::groups(series, findings);
        const FindingGroup* level = groupOf(groups, QStringLiteral("f changes its level"));
        QVERIFY2(level, qPrintable(titles(groups)));
        QVERIFY2(level->note.contains(QStringLiteral("Jan 2017, from ")) ||
                     level->note.contains(QStringLiteral("Dec 2016, from ")),
                 qPrintable(level->note));
        QCOMPARE(FindingText::label(series, level->findings.front()), QStringLiteral("level shift"));
        for (const DataFinding& finding : findings)
            if (finding.code == "flat" && finding.column == "a")
                QCOMPARE(FindingText::label(series, finding), QStringLiteral("still 58 h"));
    }

    void withoutTimesRowsAreCounted() {
        Series series = someSensors();
        series.time = {};
        const auto groups = FindingText::groups(series, examine(series));
        QVERIFY2(groupOf(groups, QStringLiteral("58 to 73 rows")), qPrintable(titles(groups)));
    }

    void whatHasNoPlaceStandsAlone() {
        const Series series = someSensors();
        std::vector<DataFinding> findings(2);
        findings[0].code = findings[1].code = "sentinel";
        findings[0].column = "a", findings[1].column = "b";
        QCOMPARE(FindingText::groups(series, findings).size(), std::size_t{2});
        findings[0].code = "not known yet", findings[0].message = Phrase("Something else.");
        findings[0].column.clear();
        QCOMPARE(FindingText::groups(series, findings).front().title, QStringLiteral("Something else."));
    }
};

QTEST_GUILESS_MAIN(TestFindingText)
#include "tst_finding_text.moc"
