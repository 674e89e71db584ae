// SPDX-License-Identifier: GPL-3.0-or-later
// What a run advises, while it goes on and at its end: one sentence, one button, the others folded.
#include "common/theme.h"
#include "pages/train/advice_card.h"
#include "runs/run_controller.h"
#include "runs/run_view.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace gatelab;

namespace {

/// A live run of 16 epochs that was level from its first one on.
RunView levelRun() {
    RunView run;
    run.id = QStringLiteral("a");
    run.live = true;
    run.summary.id = "a";
    run.summary.state = RunState::Running;
    ExperimentConfig& config = run.summary.config.edit();
    config.recipe = {"standardise"};
    config.epochs = run.summary.epochs = 16;
    config.learningRate = 0.01;
    config.schedule = "constant";
    config.earlyStop = 0;
    run.summary.bestEpoch = 1;
    run.summary.bestValidation = 0.45;
    return run;
}

/// `fall`: of the training loss, `rise`: of the validation loss, by the epoch.
void trainTo(RunView& run, std::int64_t epoch, double fall = 0, double rise = 0) {
    while (run.summary.epoch < epoch) {
        const std::int64_t now = ++run.summary.epoch;
        const auto passed = static_cast<double>(now - 1);
        for (const auto& [id, value] :
             {std::pair(MetricId::TrainLoss, 0.4 - fall * passed), {MetricId::ValidationLoss, 0.45 + rise * passed}}) {
            MetricSample sample;
            sample.metric = id;
            sample.step = 10 * now;
            sample.epoch = static_cast<double>(now);
            sample.value = value;
            run.take(sample);
        }
    }
}

QStringList buttons(const AdviceCard& card) {
    QStringList all;
    for (const QPushButton* button : card.findChildren<QPushButton*>())
        if (!button->isHidden()) all << button->text();
    all.sort();
    return all;
}

}  // namespace

class TestAdviceCard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLiveRunIsAdvisedByItsEvaluations() {
        AdviceCard card(theme_, runs_);
        RunView run = levelRun();
        trainTo(run, 4);
        card.showRun(&run);
        QVERIFY(card.isHidden() && card.advice().empty());
        trainTo(run, 8);
        card.showRun(&run);
        QVERIFY(!card.isHidden());
        QCOMPARE(buttons(card), QStringList(QStringLiteral("Learning rate 0.003 from now on")));
        QSignalSpy wanted(&card, &AdviceCard::wanted);
        for (QPushButton* button : card.findChildren<QPushButton*>())
            if (!button->isHidden()) button->click();
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.front().front().toString(), QStringLiteral("a"));
        run.live = false;
        run.summary.state = RunState::Finished;
        card.showRun(&run);
        QCOMPARE(buttons(card), QStringList(QStringLiteral("Train 2 more seeds")));
        card.showRun(nullptr);
        QVERIFY(card.isHidden());
    }

    void overfittingIsSaidHoweverTheRunEnded() {
        for (const RunState state :
             {RunState::Running, RunState::Paused, RunState::Interrupted, RunState::Finished, RunState::Failed}) {
            AdviceCard card(theme_, runs_);
            RunView run = levelRun();
            trainTo(run, 10, 0.02, 0.03);
            run.summary.state = state;
            run.live = isGoingOn(state);
            card.showRun(&run);
            QVERIFY2(!card.advice().empty(), qPrintable(QString::number(static_cast<int>(state))));
            QCOMPARE(QString::fromUtf8(card.advice().front().key), QStringLiteral("overfitting"));
            QVERIFY(buttons(card).front().startsWith(QStringLiteral("Keep epoch 1, try dropout")));
        }
    }

    void otherIdeasAreFolded() {
        AdviceCard card(theme_, runs_);
        RunView run = levelRun();
        trainTo(run, 8);
        run.baselines = {{"linear", "standardised", "mse", 0.1}};
        card.showRun(&run);
        QCOMPARE(card.advice().size(), std::size_t{2});
        QCOMPARE(buttons(card).size(), 2);
        QPushButton* others = nullptr;
        for (QPushButton* button : card.findChildren<QPushButton*>())
            if (button->text().contains(QStringLiteral("other idea"))) others = button;
        QVERIFY(others != nullptr);
        others->click();
        QCOMPARE(buttons(card).size(), 3);
        others->click();
        QCOMPARE(buttons(card).size(), 2);
    }

private:
    Theme theme_;
    RunController runs_;
};

QTEST_MAIN(TestAdviceCard)
#include "tst_advice_card.moc"
