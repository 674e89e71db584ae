// SPDX-License-Identifier: GPL-3.0-or-later
// One flipped bit in any file of a workspace, film, queue and sweep among them: what list, show, forecast,
// export-weights, queue, gates and resume answer is right, or they say that something is damaged, and workspace check
// names it; a file that is removed it names as well. GATELAB_TRIALS multiplies the flips (500: 50), GATELAB_WORKER is
// another program to ask.
// Holds app/worker/inspect_commands.cpp.
#include "io/file_io.h"
#include "io/hash.h"
#include "store/checkpoint.h"
#include "store/film.h"
#include "store/run_queue.h"
#include "store/run_weights.h"
#include "store/saved_sweep.h"
#include "store/workspace.h"
#include "support/quick_folder.h"
#include "support/worker_process.h"

#include <QJsonArray>
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;
namespace fs = std::filesystem;

namespace {

constexpr int kFlips = 10;
constexpr std::size_t kCheck = 1;  ///< place of that question
const QStringList kSmall = {"--builtin-length", "300", "--lookback", "8",   "--horizon", "2", "--hidden-size", "6",
                            "--threads",        "1",   "--device",   "cpu", "--json"};

int flips() { return kFlips * std::max(1, qEnvironmentVariableIntValue("GATELAB_TRIALS")); }

Answer ask(const QStringList& words) {
    QProcess process;
    process.start(qEnvironmentVariable("GATELAB_WORKER", workerProgram()), words);
    return finished(process);
}

struct Question {
    const char* name;
    QStringList words;
};

/// What a person may rely on in an answer; what depends on the clock is left out.
QByteArray figuresOf(const Question& question, const Answer& answer, const fs::path& file) {
    if (std::string_view(question.name) == "resume") {
        const QJsonObject result = lastLine(answer.out)["result"].toObject();
        return QJsonDocument(QJsonObject{{"test", result["test"]}, {"state", result["state"]}}).toJson();
    }
    if (std::string_view(question.name) == "film" && answer.code == 0) {
        QJsonObject gates = lastLine(answer.out);
        gates.remove(QStringLiteral("replay_seconds"));
        return QJsonDocument(gates).toJson();
    }
    QByteArray figures = answer.out;
    if (fs::exists(file)) figures += QByteArray::fromStdString(*sha256File(file));
    return figures;
}

bool saysSo(const Answer& answer, const Answer& sound) {
    const QByteArray all = answer.out + answer.err;
    return answer.code != 0 || (!answer.err.isEmpty() && answer.err != sound.err) || all.contains("damaged") ||
           all.contains("checksum") || all.contains("problem\"") || all.contains("problems\"");
}

void flip(const fs::path& path, std::uintmax_t bit) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(bit / 8));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(bit / 8));
    file.put(static_cast<char>(byte ^ (1 << bit % 8)));
}

/// Waits until a run that trains has said so many times that it saved a checkpoint.
void awaitCheckpoints(QProcess& process, int count) {
    for (QByteArray message; message.count("\"checkpoint\"") < count;) {
        if (!process.waitForReadyRead(120000))
            qFatal("the run saved nothing: %s", process.readAllStandardError().constData());
        message += process.readAllStandardOutput();
    }
}

}  // namespace

class TestFlippedBits : public QObject {
    Q_OBJECT

    const QuickFolder folder_;
    const fs::path sound_ = folder_.path() / "sound", trial_ = folder_.path() / "trial",
                   weights_ = folder_.path() / "w.safetensors";
    std::string ended_, killed_;
    std::vector<fs::path> files_;  ///< within the workspace

    QStringList on(const fs::path& place) const { return {"--workspace", QString::fromStdString(place.string())}; }
    std::vector<Question> questions(const std::string& run) const {
        const QString id = QString::fromStdString(run);
        const QStringList more = run == ended_ ? QStringList{"--more-epochs", "1"} : QStringList();
        return {{"list", {"list", "--json"}},
                {"check", {"workspace", "check", "--json"}},
                {"show", {"show", id, "--json"}},
                {"queue", {"queue", "list", "--json"}},
                {"film", {"gates", QString::fromStdString(ended_), "--checkpoint", "film:2", "--json"}},
                {"forecast", {"forecast", id, "--json"}},
                {"export-weights", {"export-weights", id, QString::fromStdString(weights_.string()), "--json"}},
                {"list from the folders", {"list", "--json"}},
                {"resume", QStringList{"resume", id, "--json"} + more}};
    }
    /// A film, a queue and a sweep beside the runs.
    void keepMore() const {
        const fs::path run = sound_ / "runs" / ended_;
        for (std::int64_t step = 1; step <= 3; ++step) {
            auto weights = readRunWeights(run);
            if (!weights.ok() || !FilmStore(run).add(std::move(weights->file), {step, 0, 1, 0, 1}, 1 << 24))
                qFatal("no film");
        }
        QueuedRun waiting;
        waiting.config.hiddenSize = 17;
        ExperimentConfig other;
        other.learningRate = 0.01;
        if (!RunQueue(sound_).add({waiting, waiting}) || !keepSweep(sound_, {{ExperimentConfig(), other}, 2}))
            qFatal("no queue");
    }
    /// The window alone tells of a sweep.
    bool isSweepRightOrRefused() const {
        const auto sweep = savedSweep(trial_);
        return !sweep.ok() || (sweep->settings == savedSweep(sound_)->settings && sweep->seeds == 2);
    }
    static bool isLock(const fs::path& file) { return file.filename() == "lock" || file.extension() == ".lock"; }
    /// What has no other witness, and what only repeats others or is of nobody's interest.
    static bool mayGo(const fs::path& file) {
        const std::string name = file.filename().string();
        // What a killed process was writing is of no run.
        return isLock(file) || name.ends_with(".count") || name.starts_with("workspace.sqlite") ||
               file.string().find(kTemporaryPrefix) != std::string::npos;
    }
    /// All answers, in a fresh copy to which `harm` is done.
    std::vector<Answer> answers(const std::vector<Question>& questions, const std::function<void()>& harm,
                                std::vector<QByteArray>& figures) const {
        fs::remove_all(trial_);
        fs::copy(sound_, trial_, fs::copy_options::recursive);
        harm();
        std::vector<Answer> all;
        for (const Question& question : questions) {
            fs::remove(weights_);
            if (QByteArray(question.name).contains("folders")) fs::remove(trial_ / "workspace.sqlite");
            all.push_back(ask(question.words + on(trial_)));
            figures.push_back(figuresOf(question, all.back(), weights_));
        }
        return all;
    }

private Q_SLOTS:
    void initTestCase() {
        // One run that has ended, one that was killed.
        const Answer trained = ask(QStringList{"train", "--epochs", "4"} + kSmall + on(sound_));
        QVERIFY2(trained.code == 0, trained.err);
        ended_ = lastLine(trained.out)["result"].toObject()["run"].toString().toStdString();
        QProcess process;
        process.start(qEnvironmentVariable("GATELAB_WORKER", workerProgram()),
                      QStringList{"train", "--epochs", "60", "--checkpoint-seconds", "0"} + kSmall + on(sound_));
        awaitCheckpoints(process, 20);
        process.kill();
        finished(process);
        QVERIFY(ask(QStringList{"list"} + on(sound_)).code == 0);  // the journals of who was killed are folded
        for (const auto& entry : fs::directory_iterator(sound_ / "runs"))
            if (entry.path().filename() != ended_) killed_ = entry.path().filename();
        QVERIFY(!killed_.empty());
        keepMore();
        for (const auto& entry : fs::recursive_directory_iterator(sound_))
            if (entry.is_regular_file() && entry.file_size() > 0) files_.push_back(fs::relative(entry.path(), sound_));
        std::ranges::sort(files_);
    }

