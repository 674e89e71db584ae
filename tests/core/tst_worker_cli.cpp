// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/field.h"
#include "store/workspace.h"
#include "support/take.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace gatelab;

/// gatelab-worker's command line, as far as it needs no engine.
class TestWorkerCli : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void helpNamesEveryField();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void listsAnEmptyWorkspace();
    void scoresBaselines();
    void refusedSettingsLeaveNoRun();
    void refusesAWorkspaceItCannotWrite();
    void caresForAWorkspace();
    void showsWhatChanged();
    void verdictKeepsItsPromise();
};

namespace {

struct Answer {
    int code = -1;
    QString out, err;
};

Answer ask(const QStringList& words) {
    QProcess process;
    process.start(QStringLiteral(GATELAB_BIN_DIR "/gatelab-worker"), words);
    process.waitForFinished(-1);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

}  // namespace

void TestWorkerCli::helpNamesEveryField() {
    const Answer answer = ask({"train", "--help"});
    QCOMPARE(answer.code, 0);
    for (const Field& field : fields()) QVERIFY2(answer.out.contains(QString::fromStdString(fieldFlag(field))), field.key);
    QVERIFY(answer.out.contains("Exit codes"));
    QVERIFY(answer.out.contains("[units] 1 to 8192 (32)"));
}

void TestWorkerCli::saysWhatIsWrong_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("word");
    QTest::newRow("nothing") << QStringList{} << "Usage: gatelab-worker";
    QTest::newRow("unknown flag") << QStringList{"train", "--no-such-flag", "1"} << "no-such-flag";
    QTest::newRow("wrong type") << QStringList{"baselines", "--lookback", "many"} << "lookback";
    QTest::newRow("out of range") << QStringList{"baselines", "--learning-rate", "-1"} << "learning-rate";
    QTest::newRow("unknown choice") << QStringList{"baselines", "--optimiser", "magic"} << "magic";
    QTest::newRow("no such file") << QStringList{"baselines", "--data", "/no/such/file.csv"} << "/no/such/file.csv";
    QTest::newRow("no such experiment") << QStringList{"baselines", "--config", "/no/such.json"} << "/no/such.json";
    QTest::newRow("no such preset") << QStringList{"baselines", "--preset", "nonsense"} << "nonsense";
    QTest::newRow("preset as a path") << QStringList{"baselines", "--preset", "../x"} << "--config";
    QTest::newRow("no such column") << QStringList{"baselines", "--target", "nothing"} << "nothing";
    QTest::newRow("no such factor") << QStringList{"study", "memory", "--only", "nonsense"} << "nonsense";
    QTest::newRow("too long") << QStringList{"baselines", "--lookback", "5000"} << "--lookback: ";
}

void TestWorkerCli::saysWhatIsWrong() {
    QFETCH(QStringList, words);
    QFETCH(QString, word);
    const Answer answer = ask(words);
    QCOMPARE(answer.code, 2);
    QVERIFY2((answer.err + answer.out).contains(word), qPrintable(answer.err));
}

void TestWorkerCli::listsAnEmptyWorkspace() {
    const QTemporaryDir folder;
    const QString workspace = folder.filePath("with space 中文");
    Answer answer = ask({"list", "--workspace", workspace, "--json"});
    QCOMPARE(answer.code, 2);
    QVERIFY(answer.err.contains("there is no workspace"));
    QVERIFY(!QFileInfo::exists(workspace));  // looking makes nothing
    QVERIFY(QDir().mkpath(workspace));
    answer = ask({"list", "--workspace", workspace, "--json"});
    QCOMPARE(answer.code, 0);
    QVERIFY(answer.out.isEmpty());
    answer = ask({"show", "nothing", "--workspace", workspace});
    QCOMPARE(answer.code, 2);
}

void TestWorkerCli::scoresBaselines() {
    const Answer answer = ask({"baselines", "--builtin-length", "500", "--lookback", "24", "--horizon", "6", "--json"});
    QCOMPARE(answer.code, 0);
    QVERIFY2(answer.out.contains("\"persistence\"") && answer.out.contains("\"mase\""), qPrintable(answer.out));
}

void TestWorkerCli::refusedSettingsLeaveNoRun() {
    const QTemporaryDir folder;
    const QStringList train{"train", "--workspace", folder.path(), "--quiet"};
    for (const QStringList& wrong : {QStringList{"--split", "90%/20%/20%"}, QStringList{"--target", "nothing"}, QStringList{"--lookback", "5000"}, QStringList{"--cell", "gru", "--projection-size", "4"}})
        QCOMPARE(ask(train + wrong).code, 2);
    const QDir runs(folder.filePath(QStringLiteral("runs")));
    QVERIFY(runs.entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
}

void TestWorkerCli::refusesAWorkspaceItCannotWrite() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    const Answer answer = ask({"list", "--workspace", file.fileName()});
    QVERIFY(answer.code == 5 || answer.code == 2);
    QVERIFY(answer.err.contains("file"));
}

