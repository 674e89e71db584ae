// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette finds by English words in every language, and puts commands before pages, settings and charts of
// the same name.
// Holds ui/window/command_rows.cpp.
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

class TestPaletteWords : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void ofOneNameTheCommandComesFirst() {
        Theme theme;
        QWidget window;
        using Kind = PaletteEntry::Kind;
        const auto run = [] {};
        CommandPalette palette(theme,
                               {{"Chart: Memory", {}, {}, {}, run, Kind::Chart},
                                {"Setting: Memory", {}, {}, {}, run, Kind::Setting},
                                {"View: Memory", {}, {}, {}, run, Kind::Page},
                                {"Run: Memory", {}, {}, {}, run, Kind::Command},
                                {"Run: Free some memory", {}, {}, {}, run, Kind::Command}},
                               &window);
        auto* list = palette.findChild<QTreeWidget*>();
        // As given, until something is typed
        QCOMPARE(list->topLevelItem(0)->text(0), QStringLiteral("Chart: Memory"));
        palette.findChild<QLineEdit*>()->setText(QStringLiteral("memory"));
        QStringList shown;
        for (int i = 0; i < list->topLevelItemCount(); ++i) shown << list->topLevelItem(i)->text(0);
        QCOMPARE(shown, (QStringList{"Run: Memory", "View: Memory", "Setting: Memory", "Chart: Memory",
                                     "Run: Free some memory"}));
    }

    /// What people of the field type, whatever the program calls it.
    void theWordsOfTheFieldFindSomething_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("Chinese") << "zh_CN";
    }
    void theWordsOfTheFieldFindSomething() {
        QFETCH(QString, language);
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.language.set(language);
        QTRY_COMPARE(program.window->actions()["view-lab"]->text(),
                     QCoreApplication::translate("WindowActions", "&Optimisation lab"));
        QStringList nothing;
        QTimer::singleShot(0, program.window.get(), [&] {
            auto* palette = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!palette) return;
            for (const char* words : {"verify",
                                      "reproduce",
                                      "repeat",
                                      "resume check",
                                      "switches",
                                      "smoothing",
                                      "log scale",
                                      "learning rate",
                                      "export csv",
                                      "screenshot",
                                      "dark",
                                      "theme",
                                      "language",
                                      "parallel",
                                      "scatter",
                                      "early stopping",
                                      "checkpoint",
                                      "gpu",
                                      "memory",
                                      "pause",
                                      "stop",
                                      "kill",
                                      "batch size finder",
                                      "lr finder",
                                      "seed",
                                      "dataset",
                                      "normalise",
                                      "window",
                                      "split"}) {
                palette->findChild<QLineEdit*>()->setText(QString::fromLatin1(words));
                if (!palette->findChild<QTreeWidget*>()->topLevelItem(0)->data(0, Qt::UserRole).isValid())
                    nothing << QString::fromLatin1(words);
            }
            palette->findChild<QLineEdit*>()->setText(QStringLiteral("qqqq"));
            QVERIFY(!palette->findChild<QTreeWidget*>()->topLevelItem(0)->data(0, Qt::UserRole).isValid());
            palette->reject();
        });
        program.window->actions()["palette"]->trigger();
        QVERIFY2(nothing.isEmpty(), qPrintable(nothing.join(QLatin1Char(','))));
        program.language.set(QStringLiteral("en"));
    }

    void englishWordsFindInChinese() {
        const QTemporaryDir folder;
        test::WholeProgram program(folder.path());
        QVERIFY(QTest::qWaitForWindowActive(program.window.get()));
        program.language.set(QStringLiteral("zh_CN"));
        QTRY_COMPARE(program.window->actions()["view-lab"]->text(),
                     QCoreApplication::translate("WindowActions", "&Optimisation lab"));
        const QString verdict = QCoreApplication::translate("gatelab::WindowMenus", "Verdict");
        QVERIFY(verdict != QLatin1String("Verdict"));
        QVERIFY(program.language.sources().of(verdict).contains(QStringLiteral("Verdict")));
        const auto found = [&](const QString& typed) {
            QString first;
            QTimer::singleShot(0, program.window.get(), [&] {
                auto* palette = qobject_cast<QDialog*>(QApplication::activeModalWidget());
                if (!palette) return;
                palette->findChild<QLineEdit*>()->setText(typed);
                first = palette->findChild<QTreeWidget*>()->topLevelItem(0)->text(0) +
                        palette->findChild<QTreeWidget*>()->topLevelItem(0)->text(1);
                palette->reject();
            });
            program.window->actions()["palette"]->trigger();
            return first;
        };
        QVERIFY2(found(QStringLiteral("verdict")).contains(verdict), qPrintable(found(QStringLiteral("verdict"))));
        const QString lab = QString(program.window->actions()["view-lab"]->text()).section(QLatin1Char('('), 0, 0);
        QVERIFY2(found(QStringLiteral("lab")).contains(lab), qPrintable(found(QStringLiteral("lab"))));
        QVERIFY2(found(verdict).contains(verdict), qPrintable(found(verdict)));
        program.language.set(QStringLiteral("en"));
    }
};

QTEST_MAIN(TestPaletteWords)
#include "tst_palette_words.moc"