    void noneIsSilent() {
        std::map<std::string, std::vector<QByteArray>> sound;
        std::map<std::string, std::vector<Answer>> soundAnswers;
        for (const std::string& run : {ended_, killed_}) {
            soundAnswers[run] = answers(
                questions(run), [] {}, sound[run]);
            for (std::size_t i = 0; i < soundAnswers[run].size(); ++i)
                QVERIFY2(soundAnswers[run][i].code == 0, questions(run)[i].name + soundAnswers[run][i].err);
        }
        std::mt19937_64 random(20261124);
        int unchanged = 0, message = 0, unfound = 0;
        std::map<std::string, int> silent;
        for (int i = 0; i < flips(); ++i) {
            const fs::path& file = files_[(static_cast<std::size_t>(i) * 7) % files_.size()];
            const std::uintmax_t bit = random() % (fs::file_size(sound_ / file) * 8);
            const std::string run =
                file.string().find(killed_) != std::string::npos || (file.parent_path().empty() && i % 2 == 1) ? killed_
                                                                                                               : ended_;
            const auto asked = questions(run);
            std::vector<QByteArray> figures;
            const auto got = answers(
                asked, [&] { flip(trial_ / file, bit); }, figures);
            bool isSaid = file.string().find("/film/") != std::string::npos;
            for (std::size_t q = 0; q < asked.size(); ++q) {
                // The check's own answer names what is damaged, also where that is nothing.
                isSaid = isSaid || (q != kCheck && saysSo(got[q], soundAnswers[run][q]));
                if (got[q].code == 0 && figures[q] == sound[run][q])
                    ++unchanged;
                else if (saysSo(got[q], soundAnswers[run][q]))
                    ++message;
                else {
                    ++silent[asked[q].name];
                    qWarning("silent: %s after bit %llu of %s\n%s\ninstead of\n%s", asked[q].name,
                             static_cast<unsigned long long>(bit), file.c_str(), figures[q].constData(),
                             sound[run][q].constData());
                }
            }
            if (!isSweepRightOrRefused()) ++silent["sweep"];
            // The first to be asked makes a damaged index anew, and says so; a lock names a process, nothing of the
            // run.
            if (isSaid && got[kCheck].code == 0 && !file.string().starts_with("workspace.sqlite") && !isLock(file)) {
                ++unfound;
                qWarning("not found: bit %llu of %s", static_cast<unsigned long long>(bit), file.c_str());
            }
        }
        int all = 0;
        for (const auto& [name, count] : silent) {
            all += count;
            qInfo("silent in %s: %d", name.c_str(), count);
        }
        qInfo("%d flips in %zu files: %d answers as before, %d said, %d silent", flips(), files_.size(), unchanged,
              message, all);
        QCOMPARE(all, 0);
        QCOMPARE(unfound, 0);
    }

    void aCheckFindsWhatIsRemoved() {
        int asked = 0;
        QStringList unfound;
        for (const fs::path& file : files_) {
            if (mayGo(file)) continue;
            fs::remove_all(trial_);
            fs::copy(sound_, trial_, fs::copy_options::recursive);
            fs::remove(trial_ / file);
            const Answer answer = ask(QStringList{"workspace", "check", "--json"} + on(trial_));
            if (answer.code == 0) unfound << QString::fromStdString(file.string());
            ++asked;
        }
        qInfo("%d removals", asked);
        QVERIFY2(asked > 20, "too few files");
        QVERIFY2(unfound.isEmpty(), qPrintable(unfound.join('\n')));
    }
};

QTEST_GUILESS_MAIN(TestFlippedBits)
#include "tst_flipped_bits.moc"
