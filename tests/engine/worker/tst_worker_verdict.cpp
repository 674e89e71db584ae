// SPDX-License-Identifier: GPL-3.0-or-later
// Holds app/worker/queue_command.cpp and app/worker/verdict_command.cpp.
#include "support/worker_process.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

using namespace gatelab::testing;

/// From the command line: which of two settings is better, and the queue of a workspace.
class TestWorkerVerdict : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString workspace_;

    [[nodiscard]] QStringList settings(int hidden, const QStringList& more = {}) const {
        return QStringList{"--workspace",      workspace_,
                           "--builtin",        "sine-mix",
                           "--builtin-length", "400",
                           "--lookback",       "12",
                           "--hidden-size",    QString::number(hidden),
                           "--epochs",         "2",
                           "--threads",        "1",
                           "--device",         "cpu",
                           "--no-suggest"} +
               (more.contains("--horizon") ? more : QStringList{"--horizon", "2"} + more);
    }
    QString train(int hidden, const QStringList& more = {}) const {
        const Answer answer = askWorker(QStringList{"train", "--json", "--quiet"} + settings(hidden, more));
        return lastLine(answer.out)["result"].toObject()["run"].toString();
    }
    Answer verdict(const QStringList& words) const {
        return askWorker(QStringList{"verdict", "--workspace", workspace_} + words);
    }
    Answer queue(const QStringList& words) const { return askWorker(QStringList{"queue"} + words); }

