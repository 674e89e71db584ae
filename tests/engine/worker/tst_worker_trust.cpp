// SPDX-License-Identifier: GPL-3.0-or-later
// Holds app/worker/forecast/kept_forecast.cpp, app/worker/trust/backtest_command.cpp,
// app/worker/trust/residuals_command.cpp and app/worker/trust/score_command.cpp.
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

    /// A file of the run's own forecasts has the run's own scores, beside it and alone.
    void aFileOfForecastsIsScored() {
        const QString csv = folder_.filePath("own.csv"), file = folder_.filePath("given.csv");
        const Answer own = ask("backtest", {"--step", "2", "--windows", "12", "--again", "--json", "--csv", csv});
        QVERIFY2(own.code == 0, own.err);
        QFile all(csv), given(file);
        QVERIFY(all.open(QIODevice::ReadOnly) && given.open(QIODevice::WriteOnly));
        given.write("cutoff,step,y_hat\n");
        const QList<QByteArray> names = all.readLine().trimmed().split(',');
        const auto column = [&](const char* name) { return names.indexOf(QByteArray(name)); };
        while (!all.atEnd()) {
            const QList<QByteArray> cells = all.readLine().trimmed().split(',');
            given.write(cells[column("cutoff")] + ',' + cells[column("step")] + ',' + cells[column("model")] + '\n');
        }
        given.close();
        const Answer scored = askWorker({"score", file, "--run", run_, "--workspace", workspace_, "--json"});
        QVERIFY2(scored.code == 0, scored.err);
        const QJsonObject told = lastLine(scored.out)["score"].toObject();
        QJsonObject run, external;
        for (const QJsonValue& one : told["scores"].toArray()) {
            if (one.toObject()["method"] == "model") run = one.toObject();
            if (one.toObject()["method"].toString().startsWith("external:")) external = one.toObject();
        }
        QCOMPARE(told["num_windows"].toInt(), 12);
        for (const char* score : {"MAE", "RMSE", "MASE", "SMAPE"}) {
            const double a = run[QLatin1String(score)].toDouble(), b = external[QLatin1String(score)].toDouble(),
                         c = scoresOf(lastLine(own.out), "model")[QLatin1String(score)].toDouble();
            QVERIFY2(a > 0 && std::abs(a - b) <= 1e-12 * a && std::abs(a - c) <= 1e-12 * a, score);
        }
        const Answer table = askWorker({"score", file, "--run", run_, "--workspace", workspace_});
        for (const char* words : {"given.csv (external)", "The run", "Persistence", "Understood"})
            QVERIFY2(table.out.contains(words), words);
        QVERIFY(askWorker({"score", file}).err.contains("--data FILE"));
        QVERIFY(askWorker({"score", file, "--run", run_, "--workspace", workspace_, "--data", csv})
                    .err.contains("leave --data out"));
        // Alone, beside what needs no network
        QFile rows(folder_.filePath("data.csv"));
        QVERIFY(rows.open(QIODevice::WriteOnly));
        rows.write("t,v\n");
        for (int row = 0; row < 400; ++row)
            rows.write(QByteArray::number(row) + ',' + QByteArray::number(50 + row * 37 % 101) + ".5\n");
        rows.close();
        const Answer alone = askWorker({"score", file, "--data", rows.fileName(), "--target", "v", "--json"});
        QVERIFY2(alone.code == 0, alone.err);
        QVERIFY(lastLine(alone.out)["score"].toObject()["scores"].toArray().size() > 3);
        QVERIFY(askWorker({"score", folder_.filePath("none.csv"), "--run", run_, "--workspace", workspace_}).code != 0);
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