void TestWorkerCli::caresForAWorkspace() {
    QTemporaryDir folder;
    const std::filesystem::path place = folder.path().toStdString();
    {
        auto workspace = Workspace::open(place / "runs here");
        QVERIFY(workspace.ok());
        for (const char* name : {"kept", "gone"}) {
            auto record = (*workspace)->createRun({}, name, "data");
            QVERIFY(record.ok());
            QVERIFY((*record)->setState(RunState::Finished, 3, 1, 0.5).ok());
            const std::string id = (*record)->id();
            record->reset();
            if (std::string_view(name) == "gone") QVERIFY((*workspace)->deleteRun(id).ok());
        }
    }
    const auto care = [&](QStringList words, const char* workspace) { return ask(words << "--workspace" << folder.filePath(workspace) << "--json"); };
    Answer answer = care({"workspace", "sizes"}, "runs here");
    QCOMPARE(answer.code, 0);
    QVERIFY2(answer.out.contains("\"runs\":1") && answer.out.contains("\"curves\":"), qPrintable(answer.out));
    QCOMPARE(care({"workspace", "backup", folder.filePath("copy")}, "runs here").code, 0);
    QVERIFY(care({"list"}, "copy").out.contains("finished"));
    answer = care({"workspace", "backup", folder.filePath("copy")}, "runs here");
    QVERIFY2(answer.code != 0 && answer.err.contains("copy"), qPrintable(answer.err));
    answer = care({"workspace", "trash"}, "runs here");
    QVERIFY2(answer.code == 0 && answer.out.count("\"run\":") == 1, qPrintable(answer.out));
    const QString gone = answer.out.section(QLatin1Char('"'), 3, 3);
    answer = care({"workspace", "restore", gone}, "runs here");
    QVERIFY2(answer.code == 0 && answer.out.contains(gone), qPrintable(answer.out + answer.err));
    QVERIFY(care({"list"}, "runs here").out.contains(gone));
    QVERIFY(care({"workspace", "trash"}, "runs here").out.isEmpty());
    QVERIFY(care({"workspace", "restore", gone}, "runs here").code != 0);
    QVERIFY((*Workspace::open(place / "runs here"))->deleteRun(gone.toStdString()).ok());
    answer = care({"workspace", "empty-trash"}, "runs here");
    QVERIFY2(answer.code == 0 && !answer.out.contains("\"bytes_won\":0"), qPrintable(answer.out));
    QCOMPARE(care({"workspace", "compact"}, "runs here").code, 0);
    QCOMPARE(care({"workspace", "move", folder.filePath("elsewhere")}, "runs here").code, 0);
    QVERIFY(!QDir(folder.filePath("runs here")).exists());
    QVERIFY(care({"list"}, "elsewhere").out.contains("finished"));
    QVERIFY(care({"workspace", "sizes"}, "runs here").code != 0);
    QVERIFY(!QDir(folder.filePath("runs here")).exists());
    QCOMPARE(ask({"workspace"}).code, 2);
}

void TestWorkerCli::showsWhatChanged() {
    QTemporaryDir folder;
    std::string parent, child;
    {
        auto workspace = *Workspace::open(folder.path().toStdString());
        ExperimentConfig config;
        auto first = testing::take(workspace->createRun(config, "", "data"));
        parent = first->id();
        config.hiddenSize = 64;
        RunOrigin origin(parent);
        origin.branchStep = 7;
        auto second = testing::take(workspace->createRun(config, origin, "data"));
        child = second->id();
        RunEvent disturbed;
        disturbed.kind = RunEvent::Kind::Disturbed;
        disturbed.value = 12;
        disturbed.seconds = 70;
        disturbed.text = "a loud neighbour";
        QVERIFY(second->addEvent(disturbed).ok() && second->setState(RunState::Finished, 9, 1, 80).ok());
    }
    const Answer answer = ask({"show", QString::fromStdString(child), "--workspace", folder.path()});
    QCOMPARE(answer.code, 0);
    const QString from = QString::fromStdString(parent);
    QVERIFY2(answer.out.contains("branch of " + from + " from its step 7: hidden_size 32 -> 64"), qPrintable(answer.out));
    QVERIFY2(answer.out.contains("gatelab-worker branch " + from + " --checkpoint 7 --hidden-size 64"), qPrintable(answer.out));
    QVERIFY2(answer.out.contains("timing disturbed from 0:00:12 to 0:01:10: a loud neighbour"), qPrintable(answer.out));
    const Answer json = ask({"show", QString::fromStdString(child), "--workspace", folder.path(), "--json"});
    QVERIFY2(json.out.contains("\"settings_sha256\":\"") && json.out.contains("\"cause\":\"a loud neighbour\""), qPrintable(json.out));
}

void TestWorkerCli::verdictKeepsItsPromise() {
    const Answer answer = ask({"verify", "verdict", "--trials", "300", "--json"});
    QVERIFY2(answer.code == 0, qPrintable(answer.out + answer.err));
    QCOMPARE(answer.out.count("\"kept\":true"), 3);
}

QTEST_GUILESS_MAIN(TestWorkerCli)
#include "tst_worker_cli.moc"
