// SPDX-License-Identifier: GPL-3.0-or-later
// What the palette puts first: the beginnings of words in titles, then in keywords and descriptions, then letters
// inside a word; settings before ticks of the same name; series last. Holds ui/window/command_palette.cpp.
#include "common/background_job.h"
#include "common/texts.h"
#include "config/field.h"
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

    void theBeginningOfAWordComesBeforeLettersInsideOne() {
        Theme theme;
        QWidget window;
        const auto run = [] {};
        CommandPalette palette(
            theme,
            {{"Built-in series: Copy task", {}, {}, {}, run, Kind::Series, {}, {}, {}, "after a pause"},
             {"Run: Unpause", {}, {}, {}, run},
             {"Run: Go on", {}, "resume pause", {}, run},
             {"Run: Pause", {}, {}, {}, run},
             {"Run: Clear", {}, "unpaused", {}, run}},
            &window);
        QCOMPARE(listed(palette, QStringLiteral("paus")),
                 (QStringList{"Run: Pause", "Run: Go on", "Built-in series: Copy task", "Run: Unpause", "Run: Clear"}));
    }

    /// While nothing can be paused Enter does nothing; a worse answer is no choice of its own accord.
    void whatCannotBeDoneGivesEnterToNothingElse() {
        Theme theme;
        QWidget window;
        const auto run = [] {};
        CommandPalette palette(
            theme,
            {{"Run: Pause", {}, {}, {}, {}, Kind::Command, {}, "nothing trains"},
             {"Built-in series: Copy task", {}, {}, {}, run, Kind::Series, {}, {}, {}, "after a pause"},
             {"Edit: Copy", {}, {}, {}, run}},
            &window);
        QCOMPARE(listed(palette, QStringLiteral("paus")).size(), 2);
        const auto* list = palette.findChild<QTreeWidget*>();
        QVERIFY(!list->currentItem());
        (void)listed(palette, QStringLiteral("copy"));
        QVERIFY(list->currentItem() && list->currentItem()->text(0) == QStringLiteral("Edit: Copy"));
    }

    void aChoiceOfASettingIsFoundByItsOwnName() {
        Theme theme;
        QWidget window;
        const auto run = [] {};
        CommandPalette palette(theme,
                               {{"#4 GRU 16", {}, {}, {}, run, Kind::Run},
                                {"Setting: Cell", {}, "cell", {}, run, Kind::Setting},
                                {"Setting: Cell: GRU", {}, "gru", {}, run, Kind::Value},
                                {"Setting: Loss: Squared error", {}, "mse", {}, run, Kind::Value}},
                               &window);
        QCOMPARE(listed(palette, QStringLiteral("gru")), (QStringList{"Setting: Cell: GRU", "#4 GRU 16"}));
        QCOMPARE(listed(palette, QStringLiteral("cell gru")), QStringList{"Setting: Cell: GRU"});
        QCOMPARE(listed(palette, QStringLiteral("cell")), QStringList{"Setting: Cell"});
        QCOMPARE(listed(palette, QStringLiteral("mse")), QStringList{"Setting: Loss: Squared error"});
        QCOMPARE(listed(palette, QStringLiteral("#4")), QStringList{"#4 GRU 16"});
        QCOMPARE(listed(palette, {}), QStringList{"Setting: Cell"});
    }

    void itIsNoWiderThanItsOwnWidthAndAsHighAsItsRows() {
        Theme theme;
        QWidget window;
        window.resize(1600, 1000);
        std::vector<PaletteEntry> entries;
        for (int i = 0; i < 60; ++i)
            entries.push_back(
                {QStringLiteral("Run: %1 %2").arg(i).arg(QString(300, QLatin1Char('w'))), {}, {}, {}, [] {}});
        entries.push_back({"Edit: Only", {}, {}, {}, [] {}});
        CommandPalette palette(theme, std::move(entries), &window);
        palette.show();
        QVERIFY(QTest::qWaitForWindowExposed(&palette));
        const QSize all = palette.size();
        QVERIFY2(all.width() <= 660, qPrintable(QString::number(all.width())));
        (void)listed(palette, QStringLiteral("only"));
        QTRY_VERIFY(palette.height() < all.height() / 2);
        QCOMPARE(palette.width(), all.width());
        const auto* list = palette.findChild<QTreeWidget*>();
        QVERIFY(list->height() <= 2 * list->visualItemRect(list->topLevelItem(0)).height());
    }

    /// What a person types, and what is to stand first.
    void ofTheWholeProgram_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("field");  // whose name or choice stands first; empty: what contains the words
        QTest::addColumn<QString>("words");
        for (const char* language : {"en", "zh_CN"}) {
            const auto row = [&](const char* typed, const char* field, const char* words) {
                QTest::addRow("%s, %s", language, typed) << language << typed << field << words;
            };
            row("gru", "cell", "GRU");
            row("hidden size", "hidden_size", "");
            row("learning rate", "learning_rate", "");
            row("early stopping", "early_stop", "");
            row("bilstm", "", "BiLSTM");
        }
        QTest::newRow("a chart by what it draws") << "en"
                                                  << "confusion"
                                                  << ""
                                                  << "Forecast";
        QTest::newRow("Chinese words") << "zh_CN" << QStringLiteral("\u6279\u5927\u5c0f") << "batch_size"
                                       << "";
    }
    void ofTheWholeProgram() {
        QFETCH(QString, language);
        QFETCH(QString, typed);
        QFETCH(QString, field);
        QFETCH(QString, words);
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.language.set(language);
        QTRY_COMPARE(program.window->actions()["view-lab"]->text(),
                     QCoreApplication::translate("WindowActions", "&Optimisation lab"));
        program.window->showPage(QStringLiteral("model"));
        const QStringList found = listed(*program.window, "palette", typed);
        QVERIFY(!found.isEmpty());
        const QString name = field.isEmpty() ? QString() : translated(findField(field.toStdString())->label);
        QVERIFY2(found.front().contains(name) && found.front().contains(words), qPrintable(found.front()));
        program.language.set(QStringLiteral("en"));
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
