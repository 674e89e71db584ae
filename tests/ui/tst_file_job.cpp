// SPDX-License-Identifier: GPL-3.0-or-later
// A file that the window writes: by a job, whole, and also when who asked for it has gone.
#include "common/background_job.h"
#include "common/file_job.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <optional>

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
        QObject owner;
        std::optional<bool> isWritten;
        writeInBackground(owner, path, "a,b\n", [&](const Result<>& written) { isWritten = written.ok(); });
        QVERIFY(!isWritten);  // the window has not waited for the disk
        QTRY_VERIFY(isWritten);
        QVERIFY(*isWritten);
        QCOMPARE(read(path), QByteArray("a,b\n"));
    }

    void aFolderThatIsNotThereIsAnError() {
        QObject owner;
        std::optional<ErrorCode> code;
        writeInBackground(owner, folder_.filePath(QStringLiteral("no/such/runs.csv")), "a",
                          [&](const Result<>& written) {
                              if (!written.ok()) code = written.error().code;
                          });
        QTRY_VERIFY(code);
    }

    void whoAskedMayGo() {
        const QString path = folder_.filePath(QStringLiteral("gone.csv"));
        auto owner = std::make_unique<QObject>();
        bool reported = false;
        writeInBackground(*owner, path, "kept", [&](const Result<>&) { reported = true; });
        owner.reset();
        BackgroundJob::waitForAll();
        QCoreApplication::processEvents();
        QCOMPARE(read(path), QByteArray("kept"));
        QVERIFY(!reported);
    }
};

QTEST_MAIN(TestFileJob)
#include "tst_file_job.moc"
