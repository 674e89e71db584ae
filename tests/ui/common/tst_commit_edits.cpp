// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed and not yet left stays when the pages are made anew or the window closes, whatever it is typed into.
#include "common/background_job.h"
#include "form/field_form.h"
#include "form/settings_card.h"
#include "pages/compare/lab/lab_bar.h"
#include "support/fake_workspace.h"
#include "support/whole_program.h"
#include "window/window_actions.h"

#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <map>

using namespace gatelab;

namespace {

constexpr const char* kRun = "run-100001";

/// Where something is typed, what, and what has become of it.
struct Editor {
    std::function<QWidget*(test::WholeProgram&)> open;
    QString typed;
    std::function<QString(test::WholeProgram&)> kept;
};

Editor setting(const char* key, const QString& typed) {
    return {
        [key](test::WholeProgram& program) -> QWidget* {
            program.window->showPlace({QStringLiteral("model"), {}, {}, QString::fromLatin1(key)});
            return QApplication::focusWidget();
        },
        typed,
        [key](test::WholeProgram& program) {
            return QString::fromStdString(formatFieldValue(fieldValue(program.experiment.config(), *findField(key))));
        }};
}

/// Asked by a command of the window.
Editor question(const char* command, const QString& typed, std::string RunSummary::*member) {
    return {[command](test::WholeProgram& program) -> QWidget* {
                program.window->showPlace({QStringLiteral("compare"), QStringLiteral("details"), QLatin1String(kRun)});
                program.window->actions()[command]->trigger();
                return QApplication::focusWidget();
            },
            typed,
            [member](test::WholeProgram& program) {
                const RunSummary* run = program.runs.findRun(QLatin1String(kRun));
                return run ? QString::fromStdString(run->*member) : QString();
            }};
}

const std::map<QByteArray, Editor>& editors() {
    static const std::map<QByteArray, Editor> kEditors = {
        {"a number", setting("hidden_size", QStringLiteral("48"))},
        {"a text", setting("split", QStringLiteral("50%/25%/25%"))},
        {"the name of a run", question("rename-run", QStringLiteral("night"), &RunSummary::name)},
        {"tags", question("tag-run", QStringLiteral("paper"), &RunSummary::tags)},
        {"a note", question("note-run", QStringLiteral("seed 3 again"), &RunSummary::note)},
        {"repeats of the lab",
         {[](test::WholeProgram& program) -> QWidget* {
              program.window->showPlace({QStringLiteral("compare"), QStringLiteral("lab")});
              auto* box = program.window->page(QStringLiteral("compare"))->findChild<LabBar*>()->findChild<QSpinBox*>();
              box->setFocus();
              box->selectAll();
              return box;
          },
          QStringLiteral("9"),
          [](test::WholeProgram& program) { return QString::number(program.lab.choice().repeats); }}},
    };
    return kEditors;
}

const std::map<QByteArray, std::function<void(test::WholeProgram&)>>& causes() {
    static const std::map<QByteArray, std::function<void(test::WholeProgram&)>> kCauses = {
        {"dark", [](test::WholeProgram& program) { program.theme.setAppearance(Appearance::Dark); }},
        {"Chinese", [](test::WholeProgram& program) { program.language.set(QStringLiteral("zh_CN")); }},
        {"larger text", [](test::WholeProgram& program) { program.window->setTextScale(1.15); }},
        {"the window closes", [](test::WholeProgram& program) { program.window.reset(); }},
    };
    return kCauses;
}

}  // namespace

class TestCommitEdits : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> folder_;

private Q_SLOTS:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { BackgroundJob::waitForAll(); }

    void whatIsTypedStays_data() {
        QTest::addColumn<QByteArray>("editor");
        QTest::addColumn<QByteArray>("cause");
        for (const auto& editor : editors())
            for (const auto& cause : causes())
                QTest::addRow("%s, %s", editor.first.constData(), cause.first.constData())
                    << editor.first << cause.first;
    }
    void whatIsTypedStays() {
        QFETCH(QByteArray, editor);
        QFETCH(QByteArray, cause);
        const Editor& edit = editors().at(editor);
        test::WholeProgram program(folder_->path());
        QTRY_VERIFY(program.experiment.prepared() && program.runs.workspace());
        program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(3));
        QTRY_VERIFY(program.runs.findRun(QLatin1String(kRun)));
        program.window->activateWindow();
        QPointer<QWidget> line = edit.open(program);
        QVERIFY(line && line->isVisible());
        QVERIFY(edit.kept(program) != edit.typed);
        QTest::keyClick(line, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(line, edit.typed);
        causes().at(cause)(program);
        QTRY_VERIFY(!line);
        QTRY_COMPARE(edit.kept(program), edit.typed);
        program.language.set(QStringLiteral("en"));
    }
};

QTEST_MAIN(TestCommitEdits)
#include "tst_commit_edits.moc"
