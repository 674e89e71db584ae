// SPDX-License-Identifier: GPL-3.0-or-later
// The import page offers what the file's format has: options of text tables and rows for tables only, from the first
// moment on.
// Holds ui/pages/import/import_form.cpp and ui/pages/import/import_page.cpp.
#include "common/background_job.h"
#include "pages/import/import_form.h"
#include "support/whole_program.h"
#include "widgets/empty_state.h"

#include <QFile>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace gatelab;

class TestImportFormats : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void onlyTablesHaveOptionsAndRows_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("contents");
        QTest::addColumn<bool>("isTable");
        QTest::addColumn<bool>("isNamedSo");
        const QByteArray sequences =
            "@problemName toy\n@timeStamps false\n@univariate true\n@equalLength true\n@seriesLength 4\n@classLabel "
            "true a b\n@data\n1,2,3,4:a\n4,3,2,1:b\n1,2,3,5:a\n5,3,2,1:b\n";
        QTest::newRow("table") << "toy.csv" << QByteArray("time,value\n1,2\n2,3\n3,4\n") << true << true;
        QTest::newRow("sequences") << "toy.ts" << sequences << false << true;
        QTest::newRow("sequences in capitals") << "TOY.TS" << sequences << false << true;
        QTest::newRow("sequences by another name") << "toy.txt" << sequences << false << false;
    }
    void onlyTablesHaveOptionsAndRows() {
        QFETCH(QString, name);
        QFETCH(QByteArray, contents);
        QFETCH(bool, isTable);
        QFETCH(bool, isNamedSo);
        const QTemporaryDir folder;
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(contents) == contents.size());
        file.close();
        test::WholeProgram program(folder.path());
        QTRY_VERIFY(!program.experiment.loading());
        program.window->openPath(folder.filePath(name));
        auto* page = program.window->page(QStringLiteral("import"));
        auto *form = static_cast<QWidget*>(page->findChild<ImportForm*>()),
             *rows = static_cast<QWidget*>(page->findChild<QTableView*>());
        auto* draft = page->findChild<ExperimentModel*>();
        QVERIFY(draft->loading());
        if (isNamedSo) QCOMPARE(form->isVisible(), isTable);
        if (isNamedSo) QCOMPARE(rows->isVisible(), isTable);
        QTRY_VERIFY(!draft->loading());
        QVERIFY2(draft->dataset(), qPrintable(draft->dataError()));
        QCOMPARE(form->isVisible(), isTable);
        QCOMPARE(rows->isVisible(), isTable);
        QCOMPARE(page->findChild<EmptyState*>()->isVisible(), !isTable);
    }
};

QTEST_MAIN(TestImportFormats)
#include "tst_import_formats.moc"
