// SPDX-License-Identifier: GPL-3.0-or-later
// "Backtest my series", "why this forecast", "put it on a microcontroller": a word and Enter lead to the thing itself,
// of the run that is meant, and never of one of other data.
#include "common/background_job.h"
#include "pages/compare/board/board_panel.h"
#include "pages/compare/board/export_dialog.h"
#include "pages/compare/board/run_drawer.h"
#include "pages/compare/trust/backtest_card.h"
#include "store/imported_run.h"
#include "support/whole_program.h"
#include "window/window_actions.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

using namespace gatelab;

namespace {

std::string endedRun(Workspace& workspace, const ExperimentConfig& config) {
    auto record = workspace.createRun(config, {}, "made up");
    if (!record.ok()) return {};
    (void)(*record)->setBest(0.5, 10, 1);
    (void)(*record)->setState(RunState::Finished, 10, 1, 2.0);
    return (*record)->id();
}

ExperimentConfig on(const char* builtin) {
    ExperimentConfig config;
    config.builtin = builtin, config.name = builtin;
    return config;
}

}  // namespace

class TestPaletteJourneys : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<test::WholeProgram> program_;
    QString sine_, mix_;

    /// Types into the palette; what stands first, or after Enter where it can be done.
    QString type(const QString& words, bool enters = true) {
        QString first;
        QTimer::singleShot(0, program_->window.get(), [&] {
            auto* palette = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!palette) return;
            auto* line = palette->findChild<QLineEdit*>();
            line->setText(words);
            first = palette->findChild<QTreeWidget*>()->topLevelItem(0)->text(0);
            if (enters) QTest::keyClick(line, Qt::Key_Return);
            if (palette->isVisible()) palette->reject();
        });
        program_->window->actions()["palette"]->trigger();
        return first;
    }
    RunDrawer* drawer() const {
        auto* panel = program_->window->findChild<BoardPanel*>();
        return panel ? qobject_cast<RunDrawer*>(panel->ownColumn()) : nullptr;
    }
    /// Of the window: whether it is in front is the window manager's business.
    QString focused() const {
        const QWidget* focus = program_->window->focusWidget();
        if (const auto* button = qobject_cast<const QAbstractButton*>(focus)) return button->text();
        if (!focus) return QStringLiteral("none");
        return focus->accessibleName().isEmpty() ? QString::fromLatin1(focus->metaObject()->className())
                                                 : focus->accessibleName();
    }

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        auto workspace = *Workspace::open((folder_->path() + QStringLiteral("/runs")).toStdString());
        sine_ = QString::fromStdString(endedRun(*workspace, on("sine")));
        mix_ = QString::fromStdString(endedRun(*workspace, on("sine-mix")));  // the newest
        workspace.reset();
        program_ = std::make_unique<test::WholeProgram>(folder_->path());
        QVERIFY(QTest::qWaitForWindowActive(program_->window.get()));
        QTRY_COMPARE(program_->runs.runs().size(), std::size_t{2});
    }
    void cleanup() {
        program_.reset();
        BackgroundJob::waitForAll();
    }

    void aWordLeadsToItsField_data() {
        QTest::addColumn<QString>("field");
        const QString origins = QStringLiteral("Rows from one origin to the next"),
                      score = QStringLiteral("Score a file of forecasts..."), intervals = QStringLiteral("Intervals");
        QTest::newRow("backtest") << origins;
        QTest::newRow("backtest my series") << origins;
        QTest::newRow("trust") << origins;
        QTest::newRow("residuals") << origins;  // nothing is tested yet
        QTest::newRow("score") << score;
        QTest::newRow("score a file") << score;
        QTest::newRow("conformal") << intervals;
        QTest::newRow("intervals") << intervals;
    }
    void aWordLeadsToItsField() {
        QFETCH(QString, field);
        program_->window->resize(1280, 720);
        program_->runs.open(sine_);  // while the board shows the other data
        program_->window->showPage(QStringLiteral("train"));
        type(QString::fromLatin1(QTest::currentDataTag()));
        QTRY_VERIFY(drawer() != nullptr);
        QCOMPARE(drawer()->runId(), sine_);
        QCOMPARE(program_->window->shownPage(), QStringLiteral("compare"));
        QVERIFY(drawer()->backtest().isOpen());
        QTRY_COMPARE(focused(), field);
        QTRY_VERIFY(!program_->window->focusWidget()->visibleRegion().isEmpty());  // scrolled to
        // Also where the drawer is open already
        type(QStringLiteral("intervals"));
        QTRY_COMPARE(focused(), QStringLiteral("Intervals"));
        QTRY_VERIFY(!program_->window->focusWidget()->visibleRegion().isEmpty());
    }

    void onnxAndTheMicrocontrollerAreOffered_data() {
        QTest::addColumn<QString>("kind");
        QTest::newRow("onnx") << "onnx";
        for (const char* word : {"mcu", "microcontroller", "C file", "arduino", "put it on a microcontroller"})
            QTest::newRow(word) << "c";
    }
    void onnxAndTheMicrocontrollerAreOffered() {
        QFETCH(QString, kind);
        program_->runs.open(sine_);
        program_->window->showPage(QStringLiteral("train"));
        type(QString::fromLatin1(QTest::currentDataTag()));
        const auto dialog = [this] { return program_->window->findChild<ExportDialog*>(); };
        QTRY_VERIFY(dialog() != nullptr);
        QCOMPARE(QString::fromLatin1(exportKind(dialog()->chosen()).key), kind);
        QVERIFY(dialog()->windowTitle().contains(QStringLiteral("sine")));
    }

    void whyLeadsToTheRunThatIsShown() {
        program_->runs.open(sine_);
        program_->window->showPage(QStringLiteral("train"));
        QVERIFY(type(QStringLiteral("why"), false).contains(QStringLiteral("Why this forecast")));
        type(QStringLiteral("why"));
        QTRY_COMPARE(program_->window->shownPage(), QStringLiteral("learn"));
    }

    void aColleagueGetsTheReportFirst() {
        program_->window->showPage(QStringLiteral("compare"));
        const QString first = type(QStringLiteral("colleague without gatelab"), false);
        QVERIFY2(first.contains(QStringLiteral("Report")), qPrintable(first));
    }

    /// Without a choice the newest of the present data; of data without a run it says so, and takes no other.
    void neverOneOfOtherData() {
        program_->experiment.take(on("sine"), {}, QStringLiteral("sine"));
        program_->window->showPage(QStringLiteral("model"));
        type(QStringLiteral("backtest"));
        QTRY_VERIFY(drawer() != nullptr);
        QCOMPARE(drawer()->runId(), sine_);
        program_->experiment.take(on("lorenz"), {}, QStringLiteral("lorenz"));
        program_->window->showPage(QStringLiteral("model"));
        const QString first = type(QStringLiteral("backtest"));
        QVERIFY2(first.contains(QStringLiteral("No run on these data has ended")), qPrintable(first));
        QCOMPARE(program_->window->shownPage(), QStringLiteral("model"));
        QVERIFY(type(QStringLiteral("mcu"), false).contains(QStringLiteral("No run on these data")));
    }

    void anImportedOneSaysWhyNot() {
        ImportedRun from;
        from.tool = "MLflow", from.source = "/a/mlruns", from.key = "1";
        const QString id = QString::fromStdString(endedRun(*program_->runs.workspace(), importedConfig(from)));
        program_->runs.refreshRuns();
        QTRY_VERIFY(program_->runs.findRun(id) != nullptr);
        program_->window->showPlace({QStringLiteral("compare"), QStringLiteral("details"), id});
        QTRY_VERIFY(drawer() && drawer()->runId() == id);
        const QString first = type(QStringLiteral("backtest"), false);
        QVERIFY2(first.contains(QStringLiteral("imported from MLflow")), qPrintable(first));
    }
};

QTEST_MAIN(TestPaletteJourneys)
#include "tst_palette_journeys.moc"
