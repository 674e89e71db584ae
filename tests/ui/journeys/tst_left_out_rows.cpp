// SPDX-License-Identifier: GPL-3.0-or-later
// The import page names every row of a file that was left out, with its line and the reason.
#include "common/background_job.h"
#include "pages/import/left_out_list.h"
#include "support/whole_program.h"

#include <QFile>
#include <QLabel>
#include <QListWidget>
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
        program.window->openPath(put("left.csv", "Station 7\nday,load\n" + rows + "\nTotal,99\n"));
        QTRY_VERIFY(!program.experiment.loading());
        auto* list = program.window->page(QStringLiteral("import"))->findChild<LeftOutList*>();
        QVERIFY(list && list->isVisible());
        QStringList shown;
        auto* lines = list->findChild<QListWidget*>();
        for (int i = 0; i < lines->count(); ++i) shown << lines->item(i)->text();
        QCOMPARE(shown, QStringList({QStringLiteral("Line 1: it stands above the table"),
                                     QStringLiteral("Line 23: a blank line"),
                                     QStringLiteral("Line 24: its label says that it holds sums")}));
        QString title;
        for (const auto* label : list->findChildren<QLabel*>()) title += label->text() + QLatin1Char('|');
        QVERIFY2(title.contains(QStringLiteral("23 rows in the file, 20 read, 3 left out")), qPrintable(title));

        program.window->openPath(put("whole.csv", "day,load\n" + rows));
        QTRY_VERIFY(!program.experiment.loading());
        QVERIFY(!list->isVisible());
    }
};

QTEST_MAIN(TestLeftOutRows)
#include "tst_left_out_rows.moc"
