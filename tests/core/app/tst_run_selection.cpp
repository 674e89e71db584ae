// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_selection.h"

#include <QTest>

using namespace gatelab;

/// What is chosen on the board: core/app/run_selection.cpp.
class TestRunSelection : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSeventhIsRefusedAndTakesThePlaceOfTheOldestButTheBase() {
        RunSelection selection;
        for (const char* key : {"a", "b", "c", "d", "e", "f"}) QVERIFY(selection.choose(key));
        QVERIFY(!selection.choose("g"));
        QCOMPARE(selection.chosen().size(), RunSelection::kMaxChosen);
        QVERIFY(selection.base().empty());  // the board takes "a" by itself
        QCOMPARE(selection.oldest("a"), std::string("b"));
        selection.replace(selection.oldest("a"), "g");
        QCOMPARE(selection.chosen(), (std::vector<std::string>{"a", "g", "c", "d", "e", "f"}));
        QCOMPARE(selection.oldest("a"), std::string("c"));
        QVERIFY(selection.choose("c"));  // it is chosen already
    }

    void whatIsProposedGivesWayToAPerson() {
        RunSelection selection;
        selection.propose({"base", "best", "", "best"});
        QCOMPARE(selection.chosen(), (std::vector<std::string>{"base", "best"}));
        selection.propose({"base", "newer"});
        QVERIFY(selection.isChosen("newer"));
        selection.remove("base");
        selection.propose({"base"});
        QCOMPARE(selection.chosen(), (std::vector<std::string>{"newer"}));
        selection.clear();
        selection.propose({"base"});
        QVERIFY(selection.chosen().empty());  // an empty choice is one
    }

    void theOrderOfDrawingIsAPersons() {
        RunSelection selection;
        for (const char* key : {"a", "b", "c"}) QVERIFY(selection.choose(key));
        selection.move("c", 0);
        QCOMPARE(selection.chosen(), (std::vector<std::string>{"c", "a", "b"}));
        selection.move("c", 99);
        QCOMPARE(selection.chosen(), (std::vector<std::string>{"a", "b", "c"}));
        QCOMPARE(selection.oldest({}), std::string("a"));  // by age, not by place
    }

    void keysFollowTheirGroups() {
        RunSelection selection;
        for (const char* key : {"r1", "r2", "gone", "baseline:linear"}) QVERIFY(selection.choose(key));
        selection.setBase("gone");
        selection.setChallenger("r2");
        selection.follow([](const std::string& key) {
            return key == "gone" ? std::string() : key == "r1" || key == "r2" ? std::string("r0") : key;
        });
        QCOMPARE(selection.chosen(), (std::vector<std::string>{"r0", "baseline:linear"}));
        QVERIFY(selection.base().empty());
        QCOMPARE(selection.challenger(), std::string("r0"));
    }

    void itIsFoundAgain() {
        RunSelection selection;
        QCOMPARE(RunSelection::fromText(selection.toText()), selection);
        for (const char* key : {"a", "b", "c", "d", "e", "f"}) QVERIFY(selection.choose(key));
        selection.move("f", 0);
        selection.setBase("b");
        QCOMPARE(RunSelection::fromText(selection.toText()), selection);
        selection.clear();
        QVERIFY(RunSelection::fromText(selection.toText()).isByHand());
    }

    void ofADamagedTextNothingCounts_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "{", "[]", "3", R"({"chosen":3})", R"({"chosen":["a",1]})", R"({"base":[]})"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void ofADamagedTextNothingCounts() {
        QFETCH(QString, text);
        QCOMPARE(RunSelection::fromText(text.toStdString()), RunSelection());
    }

    void moreThanSixInATextAreCut() {
        const RunSelection selection = RunSelection::fromText(R"({"chosen":["a","b","a","c","d","e","f","g"]})");
        QCOMPARE(selection.chosen(), (std::vector<std::string>{"a", "b", "c", "d", "e", "f"}));
    }

    void aBaselineHasAKeyOfItsOwn() {
        QCOMPARE(RunSelection::baselineOf(RunSelection::baselineKey("linear")), std::string("linear"));
        QVERIFY(RunSelection::baselineOf("20261121-141502-7f3a").empty());
    }
};

QTEST_GUILESS_MAIN(TestRunSelection)
#include "tst_run_selection.moc"
