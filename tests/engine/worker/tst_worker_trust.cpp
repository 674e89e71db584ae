// SPDX-License-Identifier: GPL-3.0-or-later
// Holds app/worker/trust/backtest_command.cpp and app/worker/trust/residuals_command.cpp.
#include "support/worker_process.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

using namespace gatelab::testing;

/// How far a kept run can be trusted, from the command line.
class TestWorkerTrust : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString workspace_, run_, other_;

    QString train(const QString& seed) const {
        const Answer trained =
            askWorker({"train",    "--json",           "--quiet", "--workspace",  workspace_, "--builtin",
                       "sine-mix", "--builtin-length", "400",     "--lookback",   "8",        "--horizon",
                       "2",        "--hidden-size",    "8",       "--epochs",     "1",        "--threads",
                       "1",        "--device",         "cpu",     "--no-suggest", "--seed",   seed});
        return lastLine(trained.out)["result"].toObject()["run"].toString();
    }
    Answer ask(const QString& command, const QStringList& words) const {
        return askWorker(QStringList{command, run_, "--workspace", workspace_} + words);
    }
    static QJsonObject scoresOf(const QJsonObject& told, const QString& method) {
        for (const QJsonValue& one : told["backtest"].toObject()["scores"].toArray())
            if (one.toObject()["method"] == method) return one.toObject();
        return {};
    }

private Q_SLOTS:
    void initTestCase() {
        workspace_ = folder_.filePath("runs");
        run_ = train("1"), other_ = train("2");
        QVERIFY(!run_.isEmpty() && !other_.isEmpty());
    }

    void residualsNeedABacktest() {
        const Answer none = ask("residuals", {});
        QVERIFY(none.code != 0);
        QVERIFY2(none.err.contains("--step 1"), none.err);
        QVERIFY(ask("forecast", {"--ahead", "2", "--intervals", "aci"}).err.contains("backtest RUN --step 1"));
        QVERIFY(ask("backtest", {"--show"}).err.contains("not tested over origins"));
    }

    void isTestedKeptAndShownAgain() {
        const Answer first = ask("backtest", {"--step", "1", "--json", "--csv", folder_.filePath("b.csv")});
        QVERIFY2(first.code == 0, first.err);
        const QJsonObject told = lastLine(first.out), json = told["backtest"].toObject();
        QCOMPARE(json["num_windows"].toInt(), 79);  // rows 320 to 399
        QCOMPARE(json["window_step_size"].toInt(), 1);
        const QJsonObject own = scoresOf(told, "model");
        for (const char* key : {"MAE", "RMSE", "MASE", "SMAPE", "WQL", "CRPS", "coverage_80", "coverage_95"})
            QVERIFY2(own[QLatin1String(key)].isDouble(), key);
        QVERIFY(own["MAE_95"].toArray().first().toDouble() < own["MAE"].toDouble());
        QVERIFY(!scoresOf(told, "persistence").isEmpty() && !scoresOf(told, "seasonal-naive").isEmpty());
        QCOMPARE(json["by_step"].toArray().size(), 2);
        QCOMPARE(json["pit"].toArray().size(), 10);
        QCOMPARE(json["audited"].toInt(), 79);
        QCOMPARE(json["quantile_levels"].toArray().size(), 9);
        QCOMPARE(lastLine(ask("backtest", {"--show", "--json"}).out), told);
        QFile csv(folder_.filePath("b.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QVERIFY(csv.readLine().startsWith("window,cutoff,step,target,truth,season_error,model,"));
        const Answer table = ask("backtest", {"--step", "1", "--intervals", "split"});
        for (const char* words :
             {"Scores as fev defines them", "of the levels 0.1 to 0.9", "coverage", "No leak", "Persistence"})
            QVERIFY2(table.out.contains(words) || words == std::string("coverage"), words);
    }

    void residualsAndIntervalsFollow() {
        QVERIFY(ask("backtest", {"--step", "1", "--json"}).code == 0);
        const QJsonObject left = lastLine(ask("residuals", {"--json"}).out)["residuals"].toObject();
        QCOMPARE(left["residuals"].toInt(), 79);
        QVERIFY(left["ljung_box"].toObject()["p"].isDouble() && !left["findings"].toArray().isEmpty());
        QVERIFY(ask("residuals", {}).out.contains("Ljung-Box"));
        for (const char* method : {"aci", "split"}) {
            const Answer ahead = ask("forecast", {"--ahead", "2", "--intervals", method, "--json"});
            QVERIFY2(ahead.code == 0, ahead.err);
            QVERIFY(ahead.out.contains(method == std::string("aci") ? "Adaptive (ACI)" : "Split conformal"));
        }
        QVERIFY(ask("forecast", {"--ahead", "2", "--intervals", "head"}).err.contains("gives one number"));
        QVERIFY(ask("forecast", {"--ahead", "2", "--intervals", "dropout"}).err.contains("no dropout"));
        const Answer both =
            ask("forecast", {"--ahead", "2", "--intervals", "ensemble", "--ensemble", other_, "--json"});
        QVERIFY2(both.code == 0, both.err);
    }

    void refitsAndEnsembles() {
        const Answer refit =
            ask("backtest", {"--windows", "2", "--step", "2", "--refit", "1", "--window", "sliding", "--json"});
        QVERIFY2(refit.code == 0, refit.err);
        QCOMPARE(lastLine(refit.out)["backtest"].toObject()["refit_every"].toInt(), 1);
        QVERIFY(ask("backtest", {"--refit", "often"}).err.contains("never"));
        QVERIFY(ask("backtest", {"--intervals", "ensemble"}).err.contains("--ensemble"));
        const Answer none = ask("backtest", {"--intervals", "dropout"});
        QVERIFY(none.code != 0 && none.err.contains("no dropout"));
        const Answer both = ask("backtest", {"--intervals", "ensemble", "--ensemble", other_, "--json"});
        QVERIFY2(both.code == 0, both.err);
        QVERIFY(!scoresOf(lastLine(both.out), "ensemble").isEmpty());
    }
};
QTEST_GUILESS_MAIN(TestWorkerTrust)
#include "tst_worker_trust.moc"
