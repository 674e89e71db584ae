// SPDX-License-Identifier: GPL-3.0-or-later
#include "device/algorithm_choices.h"

#include "device/given_up.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace gatelab;

/// Which of cuDNN's algorithms a layer is computed with, without cuDNN.
class TestAlgorithmChoices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // The last batch of an epoch is a smaller one: nothing is measured for it while the training waits, and a run for
    // which it is the whole batch measures it.
    void theRestOfAnEpochIsNotMeasured() {
        PartialBatches layer, another;
        QVERIFY(!layer.isPartial(64));
        QVERIFY(!layer.isPartial(64));
        QVERIFY(layer.isPartial(21));
        QVERIFY(!another.isPartial(21));
        AlgorithmChoices choices({});
        int measured = 0;
        const auto measure = [&] {
            ++measured;
            return AlgorithmChoices::Measured{{"small-h", "small-h"}, "1 ms"};
        };
        QCOMPARE(choices.choose("gpu|B64", "B64", true, measure).forward, std::string("small-h"));
        QCOMPARE(choices.choose("gpu|B21", "B21", false, measure), AlgorithmNames());
        QCOMPARE(choices.choose("gpu|B21", "B21", false, measure), AlgorithmNames());
        QCOMPARE(measured, 1);
        QCOMPARE(choices.used(), std::string("gpu|B64=small-h,small-h\ngpu|B21=standard,standard\n"));
        QCOMPARE(QString::fromStdString(choices.report()).count(QLatin1String("not measured")), 1);
        QCOMPARE(choices.choose("gpu|B21", "B21", true, measure).backward, std::string("small-h"));
        QCOMPARE(measured, 2);
        QCOMPARE(choices.choose("gpu|B21", "B21", false, measure).backward, std::string("small-h"));
    }

    // It is written down before anybody hears of it: the next start does not try it again.
    void whatDoesNotEndIsTriedOnce() {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("choices.txt").toStdString();
        AlgorithmChoices first(file);
        const auto hangs = [] { return AlgorithmChoices::Measured{{"small-h", "small-h"}, "small-h hangs", true}; };
        QVERIFY_THROWS_EXCEPTION(TrialDidNotEnd, (void)first.choose("gpu|B64", "B64", true, hangs));
        AlgorithmChoices second(file);
        const auto never = []() -> AlgorithmChoices::Measured { qFatal("measured again"); };
        QCOMPARE(second.choose("gpu|B64", "B64", true, never).forward, std::string("small-h"));
    }

    void aResumedRunGoesOnAsItBegan() {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("a/choices.txt").toStdString();
        const auto measure = [] { return AlgorithmChoices::Measured{{"persist-static", "standard"}, "1 ms"}; };
        {
            AlgorithmChoices first(file);
            (void)first.choose("gpu|B64", "B64", true, measure);
        }
        AlgorithmChoices second(file);
        const auto never = []() -> AlgorithmChoices::Measured { qFatal("measured again"); };
        QCOMPARE(second.choose("gpu|B64", "B64", true, never).forward, std::string("persist-static"));
        AlgorithmChoices resumed(file);
        resumed.use("gpu|B64=small-h,standard\nno line\ngpu|B21=standard,standard\n");
        QCOMPARE(resumed.choose("gpu|B64", "B64", true, never).forward, std::string("small-h"));
        QCOMPARE(resumed.choose("gpu|B21", "B21", true, never), AlgorithmNames());
        // What a run brought with it was not measured here and does not count for others.
        (void)resumed.choose("gpu|B8", "B8", true, measure);
        AlgorithmChoices third(file);
        int measured = 0;
        (void)third.choose("gpu|B21", "B21", true, [&] {
            ++measured;
            return measure();
        });
        QCOMPARE(measured, 1);
    }
};

QTEST_APPLESS_MAIN(TestAlgorithmChoices)
#include "tst_algorithm_choices.moc"
