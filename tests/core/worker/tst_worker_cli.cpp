// SPDX-License-Identifier: GPL-3.0-or-later
// Holds app/worker/kept/shown_run_json.cpp, app/worker/kept/shown_run_text.cpp and app/worker/workspace_command.cpp.
#include "config/field.h"
#include "io/archive_writer.h"
#include "io/database.h"
#include "io/file_io.h"
#include "store/workspace.h"
#include "support/take.h"
#include "support/terminal.h"
#include "support/worker_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <filesystem>
#include <tuple>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;

/// gatelab-worker's command line, as far as it needs no engine.
class TestWorkerCli : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void helpNamesEveryField();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void listsAnEmptyWorkspace();
    void tellsHowFarANewIndexIs();
    void scoresBaselines();
    void refusedSettingsLeaveNoRun();
    void refusesAWorkspaceItCannotWrite();
    void caresForAWorkspace();
    void showsWhatChanged();
    void figuresOfAnOlderVersionAreNotShown();
    void whatIsBetterThanTheModelIsNamed();
    void aRunIsNamed();
    void namesOfOthersAreShownAsTheyAre();
    void bytesOfDamagedFilesAreNotShown();
    void looksForLeaks();
    void verdictKeepsItsPromise();
    void aSignalBeforeAnyTrainingIsAnswered();
    void aSignalWhileReadingLeavesNothing_data();
    void aSignalWhileReadingLeavesNothing();
};

void TestWorkerCli::helpNamesEveryField() {
    const Answer answer = askWorker({"train", "--help"});
    QCOMPARE(answer.code, 0);
    for (const Field& field : fields()) QVERIFY2(answer.out.contains(fieldFlag(field)), field.key);
    QVERIFY(answer.out.contains("Exit codes"));
    QVERIFY(answer.out.contains("[units] 1 to 8192 (32)"));
}

void TestWorkerCli::saysWhatIsWrong_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("word");
    QTest::newRow("nothing") << QStringList{} << "Usage: gatelab-worker";
    QTest::newRow("unknown flag") << QStringList{"train", "--no-such-flag", "1"} << "no-such-flag";
    QTest::newRow("shortened flag") << QStringList{"train", "--hidden", "8"}
                                    << "unknown option --hidden; did you mean --hidden-size?";
    QTest::newRow("shortened flag, for programs")
        << QStringList{"train", "--hidden", "8", "--json"}
        << "\"error\":\"unknown option --hidden; did you mean --hidden-size?\"";
    QTest::newRow("mistyped command") << QStringList{"trian", "--epochs", "1"}
                                      << "there is no command 'trian'; did you mean train?";
    QTest::newRow("mistyped command of a command")
        << QStringList{"verify", "repaet"} << "verify: there is no command 'repaet'; did you mean repeat?";
    QTest::newRow("unknown command") << QStringList{"nonsense"}
                                     << "there is no command 'nonsense'; the commands are train, sweep";
    QTest::newRow("help of an unknown command")
        << QStringList{"plan", "--help"} << "gatelab-worker: there is no command 'plan'; ";
    QTest::newRow("wrong type") << QStringList{"baselines", "--lookback", "many"} << "lookback";
    QTest::newRow("out of range") << QStringList{"baselines", "--learning-rate", "-1"} << "learning-rate";
    QTest::newRow("unknown choice") << QStringList{"baselines", "--optimiser", "magic"} << "magic";
    QTest::newRow("no such file") << QStringList{"baselines", "--data", "/no/such/file.csv"} << "/no/such/file.csv";
    QTest::newRow("no such experiment") << QStringList{"baselines", "--config", "/no/such.json"} << "/no/such.json";
    QTest::newRow("no such preset") << QStringList{"baselines", "--preset", "nonsense"} << "nonsense";
    QTest::newRow("preset as a path") << QStringList{"baselines", "--preset", "../x"} << "--config";
    QTest::newRow("a name too long") << QStringList{"baselines", "--name", QString(201, u'x')}
                                     << "at most 200 characters";
    QTest::newRow("no such column") << QStringList{"baselines", "--target", "nothing"} << "nothing";
    QTest::newRow("no such factor") << QStringList{"study", "memory", "--only", "nonsense"} << "nonsense";
    QTest::newRow("too long") << QStringList{"baselines", "--lookback", "5000"} << "--lookback: ";
}

