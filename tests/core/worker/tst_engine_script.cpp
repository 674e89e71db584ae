// SPDX-License-Identifier: GPL-3.0-or-later
// gatelab-engine: what it says of what is there, and archives that are none, cut, of another version or damaged, of
// which nothing stays. Holds resources/engine/gatelab-engine and resources/engine/wheels.sh.
#include "support/places.h"
#include "support/quick_folder.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QtTest>

using namespace gatelab;

namespace {

constexpr int kPatience = 120000;  // a wait, no demand

struct Answer {
    int code;
    QByteArray out, err;
};

class TestEngineScript : public QObject {
    Q_OBJECT
private:
    QuickFolder folder_;
    [[nodiscard]] QString at(const char* name) const {
        return QString::fromStdString((folder_.path() / name).string());
    }
    [[nodiscard]] Answer ask(const QStringList& words) const {
        QProcess script;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("GATELAB_CACHE", at("cache"));
        script.setProcessEnvironment(environment);
        script.start("bash", QStringList{testing::inSource("/resources/engine/gatelab-engine")} + words);
        script.waitForFinished(kPatience);
        return {script.exitCode(), script.readAllStandardOutput(), script.readAllStandardError()};
    }
    [[nodiscard]] QStringList kept() const {
        QStringList names = QDir(at("cache")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
        names.removeAll(".lock");
        return names;
    }
    void write(const QString& path, const QByteArray& bytes) const {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    /// A tar of these files.
    void archive(const char* name, const QMap<QString, QByteArray>& files) const {
        QDir(at("in")).removeRecursively();
        QDir().mkpath(at("in"));
        for (const auto& [file, bytes] : files.asKeyValueRange()) write(at("in") + "/" + file, bytes);
        QCOMPARE(QProcess::execute("tar", QStringList{"-cf", at(name), "-C", at("in")} + files.keys()), 0);
    }

private Q_SLOTS:
    void initTestCase() {
        if (QProcess::execute("bash", {"-c", "python3 -m pip --version >/dev/null 2>&1"}) != 0)
            QSKIP("there is no pip for Python, which fetches and checks the files");
    }

    void whatIsNotThereIsSaid() {
        const Answer answer = ask({"status", "--cpu"});
        QCOMPARE(answer.code, 1);
        QVERIFY2(answer.out.contains("LibTorch (torch): not there"), answer.out);
        QVERIFY(!answer.out.contains("CUDA"));
        QVERIFY(ask({"status", "--gpu"}).out.contains("CUDA (gpu): not there"));
        QCOMPARE(ask({"fly"}).code, 2);
        QCOMPARE(ask({"pack"}).code, 2);
    }

    void whatIsNoArchiveChangesNothing_data() {
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("absent") << QByteArray("absent") << QByteArray("cannot be read");
        QTest::newRow("text") << QByteArray("text") << QByteArray("no archive");
        QTest::newRow("empty") << QByteArray("empty") << QByteArray("holds no wheels");
        QTest::newRow("cut") << QByteArray("cut") << QByteArray("no archive");
        QTest::newRow("other") << QByteArray("other") << QByteArray("not the wheels of this version");
        QTest::newRow("damaged") << QByteArray("damaged") << QByteArray("could not be unpacked");
        QTest::newRow("outside") << QByteArray("outside") << QByteArray("holds no wheels");
    }
    void whatIsNoArchiveChangesNothing() {
        QFETCH(QByteArray, what);
        QFETCH(QByteArray, said);
        const QByteArray long_(20000, 'x');
        const QMap<QString, QByteArray> right{{"torch-2.11.0-cp311-cp311-manylinux_2_28_x86_64.whl", long_},
                                              {"nvidia_cuda_runtime-13.0.96-py3-none-manylinux2014_x86_64.whl", long_},
                                              {"nvidia_cuda_cupti-13.0.85-py3-none-manylinux_2_25_x86_64.whl", long_}};
        if (what == "text") write(at("a.tar"), "hello");
        if (what == "empty") archive("a.tar", {{"README", "none"}});
        if (what == "other") archive("a.tar", {{"torch-2.10.0-cp311-cp311-manylinux_2_28_x86_64.whl", "x"}});
        if (what == "damaged" || what == "cut") archive("a.tar", right);
        if (what == "cut") QFile(at("a.tar")).resize(30000);
        if (what == "outside") {
            archive("a.tar", {{"x.whl", "x"}});
            QCOMPARE(
                QProcess::execute("tar", {"-cPf", at("a.tar"), "-C", at("in"), "--transform", "s,^,../../,", "x.whl"}),
                0);
        }
        const Answer answer = ask({"install", "--cpu", "--offline", what == "absent" ? at("none.tar") : at("a.tar")});
        QVERIFY2(answer.code != 0 && answer.err.contains(said), answer.err);
        QCOMPARE(kept(), QStringList());
        QVERIFY(!QFile::exists(at("x.whl")) && !QFile::exists(at("cache/x.whl")));
        QFile::remove(at("a.tar"));
    }
};

}  // namespace

QTEST_GUILESS_MAIN(TestEngineScript)
#include "tst_engine_script.moc"
