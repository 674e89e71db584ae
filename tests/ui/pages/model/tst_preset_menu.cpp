// SPDX-License-Identifier: GPL-3.0-or-later
// The ready-made experiments from the window: all are in the menu, the palette and on the start page; one takes the
// open file where it is the one that it needs, else asks for it.
#include "common/background_job.h"
#include "config/preset_experiment.h"
#include "pages/model/presets.h"
#include "support/person.h"
#include "support/whole_program.h"
#include "window/notices.h"
#include "window/window_actions.h"

#include <QFileDialog>
#include <QMenuBar>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

#include <algorithm>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

QString writeClasses(const QTemporaryDir& folder, const QString& name) {
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write a test file");
    file.write("@problemName x\n@classLabel true left right\n@data\n");
    for (int i = 0; i < 20; ++i) file.write("1,2,3:left\n4,5,6:right\n");
    return path;
}

/// Rejects the file dialog that comes up during `act`; whether there was one.
template <class Act>
bool asksForAFile(Act act) {
    bool asked = false;
    QTimer watch;
    QObject::connect(&watch, &QTimer::timeout, [&asked] {
        if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
            asked = true;
            dialog->reject();
        }
    });
    watch.start(10);
    act();
    return asked;
}

}  // namespace

class TestReadyMenu : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void allAreWithinReach() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.window->showPage(QStringLiteral("start"));
        const auto* inMenu = program.window->menuBar()->findChild<ReadyMenu*>();
        const auto* onStart = program.window->page(QStringLiteral("start"))->findChild<ReadyMenu*>();
        QVERIFY(inMenu && onStart && inMenu != onStart);
        QStringList offered;
        QTimer::singleShot(0, program.window.get(), [&] {
            auto* palette = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!palette) return;
            auto* list = palette->findChild<QTreeWidget*>();
            for (int i = 0; i < list->topLevelItemCount(); ++i) offered << list->topLevelItem(i)->text(0);
            palette->reject();
        });
        program.window->actions()["palette"]->trigger();
        for (const PresetExperiment& ready : readyExperiments()) {
            for (const auto* menu : {inMenu, onStart})
                QVERIFY2(menu->findChild<QAction*>(QString::fromLatin1(ready.key)), ready.key);
            QVERIFY2(!offered.filter(QString::fromLatin1(ready.label.source)).isEmpty(), ready.key);
        }
    }

    void oneWithItsOwnDataOpensAtOnce() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.prepared(), kPatience);
        const ExperimentConfig before = program.experiment.config();
        auto* menu = program.window->menuBar()->findChild<ReadyMenu*>();
        QVERIFY(!asksForAFile([&] { menu->findChild<QAction*>(QStringLiteral("grammar-text"))->trigger(); }));
        QCOMPARE(program.experiment.config(), readPresetExperiment(*findPresetExperiment("grammar-text"))->config);
        QCOMPARE(program.window->shownPage(), QStringLiteral("model"));
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.dataset() && program.experiment.dataset()->sequences, kPatience);
        QVERIFY(!hasErrors(program.experiment.findings()));
        program.experiment.undoStack().undo();
        QCOMPARE(program.experiment.config(), before);
        QTRY_VERIFY_WITH_TIMEOUT(!program.experiment.loading(), kPatience);
    }

    void theOpenFileIsTakenWhereItFits() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.prepared(), kPatience);
        auto* menu = program.window->menuBar()->findChild<ReadyMenu*>();
        const ExperimentConfig before = program.experiment.config();
        const auto choose = [&](const char* key) {
            return asksForAFile([&] { menu->findChild<QAction*>(QString::fromLatin1(key))->trigger(); });
        };
        QVERIFY(choose("basic-motions"));  // a built-in series is open
        QCOMPARE(program.experiment.config(), before);
        program.experiment.openFile(writeClasses(folder, QStringLiteral("made.ts")));
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.dataset(), kPatience);
        QVERIFY(choose("basic-motions"));  // it could be trained on, but it is not the one that is named
        QVERIFY(program.experiment.config().cell != "gru");
        const QString path = writeClasses(folder, QStringLiteral("BasicMotions_TRAIN.ts"));
        program.experiment.openFile(path);
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.dataset(), kPatience);
        QVERIFY(choose("etth1-ot-24"));  // sequences have no column OT
        QVERIFY(program.experiment.config().cell != "gru");
        QVERIFY(!choose("basic-motions"));
        const ExperimentConfig& now = program.experiment.config();
        QCOMPARE(now.dataPath, path.toStdString());
        QVERIFY(now.cell == "gru" && now.task == "classification" && now.batchSize == 8 && now.name == "Basic motions");
        QVERIFY(!hasErrors(program.experiment.findings()));
    }

    void aFileOfOtherDataIsWarnedOf() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(program.experiment.prepared(), kPatience);
        const auto isWarned = [&](const QString& file) {
            return std::ranges::any_of(program.window->notices().notices(), [&](const Notice& notice) {
                return notice.tone == Tone::Warning &&
                       notice.clause.contains(file + QStringLiteral(" holds other data"));
            });
        };
        auto* italy =
            program.window->menuBar()->findChild<ReadyMenu*>()->findChild<QAction*>(QStringLiteral("italy-power"));
        for (const char* name : {"ItalyPowerDemand_TRAIN.ts", "other.ts"}) {
            const QString file = QString::fromLatin1(name), path = writeClasses(folder, file);
            program.experiment.openBuiltin(QStringLiteral("sine"));
            QTRY_VERIFY_WITH_TIMEOUT(program.experiment.prepared(), kPatience);
            test::Person::answerFileDialog(path);
            italy->trigger();
            QCOMPARE(program.experiment.config().dataPath, path.toStdString());
            QTRY_VERIFY_WITH_TIMEOUT(program.experiment.dataset() && program.experiment.dataset()->sequences,
                                     kPatience);
            QCOMPARE(isWarned(file), file == QStringLiteral("other.ts"));  // by its name it is the one that is meant
        }
    }
};

QTEST_MAIN(TestReadyMenu)
#include "tst_preset_menu.moc"
