// SPDX-License-Identifier: GPL-3.0-or-later
// Holds ui/form/plan_row.cpp too. The plan of an experiment in the right column: its goal, its choices, what a click on
// one does.
#include "common/theme.h"
#include "form/plan_card.h"
#include "form/plan_row.h"
#include "form/repeat_note.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "support/fake_workspace.h"
#include "support/made_runs.h"
#include "verdict/run_groups.h"
#include "widgets/segments.h"

#include <QAbstractButton>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>

#include <algorithm>

using namespace gatelab;

namespace {

PlanRow* rowNamed(const PlanCard& card, const QString& name) {
    QCoreApplication::processEvents();  // rows of a card that is seen come with the next turn
    for (PlanRow* row : card.findChildren<PlanRow*>())
        for (const QLabel* label : row->findChildren<QLabel*>())
            if (!row->isHidden() && label->text() == name) return row;
    return nullptr;
}

void click(const PlanRow& row, int option) {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // options that were there before
    row.findChild<Segments*>()->findChildren<QAbstractButton*>()[option]->click();
}

QStringList labels(const QWidget& widget) {
    QStringList all;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (!label->isHidden()) all << label->text();
    return all;
}

}  // namespace

class TestPlanCard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        experiment_ = std::make_unique<ExperimentModel>();
        experiment_->suggestForOpened();
        experiment_->openBuiltin(QStringLiteral("lorenz"));
        QTRY_VERIFY(experiment_->dataset() && !experiment_->preparing());
    }

    /// Two recipes that begin alike are told apart, in words; how they are written is their tip.
    void recipesAreWords() {
        const Field* recipe = findField("recipe");
        const auto steps = [](const char* fill) { return FieldValue(std::vector<std::string>{fill, "standardise"}); };
        PlanLine line;
        line.label = recipe->label;
        line.suggested.settings = {{recipe, steps("fill(method=linear)")}};
        line.other.settings = {{recipe, steps("fill(method=hold)")}};
        line.price = Phrase("error +4 %");
        PlanRow row(theme_, line, {});
        row.resize(320, 80);
        row.show();
        QCoreApplication::processEvents();
        const auto buttons = row.findChild<Segments*>()->findChildren<QAbstractButton*>();
        QCOMPARE(buttons.size(), 2);
        QVERIFY2(buttons[0]->text() != buttons[1]->text(), qPrintable(buttons[0]->text()));
        for (const QAbstractButton* button : buttons)
            QVERIFY2(!button->text().contains(QLatin1Char('=')) && !button->text().contains(QLatin1Char('(')),
                     qPrintable(button->text()));
        QVERIFY2(buttons[0]->toolTip().startsWith(QStringLiteral("Fill gaps")) &&
                     buttons[0]->toolTip().endsWith(QStringLiteral("\nfill(method=linear),standardise")),
                 qPrintable(buttons[0]->toolTip()));
        QVERIFY(buttons[1]->toolTip().endsWith(QStringLiteral("fill(method=hold),standardise")));
        const QStringList said = labels(row);
        QVERIFY2(said.filter(QStringLiteral("method=")).isEmpty(), qPrintable(said.join(QLatin1Char('|'))));
    }

    void aClickTakesTheOtherOptionAndBack() {
        PlanCard card(theme_, *experiment_, runs_);
        card.show();
        PlanRow* start = rowNamed(card, QStringLiteral("Start"));
        QVERIFY(start != nullptr && !start->toolTip().isEmpty());
        QCOMPARE(start->findChild<Segments*>()->current(), 0);
        click(*start, 1);
        QVERIFY(experiment_->config().linearPath);
        QCOMPARE(rowNamed(card, QStringLiteral("Start")), start);  // the keyboard's place is not lost
        QCOMPARE(start->findChild<Segments*>()->current(), 1);
        QVERIFY(labels(card).filter(QStringLiteral("1 yours")).size() == 1);
        click(*start, 0);
        QVERIFY(!experiment_->config().linearPath);
        QVERIFY(labels(card).filter(QStringLiteral("all from the data")).size() == 1);
    }

    /// Rows stand below each other, none lower than what it holds, as soon as they are there.
    void rowsHaveTheirPlacesAtOnce() {
        PlanCard card(theme_, *experiment_, runs_);
        card.resize(320, card.sizeHint().height());
        card.show();
        experiment_->set("goal", std::string("forecast"));  // other rows
        int bottom = 0, rows = 0;
        for (const PlanRow* row : card.findChildren<PlanRow*>()) {
            if (row->isHidden()) continue;
            QVERIFY(row->y() >= bottom);
            bottom = row->geometry().bottom();
            ++rows;
        }
        QVERIFY(rows > 3);
    }

    /// What was measured for another target is not shown of this one.
    void pricesOfAnotherTargetAreNotShown() {
        PlanCard card(theme_, *experiment_, runs_);
        card.show();
        QVERIFY(labels(card).filter(QStringLiteral("all from the data")).size() == 1);
        experiment_->set("targets", std::vector{experiment_->dataset()->series->channels.front().name});
        QVERIFY(experiment_->suggesting() && !card.isHidden());
        QVERIFY(labels(card).filter(QStringLiteral("measured anew")).size() == 1);
        QCOMPARE(labels(card).filter(QRegularExpression(QStringLiteral("error [-+0-9]"))), QStringList());
        QTRY_VERIFY(!experiment_->suggesting());
        QVERIFY(labels(card).filter(QStringLiteral("all from the data")).size() == 1);
    }

    /// What would only repeat the numbers of a run is said where it is started, with a seed that would not.
    void whatWouldRepeatARunOffersAnotherSeed() {
        RunSummary done = test::endedRun("done", 8);
        done.number = 31;
        done.config.edit() = experiment_->config();
        RunSummary other = done;
        other.id = "other", other.number = 32;
        other.config.edit().seed += 1;
        const std::int64_t seed = experiment_->config().seed;
        RepeatNote note(theme_, *experiment_, runs_);
        runs_.setWorkspace(std::make_shared<test::FakeWorkspace>(std::vector{other, done}));
        QTRY_VERIFY(note.repeats() && note.isVisibleTo(nullptr));
        QVERIFY(labels(note).contains(QStringLiteral("Same as #31")));
        experiment_->set("hidden_size", std::int64_t{77});
        QTRY_VERIFY(!note.repeats() && note.isHidden());
        experiment_->undoStack().undo();
        QTRY_VERIFY(note.repeats());
        note.findChild<QPushButton*>()->click();
        QCOMPARE(experiment_->config().seed, seed + 2);  // 32 has the next one
        QTRY_VERIFY(!note.repeats());
        experiment_->undoStack().undo();
        // One that was changed on its way, failed, or branched off had other numbers.
        for (int i = 0; i < 3; ++i) {
            RunSummary no = done;
            if (i == 0) no.state = RunState::Failed;
            if (i == 1) no.branchStep = 10;
            if (i == 2) no.changes.emplace_back();
            QVERIFY(!finishedRepeat(experiment_->config(), std::vector{no}));
        }
    }

    void aValueOfOnesOwnIsAThirdOption() {
        PlanCard card(theme_, *experiment_, runs_);
        card.show();
        experiment_->set("hidden_size", std::int64_t{77});
        PlanRow* units = rowNamed(card, QStringLiteral("Hidden size"));
        QVERIFY(units != nullptr);
        QCOMPARE(units->findChild<Segments*>()->count(), 3);
        QCOMPARE(units->findChild<Segments*>()->current(), 2);
        click(*units, 2);  // it is chosen already
        QCOMPARE(experiment_->config().hiddenSize, std::int64_t{77});
        click(*units, 0);
        QCOMPARE(experiment_->config().hiddenSize, ExperimentConfig().hiddenSize);
        QCOMPARE(units->findChild<Segments*>()->count(), 2);
    }

    void theGoalChangesTheStart() {
        PlanCard card(theme_, *experiment_, runs_);
        card.show();
        Segments* goal = card.findChild<Segments*>();
        QCOMPARE(goal->accessibleName(), QStringLiteral("Goal"));
        goal->findChildren<QAbstractButton*>()[1]->click();
        QCOMPARE(experiment_->config().goal, std::string("forecast"));
        QVERIFY(experiment_->config().linearPath);
        QCOMPARE(goal->current(), 1);
    }

    // What a limit drops stands on its line before anything trains.
    void aLimitIsSaidOnItsLine() {
        PlanCard card(theme_, *experiment_, runs_);
        card.show();
        experiment_->set("goal", std::string("forecast"));
        experiment_->set("lookback", std::int64_t{1100});
        const PlanRow* start = rowNamed(card, QStringLiteral("Start"));
        QVERIFY(start != nullptr);
        QVERIFY2(!labels(*start).filter(QStringLiteral("limit 1024")).isEmpty(),
                 qPrintable(labels(*start).join(QLatin1Char('|'))));
    }

    // One line once these data were trained on; who opens it keeps it open.
    void itFoldsAfterTheFirstRun() {
        RunController runs;
        PlanCard card(theme_, *experiment_, runs);
        card.show();
        const auto isOpen = [&card] { return rowNamed(card, QStringLiteral("Start"))->isVisibleTo(&card); };
        const auto list = [&runs](std::initializer_list<const char*> data) {
            std::vector<RunSummary> all;
            for (const char* name : data) {
                all.push_back(test::endedRun("run-" + std::to_string(all.size()), 8));
                all.back().dataName = name;
            }
            const std::size_t count = all.size();
            runs.setWorkspace(std::make_shared<test::FakeWorkspace>(std::move(all)));
            return QTest::qWaitFor([&runs, count] { return runs.runs().size() == count; });
        };
        QVERIFY(isOpen());
        QVERIFY(list({"copy"}));
        QVERIFY(isOpen());
        QVERIFY(list({"copy", "lorenz"}));
        QVERIFY(!isOpen());
        for (QToolButton* button : card.findChildren<QToolButton*>())
            if (button->accessibleName() == QStringLiteral("Open or close the plan")) button->click();
        QVERIFY(isOpen());
        QVERIFY(list({"copy", "lorenz", "lorenz"}));
        QVERIFY(isOpen());
    }

    // Before a run nothing says how long it takes; the price of an error says of what it is one.
    void theStopHasItsPriceOnceAnEpochWasMeasured() {
        PlanCard card(theme_, *experiment_, runs_);
        card.show();
        const auto price = [&card] { return labels(*rowNamed(card, QStringLiteral("Stop"))).last(); };
        QVERIFY2(price().contains(QStringLiteral("not measured")), qPrintable(price()));
        experiment_->setEpochTime(experiment_->config(), {0.5});
        QVERIFY2(price().contains(QStringLiteral("epochs, up to")), qPrintable(price()));
        experiment_->set("early_stop", std::int64_t{0});  // an epoch is the same work
        QVERIFY2(price().contains(QStringLiteral("epochs, up to")), qPrintable(price()));
        bool isNoted = false;
        for (const QLabel* label : rowNamed(card, QStringLiteral("Start"))->findChildren<QLabel*>())
            isNoted |= label->toolTip().contains(QStringLiteral("not the network"));
        QVERIFY(isNoted);
    }

    /// In a narrow pane words are cut; no row makes it wider than its frame.
    void aLongOptionStaysInItsPane() {
        PlanLine line;
        line.label = findField("recipe")->label;
        line.suggested = {{{findField("recipe"), std::vector<std::string>{"standardise"}}},
                          Phrase(std::string("WWWWWWWWWWWWWWWW"))};
        line.other = line.suggested;
        line.state = PlanLine::State::Own;
        QWidget pane;  // a window of its own would grow to what its layout asks for
        PlanRow row(theme_, line, QStringLiteral("MMMMMMMMMMMMMMMMMMMM"), &pane);
        QVERIFY(row.minimumSizeHint().width() <= 240);
        row.resize(300, row.sizeHint().height());
        pane.show();
        QCoreApplication::processEvents();
        const int width = row.findChild<Segments*>()->sizeHint().width();
        QVERIFY2(width < 300, QByteArray::number(width));
    }

    void withoutDataThereIsNoPlan() {
        ExperimentModel empty;
        const PlanCard card(theme_, empty, runs_);
        QVERIFY(card.isHidden());
    }

private:
    Theme theme_;
    RunController runs_;
    std::unique_ptr<ExperimentModel> experiment_;
};

QTEST_MAIN(TestPlanCard)
#include "tst_plan_card.moc"
