// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/terminal_chart.h"

#include <QTest>

#include <cmath>

using namespace gatelab;

namespace {

int characters(const std::string& line) {
    int count = 0;
    for (const char byte : line) count += (static_cast<unsigned char>(byte) & 0xC0) != 0x80 ? 1 : 0;
    return count;
}

}  // namespace

class TestTerminalChart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lineOfSignsFallsFromLeftToRight() {
        const TerminalChart chart{.columns = 12, .rows = 3, .isAscii = true};
        const TerminalCurve curve{{0, 1, 2}, {3, 2, 1}};
        const auto lines = chart.draw(std::span(&curve, 1));
        QCOMPARE(lines.size(), std::size_t{3});
        QCOMPARE(lines[0], std::string("    3.00 *  "));
        QCOMPARE(lines[1], std::string("    2.00  * "));
        QCOMPARE(lines[2], std::string("    1.00   *"));
    }

    void brailleHasFourRowsAndTwoColumnsOfDots() {
        const TerminalChart chart{.columns = 10, .rows = 1};
        const TerminalCurve corners{{0, 1}, {1, 0}};  // the upper left dot, the lower right one, and what joins them
        const auto lines = chart.draw(std::span(&corners, 1));
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines[0].substr(9), std::string("\xE2\xA2\xB1"));  // U+28B1: dot 1, then 5, 6 and 8
    }

    void everyLineHasItsWidth() {
        for (const bool isAscii : {false, true}) {
            const TerminalChart chart{.columns = 80, .rows = 7, .isAscii = isAscii, .isLog = true};
            TerminalCurve curve;
            for (int i = 0; i < 500; ++i)
                curve.x.push_back(i), curve.y.push_back(i % 50 == 0 ? NAN : 1 + std::exp(-0.01 * i));
            for (const std::string& line : chart.draw(std::span(&curve, 1))) QCOMPARE(characters(line), 80);
            for (const std::string& line : chart.draw({})) QCOMPARE(characters(line), 80);
        }
    }

    void linesAreCutAndFilledByColumns() {
        QCOMPARE(fitColumns("ab", 4), std::string("ab  "));
        QCOMPARE(fitColumns("\xE2\xA3\xB9\xE2\xA3\xB9x", 2), std::string("\xE2\xA3\xB9\xE2\xA3\xB9"));
        // A character of two columns that does not fit is left out whole; a mark takes none.
        QCOMPARE(columnsOf("\u8bad\u7ec3 a"), 6);
        QCOMPARE(fitColumns("\u8bad\u7ec3", 3), std::string("\u8bad "));
        QCOMPARE(fitColumns("e\u0301x", 2), std::string("e\u0301x"));
    }
};

QTEST_GUILESS_MAIN(TestTerminalChart)
#include "tst_terminal_chart.moc"