void TestWorkerCli::saysWhatIsWrong() {
    QFETCH(QStringList, words);
    QFETCH(QString, word);
    const Answer answer = askWorker(words);
    QCOMPARE(answer.code, 2);
    QVERIFY2((answer.err + answer.out).contains(word.toUtf8()), answer.err);
}

void TestWorkerCli::listsAnEmptyWorkspace() {
    const QTemporaryDir folder;
    const QString workspace = folder.filePath("with space 中文");
    Answer answer = askWorker({"list", "--workspace", workspace, "--json"});
    QCOMPARE(answer.code, 2);
    QVERIFY(answer.err.contains("there is no workspace"));
    QVERIFY(!QFileInfo::exists(workspace));  // looking makes nothing
    QVERIFY(QDir().mkpath(workspace));
    answer = askWorker({"list", "--workspace", workspace, "--json"});
    QCOMPARE(answer.code, 0);
    QVERIFY(answer.out.isEmpty());
    answer = askWorker({"show", "nothing", "--workspace", workspace});
    QCOMPARE(answer.code, 2);
}

void TestWorkerCli::aRunIsNamed() {
    const QTemporaryDir folder;
    std::vector<QByteArray> ids;
    {
        const auto workspace = *Workspace::open(folder.path().toStdString());
        for (const char* name : {"alone", "twin", "twin"}) {
            ExperimentConfig config;
            config.name = name;
            const auto record = take(workspace->createRun(config, {}, "data"));
            RunSummary run = take(workspace->run(record->id()));
            run.name = name;  // a person may give one name to two
            QVERIFY(workspace->editRun(run).ok());
            ids.push_back(QByteArray::fromStdString(record->id()));
        }
    }
    const auto show = [&](const char* word) {
        return askWorker({"show", word, "--workspace", folder.path(), "--json"});
    };
    QCOMPARE(lastLine(show("alone").out)["id"].toString().toUtf8(), ids[0]);
    QCOMPARE(lastLine(show("last").out)["id"].toString().toUtf8(), ids[2]);
    const Answer twins = show("twin");
    QCOMPARE(twins.code, 2);
    QVERIFY2(twins.err.contains("#2") && twins.err.contains("#3") && !twins.err.contains("#1"), twins.err);
    QVERIFY(show("nobody").err.contains("there is no run 'nobody'"));
}

