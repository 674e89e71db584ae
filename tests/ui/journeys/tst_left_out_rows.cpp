// SPDX-License-Identifier: GPL-3.0-or-later
// The import page names every row of a file that was left out, with its line and the reason.
#include "common/background_job.h"
#include "pages/import/left_out_list.h"
#include "support/whole_program.h"

#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

class TestLeftOutRows : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void everyRowIsNamed() {
        const QTemporaryDir folder;
        const auto put = [&](const char* name, const QByteArray& bytes) {
            QFile file(folder.filePath(QString::fromUtf8(name)));
            if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write");
            return file.fileName();
        };
        QByteArray rows;
        for (int i = 0; i < 20; ++i)
            rows += "2024-01-" + QByteArray::number(10 + i) + "," + QByteArray::number(i * i % 7) + "\n";
        test::WholeProgram program(folder.path());
        QTRY_VERIFY(!program.experiment.loading());
        auto* draft = program.window->page(QStringLiteral("import"))->findChild<ExperimentModel*>();
        program.window->openPath(put("left.csv", "Station 7\nday,load\n" + rows + "\nTotal,99\n"));
        QTRY_VERIFY(!draft->loading());
        auto* list = program.window->page(QStringLiteral("import"))->findChild<LeftOutList*>();
        QVERIFY(list && list->isVisible());
        QStringList shown;
        auto* lines = list->findChild<QListWidget*>();
        for (int i = 0; i < lines->count(); ++i) shown << lines->item(i)->text();
        QCOMPARE(shown, QStringList({QStringLiteral("Line 1: it stands above the table"),
                                     QStringLiteral("Line 23: a blank line"),
                                     QStringLiteral("Line 24: its label says that it sums up others")}));
        QString title;
        for (const auto* label : list->findChildren<QLabel*>()) title += label->text() + QLatin1Char('|');
        QVERIFY2(title.contains(QStringLiteral("23 rows in the file, 20 read, 3 left out")), qPrintable(title));

        // As high as its rows
        const auto height = [&](const char* name, const QByteArray& more) {
            program.window->openPath(put(name, "day,load\n" + rows + more));
            if (!QTest::qWaitFor([&] { return !draft->loading() && list->isVisible(); })) return -1;
            QCoreApplication::processEvents();
            return lines->height();
        };
        const int one = height("one.csv", "Total,99\n"), row = lines->sizeHintForRow(0);
        QCOMPARE(one, row);
        QCOMPARE(lines->viewport()->height(), row);
        QCOMPARE(height("two.csv", "\nTotal,99\n"), 2 * row);
        QCOMPARE(lines->verticalScrollBar()->maximum(), 0);
        QVERIFY(height("many.csv", QByteArray(40, '\n')) <= 4 * row);
        QVERIFY(lines->verticalScrollBar()->maximum() > 0);

        program.window->openPath(put("whole.csv", "day,load\n" + rows));
        QTRY_VERIFY(!draft->loading());
        QVERIFY(!list->isVisible());
    }
};

QTEST_MAIN(TestLeftOutRows)
#include "tst_left_out_rows.moc"
