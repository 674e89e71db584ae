// SPDX-License-Identifier: GPL-3.0-or-later
// Data with a finding of the gravest kind are asked about once before a run starts; nobody is kept from it.
#include "common/background_job.h"
#include "data/findings/open_findings.h"
#include "runs/experiment_model.h"
#include "window/start_question.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// 300 hours; two of them in the wrong order.
QString writeHours(const QTemporaryDir& folder, bool isInOrder) {
    const QString path = folder.filePath(isInOrder ? QStringLiteral("right.csv") : QStringLiteral("wrong.csv"));
    std::ofstream file(path.toStdString());
    file << "date,y\n";
    for (int row = 0; row < 300; ++row) {
        const int hour = isInOrder || (row != 50 && row != 51) ? row : 101 - row;
        file << QDateTime(QDate(2016, 7, 1), QTime(0, 0), Qt::UTC)
                    .addSecs(3600 * hour)
                    .toString(Qt::ISODate)
                    .toStdString()
             << ',' << std::sin(0.26 * hour) << '\n';
    }
    return path;
}

}  // namespace

class TestStartQuestion : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    std::unique_ptr<ExperimentModel> experiment_;
    std::unique_ptr<QWidget> window_;
    StartQuestion* question_ = nullptr;
    int started_ = 0;

    void open(bool isInOrder) {
        experiment_->openFile(writeHours(folder_, isInOrder));
        QTRY_VERIFY_WITH_TIMEOUT(!experiment_->loading() && !experiment_->preparing() && experiment_->prepared(),
                                 kPatience);
    }
    void ask() {
        question_->ask([this] { ++started_; });
    }
    QPushButton* button(const char* words) {
        if (question_->question())
            for (QAbstractButton* one : question_->question()->buttons())
                if (one->text() == QLatin1String(words)) return qobject_cast<QPushButton*>(one);
        return nullptr;
    }

private Q_SLOTS:
    void init() {
        started_ = 0;
        experiment_ = std::make_unique<ExperimentModel>();
        window_ = std::make_unique<QWidget>();
        window_->show();
        question_ = new StartQuestion(*window_, *experiment_, window_.get());
    }
    void cleanup() {
        window_.reset();
        experiment_.reset();
        BackgroundJob::waitForAll();
    }

    void rowsInOrderAreNotAskedAbout() {
        open(true);
        ask();
        QCOMPARE(started_, 1);
        QVERIFY(!question_->question());
    }

    void askedOnceAndThenNeverForTheSame() {
        open(false);
        ask();
        QCOMPARE(started_, 0);
        QVERIFY(question_->question() && question_->question()->text().contains(QStringLiteral("goes backwards")));
        button("Train anyway")->click();
        QTRY_COMPARE(started_, 1);
        ask();
        QCOMPARE(started_, 2);
        QTRY_VERIFY(!question_->question());
        // Another file is another question.
        open(true);
        open(false);
        std::ofstream(experiment_->config().dataPath, std::ios::app) << "2016-08-01T00:00:00Z,0.5\n";
        experiment_->reload();
        QTRY_VERIFY_WITH_TIMEOUT(!experiment_->loading() && !experiment_->preparing() && experiment_->prepared(),
                                 kPatience);
        ask();
        QCOMPARE(started_, 2);
        QVERIFY(question_->question());
    }

    void whoLeavesItIsAskedAgain() {
        open(false);
        ask();
        button("Cancel")->click();
        QTRY_VERIFY(!question_->question());
        QCOMPARE(started_, 0);
        ask();
        QVERIFY(question_->question());
        ask();  // the same question, not a second one
        QCOMPARE(started_, 0);
    }

    /// A sweep, a search or runs of the board ask from where they stand, once for all of them.
    void otherDoorsAskTheSame() {
        open(false);
        QWidget other;
        other.show();
        ExperimentConfig config = experiment_->config();
        config.epochs += 1;
        const auto begin = [&] { question_->ask(config, other, [this] { ++started_; }); };
        begin();
        QCOMPARE(started_, 0);
        QVERIFY(question_->question());
        QCOMPARE(question_->question()->parentWidget(), &other);
        QVERIFY(!button("Sort"));  // these are not the settings of the experiment
        button("Train anyway")->click();
        QTRY_COMPARE_WITH_TIMEOUT(started_, 1, kPatience);
        begin();
        ask();
        QCOMPARE(started_, 3);
        QTRY_VERIFY_WITH_TIMEOUT(!question_->question(), kPatience);
    }

    void settingsOfOtherDataAreNotAskedAbout() {
        open(false);
        ExperimentConfig config = experiment_->config();
        config.dataPath = "another.csv";
        question_->ask(config, *window_, [this] { ++started_; });
        QCOMPARE(started_, 1);
        QVERIFY(!question_->question());
        // Nor what reads the same file with its rows in order.
        config = experiment_->config();
        config.sortTime = true;
        question_->ask(config, *window_, [this] { ++started_; });
        QCOMPARE(started_, 2);
        QVERIFY(!question_->question());
    }

    void mendedItStartsWithoutAQuestion() {
        open(false);
        QSignalSpy mended(question_, &StartQuestion::mended);
        ask();
        QVERIFY(button("Sort"));
        button("Sort")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!experiment_->loading() && !experiment_->preparing() && experiment_->prepared(),
                                 kPatience);
        QCOMPARE(mended.count(), 1);
        QCOMPARE(started_, 0);
        QVERIFY(experiment_->config().sortTime);
        ask();
        QCOMPARE(started_, 1);
        experiment_->undoStack().undo();
        QVERIFY(!experiment_->config().sortTime);
    }
};

QTEST_MAIN(TestStartQuestion)
#include "tst_start_question.moc"
