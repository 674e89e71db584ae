// SPDX-License-Identifier: GPL-3.0-or-later
// A run goes into a file and out of it on another computer, where it forecasts, goes on and is whole; a bundle that was
// cut, changed or names files elsewhere leaves nothing. Holds core/app/report/run_bundle.cpp and
// app/worker/share/bundle_commands.cpp.
#include "support/worker_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace gatelab::testing;

class TestWorkerBundle : public QObject {
    Q_OBJECT
private:
    QTemporaryDir folder_;
    QString run_;
    [[nodiscard]] QString at(const QString& name) const { return folder_.filePath(name); }
    [[nodiscard]] QStringList in(const char* workspace) const {
        return {QStringLiteral("--workspace"), at(QString::fromLatin1(workspace))};
    }
    [[nodiscard]] static QByteArray bytesOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] QStringList runsIn(const QString& workspace) const {
        return QDir(at(workspace + "/runs")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    }

private Q_SLOTS:
    void initTestCase() {
        QFile data(at("series.csv"));
        QVERIFY(data.open(QIODevice::WriteOnly));
        data.write("value\n");
        for (int i = 0; i < 600; ++i) data.write(QByteArray::number(std::sin(0.3 * i) + 0.001 * i, 'g', 12) + "\n");
        data.close();
        const Answer run = askWorker(QStringList{"train", "--no-suggest", "--data", at("series.csv"), "--epochs", "4",
                                                 "--hidden-size", "4", "--threads", "1", "--json"} +
                                     in("a"));
        QVERIFY2(run.code == 0, run.err);
        run_ = runsIn("a").value(0);
        const Answer packed =
            askWorker(QStringList{"bundle", "last", "--with-data", "-o", at("run.gatelab"), "--json"} + in("a"));
        QVERIFY2(packed.code == 0, packed.err);
        QVERIFY(lastLine(packed.out)["bytes"].toInt() > 1000);
        QCOMPARE(QDir(folder_.path()).entryList({".gatelab-tmp*"}, QDir::AllEntries | QDir::Hidden), QStringList());
    }

    void itIsWholeElsewhere() {
        // Another run is there, so that the number is taken.
        QVERIFY(askWorker(QStringList{"train", "--builtin", "sine", "--builtin-length", "400", "--epochs", "1",
                                      "--threads", "1", "--hidden-size", "4"} +
                          in("b"))
                    .code == 0);
        const QByteArray here = askWorker(QStringList{"forecast", "last", "--json"} + in("a")).out;
        QVERIFY(QFile::rename(at("series.csv"), at("gone.csv")));  // as on another computer
        const Answer opened = askWorker(QStringList{"import-runs", at("run.gatelab"), "--json"} + in("b"));
        QVERIFY2(opened.code == 0, opened.err);
        QCOMPARE(lastLine(opened.out)["imported"].toArray(), QJsonArray{run_});
        // Nothing is written outside of the workspace: not where the sender had the file either.
        QVERIFY(!QFileInfo(at("series.csv")).isSymLink() && !QFile::exists(at("series.csv")));
        const QStringList kept = QDir(at("b/data")).entryList(QDir::Files);
        QCOMPARE(kept.size(), 1);
        QCOMPARE(bytesOf(at("b/data/" + kept.value(0))), bytesOf(at("gone.csv")));
        const Answer shown = askWorker(QStringList{"show", "#2", "--json"} + in("b"));
        QVERIFY2(shown.code == 0, shown.err);
        QCOMPARE(lastLine(shown.out)["id"].toString(), run_);
        const Answer there = askWorker(QStringList{"forecast", "#2", "--json"} + in("b"));
        QVERIFY2(there.code == 0, there.err);
        QCOMPARE(lastLine(there.out)["result"].toObject()["test"], lastLine(here)["result"].toObject()["test"]);
        const Answer whole = askWorker(QStringList{"workspace", "check"} + in("b"));
        QVERIFY2(whole.code == 0, whole.out + whole.err);
        const Answer more = askWorker(QStringList{"resume", "#2", "--more-epochs", "1"} + in("b"));
        QVERIFY2(more.code == 0, more.err);
        const Answer again = askWorker(QStringList{"import-runs", at("run.gatelab"), "--json"} + in("b"));
        QCOMPARE(lastLine(again.out)["known"].toArray(), QJsonArray{run_});
        QCOMPARE(lastLine(again.out)["imported"].toArray(), QJsonArray());
        // The workspace goes elsewhere, and the run goes on from there to a third.
        QVERIFY(QDir().rename(at("b"), at("moved")));
        QCOMPARE(askWorker(QStringList{"forecast", "#2", "--json"} + in("moved")).code, 0);
        const Answer branch = askWorker(QStringList{"branch", "#2", "--more-epochs", "1"} + in("moved"));
        QVERIFY2(branch.code == 0, branch.err);
        const Answer report = askWorker(QStringList{"report", "#2", "-o", at("report.html")} + in("moved"));
        QVERIFY2(report.code == 0 && !report.err.contains("could not be read"), report.err);
        const Answer on = askWorker(QStringList{"bundle", "#2", "--with-data", "-o", at("on.gatelab")} + in("moved"));
        QVERIFY2(on.code == 0, on.err);
        QVERIFY(QDir(at("moved")).removeRecursively());
        QVERIFY(askWorker(QStringList{"import-runs", at("on.gatelab")} + in("third")).code == 0);
        QCOMPARE(askWorker(QStringList{"forecast", "last", "--json"} + in("third")).code, 0);
        QVERIFY(!QFile::exists(at("series.csv")));
        QVERIFY(QFile::rename(at("gone.csv"), at("series.csv")));
    }

    void theDataAreKeptThoughTheyLieThere() {
        QVERIFY(askWorker(QStringList{"import-runs", at("run.gatelab")} + in("k")).code == 0);
        QVERIFY(QFile::rename(at("series.csv"), at("gone.csv")));
        const Answer there = askWorker(QStringList{"forecast", "last", "--json"} + in("k"));
        QVERIFY2(there.code == 0, there.err);
        QVERIFY(QFile::rename(at("gone.csv"), at("series.csv")));
    }

    void whatIsDamagedLeavesNothing() {
        QFile file(at("run.gatelab"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        int opened = 0;
        const auto tryBytes = [&](const QByteArray& some) {
            QFile bad(at("bad.gatelab"));
            if (!bad.open(QIODevice::WriteOnly) || bad.write(some) != some.size()) return;
            bad.close();
            const Answer answer = askWorker(QStringList{"import-runs", at("bad.gatelab"), "--json"} + in("c"));
            const bool isThere = runsIn("c").contains(run_);
            QVERIFY2(answer.code >= 0 && answer.code <= 6, answer.err);
            QCOMPARE(isThere, answer.code == 0);
            opened += isThere;
            // The run stands before its data in the file: what is opened is whole, or it is not opened.
            if (isThere) QCOMPARE(askWorker(QStringList{"workspace", "check"} + in("c")).code, 0);
            QDir(at("c")).removeRecursively();
        };
        for (int i = 0; i < 12; ++i) tryBytes(bytes.left(bytes.size() * i / 12));
        QVERIFY2(opened < 4, QByteArray::number(opened));
        opened = 0;
        for (int i = 0; i < 12; ++i) {
            QByteArray flipped = bytes;
            flipped[static_cast<qsizetype>(bytes.size() * (2 * i + 1) / 24)] ^= 0x10;
            tryBytes(flipped);
        }
        // A flip in a time or a size of the container changes nothing that is kept.
        QVERIFY2(opened < 6, QByteArray::number(opened));
    }

    void namesLeadNowhereElse() {
        const QString inside = at("evil");
        QDir().mkpath(inside + "/runs/x");
        QFile list(inside + "/bundle.json");
        const QByteArray hash(64, '0');
        const std::pair<QByteArray, QByteArray> files[] = {{"runs/x/../../../out", hash},
                                                           {"data/x.csv", "../../" + QByteArray(26, 'o') + "/x"}};
        for (const auto& [name, sum] : files) {
            QVERIFY(list.open(QIODevice::WriteOnly));
            list.write(R"({"format":1,"runs":[{"id":"x","data_file":""}],"files":[{"name":")" + name +
                       R"(","sha256":")" + sum + R"("}]})");
            list.close();
            if (QProcess::execute("tar", {"-cf", at("evil.gatelab"), "-C", inside, "bundle.json"}) != 0)
                QSKIP("no tar");
            const Answer answer = askWorker(QStringList{"import-runs", at("evil.gatelab")} + in("d"));
            QVERIFY(answer.code != 0);
            QVERIFY2(answer.err.contains("its list of files is damaged"), answer.err);
            QVERIFY(!QFile::exists(at("out")) && runsIn("d").isEmpty());
        }
    }
};

QTEST_GUILESS_MAIN(TestWorkerBundle)
#include "tst_worker_bundle.moc"