// What a name holds must not reach the terminal as orders to it.
void TestWorkerCli::namesOfOthersAreShownAsTheyAre() {
    const QTemporaryDir folder;
    std::string id;
    {
        const auto workspace = *Workspace::open(folder.path().toStdString());
        ExperimentConfig config;
        config.notes = "a\x1b[31mb \xe2\x80\xae'c";
        const auto record = take(workspace->createRun(config, {}, "data"));
        RunSummary run = take(workspace->run(id = record->id()));
        run.name =
            "\x1b]0;title\x07 \xc2\x9b"
            "31m \xc3\xa9 \x9b"
            "7m \xe2\x80\xae" +
            std::string(100000, 'x');
        QVERIFY(workspace->editRun(run).ok());
    }
    for (const QStringList& words : {QStringList{"list"}, QStringList{"show", QString::fromStdString(id)}}) {
        const Answer answer = askWorker(words + QStringList{"--workspace", folder.path()});
        QCOMPARE(answer.code, 0);
        QVERIFY2(!answer.out.contains('\x1b') && !answer.out.contains('\x07') && !answer.out.contains('\x9b') &&
                     !answer.out.contains("\xe2\x80\xae"),
                 answer.out.left(2000));
        QVERIFY2(answer.out.contains("\\x1b]0;title\\x07 \\x9b31m \xc3\xa9 \\x9b7m \\u202exxx"), answer.out.left(2000));
        QVERIFY(answer.out.size() < 5000);
        QVERIFY2(words.size() == 1 || answer.out.contains(R"(--notes $'a\033[31mb \342\200\256\047c')"), answer.out);
    }
    QFile file(folder.filePath("names.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "\x1b[31ma,b\xe2\x80\xae"
        "c\n");
    for (int i = 0; i < 200; ++i)
        file.write(QByteArray::number(i * i % 17) + (i == 5 || i == 50 ? ",broken\n" : ",7.5\n"));
    file.close();
    const Answer reported = askWorker({"baselines", "--data", file.fileName(), "--lookback", "12", "--horizon", "3"});
    QVERIFY2(reported.err.contains("'b\\u202ec'") && !(reported.err + reported.out).contains('\x1b') &&
                 !(reported.err + reported.out).contains("\xe2\x80\xae"),
             reported.err + reported.out);
}

void TestWorkerCli::bytesOfDamagedFilesAreNotShown() {
    const QTemporaryDir folder;
    const std::filesystem::path place = folder.path().toStdString();
    QVERIFY(Workspace::open(place).ok());
    for (const char* name : {"queue.json", "sweep.json"})
        for (const char* bytes : {"\xff\xfe", "\xc0\x80", "\xed\xa0\x80", "\xf8\x88\x80\x80"}) {
            QVERIFY(writeFileDurably(place / name, "{\"" + std::string(bytes)).ok());
            const Answer answer = askWorker({"workspace", "check", "--workspace", folder.path()});
            QCOMPARE(answer.code, 1);
            QCOMPARE(QString::fromUtf8(answer.out).toUtf8(), answer.out);
            QVERIFY2(!answer.out.contains("\xef\xbf\xbd") && answer.out.contains(name) &&
                         answer.out.contains("it is no whole JSON text"),
                     answer.out);
        }
}

void TestWorkerCli::looksForLeaks() {
    const QStringList words{"audit", "--builtin-length", "500", "--lookback", "24", "--horizon", "6"};
    const Answer text = askWorker(words), json = askWorker(words + QStringList{"--json"});
    QVERIFY2(text.code == 0 && text.out.contains("No leak") && text.out.contains("300 and 400"), text.out + text.err);
    QVERIFY2(json.code == 0 && json.out.contains("\"clean\":true") && json.out.contains("\"borders\":[300,400]"),
             json.out);
    const Answer sequences =
        askWorker({"audit", "--task", "classification", "--builtin", "grammar", "--builtin-length", "60"});
    QVERIFY2(sequences.code == 0 && sequences.out.contains("No leak"), sequences.out + sequences.err);
    // No border is crossed by an input that holds the next value of the target; it is named all the same.
    const QTemporaryDir folder;
    QByteArray rows = "y,y_next\n";
    std::uint64_t state = 3;
    double value = 0;
    for (int row = 0; row < 400; ++row) {
        rows += QByteArray::number(value, 'g', 8);
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        value = 0.7 * value + static_cast<double>(state >> 40) / 16777216.0;
        rows += ',' + QByteArray::number(value, 'g', 8) + '\n';
    }
    const QString path = folder.filePath("told.csv");
    QVERIFY(writeFileDurably(path.toStdString(), rows.toStdString()).ok());
    const QStringList told{"audit", "--data", path, "--targets", "y", "--lookback", "12", "--horizon", "2"};
    const Answer named = askWorker(told + QStringList{"--inputs", "y,y_next"}),
                 alone = askWorker(told + QStringList{"--inputs", "y"});
    QVERIFY2(
        named.code == 0 && named.out.contains("'y_next' holds the next value of 'y'") && !named.out.contains("No leak"),
        named.out + named.err);
    QVERIFY2(alone.code == 0 && !alone.out.contains("y_next") && alone.out.contains("No leak"), alone.out + alone.err);
}

void TestWorkerCli::tellsHowFarANewIndexIs() {
    const QTemporaryDir folder;
    QVERIFY((*Workspace::open(folder.path().toStdString()))->createRun(ExperimentConfig(), "", "data").ok());
    for (const bool isThere : {true, false}) {
        if (!isThere) QVERIFY(removeDatabase(folder.filePath("workspace.sqlite").toStdString()).ok());
        const TerminalAnswer answer = askInTerminal(workerProgram(), {"list", "--workspace", folder.path(), "--json"});
        QCOMPARE(answer.code, 0);
        QCOMPARE(answer.out.count('\n'), 1);
        QCOMPARE(answer.terminal.contains("reading all runs for a new index"), !isThere);
    }
}

void TestWorkerCli::scoresBaselines() {
    const Answer answer =
        askWorker({"baselines", "--builtin-length", "500", "--lookback", "24", "--horizon", "6", "--json"});
    QCOMPARE(answer.code, 0);
    QVERIFY2(answer.out.contains("\"persistence\"") && answer.out.contains("\"mase\""), answer.out);
}

void TestWorkerCli::refusedSettingsLeaveNoRun() {
    const QTemporaryDir folder;
    const QStringList train{"train", "--workspace", folder.path(), "--quiet"};
    for (const QStringList& wrong :
         {QStringList{"--split", "90%/20%/20%"}, QStringList{"--target", "nothing"}, QStringList{"--lookback", "5000"},
          QStringList{"--cell", "gru", "--projection-size", "4"}})
        QCOMPARE(askWorker(train + wrong).code, 2);
    const QDir runs(folder.filePath(QStringLiteral("runs")));
    QVERIFY(runs.entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty());
}

void TestWorkerCli::refusesAWorkspaceItCannotWrite() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    const Answer answer = askWorker({"list", "--workspace", file.fileName()});
    QVERIFY(answer.code == 5 || answer.code == 2);
    QVERIFY(answer.err.contains("file"));
    // The kernel's own folders take none, and say that there is no such file.
    const Answer kernel =
        askWorker({"export-weights", "any", folder.filePath("weights"), "--workspace", "/proc/nowhere"});
    QVERIFY2(kernel.code == 5 && kernel.err.contains("/proc/nowhere"), kernel.err);
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
    const auto care = [&](QStringList words, const char* workspace) {
        return askWorker(words << "--workspace" << folder.filePath(workspace) << "--json");
    };
    Answer answer = care({"workspace", "sizes"}, "runs here");
    QCOMPARE(answer.code, 0);
    QVERIFY2(answer.out.contains("\"runs\":1") && answer.out.contains("\"curves\":"), answer.out);
    QCOMPARE(care({"workspace", "backup", folder.filePath("copy")}, "runs here").code, 0);
    QVERIFY(care({"list"}, "copy").out.contains("finished"));
    answer = care({"workspace", "backup", folder.filePath("copy")}, "runs here");
    QVERIFY2(answer.code != 0 && answer.err.contains("copy"), answer.err);
    answer = care({"workspace", "trash"}, "runs here");
    QVERIFY2(answer.code == 0 && answer.out.count("\"run\":") == 1, answer.out);
    const QByteArray gone = lastLine(answer.out)["run"].toString().toUtf8();
    answer = care({"workspace", "restore", gone}, "runs here");
    QVERIFY2(answer.code == 0 && answer.out.contains(gone), answer.out + answer.err);
    QVERIFY(care({"list"}, "runs here").out.contains(gone));
    QVERIFY(care({"workspace", "trash"}, "runs here").out.isEmpty());
    QVERIFY(care({"workspace", "restore", gone}, "runs here").code != 0);
    QVERIFY((*Workspace::open(place / "runs here"))->deleteRun(gone.toStdString()).ok());
    answer = care({"workspace", "empty-trash"}, "runs here");
    QVERIFY2(answer.code == 0 && !answer.out.contains("\"bytes_won\":0"), answer.out);
    QCOMPARE(care({"workspace", "compact"}, "runs here").code, 0);
    QCOMPARE(care({"workspace", "move", folder.filePath("elsewhere")}, "runs here").code, 0);
    QVERIFY(!QDir(folder.filePath("runs here")).exists());
    QVERIFY(care({"list"}, "elsewhere").out.contains("finished"));
    QVERIFY(care({"workspace", "sizes"}, "runs here").code != 0);
    QVERIFY(!QDir(folder.filePath("runs here")).exists());
    QCOMPARE(askWorker({"workspace"}).code, 2);
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
        const RunEvent disturbed{.what = DisturbedTiming{12, "a loud neighbour"}, .seconds = 70};
        QVERIFY(second->addEvent(disturbed).ok() && second->setState(RunState::Finished, 9, 1, 80).ok());
    }
    const Answer answer = askWorker({"show", QString::fromStdString(child), "--workspace", folder.path()});
    QCOMPARE(answer.code, 0);
    const QString from = QString::fromStdString(parent);
    QVERIFY2(answer.out.contains("branch of " + from.toUtf8() + " from its step 7: hidden_size 32 -> 64"), answer.out);
    QVERIFY2(answer.out.contains("gatelab-worker branch " + from.toUtf8() + " --checkpoint 7 --hidden-size 64"),
             answer.out);
    QVERIFY2(answer.out.contains("timing disturbed from 0:00:12 to 0:01:10: a loud neighbour"), answer.out);
    const Answer json = askWorker({"show", QString::fromStdString(child), "--workspace", folder.path(), "--json"});
    QVERIFY2(json.out.contains("\"settings_sha256\":\"") && json.out.contains("\"cause\":\"a loud neighbour\""),
             json.out);
}

