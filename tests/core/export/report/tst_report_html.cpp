// SPDX-License-Identifier: GPL-3.0-or-later
// A report stands alone, stays small, and what others named cannot get out of its place.
// Holds core/export/report/svg_chart.cpp, core/export/report/report_html.cpp and core/export/report/phrase_book.cpp.
#include "export/report/phrase_book.h"
#include "export/report/report_html.h"
#include "export/report/svg_chart.h"
#include "io/file_io.h"
#include "support/places.h"
#include "support/quick_folder.h"
#include "support/take.h"

#include <QRegularExpression>
#include <QXmlStreamReader>
#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

using namespace gatelab;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

ReportLine walk(std::size_t steps, int colour) {
    std::mt19937_64 random(colour + 1);
    std::normal_distribution<double> step;
    ReportLine line{"walk", {}, {}, false, colour};
    double value = 1000;
    for (std::size_t i = 0; i < steps; ++i) {
        line.x.push_back(static_cast<double>(i));
        line.y.push_back(value += step(random));
    }
    return line;
}

ReportDocument documentWith(ReportBlock block) {
    return {"A run", "of data", {"It came to an end."}, {{"Part", {std::move(block)}}}};
}

/// Highest and lowest point of the line of a chart, in tenths of a unit, by walking along its path.
std::pair<long, long> heightsOf(const std::string& svg) {
    const QString line = QString::fromStdString(svg.substr(svg.find("class=\"line")));
    const QString path = line.section(QStringLiteral(" d=\""), 1).section(u'"', 0, 0);
    static const QRegularExpression kMove(QStringLiteral("([Mlhv])(-?\\d+)(?: ?(-?\\d+))?"));
    long y = 0, highest = std::numeric_limits<long>::max(), lowest = std::numeric_limits<long>::min();
    for (auto moves = kMove.globalMatch(path); moves.hasNext();) {
        const auto move = moves.next();
        const char kind = move.captured(1).front().toLatin1();
        if (kind == 'M') y = move.captured(3).toLong();
        if (kind == 'l') y += move.captured(3).toLong();
        if (kind == 'v') y += move.captured(2).toLong();
        highest = std::min(highest, y), lowest = std::max(lowest, y);
    }
    return {highest, lowest};
}

/// Every element is closed, and no attribute or text breaks out.
bool isWellFormed(const std::string& html) {
    const auto body = html.substr(html.find("<body>"));
    QXmlStreamReader reader(QByteArray::fromStdString(body.substr(0, body.find("</html>"))));
    while (!reader.atEnd()) reader.readNext();
    if (reader.hasError()) qWarning("%s at %lld", qPrintable(reader.errorString()), reader.lineNumber());
    return !reader.hasError();
}

