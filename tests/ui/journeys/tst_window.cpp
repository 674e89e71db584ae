// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a person uses it: real clicks and keys, offscreen.
// Holds ui/window/main_window.cpp, ui/window/window_commands.cpp, ui/window/workspace_commands.cpp and
// ui/window/window_menus.cpp.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "form/field_row.h"
#include "form/settings_card.h"
#include "pages/train/chart_grid.h"
#include "runs/run_actions.h"
#include "runs/run_commands.h"
#include "support/places.h"
#include "support/watched_application.h"
#include "support/whole_program.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/window_actions.h"
#include "window/window_shell.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeWidget>
#include <QtTest>
#include <algorithm>

using namespace gatelab;

namespace {

using Program = test::WholeProgram;

QString ett() { return gatelab::testing::inSource("/../shared/data/ETTh1.csv"); }

QPushButton* primaryButton(QWidget* page) {
    for (auto* button : page->findChildren<QPushButton*>())
        if (button->property("primary").toBool() && button->isVisible()) return button;
    return nullptr;
}

/// Every text on the screen: labels, buttons, actions, tool tips.
QStringList texts(QWidget& window) {
    QStringList all;
    for (auto* label : window.findChildren<QLabel*>()) all << label->text();
    for (auto* button : window.findChildren<QAbstractButton*>()) all << button->text() << button->toolTip();
    for (auto* action : window.findChildren<QAction*>()) all << action->text() << action->toolTip();
    all.removeDuplicates();
    return all;
}

}  // namespace