// Which made one MASE and one R² of all targets.
void TestWorkerCli::figuresOfAnOlderVersionAreNotShown() {
    QTemporaryDir folder;
    {
        const auto workspace = *Workspace::open(folder.path().toStdString());
        const auto record = take(workspace->createRun(ExperimentConfig(), "", "data"));
        std::vector<TestScore> scores;
        for (const auto& [metric, standardised, original] :
             {std::tuple("mae", 0.4321, 4.321), std::tuple("mase", 0.8765, 8.7613), std::tuple("r2", 0.6543, 0.9876)}) {
            scores.push_back({"model", "standardised", metric, standardised});
            scores.push_back({"model", "original", metric, original});
        }
        QVERIFY(record->setScores(scores).ok() && record->setState(RunState::Finished, 9, 1, 80).ok());
    }
    const QStringList show{"show", "last", "--workspace", folder.path()};
    const Answer text = askWorker(show), json = askWorker(show + QStringList{"--json"});
    QVERIFY2(text.code == 0 && text.out.contains("no mase: not comparable: an older version made one figure") &&
                 text.out.contains("no r2: not comparable") && text.out.contains("0.4321"),
             text.out);
    for (const char* figure : {"0.8765", "8.761", "0.6543", "0.9876"})
        QVERIFY2(!text.out.contains(figure) && !json.out.contains(figure), text.out);
    int said = 0;
    for (const QJsonValue& score : lastLine(json.out)["scores"].toArray())
        if (score["metric"] == "mase" || score["metric"] == "r2")
            said += score["value"].isNull() && score["why"].toString().startsWith("not comparable") ? 1 : 0;
    QCOMPARE(said, 4);
}

