// SPDX-License-Identifier: GPL-3.0-or-later
// A mistake in a filter names the word at fault and where it stands.
// Holds ui/models/run_filter.cpp.
#include "models/run_filter.h"

#include <QTest>

using namespace gatelab;

class TestRunFilterMistakes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesTheWordAtFault_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<int>("at");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* expression, int at, const char* says) {
            QTest::newRow(expression) << expression << at << says;
        };
        // A misspelt title is one name, also behind a joiner, a value, a bracket and a word to look for.
        row("best validaton < 1", 1, "\"best validaton\"; perhaps best_validation");
        row("cell = lstm and best validaton < 1", 17, "\"best validaton\"; perhaps best_validation");
        row("cell = lstm best validaton < 1", 13, "\"best validaton\"; perhaps best_validation");
        row("not (learning ratee = 1e-3)", 6, "\"learning ratee\"; perhaps learning_rate");
        row("lstm or weight decey = 0", 9, "\"weight decey\"; perhaps weight_decay");
        row("lstm hiden_size = 64", 6, "\"hiden_size\"; perhaps hidden_size");
        row("cell = lstm and qqqq = 1", 17, "no column \"qqqq\"");
        row("\"best validaton\" < 1", 1, "\"best validaton\"; perhaps best_validation");
        // Quotes.
        row("name = \"a b and seed = 1", 8, "the quote before \"a b and seed = 1\" is not closed");
        row("(name = \"a b and seed = 1)", 9, "is not closed");
        row("name = lstm32\" and seed = 1", 14, "the quote before \" and seed = 1\" is not closed");
        row("name ~ \"a\" \"b", 12, "the quote before \"b\" is not closed");
        // Joiners are no values, and signs of other languages no joiners.
        row("seed = and cell = lstm", 8, "a value is missing after \"=\"");
        row("cell = or seed = 1", 8, "a value is missing after \"=\"");
        row("seed = 1 && cell = lstm", 10, "\"&&\" joins nothing");
        row("seed = 1, cell = lstm", 8, "\"1,\" is not a number");
        row("seed = 1 ; cell = lstm", 10, "\";\" joins nothing");
        // A title without its comparison.
        row("best validation 0.3", 17, "\"0.3\" is no comparison");
        row("seed 3", 6, "\"3\" is no comparison");
        row("seed < 1and cell = lstm", 8, "\"1and\" is not a number");
    }
    void namesTheWordAtFault() {
        QFETCH(QString, expression);
        QFETCH(int, at);
        QFETCH(QString, says);
        const RunColumns columns;
        const RunFilter filter(expression, columns);
        QVERIFY2(
            filter.problem().startsWith(QStringLiteral("At character %1: ").arg(at)) && filter.problem().contains(says),
            qPrintable(filter.problem()));
        QVERIFY(filter.matches({}));  // a mistake hides nothing
    }

    void whatIsRightStaysRight_data() {
        QTest::addColumn<QString>("expression");
        for (const char* right : {"name = \"and\"", "name contains \"a and b\"", "lstm and best validation < 0.3",
                                  "lstm best validation", "\"&&\"", "name=\"a b\"seed=1", "tags ~ a&b", "R&D"})
            QTest::newRow(right) << QString::fromLatin1(right);
    }
    void whatIsRightStaysRight() {
        QFETCH(QString, expression);
        const RunColumns columns;
        const RunFilter filter(expression, columns);
        QVERIFY2(filter.problem().isEmpty(), qPrintable(filter.problem()));
    }
};

QTEST_GUILESS_MAIN(TestRunFilterMistakes)
#include "tst_run_filter_mistakes.moc"
