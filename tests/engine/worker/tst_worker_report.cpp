// SPDX-License-Identifier: GPL-3.0-or-later
// "report": what a run came to as one file, and several side by side with their verdict, in both languages.
// Holds core/app/report/run_document.cpp, core/app/report/report_words.cpp, core/app/report/comparison_document.cpp,
// core/app/report/trust_sections.cpp, core/app/report/run_details.cpp and app/worker/baselines_command.cpp.
#include "support/worker_process.h"

#include <QDate>
#include <QFile>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace gatelab::testing;

class TestWorkerReport : public QObject {
    Q_OBJECT
private:
    QTemporaryDir folder_;
    [[nodiscard]] QString at(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] QStringList here() const { return {QStringLiteral("--workspace"), at("ws")}; }
    [[nodiscard]] QByteArray written(const char* name) const {
        QFile file(at(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void initTestCase() {
        for (const char* units : {"4", "6"})
            for (const char* seed : {"1", "2"}) {
                const Answer run = askWorker(QStringList{"train", "--builtin", "sine", "--builtin-length", "600",
                                                         "--hidden-size", units, "--seed", seed, "--epochs", "3",
                                                         "--threads", "1", "--name", "<b>bold</b>"} +
                                             here());
                QVERIFY2(run.code == 0, run.err);
            }
    }

    void ofOneRun() {
        const Answer answer = askWorker(QStringList{"report", "last", "-o", at("one.html"), "--json"} + here());
        QVERIFY2(answer.code == 0, answer.err);
        const QByteArray html = written("one.html");
        QCOMPARE(lastLine(answer.out)["bytes"].toInt(), static_cast<int>(html.size()));
        QVERIFY2(html.size() < 150000, QByteArray::number(html.size()));
        for (const char* told :
             {"on the test part", "Leak audit: none of", "Loss by epoch", "Persistence", "Forecast after row",
              "SHA-256 of the data", "Made again by", "gatelab-worker train", "&lt;b&gt;bold"})
            QVERIFY2(html.contains(told), told);
        QVERIFY(!html.contains("<b>bold"));
        QCOMPARE(html.count("<figure>"), 4);  // losses and three windows
    }

    void ofSeveral() {
        const Answer answer =
            askWorker(QStringList{"report", "#1", "#2", "#3", "#4", "#1", "-o", at("all.html")} + here());
        QVERIFY2(answer.code == 0, answer.err);
        const QByteArray html = written("all.html");
        for (const char* told : {"4 runs compared", "Settings in which they differ", "better than", "validation loss"})
            QVERIFY2(html.contains(told), told);
        // Of the two settings there is one question, whatever the number of seeds.
        QCOMPARE(html.count("better than #"), 1);
    }

    /// What is kept of a backtest is told beside the simple methods; where there is none, that is said.
    void aBacktestIsATrustSection() {
        QVERIFY(askWorker(QStringList{"report", "#1", "-o", at("none.html"), "--no-forecasts"} + here()).code == 0);
        QVERIFY(written("none.html").contains("Not made: no backtest over moving origins"));
        QVERIFY(written("none.html").contains("Not made: nobody asked what matters"));
        const Answer tested = askWorker(QStringList{"backtest", "#1", "--step", "1"} + here());
        QVERIFY2(tested.code == 0, tested.err);
        QVERIFY(askWorker(QStringList{"report", "#1", "-o", at("trust.html"), "--no-forecasts"} + here()).code == 0);
        const QByteArray html = written("trust.html");
        for (const char* told : {"Trust", "origins, every 1 rows", "Coverage of 80 %", "No leak", "0.1 to 0.9",
                                 "Coverage by step", "Correlation of the errors", "Ljung-Box"})
            QVERIFY2(html.contains(told), told);
        QVERIFY(!html.contains("Not made: no backtest"));
    }

    void whatMattersIsAWhySection() {
        const Answer asked = askWorker(QStringList{"explain", "#1", "--only-run"} + here());
        QVERIFY2(asked.code == 0, asked.err);
        QVERIFY(askWorker(QStringList{"report", "#1", "-o", at("why.html"), "--no-forecasts"} + here()).code == 0);
        const QByteArray html = written("why.html");
        for (const char* told : {"exchanged among windows", "What matters, by step of the window"})
            QVERIFY2(html.contains(told), told);
        QVERIFY(!html.contains("Not made: nobody asked"));
    }

    void inChinese() {
        const Answer answer = askWorker(
            QStringList{"report", "#1", "-o", at("zh.html"), "--language", "zh_CN", "--no-forecasts"} + here());
        QVERIFY2(answer.code == 0, answer.err);
        const QString html = QString::fromUtf8(written("zh.html"));
        QVERIFY(html.contains(QStringLiteral("lang=\"zh-CN\"")));
        for (const char* english : {"Leak audit", "Loss by epoch", "Made again by", "on the test part", "Persistence"})
            QVERIFY2(!html.contains(QString::fromLatin1(english)), english);
        QCOMPARE(html.count(QStringLiteral("<figure>")), 4);  // losses, coverage, correlation, what matters
    }

    /// Strong baselines are one list: what is computed once stands in every place that tells of the run, and charts of
    /// data with dates have dates.
    void strongBaselinesAreOneList() {
        QFile file(at("dated.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("when,y\n");
        for (int day = 0; day < 400; ++day)
            file.write(QDate(2020, 1, 1).addDays(day).toString(Qt::ISODate).toLatin1() + "," +
                       QByteArray::number(5 + std::sin(day / 3.0) + (day * 7919 % 101) / 101.0) + "\n");
        file.close();
        const Answer run = askWorker(QStringList{"train", "--data", at("dated.csv"), "--lookback", "14", "--horizon",
                                                 "3", "--hidden-size", "4", "--epochs", "2", "--threads", "1", "--name",
                                                 "dated", "--no-baselines", "--json"} +
                                     here());
        QVERIFY2(run.code == 0, run.err);
        const auto methods = [](const QJsonObject& line) { return line["baselines"].toObject().keys(); };
        QVERIFY2(!methods(lastLine(run.out)["result"].toObject()).contains("ets"), run.out);
        const Answer more =
            askWorker(QStringList{"baselines", "--run", "dated", "--baselines", "ets,nlinear", "--json"} + here());
        QVERIFY2(more.code == 0, more.err);
        for (const char* key : {"ets", "nlinear"})
            QVERIFY2(methods(lastLine(more.out)["result"].toObject()).contains(key), key);
        const Answer shown = askWorker(QStringList{"show", "dated"} + here());
        QVERIFY2(shown.out.contains("ETS(") && shown.out.contains("nlinear"), shown.out);
        const Answer forecast = askWorker(QStringList{"forecast", "dated", "--json"} + here());
        QVERIFY2(methods(lastLine(forecast.out)["result"].toObject()).contains("ets"), forecast.out);
        QVERIFY(askWorker(QStringList{"report", "dated", "-o", at("dated.html")} + here()).code == 0);
        const QByteArray html = written("dated.html");
        for (const char* told : {"ETS: ETS(", "NLinear", "Forecast after 2020-", "2021-01-", "is named because"})
            QVERIFY2(html.contains(told), told);
        const Answer other =
            askWorker(QStringList{"train", "--data", at("dated.csv"), "--lookback", "14", "--horizon", "3",
                                  "--hidden-size", "5", "--epochs", "1", "--threads", "1", "--quiet"} +
                      here());
        QVERIFY2(other.code == 0, other.err);
        // By themselves where they are done in time
        QVERIFY2(other.out.contains("ETS: ETS(") || other.out.contains("took over 5 s"), other.out);
        QVERIFY(askWorker(QStringList{"report", "dated", "#1", "-o", at("two.html")} + here()).code == 0);
        const QByteArray table = written("two.html").split('<').join("\n<");
        QVERIFY(!table.left(table.indexOf("Made again by")).contains(folder_.path().toUtf8()));
        const Answer refused = askWorker(QStringList{"baselines", "--run", "dated", "--baselines", "prophet"} + here());
        QCOMPARE(refused.code, 2);
    }

    void whatCannotBeIsSaid() {
        QCOMPARE(askWorker(QStringList{"report", "#9", "-o", at("no.html")} + here()).code, 2);
        QCOMPARE(askWorker(QStringList{"report", "#1", "-o", at("no.html"), "--language", "xx"} + here()).code, 2);
        QCOMPARE(askWorker(QStringList{"report", "#1", "-o", at("absent/no.html")} + here()).code, 2);
        QVERIFY(!QFile::exists(at("no.html")));
    }
};

QTEST_GUILESS_MAIN(TestWorkerReport)
#include "tst_worker_report.moc"
