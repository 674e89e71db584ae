// SPDX-License-Identifier: GPL-3.0-or-later
// What is forecast stands in the plan with its reason, another column is one click away; what is chosen anew by that is
// said. Holds ui/form/target_row.cpp.
#include "common/background_job.h"
#include "common/theme.h"
#include "form/plan_card.h"
#include "form/plan_row.h"
#include "form/target_row.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

/// Hours: "a" drives "y", "b" is its own; two classes of words.
QString writeTable(const QTemporaryDir& folder) {
    const QString path = folder.filePath(QStringLiteral("table.csv"));
    std::ofstream file(path.toStdString());
    file << "a,kind,b,y\n";
    const auto noise = [](int row) { return std::sin(1.7 * row * row); };
    for (int row = 0; row < 900; ++row)
        file << noise(row + 1) << ',' << (row * 7919 % 3 == 0 ? "rain" : "sun") << ','
             << std::sin(0.26 * row) + 0.1 * noise(row + 5000) << ',' << noise(row) << '\n';
    return path;
}

}  // namespace

class TestTargetRow : public QObject {
    Q_OBJECT
    Theme theme_;
    RunController runs_;
    QTemporaryDir folder_;
    std::unique_ptr<ExperimentModel> experiment_;

    void settle() {
        QTRY_VERIFY_WITH_TIMEOUT(experiment_->dataset() && !experiment_->loading() && !experiment_->suggesting() &&
                                     !experiment_->preparing(),
                                 kPatience);
    }

private Q_SLOTS:
    void init() {
        experiment_ = std::make_unique<ExperimentModel>();
        experiment_->suggestForOpened();
        experiment_->openFile(writeTable(folder_));
        settle();
    }
    void cleanup() {
        experiment_.reset();
        BackgroundJob::waitForAll();
    }

    void theTargetIsNamedWithItsReason() {
        PlanCard card(theme_, *experiment_, runs_);
        card.show();
        const auto& row = *card.findChild<TargetRow*>();
        const auto& box = *row.findChild<ListBox*>();
        QVERIFY(row.isVisible());
        QCOMPARE(box.currentText(), QStringLiteral("y"));
        QVERIFY(!row.reason().isEmpty());
        // Words are no target; each other column is.
        QStringList names;
        for (int i = 0; i < box.count(); ++i) names << box.itemText(i);
        QCOMPARE(names, (QStringList{QStringLiteral("y"), QStringLiteral("a"), QStringLiteral("b")}));
        // It has no second row among the others.
        for (const PlanRow* one : card.findChildren<PlanRow*>())
            for (const QLabel* label : one->findChildren<QLabel*>())
                QVERIFY(one->isHidden() || label->text() != QStringLiteral("Target"));
    }

    void anotherColumnIsOneClickAndOneStepBack() {
        PlanCard card(theme_, *experiment_, runs_);
        card.show();
        auto& row = *card.findChild<TargetRow*>();
        auto& box = *row.findChild<ListBox*>();
        const ExperimentConfig before = experiment_->config();
        const int steps = experiment_->undoStack().index();
        const int other = box.findText(QStringLiteral("b"));
        box.setCurrentIndex(other);
        Q_EMIT box.activated(other);
        QCOMPARE(experiment_->config().targets, (std::vector<std::string>{"b"}));
        settle();
        QCOMPARE(box.currentText(), QStringLiteral("b"));
        QCOMPARE(experiment_->undoStack().index(), steps + 1);
        experiment_->undoStack().undo();
        settle();
        QVERIFY(experiment_->config() == before);
        QCOMPARE(box.currentText(), QStringLiteral("y"));
    }

    void whatIsChosenAnewIsSaidUntilTheNextEdit() {
        PlanCard card(theme_, *experiment_, runs_);
        card.show();
        const auto said = [&card] {
            for (const WrappedLabel* label : card.findChildren<WrappedLabel*>())
                if (label->isVisible() && label->fullText().startsWith(QStringLiteral("Measured again")))
                    return label->fullText();
            return QString();
        };
        QCOMPARE(said(), QString());
        auto& box = *card.findChild<ListBox*>();
        const int other = box.findText(QStringLiteral("b"));
        box.setCurrentIndex(other);
        Q_EMIT box.activated(other);
        const std::vector<std::string> asked = experiment_->config().inputs;
        settle();
        if (experiment_->config().inputs == asked) QSKIP("the plan of the other column has the same inputs");
        QTRY_VERIFY(said().contains(QStringLiteral("Inputs")));
        experiment_->set("hidden_size", std::int64_t{48});
        QTRY_COMPARE(said(), QString());
        experiment_->undoStack().undo();
        experiment_->undoStack().undo();
        settle();
        QCOMPARE(said(), QString());  // taking back chooses nothing
    }

    void oneColumnHasNothingToChoose() {
        experiment_->openBuiltin(QStringLiteral("sine-mix"));
        settle();
        PlanCard card(theme_, *experiment_, runs_);
        card.show();
        QVERIFY(!card.findChild<TargetRow*>()->isVisible());
    }
};

QTEST_MAIN(TestTargetRow)
#include "tst_target_row.moc"
