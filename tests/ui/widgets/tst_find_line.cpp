// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+F goes to the filter or search of the page in front, else finds what can be done there, and what is typed
// replaces its text.
#include "common/background_job.h"
#include "support/fake_workspace.h"
#include "support/whole_program.h"
#include "widgets/find_line.h"
#include "window/command_palette.h"

#include <QApplication>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace gatelab;

namespace {
constexpr int kPatience = 120000;  // a wait, no demand
}

class TestFindLine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void itIsThatOfThePage() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        QTRY_VERIFY_WITH_TIMEOUT(program.runs.workspace(), kPatience);
        program.runs.setWorkspace(std::make_shared<test::FakeWorkspace>(2));
        QTRY_COMPARE_WITH_TIMEOUT(program.runs.runs().size(), std::size_t{2}, kPatience);
        const auto find = [&](const char* page) -> QLineEdit* {
            program.window->showPage(QString::fromLatin1(page));
            const Page* shown = program.window->page(QString::fromLatin1(page));
            QTest::keyClick(program.window.get(), Qt::Key_F, Qt::ControlModifier);
            const auto line = [] { return qobject_cast<QLineEdit*>(QApplication::focusWidget()); };
            (void)QTest::qWaitFor([&] { return line() && shown->isAncestorOf(line()); }, kPatience);
            return line();
        };
        const Page* compare = program.window->page(QStringLiteral("compare"));
        program.window->showPage(QStringLiteral("compare"));
        // The filter comes with the rows; before them Ctrl+F opens the palette, which takes the keys.
        QTRY_VERIFY_WITH_TIMEOUT(findLineIn(compare), kPatience);
        QLineEdit* filter = find("compare");
        QVERIFY(filter && compare->isAncestorOf(filter));
        QCOMPARE(filter->accessibleName(), QStringLiteral("Filter runs"));
        filter->setText(QStringLiteral("seed < 3"));
        QCOMPARE(find("compare"), filter);
        QCOMPARE(filter->selectedText(), filter->text());
        filter->clear();
        const QLineEdit* search = find("model");
        const Page* model = program.window->page(QStringLiteral("model"));
        QVERIFY(search && model->isAncestorOf(search));
        QCOMPARE(search->accessibleName(), QStringLiteral("Find a setting"));
        bool isPalette = false;
        QTimer looks;
        connect(&looks, &QTimer::timeout, program.window.get(), [&] {
            auto* palette = qobject_cast<CommandPalette*>(QApplication::activeModalWidget());
            isPalette = isPalette || palette != nullptr;
            if (palette) palette->reject();
        });
        looks.start(0);
        program.window->showPage(QStringLiteral("train"));
        QTest::keyClick(program.window.get(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(isPalette, kPatience);
    }
};

QTEST_MAIN(TestFindLine)
#include "tst_find_line.moc"