// Not the baseline whose forecasts are the model's, summed in another order; and what the validation part said of it.
void TestWorkerCli::whatIsBetterThanTheModelIsNamed() {
    QTemporaryDir folder;
    {
        const auto workspace = *Workspace::open(folder.path().toStdString());
        const auto record = take(workspace->createRun(ExperimentConfig(), "", "data"));
        const auto scored = [](const char* method, double mse) {
            return TestScore{method, "standardised", "mse", mse};
        };
        const std::vector<TestScore> scores{scored("model", 0.7), scored("persistence", 0.66),
                                            scored("linear", 0.7 * (1 - 1e-7)), scored("theta", 0.69)};
        QVERIFY(record->addEvent({ValidationBaselines{{scored("persistence", 0.81), scored("theta", 0.61)}}}).ok() &&
                record->setBest(0.63, 9, 1).ok() && record->setScores(scores).ok() &&
                record->setState(RunState::Finished, 9, 1, 80).ok());
    }
    const Answer text = askWorker({"show", "last", "--workspace", folder.path()});
    QVERIFY2(text.code == 0 &&
                 text.out.contains("The model is worse than: persistence, theta (mse, standardised scale).\n"
                                   "On the validation part, by which start and weights are chosen, it was better: "
                                   "0.63 against persistence 0.81.\n"),
             text.out);
}

