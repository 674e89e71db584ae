// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed and not yet taken is not lost when the window is built anew for other looks, another language or
// another size of its text, and when it closes: of every kind of editor.
#include "common/background_job.h"
#include "pages/compare/runs_table.h"
#include "pages/model/model_page.h"
#include "pages/run_edit_menu.h"
#include "support/fake_workspace.h"
#include "support/whole_program.h"
#include "widgets/popover.h"
#include "window/project_dock.h"
#include "window/window_actions.h"
#include "window/window_shell.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace gatelab;
using Program = test::WholeProgram;

namespace {

/// Opens an editor and types into it; null: it did not open.
using Open = std::function<QWidget*(Program&)>;
/// What the program holds by now.
using Read = std::function<QString(Program&)>;
using Change = std::function<void(Program&)>;

const QString kRun = QStringLiteral("run-100000");

RunEditMenu editMenu(Program& program) { return {program.theme, program.runs, program.experiment.undoStack()}; }

template <class Editor>
QWidget* typeInPopover(Program& program, const QString& text) {
    auto* popover = program.window->findChild<Popover*>();
    auto* editor = popover ? popover->findChild<Editor*>() : nullptr;
    if (!editor) return nullptr;
    editor->selectAll();
    QTest::keyClicks(editor, text);
    return editor;
}

QWidget* typeInFocus(const QString& text) {
    auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    if (!line) return nullptr;
    line->selectAll();
    QTest::keyClicks(line, text);
    return line;
}

QWidget* typeInForm(Program& program, const char* page, const char* field, const QString& text) {
    program.window->showPlace({QString::fromLatin1(page), {}, {}, QString::fromLatin1(field)});
    return typeInFocus(text);
}

QWidget* typeInImport(Program& program) {
    program.window->showPage(QStringLiteral("import"));
    auto* box = program.window->page(QStringLiteral("import"))->findChild<QComboBox*>(QStringLiteral("time_step"));
    box->lineEdit()->setFocus();
    return typeInFocus(QStringLiteral("2h"));
}

QWidget* renameInDock(Program& program) {
    auto* dock = program.window->shell().dock();
    auto* list = dock->findChild<QListView*>();
    list->setCurrentIndex(list->model()->index(0, 0));
    dock->editSelectedName();
    return typeInFocus(QStringLiteral("another"));
}

QWidget* renameInTable(Program& program) {
    program.window->showPlace({QStringLiteral("compare"), QStringLiteral("runs")});
    auto& table = *program.window->page(QStringLiteral("compare"))->findChild<RunsTable*>();
    table.select(kRun);
    table.editName();
    return typeInFocus(QStringLiteral("another"));
}

QString nameOf(Program& program) { return QString::fromStdString(program.runs.findRun(kRun)->name); }

}  // namespace

class TestCommitEdits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void nothingTypedIsLost_data() {
        QTest::addColumn<Open>("open");
        QTest::addColumn<Read>("read");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<Change>("change");
        const std::pair<const char*, Change> changes[] = {
            {"appearance", [](Program& program) { program.theme.setAppearance(Appearance::Dark); }},
            {"language", [](Program& program) { program.language.set(QStringLiteral("zh_CN")); }},
            {"text size", [](Program& program) { program.window->setTextScale(1.3); }},
            {"the end", [](Program& program) { program.window.reset(); }},
        };
        struct Editor {
            const char* name;
            Open open;
            Read read;
            const char* typed;
        };
        const Editor editors[] = {
            {"a number of a form",
             [](Program& program) { return typeInForm(program, "model", "hidden_size", QStringLiteral("48")); },
             [](Program& program) { return QString::number(program.experiment.config().hiddenSize); }, "48"},
            {"a text of a form",
             [](Program& program) { return typeInForm(program, "model", "name", QStringLiteral("another")); },
             [](Program& program) { return QString::fromStdString(program.experiment.config().name); }, "another"},
            {"a box that can be written in", typeInImport,
             [](Program& program) { return QString::fromStdString(program.experiment.config().timeStep); }, "2h"},
            {"a name in the list", renameInDock, nameOf, "another"},
            {"a name in the table", renameInTable, nameOf, "another"},
            {"a name that is asked for",
             [](Program& program) {
                 editMenu(program).askName(program.window->shell().dock(), kRun);
                 return typeInPopover<QLineEdit>(program, QStringLiteral("another"));
             },
             nameOf, "another"},
            {"tags",
             [](Program& program) {
                 editMenu(program).askTags(program.window->shell().dock(), {kRun});
                 return typeInPopover<QLineEdit>(program, QStringLiteral("paper"));
             },
             [](Program& program) { return QString::fromStdString(program.runs.findRun(kRun)->tags); }, "paper"},
            {"a note",
             [](Program& program) {
                 editMenu(program).askNote(program.window->page(program.window->shownPage()), kRun);
                 return typeInPopover<QPlainTextEdit>(program, QStringLiteral("why"));
             },
             [](Program& program) { return QString::fromStdString(program.runs.findRun(kRun)->note); }, "why"},
        };
        for (const Editor& editor : editors)
            for (const auto& [change, make] : changes)
                QTest::addRow("%s, %s", editor.name, change)
                    << editor.open << editor.read << QString::fromLatin1(editor.typed) << make;
    }
    void nothingTypedIsLost() {
        QFETCH(Open, open);
        QFETCH(Read, read);
        QFETCH(QString, typed);
        QFETCH(Change, change);
        const QTemporaryDir folder;
        Program program(folder.path());
        QTRY_VERIFY(program.experiment.prepared() != nullptr && program.runs.workspace());
        program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(3));
        QTRY_COMPARE(program.runs.runs().size(), std::size_t{3});
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        const QPointer<QWidget> editor = open(program);
        QVERIFY(editor);
        change(program);
        QTRY_VERIFY(!editor);
        QCOMPARE(read(program), typed);
        program.language.set(QStringLiteral("en"));
    }
};

QTEST_MAIN(TestCommitEdits)
#include "tst_commit_edits.moc"