class TestReportHtml : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itStandsAlone() {
        const std::string html = reportHtml(documentWith(ReportChart{"Loss", "epoch", "loss", {walk(50, 0)}}));
        QVERIFY(html.find("default-src 'none'") != std::string::npos);
        for (const char* outside :
             {"<script", "http:", "https:", "url(", "@import", "@font-face", "<link", "<img", "src="})
            QVERIFY2(html.find(outside) == std::string::npos, outside);
        QVERIFY(html.find("prefers-color-scheme:dark") != std::string::npos &&
                html.find("size:A4") != std::string::npos);
        QVERIFY(isWellFormed(html));
    }

    void namesCannotGetOut() {
        const std::string bad = "</td><script>alert(1)</script>\" onload=\"x & y\xFF\x01";
        ReportDocument document = documentWith(ReportTable{bad, {bad}, {{bad}}, 0, 1, bad});
        document.title = document.subtitle = bad;
        document.summary = {bad};
        document.sections.front().blocks.emplace_back(ReportChart{
            bad, bad, bad, {{bad, {0, 1}, {1, 2}, true, 3}}, {{bad, {0, 1}, {0, 1}, {1, 2}, 2}}, true, bad});
        document.sections.front().blocks.emplace_back(ReportCode{bad, bad, true});
        const std::string html = reportHtml(document, {bad});
        QVERIFY(html.find("<script") == std::string::npos && html.find("\" onload=\"") == std::string::npos);
        QVERIFY(QString::fromUtf8(QByteArray::fromStdString(html)).toUtf8() == QByteArray::fromStdString(html));
        QVERIFY(isWellFormed(html));
    }

    void badBytesAreReplaced_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("safe");
        const QByteArray mark("\xEF\xBF\xBD");
        QTest::newRow("plain") << QByteArray("a\xC3\xA4\xE4\xB8\xAD\xF0\x9F\x98\x80")
                               << QByteArray("a\xC3\xA4\xE4\xB8\xAD\xF0\x9F\x98\x80");
        QTest::newRow("cut") << QByteArray("a\xE4\xB8") << "a" + mark + mark;
        QTest::newRow("overlong") << QByteArray("\xC0\xAF") << mark + mark;
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << mark + mark + mark;
        QTest::newRow("beyond") << QByteArray("\xF4\x90\x80\x80") << mark + mark + mark + mark;
        QTest::newRow("control") << QByteArray("\x07") << mark;
    }
    void badBytesAreReplaced() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, safe);
        QCOMPARE(QByteArray::fromStdString(escapedHtml(bytes.toStdString())), safe);
    }

    void itStaysSmall() {
        ReportDocument document = documentWith(ReportChart{"a", "x", "y", {walk(1000000, 0)}});
        for (int i = 1; i < 12; ++i)
            document.sections.front().blocks.emplace_back(ReportChart{"a", "x", "y", {walk(20000, i)}});
        const std::string html = reportHtml(document);
        QVERIFY2(html.size() < 150000, std::to_string(html.size()).c_str());
    }

    void ofManyPointsTheExtremesStay() {
        ReportLine line = walk(200000, 0);
        for (double& y : line.y) y = 1;
        line.y[77777] = 9;  // one point of 280 in its pixel
        line.y[150000] = -5;
        const std::string thin = svgChart({"a", "x", "y", {line}}, [](const Phrase& text) { return text.english(); });
        ReportLine few{"", {0, 77777, 150000, 199999}, {1, 9, -5, 1}};
        const std::string whole = svgChart({"a", "x", "y", {few}}, [](const Phrase& text) { return text.english(); });
        QCOMPARE(heightsOf(thin), heightsOf(whole));
    }

    void whatIsMissingBreaksTheLine() {
        const auto say = [](const Phrase& text) { return text.english(); };
        const auto pens = [&](std::vector<double> y) {
            std::vector<double> x;
            for (std::size_t i = 0; i < y.size(); ++i) x.push_back(static_cast<double>(i));
            const std::string svg = svgChart({"a", "x", "y", {{"", x, y}}}, say);
            const std::string path = svg.substr(svg.find("class=\"line"));
            return std::ranges::count(path, 'M');
        };
        QCOMPARE(pens({1, 2, 3}), 1);
        QCOMPARE(pens({1, kNaN, 3, 4, INFINITY, 5}), 3);
        QCOMPARE(pens({kNaN, kNaN}), 0);
        QCOMPARE(pens({}), 0);
        QCOMPARE(pens({5}), 1);
        QVERIFY(svgChart({"a", "x", "y", {{"", {0, 1, 2}, {0, -1, 2}}}, {}, true}, say).find("nan") ==
                std::string::npos);
        QVERIFY(svgChart({"a", "x", "y", {}, {{"", {0, 1, 2}, {0, kNaN, 2}, {1, 2, 3}}}}, say).find("nan") ==
                std::string::npos);
    }

    void ticksAreRound() {
        QCOMPARE(axisTicks(0, 10, false), (std::vector<double>{0, 2, 4, 6, 8, 10}));
        QCOMPARE(axisTicks(0.001, 10, true), (std::vector<double>{0.001, 0.01, 0.1, 1, 10}));
        QCOMPARE(axisTicks(0.3, 3, true), (std::vector<double>{0.5, 1, 2}));
        for (const double high : {1e-12, 1.0, 7.3, 1e9})
            for (const bool isLog : {false, true}) {
                const auto ticks = axisTicks(high / 3, high, isLog);
                QVERIFY(!ticks.empty() && ticks.size() < 12);
                for (const double tick : ticks) QVERIFY(tick >= high / 3 * (1 - 1e-9) && tick <= high * (1 + 1e-9));
            }
    }

    /// A time axis has dates, and what they are cannot get out either.
    void ticksOfTheirOwn() {
        ReportChart chart{"a", "time", "y", {{"", {3199, 3223}, {1, 2}}}};
        const auto say = [](const Phrase& text) { return text.english(); };
        QVERIFY(svgChart(chart, say).find(">3205<") != std::string::npos ||
                svgChart(chart, say).find(">3200<") != std::string::npos);
        chart.ticks = {{3205, "2016-11-11 07:00"}, {3217, "<b>"}};
        const std::string dated = svgChart(chart, say);
        QVERIFY(dated.find(">2016-11-11 07:00<") != std::string::npos && dated.find("&lt;b&gt;") != std::string::npos);
        QVERIFY(dated.find(">3205<") == std::string::npos && dated.find(">3200<") == std::string::npos);
    }

    void itSpeaksTheLanguageOfTheBook() {
        const auto file = testing::inSource("/resources/translations/gatelab_zh_CN.ts").toStdString();
        const PhraseBook book = testing::take(PhraseBook::read(file));
        QVERIFY(book.size() > 1000);
        const Phrase told(Text{"Phrase", "%1: %2"}, {"a", Phrase(Text{"Advice", "Find the learning rate"})});
        QVERIFY(QString::fromStdString(book.say(told)).contains(QStringLiteral("学习率")));
        QCOMPARE(book.say(Text{"Nowhere", "of %1 unknown"}), std::string("of  unknown"));
        const QuickFolder folder;
        QVERIFY(writeNewFile(folder.path() / "a.ts", "<html>no book</html>").ok());
        QCOMPARE(PhraseBook::read(folder.path() / "a.ts").error().code, ErrorCode::Corrupt);
        QVERIFY(writeNewFile(folder.path() / "b.ts", "<TS><context><name>A</name>").ok());
        QVERIFY(!PhraseBook::read(folder.path() / "b.ts").ok());
        QVERIFY(!PhraseBook::ofLanguage("../../etc").ok());
    }
};

}  // namespace

QTEST_GUILESS_MAIN(TestReportHtml)
#include "tst_report_html.moc"
