// SPDX-License-Identifier: GPL-3.0-or-later
// The window opens what is no file of its own: the table of the clipboard, several files dropped together, a folder of
// them; each kept in the workspace.
#include "window/data_files.h"

#include "common/background_job.h"
#include "support/whole_program.h"
#include "window/window_actions.h"
#include "window/workspace_work.h"

#include <QClipboard>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

class TestDataFiles : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    void put(const QString& name, const QByteArray& contents) {
        QDir(folder_.path()).mkpath(QFileInfo(name).path());
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(contents) != contents.size()) qFatal("cannot write");
    }
    static ExperimentModel* draft(test::WholeProgram& program) {
        return program.window->page(QStringLiteral("import"))->findChild<ExperimentModel*>();
    }
    static QString openPath(test::WholeProgram& program) {
        return QString::fromStdString(draft(program)->config().dataPath);
    }

private Q_SLOTS:
    void initTestCase() {
        put(QStringLiteral("in/a.csv"), "time,v\n2024-01-01,1\n2024-01-02,2\n2024-01-03,5\n");
        put(QStringLiteral("in/b.csv"), "time,v\n2024-01-04,3\n2024-01-05,4\n2024-01-06,1\n");
    }
    void cleanup() { BackgroundJob::waitForAll(); }

    void pastedTable() {
        test::WholeProgram program(folder_.path());
        QTRY_VERIFY(program.runs.workspace() && !program.experiment.loading());
        QGuiApplication::clipboard()->setText(
            QStringLiteral("time\tv\n2024-01-01\t1,5\n2024-01-02\t2,5\n2024-01-03\t4,5\n"));
        program.window->actions()["paste-data"]->trigger();
        QTRY_VERIFY(openPath(program).contains(QStringLiteral("/runs/data/pasted-")));
        QTRY_VERIFY(!draft(program)->loading() && draft(program)->dataset());
        QCOMPARE(draft(program)->dataset()->series->channels[0].values, (std::vector<double>{1.5, 2.5, 4.5}));
        const QString before = openPath(program);
        QGuiApplication::clipboard()->clear();
        program.window->actions()["paste-data"]->trigger();
        QCOMPARE(openPath(program), before);
    }

    void filesTogether() {
        test::WholeProgram program(folder_.path());
        QTRY_VERIFY(program.runs.workspace() && !program.experiment.loading());
        const MainWindow::Parts parts{program.theme,      program.language, program.preferences,
                                      program.experiment, program.runs,     program.queue,
                                      program.lab,        program.device,   program.board};
        const QStringList paths{folder_.filePath(QStringLiteral("in/b.csv")),
                                folder_.filePath(QStringLiteral("in/a.csv"))};
        openPaths(*program.window, parts, paths);
        QTRY_VERIFY(openPath(program).endsWith(QStringLiteral(".files")));
        QTRY_VERIFY(!draft(program)->loading() && draft(program)->dataset());
        QCOMPARE(draft(program)->dataset()->series->rows(), std::int64_t{6});
        // A folder of data is no workspace
        const QString list = openPath(program), work = program.preferences.workspaceFolder();
        openPaths(*program.window, parts, {folder_.filePath(QStringLiteral("in"))});
        QTRY_VERIFY(!program.window->workspaceWork().running());
        QCOMPARE(openPath(program), list);
        QCOMPARE(program.preferences.workspaceFolder(), work);
    }

    /// Whichever way it is named, nothing is written into it; the list lies in the workspace that is asked for.
    void folderOfData() {
        put(QStringLiteral("own/a.csv"), "time,v\n2024-01-01,1\n2024-01-02,2\n2024-01-03,5\n");
        put(QStringLiteral("own/b.csv"), "time,v\n2024-01-04,3\n2024-01-05,4\n2024-01-06,1\n");
        const QString folder = folder_.filePath(QStringLiteral("own"));
        test::WholeProgram program(folder_.path());
        QTRY_VERIFY(program.runs.workspace() && !program.experiment.loading());
        const QString work = program.preferences.workspaceFolder();
        program.window->openPath(folder);
        QTRY_VERIFY(openPath(program).contains(QStringLiteral("/runs/data/own-2-files")));
        QTRY_VERIFY(!draft(program)->loading() && draft(program)->dataset());
        QCOMPARE(draft(program)->dataset()->series->rows(), std::int64_t{6});
        const MainWindow::Parts parts{program.theme,      program.language, program.preferences,
                                      program.experiment, program.runs,     program.queue,
                                      program.lab,        program.device,   program.board};
        openPaths(*program.window, parts, {folder}, {folder_.filePath(QStringLiteral("other")), true});
        QTRY_VERIFY(QString::fromStdString(program.experiment.config().dataPath)
                        .contains(QStringLiteral("/other/data/own-2-files")));
        QCOMPARE(QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList({QStringLiteral("a.csv"), QStringLiteral("b.csv")}));
        QCOMPARE(program.preferences.workspaceFolder(), work);
    }

    /// A folder for each class is a set of sequences, dropped or opened.
    void folderOfRecordings() {
        for (const char* name : {"yes/1", "yes/2", "no/1", "no/2"})
            put(QStringLiteral("said/%1.csv").arg(QLatin1String(name)), "x,y\n1,2\n2,4\n5,1\n");
        test::WholeProgram program(folder_.path());
        QTRY_VERIFY(program.runs.workspace() && !program.experiment.loading());
        QVERIFY(program.window->actions()["open-folder"]->isEnabled());
        QMimeData dropped;
        dropped.setUrls({QUrl::fromLocalFile(folder_.filePath(QStringLiteral("said")))});
        QDragEnterEvent enter(QPoint(9, 9), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(program.window.get(), &enter);
        QDropEvent drop(QPointF(9, 9), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(program.window.get(), &drop);
        QTRY_VERIFY(openPath(program).endsWith(QStringLiteral(".recordings")));
        QTRY_VERIFY(!draft(program)->loading() && draft(program)->dataset());
        QVERIFY(draft(program)->dataset()->sequences);
        QCOMPARE(draft(program)->dataset()->sequences->items.size(), std::size_t{4});
    }

    void droppedFiles() {
        test::WholeProgram program(folder_.path());
        QTRY_VERIFY(program.runs.workspace() && !program.experiment.loading());
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(folder_.filePath(QStringLiteral("in/b.csv"))),
                       QUrl::fromLocalFile(folder_.filePath(QStringLiteral("in/a.csv")))});
        QDragEnterEvent enter(QPoint(9, 9), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(program.window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(9, 9), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(program.window.get(), &drop);
        QTRY_VERIFY(openPath(program).endsWith(QStringLiteral(".files")));
    }
};

QTEST_MAIN(TestDataFiles)
#include "tst_data_files.moc"