class TestWindow : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { BackgroundJob::waitForAll(); }

    void everyActionHasTextAndNoShortcutTwice() {
        Program program(folder_->path());
        QStringList shortcuts;
        for (const auto* action : program.window->actions().all()) {
            QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
            const QString keys = WindowActions::shortcutText(action);
            QVERIFY2(keys.isEmpty() || !shortcuts.contains(keys), qPrintable(action->objectName() + keys));
            if (!keys.isEmpty()) shortcuts << keys;
        }
        for (const char* known :
             {"Ctrl+O", "Ctrl+Z", "Ctrl+F", "F2", "F5", "F1", "Ctrl+R", "Ctrl+K", "Ctrl+/", "Ctrl+1"})
            QVERIFY2(shortcuts.contains(QString::fromLatin1(known)), known);
        QVERIFY2(shortcuts.size() <= 30, "more than anybody learns");
        QCOMPARE(program.window->menuBar()->actions().size(), 6);
    }

    /// What has no shortcut is reached by Alt and the letters.
    void eachMenuHasALetterOnceForEachEntry() {
        Program program(folder_->path());
        for (const char* language : {"en", "zh_CN"}) {
            QPointer<const WindowActions> old(&program.window->actions());
            program.language.set(QString::fromLatin1(language));
            if (program.language.code() != QLatin1String("en")) QTRY_VERIFY(!old);
            QStringList wrong;
            for (const QAction* entry : program.window->menuBar()->actions()) {
                QStringList letters;
                for (const QAction* action : entry->menu()->actions()) {
                    if (action->isSeparator()) continue;
                    const QString letter = QKeySequence::mnemonic(action->text()).toString();
                    if (letter.isEmpty() || letters.contains(letter))
                        wrong << entry->text() + QStringLiteral(" > ") + action->text();
                    letters << letter;
                }
            }
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QStringLiteral(", "))));
        }
        program.language.set(QStringLiteral("en"));
    }

    void withoutARunThereIsNothingToColour() {
        Program program(folder_->path());
        const auto submenus = program.window->menuBar()->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
        const auto colours = std::ranges::find_if(
            submenus, [](const QMenu* menu) { return menu->title() == QStringLiteral("&Colour"); });
        QVERIFY(colours != submenus.end());
        Q_EMIT(*colours)->aboutToShow();
        QVERIFY(!(*colours)->actions().isEmpty());
        for (const QAction* colour : (*colours)->actions())
            QVERIFY(!colour->isEnabled() && colour->toolTip().startsWith(QStringLiteral("Choose a run")));
    }

    void pagesAreReachedByKeyAndKeepTheirTab() {
        Program program(folder_->path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        for (const auto& [key, page] : {std::pair{Qt::Key_1, "data"}, {Qt::Key_3, "train"}, {Qt::Key_1, "data"}}) {
            QTest::keyClick(program.window.get(), key, Qt::ControlModifier);
            QTRY_COMPARE(program.window->shownPage(), QString::fromLatin1(page));
        }
    }

    void thePaletteFindsCommandsLooksAndSettings() {
        Program program(folder_->path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        QString shown;
        // The palette is a dialog of its own: typed into from inside its event loop.
        const auto choose = [&](const QString& words, Qt::Key key = Qt::Key_Return) {
            shown.clear();
            QTimer::singleShot(0, program.window.get(), [&, words, key] {
                auto* palette = qobject_cast<QDialog*>(QApplication::activeModalWidget());
                if (!palette) return;
                auto* line = palette->findChild<QLineEdit*>();
                QTest::keyClicks(line, words);
                shown = palette->findChild<QTreeWidget*>()->topLevelItem(0)->text(0);
                QTest::keyClick(line, key);
                if (palette->isVisible()) QTest::keyClick(line, Qt::Key_Escape);
            });
            QTest::keyClick(program.window.get(), Qt::Key_K, Qt::ControlModifier);
            program.window->activateWindow();  // as a window manager would
            QTRY_VERIFY(program.window->isActiveWindow());
        };
        choose(QStringLiteral("compare"));
        QTRY_COMPARE(program.window->shownPage(), QStringLiteral("compare"));
        choose(QStringLiteral("hidden_size"));
        QTRY_COMPARE(program.window->shownPage(), QStringLiteral("model"));
        QVERIFY2(shown.contains(QStringLiteral("Hidden size")), qPrintable(shown));
        choose(QStringLiteral("layer_health"));
        QTRY_VERIFY2(program.window->page(QStringLiteral("model"))->isAncestorOf(QApplication::focusWidget()),
                     qPrintable(shown));
        QTRY_VERIFY(!QApplication::focusWidget()->visibleRegion().isEmpty());
        choose(QStringLiteral("saturat"));
        QTRY_COMPARE(program.window->shownPage(), QStringLiteral("train"));
        const auto chart = [&] {
            return program.window->findChild<ChartGrid*>()->chart(QStringLiteral("layer-saturation"));
        };
        QTRY_VERIFY2(chart() && !chart()->visibleRegion().isEmpty(), qPrintable(shown));
        choose(QStringLiteral("delimiter"));
        QTRY_COMPARE(program.window->shownPage(), QStringLiteral("import"));
        choose(QStringLiteral("lorenz"));
        QTRY_COMPARE(program.experiment.config().builtin, std::string("lorenz"));
        choose(QStringLiteral("appearance dark"));
        QTRY_VERIFY2(program.theme.palette().dark, qPrintable(shown));
        for (const char* words :
             {"star", "archive", "tags", "note", "colour", "queue", "lab", "lineage", "verdict", "parallel", "back up",
              "compact", "move work", "new work", "sizes", "trash", "runs csv", "default layout"}) {
            choose(QString::fromLatin1(words), Qt::Key_Escape);
            QVERIFY2(!shown.isEmpty() && !shown.startsWith(QLatin1String("Nothing")), words);
        }
        choose(QStringLiteral("qqqq"));
        QCOMPARE(shown, QStringLiteral("Nothing has these words."));
    }

    void importCancelGivesTheOldDataBack() {
        QFile file(folder_->filePath(QStringLiteral("a.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QByteArray rows("x;y\n");
        for (int i = 0; i < 500; ++i) rows += QByteArray::number(i) + ",5;" + QByteArray::number(i % 3) + '\n';
        file.write(rows);
        file.close();
        Program program(folder_->path());
        const auto before = program.experiment.config();
        program.window->openPath(file.fileName());
        QCOMPARE(program.window->shownPage(), QStringLiteral("import"));
        auto* draft = program.window->page(QStringLiteral("import"))->findChild<ExperimentModel*>();
        QTRY_VERIFY(draft->dataset() != nullptr);
        QCOMPARE(draft->dataset()->series->rows(), 500);
        draft->set("csv_decimal", std::string("comma"));
        QTRY_VERIFY(!draft->loading());
        QTest::keyClick(program.window->page(QStringLiteral("import")), Qt::Key_Escape);
        QCOMPARE(program.window->shownPage(), QStringLiteral("data"));
        QCOMPARE(program.experiment.config(), before);
    }

    void panesFollowTheWidth() {
        Program program(folder_->path());
        program.window->showPage(QStringLiteral("data"));
        const auto* column = program.window->shell().inspector();
        QTRY_VERIFY(column->isVisible());
        program.window->resize(1150, 800);
        QTRY_VERIFY(!column->isVisible());
        program.window->setPane(QStringLiteral("right"), true);
        QVERIFY(column->isVisible());
        program.window->resize(1600, 1000);
        QTRY_VERIFY(column->isVisible());
    }

    void theInspectorHasAButtonThatClosesIt() {
        Program program(folder_->path());
        program.window->showPage(QStringLiteral("data"));
        auto* column = program.window->shell().inspector();
        QTRY_VERIFY(column->isVisible());
        const auto buttons = column->findChildren<QToolButton*>();
        const auto found = std::ranges::find_if(
            buttons, [](const QToolButton* one) { return one->accessibleName() == "Close the inspector"; });
        QVERIFY(found != buttons.end());
        auto* close = *found;
        close->click();
        QVERIFY(!column->isVisible());
        QVERIFY(!program.window->actions()["right"]->isChecked());
    }

    void otherLooksKeepWhatWasArranged() {
        Program program(folder_->path());
        program.window->showPage(QStringLiteral("model"));
        auto* settings = program.window->page(QStringLiteral("model"))->findChild<SettingsCard*>();
        settings->form().setLevel(FieldLevel::Expert);
        program.window->showPage(QStringLiteral("train"));
        const auto grid = [&] { return program.window->page(QStringLiteral("train"))->findChild<ChartGrid*>(); };
        const auto loss = [&] { return grid()->chart(QStringLiteral("loss")); };
        QVERIFY(loss()->logY());
        loss()->setLogY(false);
        loss()->setXView(10, 20);
        grid()->setFullSize(QStringLiteral("loss"));
        program.window->showPage(QStringLiteral("data"));
        program.window->showPage(QStringLiteral("train"));
        QCOMPARE(loss()->xView(), (std::pair{10.0, 20.0}));  // leaving the page is not fitting the chart
        for (const auto& change : std::initializer_list<std::function<void()>>{
                 [&] { program.theme.setAppearance(Appearance::Dark); },
                 [&] { program.language.set(QStringLiteral("zh_CN")); }, [&] { program.window->setTextScale(1.15); }}) {
            const QPointer<ChartGrid> before = grid();
            change();
            QTRY_VERIFY(!before);
            QCOMPARE(loss()->xView(), (std::pair{10.0, 20.0}));
            QVERIFY(!loss()->logY() && !loss()->following());
            QCOMPARE(grid()->fullSize(), QStringLiteral("loss"));
            QCOMPARE(program.window->page(QStringLiteral("model"))->findChild<SettingsCard*>()->form().level(),
                     FieldLevel::Expert);
            QVERIFY(program.window->menuBar()->cornerWidget()->isVisible());
        }
        program.language.set(QStringLiteral("en"));
    }

    /// The click after a change of language or theme finds its button where it was.
    void otherLooksKeepTheStartPageWhereItIs() {
        Program program(folder_->path());
        program.window->setTextScale(1.3);
        program.window->resize(program.window->minimumSize());
        program.window->showPage(QStringLiteral("start"));
        const auto bar = [&] {
            return program.window->page(QStringLiteral("start"))->findChild<QScrollArea*>()->verticalScrollBar();
        };
        QTRY_VERIFY(bar()->maximum() > 100);
        bar()->setValue(90);
        for (const auto& change :
             std::initializer_list<std::function<void()>>{[&] { program.theme.setAppearance(Appearance::Dark); },
                                                          [&] { program.language.set(QStringLiteral("zh_CN")); }}) {
            const QPointer<Page> before = program.window->page(QStringLiteral("start"));
            change();
            QTRY_VERIFY(!before);
            QTRY_COMPARE(bar()->value(), 90);
        }
        program.language.set(QStringLiteral("en"));
    }

    void unusableTextBlocksTheStartAndGoesWithItsField() {
        Program program(folder_->path());
        QTRY_VERIFY(program.experiment.prepared() != nullptr);
        const auto type = [&](const QString& text) {
            auto* line = program.window->page(QStringLiteral("model"))
                             ->findChild<SettingsCard*>()
                             ->form()
                             .row("hidden_size")
                             ->findChild<QLineEdit*>();
            line->selectAll();
            QTest::keyClicks(line, text);
        };
        program.window->showPage(QStringLiteral("model"));
        type(QStringLiteral("99999"));
        QVERIFY(startObstacle(program.experiment).contains(QStringLiteral("Hidden size")));
        program.window->actions()["train"]->trigger();
        QVERIFY(!program.runs.active());
        QCOMPARE(program.window->notices().notices().size(), std::size_t{1});
        program.theme.setAppearance(Appearance::Dark);  // the page goes, and the text with it
        QTRY_VERIFY(startObstacle(program.experiment).isEmpty());
        QVERIFY(program.window->notices().notices().empty());
        program.window->showPage(QStringLiteral("model"));
        type(QStringLiteral("99999"));
        QVERIFY(!startObstacle(program.experiment).isEmpty());  // and the window closes so
    }

    void undoInAFieldUndoesTheLastStep() {
        Program program(folder_->path());
        QTRY_VERIFY(program.experiment.prepared() != nullptr);
        program.experiment.undoStack().clear();
        const ExperimentConfig first = program.experiment.config();
        program.experiment.set("layers", std::int64_t{3});
        program.window->showPlace({QStringLiteral("model"), {}, {}, QStringLiteral("hidden_size")});
        auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(line);
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("48"));
        QCOMPARE(program.experiment.config().hiddenSize, std::int64_t{48});
        QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(line->text(), QString::number(first.hiddenSize));
        QCOMPARE(program.experiment.config().layers, std::int64_t{3});
        QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);  // the cursor still stands in the field
        QCOMPARE(program.experiment.config(), first);
        QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(program.experiment.config().layers, std::int64_t{3});
    }

    void guessesAreChangedAgainAndAgain() {
        QFile file(folder_->filePath(QStringLiteral("hours.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("when,v\n");
        for (int hour = 0; hour < 24; ++hour)
            file.write(QStringLiteral("2024-01-01 %1:00,%2\n").arg(hour, 2, 10, QLatin1Char('0')).arg(hour).toUtf8());
        file.close();
        Program program(folder_->path());
        program.window->openPath(file.fileName());
        auto* draft = program.window->page(QStringLiteral("import"))->findChild<ExperimentModel*>();
        QTRY_VERIFY(draft->dataset() && draft->dataset()->series->rows() == 24);
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        auto* line = program.window->page(QStringLiteral("import"))
                         ->findChild<QComboBox*>(QStringLiteral("time_step"))
                         ->lineEdit();
        line->setFocus();
        for (const char* step : {"2h", "4h", "400h", "40h"}) {
            // Ends the typing: each is a step of its own
            draft->set("lookback", draft->config().lookback + 1);
            line->selectAll();
            QTest::keyClicks(line, QLatin1String(step));
            QTest::keyClick(line, Qt::Key_Return);
            QCOMPARE(draft->config().timeStep, std::string(step));
            QTRY_VERIFY(draft->dataset() != nullptr);
            QCOMPARE(line->text(), QLatin1String(step));
        }
        QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(draft->config().timeStep, std::string("400h"));
        QTRY_VERIFY(draft->dataset() != nullptr);
        QTest::keyClicks(line, QStringLiteral("x"));
        QTest::keyClick(line, Qt::Key_Escape);
        QCOMPARE(line->text(), QStringLiteral("400h"));
        QCOMPARE(program.window->shownPage(), QStringLiteral("import"));
        QTest::keyClick(line, Qt::Key_Escape);  // nothing is typed: now it leaves the import
        QCOMPARE(program.window->shownPage(), QStringLiteral("data"));
    }

    void theLanguageSwitchLeavesNoEnglish() {
        Program program(folder_->path());
        QTRY_VERIFY(program.experiment.prepared() != nullptr);
        for (const char* page : {"start", "import", "data", "model", "train", "compare"})
            program.window->showPage(QString::fromLatin1(page));
        const QStringList english = texts(*program.window);
        program.language.set(QStringLiteral("zh_CN"));
        QTRY_VERIFY(program.window->menuBar()->actions().front()->text().contains(QStringLiteral("文件")));
        for (const char* page : {"start", "import", "data", "model", "train", "compare"})
            program.window->showPage(QString::fromLatin1(page));
        // A sentence of three English words that is still there was not translated; names of columns and devices are
        // shorter.
        static const QRegularExpression sentence(QStringLiteral("[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}"));
        QStringList left;
        for (const auto& text : texts(*program.window))
            if (english.contains(text) && text.contains(sentence)) left << text;
        QVERIFY2(left.isEmpty(), qPrintable(left.join(QLatin1Char('\n'))));
        program.language.set(QStringLiteral("en"));
        QTRY_VERIFY(program.window->menuBar()->actions().front()->text().contains(QStringLiteral("File")));
    }

    void aFileBehindALinkIsFoundAsTheSystemFindsIt() {
        QDir folder(folder_->path());
        QVERIFY(folder.mkpath(QStringLiteral("far/inner")));
        QVERIFY(QFile::link(folder.filePath(QStringLiteral("far/inner")), folder.filePath(QStringLiteral("near"))));
        QFile file(folder.filePath(QStringLiteral("far/rows.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("a,b\n1,2\n3,4\n5,6\n");
        file.close();
        Program program(folder_->path());
        program.window->openPath(folder.filePath(QStringLiteral("near/../rows.csv")));
        auto* draft = program.window->page(QStringLiteral("import"))->findChild<ExperimentModel*>();
        QTRY_VERIFY(draft->dataset() != nullptr && draft->dataset()->series->rows() == 3);
    }

    void aBadFileIsANoticeNotADialog() {
        Program program(folder_->path());
        program.window->openPath(folder_->filePath(QStringLiteral("none.json")));
        QCOMPARE(program.window->notices().notices().size(), std::size_t{1});
        program.window->openPath(folder_->filePath(QStringLiteral("none.csv")));
        auto* draft = program.window->page(QStringLiteral("import"))->findChild<ExperimentModel*>();
        QTRY_VERIFY(!draft->dataError().isEmpty());
        QVERIFY(program.experiment.dataError().isEmpty());
        QTRY_VERIFY(program.experiment.dataset() != nullptr);
    }

    void aSession() {
        if (!QFile::exists(ett())) QSKIP("ETTh1.csv is not beside the project");
        auto* app = static_cast<test::WatchedApplication*>(qApp);
        Program program(folder_->path());
        program.runs.openEngine();
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() || !program.runs.engineError().isEmpty(), 120000);
        if (!program.runs.engine()) QSKIP(qPrintable(program.runs.engineError()));
        QTRY_VERIFY(program.runs.workspace() != nullptr);
        app->forget();
        program.window->openPath(ett());
        auto* import = primaryButton(program.window->page(QStringLiteral("import")));
        auto* draft = program.window->page(QStringLiteral("import"))->findChild<ExperimentModel*>();
        QTRY_VERIFY_WITH_TIMEOUT(draft->dataset() != nullptr, 60000);
        QVERIFY(import && import->isEnabled());
        QTest::mouseClick(import, Qt::LeftButton);
        QCOMPARE(program.window->shownPage(), QStringLiteral("data"));
        ExperimentConfig config = program.experiment.config();
        config.targets = {"OT"};
        config.inputs = {"OT"};
        config.lookback = 24;
        config.horizon = 4;
        config.hiddenSize = 4;
        config.epochs = 50;
        config.batchSize = 256;
        config.device = "cpu";
        config.threads = 1;
        program.experiment.replace(config, QStringLiteral("small"));
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.prepared() && program.experiment.prepared()->inputs.size() == 1,
                                 60000);
        QTest::keyClick(program.window.get(), Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(program.window->shownPage(), QStringLiteral("train"));
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.live() && program.runs.live()->summary.step > 3, 120000);
        QTest::keyClick(program.window.get(), Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(program.runs.state(), RunState::Paused, 60000);
        program.runs.change({"learning_rate", 5e-4});
        const auto paused = program.runs.live()->summary.step;
        QTest::keyClick(program.window.get(), Qt::Key_Period, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.live()->summary.step > paused, 60000);
        QTest::keyClick(program.window.get(), Qt::Key_Space);
        QTRY_COMPARE_WITH_TIMEOUT(program.runs.state(), RunState::Running, 60000);
        QSignalSpy finished(&program.runs, &RunController::runFinished);
        program.window->actions()["stop"]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 120000);
        QTRY_COMPARE(program.runs.runs().size(), std::size_t{1});
        QTRY_COMPARE(program.runs.runs().front().state, RunState::Finished);
        const auto* run = &program.runs.runs().front();
        const auto& events = program.runs.current()->events;
        QVERIFY(std::any_of(events.begin(), events.end(), [](const RunEvent& event) { return event.is<RunMarker>(); }));
        qInfo("longest event %.1f ms busy, %.1f ms wall (%s)", app->worstBusyMs(), app->worstWallMs(),
              qPrintable(app->worstWhat()));

        const std::string id = run->id;
        deleteRun(program.experiment.undoStack(), program.runs, QString::fromStdString(id));
        QVERIFY(program.runs.runs().empty() && !program.runs.current());
        program.experiment.undoStack().undo();
        // Listed and shown again
        QTRY_VERIFY(program.runs.current() && program.runs.current()->id == QString::fromStdString(id));

        RunController again;  // as after a restart
        again.openWorkspace(folder_->filePath(QStringLiteral("runs")));
        QTRY_COMPARE(again.runs().size(), std::size_t{1});
        QCOMPARE(again.runs().front().id, id);
        again.open(QString::fromStdString(id));
        QTRY_VERIFY(again.current() != nullptr);
        QVERIFY(again.current()->metrics.series(MetricId::TrainLoss).size() > 3);
        QCOMPARE(again.current()->summary.config->hiddenSize, std::int64_t{4});
    }

    void closingWhileTrainingKeepsTheRun() {
        const QString runsFolder = folder_->filePath(QStringLiteral("runs"));
        {
            Program program(folder_->path());
            program.runs.openEngine();
            QTRY_VERIFY_WITH_TIMEOUT(program.runs.engine() || !program.runs.engineError().isEmpty(), 120000);
            if (!program.runs.engine()) QSKIP(qPrintable(program.runs.engineError()));
            QTRY_VERIFY(program.runs.workspace() && program.experiment.prepared());
            program.experiment.set("epochs", std::int64_t{10000});
            program.experiment.set("device", std::string("cpu"));
            QTest::keyClick(program.window.get(), Qt::Key_R, Qt::ControlModifier);
            QTRY_VERIFY_WITH_TIMEOUT(program.runs.live() && program.runs.live()->summary.step > 2, 120000);
            QVERIFY(program.window->closeNow());
        }
        BackgroundJob::waitForAll();
        RunController again;
        again.openWorkspace(runsFolder);
        QTRY_COMPARE(again.runs().size(), std::size_t{1});
        QCOMPARE(again.runs().front().state, RunState::Interrupted);
    }
};

int main(int argc, char** argv) {
    gatelab::test::WatchedApplication app(argc, argv);
    TestWindow test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_window.moc"
