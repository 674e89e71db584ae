// SPDX-License-Identifier: GPL-3.0-or-later
// What is on the page is in the menu and the palette, without a word of the page.
#include "charts/line_chart.h"
#include "common/background_job.h"
#include "common/theme.h"
#include "support/whole_program.h"
#include "widgets/card.h"
#include "widgets/scroll_into_view.h"
#include "widgets/segments.h"
#include "window/command_palette.h"
#include "window/page_menu.h"
#include "window/window_actions.h"

#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <QtTest>

using namespace gatelab;

namespace {

/// "Queue: Remove"; null: not offered.
QAction* entry(QMenu& menu, const QString& path) {
    const QString name = path.section(QStringLiteral(": "), 0, 0), rest = path.section(QStringLiteral(": "), 1);
    for (QAction* action : menu.actions()) {
        if (QString(action->text()).remove(QLatin1Char('&')) != name) continue;
        if (rest.isEmpty()) return action;
        if (action->menu()) return entry(*action->menu(), rest);
    }
    return nullptr;
}

}  // namespace

class TestPageMenu : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void whatCanBeClickedIsThere() {
        QWidget page;
        auto* column = new QVBoxLayout(&page);
        auto* play = new QPushButton(QStringLiteral("&Play"));
        auto* card = new Card(QStringLiteral("Queue"));
        auto* remove = new QPushButton(QStringLiteral("Remove"));
        remove->setToolTip(QStringLiteral("Takes it out"));
        card->addHeaderWidget(remove);
        auto* axis = new Segments({QStringLiteral("Step"), QStringLiteral("Epoch")});
        axis->setAccessibleName(QStringLiteral("Axis"));
        auto* preset = new QComboBox;
        preset->addItems({QStringLiteral("small"), QStringLiteral("large")});
        preset->setAccessibleName(QStringLiteral("Preset"));
        auto* filter = new QLineEdit;
        filter->setAccessibleName(QStringLiteral("Filter"));
        for (QWidget* part : std::initializer_list<QWidget*>{play, card, axis, preset, filter}) column->addWidget(part);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        PageMenu menu([&page] { return std::vector<QWidget*>{&page}; }, nullptr);
        Q_EMIT menu.aboutToShow();

        QSignalSpy played(play, &QPushButton::clicked), removed(remove, &QPushButton::clicked),
            chosen(axis, &Segments::chosen), picked(preset, &QComboBox::activated);
        for (const char* path : {"Play", "Queue: Remove", "Axis: Epoch", "Preset: large", "Filter"}) {
            QAction* action = entry(menu, QString::fromLatin1(path));
            QVERIFY2(action, path);
            action->trigger();
        }
        QCOMPARE(played.count(), 1);
        QCOMPARE(removed.count(), 1);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(preset->currentText(), QStringLiteral("large"));
        QCOMPARE(QApplication::focusWidget(), filter);
        QCOMPARE(entry(menu, QStringLiteral("Queue: Remove"))->toolTip(), QStringLiteral("Takes it out"));

        remove->setEnabled(false);
        play->hide();
        Q_EMIT menu.aboutToShow();
        QVERIFY(!entry(menu, QStringLiteral("Queue: Remove"))->isEnabled());
        QVERIFY(!entry(menu, QStringLiteral("Play")));
        QVERIFY(entry(menu, QStringLiteral("Preset: large"))->isChecked());
    }

    /// Its tools show when the pointer comes near; they are offered before.
    void chartsOfferTheirTools() {
        Theme theme;
        QWidget page;
        auto* column = new QVBoxLayout(&page);
        auto* chart = new LineChart(theme, QStringLiteral("Loss"), {});
        column->addWidget(chart);
        chart->setTitle(QStringLiteral("Loss"), {});
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        PageMenu menu([&page] { return std::vector<QWidget*>{&page}; }, nullptr);
        Q_EMIT menu.aboutToShow();
        QAction* log = entry(menu, QStringLiteral("Loss: Logarithmic y axis (L)"));
        QVERIFY(log);
        log->trigger();
        QVERIFY(chart->logY());
        Q_EMIT menu.aboutToShow();
        QVERIFY(entry(menu, QStringLiteral("Loss: Logarithmic y axis (L)"))->isChecked());
    }

    void aNameThatIsTypedComesFirst() {
        Theme theme;
        QWidget window;
        int ran = 0;
        const auto run = [&ran] { ++ran; };
        CommandPalette palette(theme,
                               {{"On this page: Layer health every 10", {}, {}, {}, run},
                                {"On this page: More of layer health every", {}, {}, {}, run},
                                {"Setting: Layer health every", {}, {}, {}, run}},
                               &window);
        auto* list = palette.findChild<QTreeWidget*>();
        QCOMPARE(list->topLevelItem(0)->text(0), QStringLiteral("On this page: Layer health every 10"));
        palette.findChild<QLineEdit*>()->setText(QStringLiteral("layer health every"));
        QCOMPARE(list->topLevelItemCount(), 3);
        QCOMPARE(list->topLevelItem(0)->text(0), QStringLiteral("Setting: Layer health every"));
        QCOMPARE(list->topLevelItem(1)->text(0), QStringLiteral("On this page: Layer health every 10"));
    }

    void whatIsGoneToIsTypedOver() {
        QWidget window, field(&window);
        QLineEdit line(QStringLiteral("20"), &field);
        field.setFocusProxy(&line);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        focusToType(&field);
        QTest::keyClicks(&line, QStringLiteral("6"));
        QCOMPARE(line.text(), QStringLiteral("6"));
    }

    void thePaletteOfThePageHasItsFinders() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.window->showPage(QStringLiteral("model"));
        QStringList shown;
        QTimer::singleShot(0, program.window.get(), [&] {
            auto* palette = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!palette) return;
            auto* list = palette->findChild<QTreeWidget*>();
            for (int i = 0; i < list->topLevelItemCount(); ++i) shown << list->topLevelItem(i)->text(0);
            palette->reject();
        });
        program.window->actions()["page-palette"]->trigger();
        for (const char* words : {"Find learning rate", "Save preset", "Train LSTM", "Measure"})
            QVERIFY2(!shown.filter(QString::fromLatin1(words)).isEmpty(), words);
        QVERIFY(shown.filter(QStringLiteral("Hidden size")).isEmpty());  // a setting of the form
    }
};

QTEST_MAIN(TestPageMenu)
#include "tst_page_menu.moc"
