// SPDX-License-Identifier: GPL-3.0-or-later
// What is remembered of measurements on a GPU. Holds core/device/choice_file.cpp.
#include "device/row_choices.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace gatelab;

class TestRowChoices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatWasMeasuredIsRemembered() {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("new/choices.txt").toStdString();
        const RowChoice choice{"persistent", "library", 0.9375, 2.25};
        RowChoices first(file), other(file);
        QVERIFY(first.isEmpty() && !first.find("H100|a"));
        first.keep("H100|a", choice);
        other.keep("H100|b", {"library", "library", 1, 1});  // of another process: both stay
        RowChoices second(file);
        QVERIFY(second.find("H100|a") == choice);
        QVERIFY(second.find("H100|b")->row == "library");
        QVERIFY(!second.find("H200|a"));
        second.forget();
        QVERIFY(second.isEmpty() && !second.find("H100|a"));
        // Of a process that measured it, too, where another one forgets.
        RowChoices third(file);
        QVERIFY(!third.find("H100|a"));
    }

    void aDamagedLineIsMeasuredAnew() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("choices.txt");
        const auto isKnown = [&](const QByteArray& value) {
            QFile file(path);
            if (!file.open(QIODevice::WriteOnly)) return false;
            file.write("no line\nkey=" + value + "\n\x00\xff=\n");
            file.close();
            return RowChoices(path.toStdString()).find("key").has_value();
        };
        QVERIFY(isKnown("persistent,library,0.5,1"));
        for (const char* value :
             {"", "persistent", "persistent,library,0.5", "persistent,library,0.5,1,2", "persistent,library,-0.5,1",
              "persistent,library,0,1", "persistent,library,nan,1", "persistent,library,0.5,inf",
              "persistent,library,0.5x,1", "of-tomorrow,library,0.5,1", "persistent,of-tomorrow,0.5,1"})
            QVERIFY2(!isKnown(value), value);
    }

    void againMeasuresOncePerProcess() {
        const QTemporaryDir folder;
        RowChoices choices(folder.filePath("choices.txt").toStdString());
        choices.keep("key", {"persistent", "library", 1, 2});
        choices.keepHanging("H100", "cudnn-tuned");
        choices.setMeasuring(RowMeasuring::Again);
        QVERIFY(!choices.find("key") && choices.hanging("H100").empty());
        choices.keep("key", {"library", "library", 1, 1});
        QVERIFY(choices.find("key")->row == "library");
        choices.setMeasuring(RowMeasuring::Known);
        QVERIFY(choices.find("key")->row == "library");
    }

    void whatHungIsRememberedByMachineAndShape() {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("choices.txt").toStdString();
        RowChoices first(file);
        QVERIFY(first.hanging("H100").empty());
        first.keepHanging("H100", "persistent");
        first.keepHanging("H100", "cudnn-tuned");
        RowChoices second(file);
        QVERIFY((second.hanging("H100") == std::set<std::string>{"cudnn-tuned", "persistent"}));
        QVERIFY(second.hanging("H200").empty());
        second.forget();
        QVERIFY(second.hanging("H100").empty());
    }

    // With the process, or the machine: the mark stays, and the row is left out for good.
    void aTrialThatTookItsProcessAlongIsSeen() {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("choices.txt").toStdString();
        RowChoices first(file);
        first.beginTrial("H100|a", "cudnn-tuned");
        first.endTrial("H100|a");
        QVERIFY(!first.takeUnfinished("H100|a") && first.isEmpty());
        first.beginTrial("H100|a", "persistent");
        RowChoices second(file);
        QVERIFY(!second.takeUnfinished("H100|b") && second.hanging("H100|a").empty());
        QVERIFY(second.takeUnfinished("H100|a") == "persistent");
        QVERIFY(!second.takeUnfinished("H100|a"));  // told once
        QVERIFY(second.hanging("H100|a") == std::set<std::string>{"persistent"});
        RowChoices third(file);
        QVERIFY(third.hanging("H100|a") == std::set<std::string>{"persistent"});
        QVERIFY(third.hanging("H100|b").empty());
    }

    // "Again" is of this process: what others have found stays in the file.
    void againKeepsWhatHung() {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("choices.txt").toStdString();
        RowChoices first(file), again(file);
        first.keepHanging("H100", "persistent");
        again.setMeasuring(RowMeasuring::Again);
        again.keepHanging("H100", "cudnn-tuned");
        QVERIFY(again.hanging("H100") == std::set<std::string>{"cudnn-tuned"});
        QVERIFY((RowChoices(file).hanging("H100") == std::set<std::string>{"cudnn-tuned", "persistent"}));
    }

    void oneProgramMeasuresAtATime() {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("new/choices.txt").toStdString();
        RowChoices first(file), second(file);
        {
            const auto held = first.tryMeasure();
            QVERIFY(held && !second.tryMeasure());
        }
        QVERIFY(second.tryMeasure());
    }

    // A home that cannot be written: the process knows all the same.
    void nothingToWriteTo() {
        RowChoices choices{std::filesystem::path()};
        choices.keep("key", {"persistent", "library", 1, 2});
        choices.keepHanging("H100", "persistent");
        QVERIFY(choices.find("key")->row == "persistent");
        QVERIFY(choices.hanging("H100").contains("persistent"));
        choices.beginTrial("H100", "persistent");
        QVERIFY(!choices.takeUnfinished("H100") && choices.tryMeasure());
        choices.forget();
        QVERIFY(!choices.find("key"));
    }
};

QTEST_APPLESS_MAIN(TestRowChoices)
#include "tst_row_choices.moc"