private Q_SLOTS:
    void init() {
        static int count = 0;
        workspace_ = folder_.filePath(QStringLiteral("runs %1").arg(++count));
    }

    void missingSeedsAreToldAndTrained() {
        const QString small = train(2), large = train(8);
        QVERIFY(!small.isEmpty() && !large.isEmpty());
        const Answer before = verdict({large, small});
        QVERIFY2(before.code == 0, before.err);
        QVERIFY2(before.out.contains("hidden_size 8, not 2\n") && before.out.contains("1 of 6 pairs") &&
                     before.out.contains("10 runs are missing") && before.out.contains("--train"),
                 before.out);
        const QJsonObject known = lastLine(verdict({large, small, "--json"}).out)["verdict"].toObject();
        QCOMPARE(known["missing_runs"].toInt(), 10);
        QCOMPARE(known["pairs_given"].toInt(), 1);
        QVERIFY(!known.contains("effect"));

        const Answer after = verdict({large, small, "--train", "--json", "--quiet"});
        QVERIFY2(after.code == 0, after.err);
        const QJsonObject answer = lastLine(after.out)["verdict"].toObject();
        QCOMPARE(answer["pairs"].toInt(), 6);
        QCOMPARE(answer["runs"].toObject()["a"].toArray().size(), 6);
        const QJsonArray scores = answer["scores"].toArray();
        QCOMPARE(scores.size(), 6);
        QSet<int> seeds;
        double difference = 0;
        for (const auto& row : scores) {
            seeds << row.toObject()["seed"].toInt();
            difference += (row.toObject()["a"].toDouble() - row.toObject()["b"].toDouble()) / 6;
        }
        QCOMPARE(seeds.size(), 6);
        QVERIFY(qAbs(answer["effect"].toDouble() - difference) < 1e-12);
        QVERIFY(answer["low"].toDouble() <= difference && difference <= answer["high"].toDouble());
        // The other way round it is the same question.
        const QJsonObject turned = lastLine(verdict({small, large, "--json"}).out)["verdict"].toObject();
        QVERIFY(qAbs(turned["effect"].toDouble() + difference) < 1e-12);
        QCOMPARE(turned["p"], answer["p"]);
        // What the next look lacks, if there is one, is all that would be trained.
        const int look = answer["next_look"].toInt();
        QCOMPARE(answer["missing_runs"].toInt(), look == 0 ? 0 : 2 * (look - 6));
        QCOMPARE(answer["pairs_given"].toInt(), 6);
        QCOMPARE(lastLine(verdict({large, small, "--by", "time", "--json"}).out)["verdict"].toObject()["by"].toString(),
                 QStringLiteral("time"));
    }

    void whatHasNoVerdictSaysWhy() {
        const QString one = train(2), alike = train(2, {"--seed", "9"}), other = train(2, {"--horizon", "3"});
        const Answer same = verdict({one, alike});
        QVERIFY2(same.code == 2 && same.err.contains("same settings"), same.err);
        const Answer apart = verdict({one, other});
        QVERIFY2(apart.code == 2 && apart.err.contains("horizon"), apart.err);
        QVERIFY(verdict({one, "no such run"}).code != 0);
        QVERIFY(verdict({one}).code != 0);
        QVERIFY(verdict({one, other, "--by", "beauty"}).code != 0);
        const Answer nowhere = askWorker({"verdict", "--workspace", folder_.filePath("none"), one, other});
        QVERIFY(nowhere.code != 0 && !QFile::exists(folder_.filePath("none")));
    }

    void anExperimentWaitsAndIsTakenOut() {
        const auto waits = [&] {
            const Answer answer = queue({"list", "--workspace", workspace_, "--json"});
            return lastLine(answer.out)["queue"].toObject();
        };
        const Answer added = queue(QStringList{"add", "--seeds", "3", "--seed", "4"} + settings(3));
        QVERIFY2(added.code == 0, added.err);
        QVERIFY2(added.out.contains("3 runs wait"), added.out);
        QVERIFY2(queue(QStringList{"add", "--priority", "1"} + settings(5)).code == 0, "priority");
        QJsonArray runs = waits()["runs"].toArray();
        QCOMPARE(runs.size(), 4);
        QCOMPARE(runs[0].toObject()["priority"].toInt(), 1);
        QCOMPARE(runs[1].toObject()["seed"].toInt(), 4);
        QCOMPARE(runs[3].toObject()["seed"].toInt(), 6);
        for (int i = 0; i < 4; ++i)  // given as they were added; the last one trains first
            QCOMPARE(runs[i].toObject()["number"].toInt(), i == 0 ? 4 : i);
        QVERIFY(!waits()["paused"].toBool());
        QVERIFY(queue({"pause", "--workspace", workspace_}).out.contains("paused"));
        QVERIFY(waits()["paused"].toBool());
        QVERIFY(!queue({"continue", "--workspace", workspace_}).out.contains("paused"));
        // The last one is the most urgent for a while.
        const QString last = runs[3].toObject()["id"].toString();
        const Answer urgent = queue({"priority", "2", last, "--workspace", workspace_});
        QVERIFY2(urgent.code == 0, urgent.err);
        QCOMPARE(waits()["runs"].toArray()[0].toObject()["id"].toString(), last);
        QCOMPARE(waits()["runs"].toArray()[0].toObject()["priority"].toInt(), 2);
        QVERIFY(queue({"priority", "0", last, "--workspace", workspace_}).code == 0);
        const Answer unknown = queue({"priority", "2", last, "nobody", "--workspace", workspace_});
        QVERIFY2(unknown.code != 0 && unknown.err.contains("nobody"), unknown.err);
        QCOMPARE(waits()["runs"].toArray()[1].toObject()["priority"].toInt(), 0);
        const QString first = runs[0].toObject()["id"].toString();
        const Answer gone = queue({"remove", "--workspace", workspace_, first});
        QVERIFY2(gone.code == 0 && gone.out.contains("3 runs wait") && gone.out.contains("#2 "), gone.err + gone.out);
        // Nothing of a list with one that does not wait.
        const Answer twice = queue({"remove", "--workspace", workspace_, runs[1].toObject()["id"].toString(), first});
        QVERIFY(twice.code != 0 && twice.err.contains(first.toUtf8()));
        QCOMPARE(waits()["runs"].toArray().size(), 3);
        QVERIFY(queue({"add", "--workspace", workspace_, "--data", "/none.csv"}).code != 0);
        QVERIFY(queue({"add", "--lookback", "100000", "--workspace", workspace_, "--builtin", "sine-mix"}).code != 0);
        QCOMPARE(waits()["runs"].toArray().size(), 3);
        const Answer numbered = queue({"remove", "--workspace", workspace_, "#2"});
        QVERIFY2(numbered.code == 0 && numbered.out.contains("2 runs wait"), numbered.err + numbered.out);
        QVERIFY(queue({"remove", "--workspace", workspace_, "#2"}).err.contains("#2"));
    }
};

QTEST_GUILESS_MAIN(TestWorkerVerdict)
#include "tst_worker_verdict.moc"
