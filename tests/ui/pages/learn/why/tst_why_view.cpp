// SPDX-License-Identifier: GPL-3.0-or-later
// The view Why of the Learn page: shares of one answer, what matters to a part, and what is said where there is none.
// Holds ui/pages/learn/why/attribution_canvas.cpp and ui/pages/learn/why/explanations.cpp.
#include "common/background_job.h"
#include "pages/learn/learn_page.h"
#include "pages/learn/why/attribution_canvas.h"
#include "pages/learn/why/importance_bars.h"
#include "pages/learn/why/importance_panel.h"
#include "pages/learn/why/why_view.h"
#include "support/whole_program.h"
#include "widgets/labels/wrapped_label.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

namespace {

constexpr int kPatience = 60000;

ExperimentConfig small() {
    ExperimentConfig config;
    config.builtin = "lorenz";
    config.builtinLength = 600;
    config.lookback = 24;
    config.horizon = 4;
    config.hiddenSize = 6;
    config.epochs = 2;
    config.threads = 1;
    config.device = "cpu";
    return config;
}

QString textOf(QWidget& widget, const char* name) {
    const auto* label = widget.findChild<WrappedLabel*>(QString::fromLatin1(name));
    return label ? label->accessibleName() : QString();
}

}  // namespace

class TestWhyView : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void anAnswerIsExplainedAndThePartMeasured() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("run")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        QSignalSpy finished(&program.runs, &RunController::runFinished);
        program.runs.start({small(), nullptr});
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), kPatience);
        program.window->showPlace({QStringLiteral("learn"), QStringLiteral("why")});
        LearnPage& page = *qobject_cast<LearnPage*>(program.window->page(QStringLiteral("learn")));
        WhyView& why = page.why();
        QTRY_VERIFY_WITH_TIMEOUT(why.explanations().attribution() != nullptr, kPatience);
        QVERIFY(why.explanations().attribution()->gap() < Attribution::kMaxGap);
        QVERIFY(textOf(why, "why-so-what").contains(QStringLiteral("steps")));
        QVERIFY(textOf(why, "why-proof").contains(QStringLiteral("training windows")));

        // The keyboard reads the numbers.
        auto* canvas = why.findChild<AttributionCanvas*>();
        QTest::keyClick(canvas, Qt::Key_Left);
        QVERIFY2(canvas->cellText().contains(QStringLiteral("step 24")), qPrintable(canvas->cellText()));
        QTest::keyClick(canvas, Qt::Key_Left);
        QTest::keyClick(canvas, Qt::Key_Down);
        QVERIFY2(canvas->cellText().contains(QStringLiteral("step 23")), qPrintable(canvas->cellText()));
        QVERIFY(!canvas->grab().isNull());

        // Another window and another step have other shares.
        const auto first = why.explanations().attribution();
        page.look().setWindow(page.look().window().part, 7);
        QTRY_VERIFY_WITH_TIMEOUT(why.explanations().attribution() != first, kPatience);
        auto* step = why.findChildren<QComboBox*>().at(1);
        QCOMPARE(step->count(), 5);
        step->setCurrentIndex(2);
        Q_EMIT step->activated(2);
        QTRY_VERIFY_WITH_TIMEOUT(
            why.explanations().attribution() && why.explanations().attribution()->question.step == 1, kPatience);

        // What matters, on a click; a second one stops it.
        auto* panel = page.inspector()->findChild<ImportancePanel*>();
        QVERIFY(panel != nullptr);
        auto* button = panel->findChild<QPushButton*>(QStringLiteral("measure-importance"));
        button->click();
        QVERIFY(why.explanations().isMeasuring());
        QTRY_VERIFY_WITH_TIMEOUT(why.explanations().importance() != nullptr, kPatience);
        QVERIFY(!why.explanations().isMeasuring());
        QVERIFY(!textOf(*panel, "importance-so-what").isEmpty());
        QVERIFY(panel->findChild<ImportanceBars*>()->accessibleName().contains(QStringLiteral("interval")));
        button->click();
        button->click();
        QVERIFY(!why.explanations().isMeasuring());
    }

    /// Words of a column are one share of the answer and many inputs of the network.
    void aColumnOfWordsIsReadAsItsWord() {
        auto run = std::make_shared<InspectedRun>();
        run->inputs = {"temp", "day=mo", "day=tu", "day=mo +4", "day=tu +4"};
        auto answer = std::make_shared<Attribution>();
        answer->columns = {"temp", "day", "day +4"};
        answer->values = {1, 2, 3, 4, 5, 6};
        answer->window.steps = 2, answer->window.columns = 5;
        answer->window.input = {7, 1, 0, 0, 1, 8, 0, 1, 0, 0};
        Theme theme;
        AttributionCanvas canvas(theme);
        canvas.setAnswer(answer, run);
        const auto told = [&](Qt::Key key) {
            QTest::keyClick(&canvas, key);
            return canvas.cellText();
        };
        const auto text = [](const char* place, const QString& read, double share) {
            return QStringLiteral("%1: read %2, share +%3").arg(QLatin1String(place), read, formatNumber(share, 3));
        };
        QCOMPARE(told(Qt::Key_Left), text("temp, step 2", formatNumber(8, 3), 4));
        QCOMPARE(told(Qt::Key_Down), text("day, step 2", QStringLiteral("tu"), 5));
        QCOMPARE(told(Qt::Key_Down), text("day +4, step 2", formatNumber(0, 3), 6));
        QCOMPARE(told(Qt::Key_Left), text("day +4, step 1", QStringLiteral("tu"), 3));
        QCOMPARE(told(Qt::Key_Up), text("day, step 1", QStringLiteral("mo"), 2));
        QVERIFY(!canvas.grab().isNull());
    }

    /// No empty page: where this answer cannot be explained, what matters to all of them is measured unasked.
    void whereAnAnswerIsRefusedThePartIsMeasured() {
        test::WholeProgram program(folder_.filePath(QStringLiteral("tokens")));
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() && program.runs.workspace(), kPatience);
        ExperimentConfig config = small();
        config.builtin = "grammar";
        config.task = "classification";
        config.loss = "cross-entropy";
        config.recipe.clear();
        config.builtinLength = 60;
        QSignalSpy finished(&program.runs, &RunController::runFinished);
        program.runs.start({config, nullptr});
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), kPatience);
        program.window->showPlace({QStringLiteral("learn"), QStringLiteral("why")});
        WhyView& why = qobject_cast<LearnPage*>(program.window->page(QStringLiteral("learn")))->why();
        QTRY_VERIFY_WITH_TIMEOUT(!why.explanations().refusal().isEmpty(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(why.explanations().importance() != nullptr, kPatience);
    }
};

QTEST_MAIN(TestWhyView)
#include "tst_why_view.moc"
