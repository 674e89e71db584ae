// SPDX-License-Identifier: GPL-3.0-or-later
// A file that the window writes: by a job, whole, and also when who asked for it has gone.
#include "common/background_job.h"
#include "common/file_job.h"
#include "pages/page.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace gatelab;

class TestFileJob : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    [[nodiscard]] static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void cleanup() { BackgroundJob::waitForAll(); }

    void itIsToldOnceItIsThere() {
        const QString path = folder_.filePath(QStringLiteral("runs.csv"));
        Page page;
        QObject owner(&page);
        QSignalSpy done(&page, &Page::done), problems(&page, &Page::problem);
        writeInBackground(owner, path, "a,b\n");
        QCOMPARE(done.size(), 0);  // the window has not waited for the disk
        QTRY_COMPARE(done.size(), 1);
        QVERIFY(done.front().front().toString().contains(path));
        QCOMPARE(problems.size(), 0);
        QCOMPARE(read(path), QByteArray("a,b\n"));
    }

    void aFolderThatIsNotThereIsAnError() {
        Page page;
        QSignalSpy done(&page, &Page::done), problems(&page, &Page::problem);
        writeInBackground(page, folder_.filePath(QStringLiteral("no/such/runs.csv")), "a");
        QTRY_COMPARE(problems.size(), 1);
        QCOMPARE(done.size(), 0);
    }

    void whoAskedMayGo() {
        const QString path = folder_.filePath(QStringLiteral("gone.csv"));
        Page page;
        QSignalSpy done(&page, &Page::done);
        auto owner = std::make_unique<QObject>(&page);
        writeInBackground(*owner, path, "kept");
        owner.reset();
        BackgroundJob::waitForAll();
        QCoreApplication::processEvents();
        QCOMPARE(read(path), QByteArray("kept"));
        QCOMPARE(done.size(), 0);
    }
};

QTEST_MAIN(TestFileJob)
#include "tst_file_job.moc"
