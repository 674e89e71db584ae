// SPDX-License-Identifier: GPL-3.0-or-later
// What the palette puts first: settings before ticks of the same name, whole words before parts of words.
// Holds ui/window/command_palette.cpp.
#include "common/background_job.h"
#include "support/whole_program.h"
#include "window/command_palette.h"
#include "window/window_actions.h"

#include <QApplication>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

using namespace gatelab;

namespace {

using Kind = PaletteEntry::Kind;

QStringList listed(CommandPalette& palette, const QString& typed) {
    palette.findChild<QLineEdit*>()->setText(typed);
    QStringList names;
    const auto* list = palette.findChild<QTreeWidget*>();
    for (int i = 0; i < list->topLevelItemCount(); ++i) names << list->topLevelItem(i)->text(0);
    return names;
}

/// Opened by an action of the window.
QStringList listed(MainWindow& window, const char* action, const QString& typed) {
    QStringList names;
    QTimer::singleShot(0, &window, [&] {
        auto* palette = qobject_cast<CommandPalette*>(QApplication::activeModalWidget());
        if (!palette) return;
        names = listed(*palette, typed);
        palette->reject();
    });
    window.actions()[action]->trigger();
    return names;
}

}  // namespace

class TestPaletteOrder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void aSettingComesBeforeATick() {
        Theme theme;
        QWidget window;
        CommandPalette palette(theme,
                               {{"Columns: Hidden size", {}, {}, {}, [] {}, Kind::Choice},
                                {"Setting: Hidden size", {}, {}, {}, [] {}, Kind::Setting}},
                               &window);
        QCOMPARE(listed(palette, QStringLiteral("hidden size")),
                 (QStringList{"Setting: Hidden size", "Columns: Hidden size"}));
    }

    void wholeWordsComeFirst() {
        Theme theme;
        QWidget window;
        CommandPalette palette(theme,
                               {{"Data: Adding problem, 100 steps", {}, {}, {}, [] {}},
                                {"Metrics: At a step: loss", {}, {}, {}, [] {}},
                                {"Checkpoints: loss", {}, "at a step", {}, [] {}}},
                               &window);
        QCOMPARE(listed(palette, QStringLiteral("at step")),
                 (QStringList{"Metrics: At a step: loss", "Checkpoints: loss", "Data: Adding problem, 100 steps"}));
    }

    void onComparePageTooASettingIsGoneTo() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.window->showPage(QStringLiteral("compare"));
        const QStringList found = listed(*program.window, "palette", QStringLiteral("hidden size"));
        QCOMPARE(found.front(), QStringLiteral("Setting: Hidden size"));
        QVERIFY(
            listed(*program.window, "palette", QStringLiteral("overlay")).front().contains(QStringLiteral("Curves")));
    }

    void chartsAreSavedByTheWordsForIt() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.window->showPage(QStringLiteral("train"));
        for (const char* word : {"export", "svg", "pdf", "picture", "png"})
            QVERIFY2(!listed(*program.window, "palette", QString::fromLatin1(word))
                          .filter(QStringLiteral("Save the chart"))
                          .isEmpty(),
                     word);
    }
};

QTEST_MAIN(TestPaletteOrder)
#include "tst_palette_order.moc"