void TestWorkerCli::verdictKeepsItsPromise() {
    const Answer answer = askWorker({"verify", "verdict", "--trials", "300", "--json"});
    QVERIFY2(answer.code == 0, answer.out + answer.err);
    QCOMPARE(answer.out.count("\"kept\":true"), 5);
    const TerminalAnswer seen = askInTerminal(workerProgram(), {"verify", "verdict", "--trials", "300"});
    QVERIFY2(seen.terminal.contains("simulating comparisons of normal scores, 1 of 5, ") &&
                 seen.terminal.contains("5 of 5, "),
             seen.terminal);
    QVERIFY(!seen.out.contains("simulating"));
}

// The line that stands before the work says that the program listens.
void TestWorkerCli::aSignalBeforeAnyTrainingIsAnswered() {
    QProcess process;
    process.start(workerProgram(), {"verify", "verdict", "--trials", "1000000"});
    QByteArray out;
    QTRY_VERIFY_WITH_TIMEOUT((out += process.readAllStandardOutput()).contains('\n'), 120000);  // a wait, no demand
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Answer answer = finished(process);
    QCOMPARE(answer.code, 130);
    QVERIFY2(answer.err.contains("interrupted; nothing new is kept"), answer.err);
}

void TestWorkerCli::aSignalWhileReadingLeavesNothing_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("begun");  // what stands in a folder once it is at work
    QTest::newRow("unpacks") << QStringList{"data", "inspect", "a.zip", "--json"} << "temporary/gatelab-packed-*";
    QTest::newRow("writes") << QStringList{"data", "convert", "a.csv", "out.csv"} << ".gatelab-tmp-*";
    QTest::newRow("shapes") << QStringList{"data", "inspect", "--shapes", "a.csv", "a.csv"}
                            << "temporary/gatelab-data-*";
}

// What was unpacked or half written goes, and so does what the command itself laid there.
void TestWorkerCli::aSignalWhileReadingLeavesNothing() {
    QFETCH(QStringList, words);
    QFETCH(QString, begun);
    const QTemporaryDir folder;
    const std::filesystem::path plain = folder.filePath("a.csv").toStdString(),
                                packed = folder.filePath("a.zip").toStdString();
    std::string text = "a,b\n";
    while (text.size() < (std::size_t{100} << 20)) text += "1.25,2.5\n3.75,4\n5.5,6\n";
    QVERIFY(writeNewFile(plain, text).ok());
    if (!writeZip(packed, std::vector<ArchiveSource>{{"a.csv", plain}}).ok())
        QSKIP("libarchive is not on this machine");
    QVERIFY(QDir(folder.path()).mkdir("temporary"));
    const QDir temporary(folder.filePath("temporary"));
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TMPDIR", temporary.path());
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder.path());
    process.start(workerProgram(), words);
    const QFileInfo sign(folder.filePath(begun));
    const auto isAtWork = [&] {
        return !QDir(sign.path()).entryList({sign.fileName()}, QDir::AllEntries | QDir::Hidden).isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isAtWork() || process.state() == QProcess::NotRunning, 120000);  // a wait, no demand
    const auto id = static_cast<pid_t>(process.processId());
    ::kill(id, SIGSTOP), ::kill(id, SIGINT), ::kill(id, SIGCONT);
    const Answer answer = finished(process);
    QCOMPARE(answer.code, 130);
    QVERIFY2(answer.err.contains("interrupted; nothing new is kept"), answer.err);
    QCOMPARE(answer.out.contains("\"code\":130"), words.contains("--json"));
    QVERIFY(QDir(temporary).isEmpty());
    const QDir::Filters all = QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot;
    QCOMPARE(QDir(folder.path()).entryList(all, QDir::Name), (QStringList{"a.csv", "a.zip", "temporary"}));
}

QTEST_GUILESS_MAIN(TestWorkerCli)
#include "tst_worker_cli.moc"
