// SPDX-License-Identifier: GPL-3.0-or-later
// Many series from the command line: a long table is taken as such and told, one network is trained, each series is
// scored and forecast by name.
// Holds app/worker/output/series_report.cpp, app/worker/output/series_table.cpp, app/worker/trust/score_table.cpp and
// core/app/outside/many_score.cpp.
#include "support/worker_process.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace gatelab::testing;

class TestWorkerMany : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;

    QString table(int series) const {
        QFile file(folder_.filePath("shops.csv"));
        if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write a test file");
        QByteArray text = "shop,day,sold,size\n";
        for (int s = 0; s < series; ++s)
            for (int day = 0; day < 40 + s; ++day)
                text += "shop " + QByteArray::number(s) + ",2024-" + QByteArray::number(101 + day / 28).mid(1) + "-" +
                        QByteArray::number(101 + day % 28).mid(1) + "," +
                        QByteArray::number(100 * s + 10 * std::sin(0.8 * day + s)) + "," + QByteArray::number(s) + "\n";
        file.write(text);
        return file.fileName();
    }

private Q_SLOTS:
    // A folder of files of one kind: columns side by side while they are few, else many series; either where it is
    // said.
    void filesOfAFolder() {
        const auto made = [this](const char* name, int count) {
            QDir(folder_.path()).mkpath(name);
            for (int s = 0; s < count; ++s) {
                QFile file(folder_.filePath(QString("%1/meter_%2.csv").arg(name).arg(s)));
                if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write a test file");
                file.write("day,kwh\n");
                for (int day = 0; day < 20 + s; ++day)
                    file.write("2024-01-" + QByteArray::number(101 + day).mid(1) + "," +
                               QByteArray::number(s + day % 7) + "\n");
            }
            return folder_.filePath(name);
        };
        const QString few = made("few", 3), many = made("many", 10);
        const Answer beside = askWorker({"data", "inspect", few});
        QVERIFY2(beside.out.contains("meter_2: kwh"), beside.out + beside.err);
        const Answer together = askWorker({"data", "inspect", few, "--csv-shape", "together"});
        QVERIFY2(together.out.contains("3 series, 20 to 22 rows"), together.out + together.err);
        const Answer byItself = askWorker({"data", "inspect", many});
        QVERIFY2(byItself.out.contains("10 series, 20 to 29 rows"), byItself.out + byItself.err);
    }

    // Whatever is asked of a file, it is the same: ten series, or rows where that is said.
    void allCommandsAgree() {
        const QString path = table(10);
        const QStringList small{"--targets", "sold", "--lookback", "8", "--horizon", "2"};
        for (const char* command : {"audit", "baselines"}) {
            const Answer many = askWorker(QStringList{command, "--data", path} + small);
            QVERIFY2(many.code == 0 && many.err.contains("one network learns from 10 series"), many.out + many.err);
            const Answer rows = askWorker(QStringList{command, "--data", path, "--csv-shape", "rows"} + small);
            QVERIFY2(!rows.err.contains("10 series"), rows.err);
        }
        const Answer parts = askWorker(QStringList{"audit", "--data", path, "--split", "60%/20%/20% series"} + small);
        QVERIFY2(parts.code == 0 && !parts.err.contains("--split has no effect"), parts.err);

        const QStringList shapes = QString::fromUtf8(askWorker({"data", "inspect", path, "--shapes"}).out).split('\n');
        QVERIFY2(shapes.size() > 2 && shapes[0].startsWith("--csv-shape together") &&
                     shapes[0].contains("10 series, 40 to 49 rows") && shapes[0].endsWith("(as the table looks)"),
                 qPrintable(shapes.join('\n')));

        const QString csv = folder_.filePath("converted.csv");
        QFile::remove(csv);
        QVERIFY(askWorker({"data", "convert", path, csv}).out.contains(": 445 rows"));

        const Answer looked = askWorker({"data", "look", path});
        QVERIFY2(looked.out.contains("10 series, 40 to 49 rows") && looked.out.contains("'shop 9', the longest"),
                 looked.out + looked.err);
        QVERIFY2(!looked.out.contains("series number"), looked.out);
        const QJsonObject one = lastLine(askWorker({"data", "look", path, "--series", "shop 2", "--json"}).out);
        QCOMPARE(one["series"].toString(), QString("shop 2"));
        QCOMPARE(one["of_series"].toInt(), 10);
        QCOMPARE(one["rows"].toInt(), 42);
        QCOMPARE(one["columns"].toArray().size(), 2);
        const Answer none = askWorker({"data", "look", path, "--series", "shop 77"});
        QVERIFY2(none.code == 2 && none.err.contains("no series 'shop 77' among the 10"), none.err);
        QVERIFY(!askWorker({"data", "look", path, "--csv-shape", "rows"}).out.contains("10 series"));
    }

    void fromFileToForecast() {
        const QString path = table(10), workspace = folder_.filePath("workspace");
        const Answer told = askWorker({"data", "inspect", path});
        QVERIFY2(told.out.contains("10 series, 40 to 49 rows"), told.out + told.err);
        QCOMPARE(lastLine(askWorker({"data", "inspect", path, "--json"}).out)["series"].toArray().size(), 10);
        // As one series where that is asked for
        QVERIFY(!askWorker({"data", "inspect", path, "--csv-shape", "rows"}).out.contains("10 series"));

        const Answer trained =
            askWorker({"train",      "--json", "--workspace", workspace,  "--data",      path, "--targets", "sold",
                       "--lookback", "8",      "--horizon",   "2",        "--epochs",    "2",  "--threads", "1",
                       "--device",   "cpu",    "--csv-shape", "together", "--no-suggest"});
        QCOMPARE(trained.code, 0);
        QVERIFY2(trained.err.contains("one network learns from 10 series"), trained.err);
        const QString run = lastLine(trained.out)["result"].toObject()["run"].toString();

        const QString csv = folder_.filePath("out.csv");
        const Answer shown = askWorker({"forecast", run, "--workspace", workspace, "--csv", csv});
        QVERIFY2(shown.code == 0 && shown.out.contains("worst series"), shown.out + shown.err);
        // The command that tells of all is told where it tells of the same
        const QByteArray all = "gatelab-worker show " + run.toUtf8();
        QVERIFY2(shown.out.contains(all) && shown.out.contains(" --series\n"), shown.out);
        const Answer part = askWorker({"forecast", run, "--workspace", workspace, "--part", "validation"});
        QVERIFY2(part.code == 0 && part.out.contains(" --series --part validation\n"), part.out + part.err);
        const Answer other = askWorker({"forecast", run, "--workspace", workspace, "--data", path});
        QVERIFY2(other.code == 0 && !other.out.contains(all), other.out + other.err);
        QFile written(csv);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray text = written.readAll();
        QVERIFY(text.startsWith("series,window,") && text.contains("\nshop 9,"));
        // A line for each, the worst first, in all three forms.
        const QString lines = folder_.filePath("lines.csv");
        const QStringList each{"show", run, "--workspace", workspace, "--series"};
        const Answer table = askWorker(each + QStringList{"--csv", lines, "--top", "4"});
        QVERIFY2(table.code == 0 && table.out.contains(" of 10 series are forecast better") &&
                     table.out.contains("... and 6 more series"),
                 table.out + table.err);
        QFile kept(lines);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        const QByteArray ofAll = kept.readAll();
        QVERIFY2(ofAll.startsWith("series,rows,windows,mae,") && ofAll.trimmed().count('\n') == 10, ofAll);
        const QJsonArray worst = lastLine(askWorker(each + QStringList{"--json"}).out)["series"].toArray();
        QCOMPARE(worst.size(), 10);
        for (int i = 1; i < 10; ++i)
            QVERIFY(worst[i - 1].toObject()["mase"].toDouble() >= worst[i].toObject()["mase"].toDouble());
        const QJsonArray named =
            lastLine(askWorker(each + QStringList{"--json", "--sort", "series"}).out)["series"].toArray();
        QCOMPARE(named[3].toObject()["series"].toString(), QString("shop 3"));
        QCOMPARE(named[3].toObject()["rows"].toInt(), 43);
        QVERIFY(askWorker({"show", run, "--workspace", workspace, "--sort", "mae"}).code == 2);

        const QString tested = folder_.filePath("tested.csv");
        const Answer backtest =
            askWorker({"backtest", run, "--workspace", workspace, "--refit-every", "2", "--csv", tested});
        QVERIFY2(backtest.code == 0 && backtest.out.contains("of each series, from its own rows before them alone") &&
                     backtest.out.contains("shop 7 "),
                 backtest.out + backtest.err);
        QFile origins(tested);
        QVERIFY(origins.open(QIODevice::ReadOnly));
        QVERIFY(origins.readAll().contains("\nshop 9,"));

        const Answer ahead = askWorker({"forecast", run, "--workspace", workspace, "--ahead", "2", "--json"});
        QCOMPARE(ahead.code, 0);
        bool isTold = false;
        for (const QByteArray& line : ahead.out.trimmed().split('\n')) {
            const QJsonArray series = QJsonDocument::fromJson(line).object()["series"].toArray();
            if (series.size() != 10) continue;
            isTold = true;
            QCOMPARE(series[3]["series"].toString(), QString("shop 3"));
            QCOMPARE(series[3]["future"].toArray().size(), 2);
        }
        QVERIFY2(isTold, ahead.out);
    }

    // A file of forecasts beside a run of many series: over all, and each series by itself. The run's own forecasts as
    // a file have the run's own scores.
    void aFileIsScoredBesideTheRun() {
        const QString path = table(6), workspace = folder_.filePath("scored");
        const Answer trained =
            askWorker({"train",      "--json", "--workspace", workspace,  "--data",      path, "--targets", "sold",
                       "--lookback", "8",      "--horizon",   "2",        "--epochs",    "2",  "--threads", "1",
                       "--device",   "cpu",    "--csv-shape", "together", "--no-suggest"});
        QVERIFY2(trained.code == 0, trained.err);
        const QString run = lastLine(trained.out)["result"].toObject()["run"].toString(),
                      csv = folder_.filePath("own.csv");
        QVERIFY(askWorker({"forecast", run, "--workspace", workspace, "--csv", csv}).code == 0);
        const QStringList ask{"score", csv, "--run", run, "--workspace", workspace};
        const Answer scored = askWorker(ask + QStringList{"--json"});
        QVERIFY2(scored.code == 0, scored.out + scored.err);
        const QJsonObject told = lastLine(scored.out)["score"].toObject();
        const auto scoresOf = [](const QJsonArray& scores, bool isFile) {
            for (const QJsonValue& one : scores) {
                const QString method = one.toObject()["method"].toString();
                if (isFile ? method.contains("own.csv") : method == "model") return one.toObject();
            }
            return QJsonObject();
        };
        const QJsonArray series = told["series"].toArray();
        QCOMPARE(series.size(), 6);
        int windows = 0;
        double mae = 0;
        for (const QJsonValue& each : series) {
            const QJsonArray scores = each.toObject()["scores"].toArray();
            QVERIFY(scores.size() > 3);
            for (const char* score : {"MAE", "RMSE", "MASE", "SMAPE"}) {
                const double own = scoresOf(scores, false)[QLatin1String(score)].toDouble(),
                             file = scoresOf(scores, true)[QLatin1String(score)].toDouble();
                QVERIFY2(own > 0 && std::abs(own - file) <= 1e-4 * own, score);
            }
            const int count = each.toObject()["num_windows"].toInt();
            windows += count, mae += count * scoresOf(scores, false)["MAE"].toDouble();
        }
        QCOMPARE(told["num_windows"].toInt(), windows);
        const double all = scoresOf(told["scores"].toArray(), false)["MAE"].toDouble();
        QVERIFY2(std::abs(all - mae / windows) < 1e-9 * all, scored.out);
        const Answer text = askWorker(ask);
        QVERIFY2(text.out.contains("Each of 6 series: MAE (MASE)") && text.out.contains("shop 5 "), text.out);
        const QString lines = folder_.filePath("score_lines.csv");
        QVERIFY(askWorker(ask + QStringList{"--csv", lines}).code == 0);
        QFile kept(lines);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        const QByteArray each = kept.readAll();
        QVERIFY2(each.startsWith("series,method,rows,") && each.trimmed().count('\n') == 12, each);
        // Without a run each series has its lines as well, of the file alone.
        const Answer alone =
            askWorker({"score", csv, "--data", path, "--csv-shape", "together", "--target", "sold", "--csv", lines});
        QVERIFY2(alone.code == 0 && alone.out.contains("Each of 6 series: MAE (MASE) of its best simple method"),
                 alone.out + alone.err);
        QFile again(lines);
        QVERIFY(again.open(QIODevice::ReadOnly));
        QCOMPARE(again.readAll().trimmed().count('\n'), 6);
        // A file of other series, and one of the training rows alone, is refused with the reason.
        const auto put = [this](const char* name, const QByteArray& lines) {
            QFile file(folder_.filePath(name));
            if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write a test file");
            file.write("unique_id,ds,cutoff,y_hat\n" + lines);
            return file.fileName();
        };
        const auto refused = [&](const QString& file) {
            return askWorker({"score", file, "--run", run, "--workspace", workspace});
        };
        const Answer others = refused(put("others.csv", "nobody,2024-02-05,2024-02-04,1\n"));
        QVERIFY2(others.code == 2 && others.err.contains("hold none of the series"), others.err);
        const Answer early =
            refused(put("early.csv", "shop 1,2024-01-09,2024-01-08,1\nshop 1,2024-01-10,2024-01-08,1\n"));
        QVERIFY2(early.code == 2 && early.err.contains("can forecast from none of the origins"), early.err);
    }

    // Rows that wait for a forecast, with what is known of them, at the end of series of unequal lengths: nothing is
    // scored there, no leak is seen, and a forecast reaches over them or says how it could.
    void rowsThatWait() {
        QFile file(folder_.filePath("waiting.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("unique_id,ds,y,promo\n");
        for (int s = 0; s < 4; ++s)
            for (int day = 0; day < 70 + 5 * s; ++day) {
                const int promo = (day * 7 + s) % 5 == 0 ? 1 : 0;
                const double y = 100 * s + 10 * std::sin(0.8 * day + s) + 8 * promo;
                file.write("shop " + QByteArray::number(s) + ",2024-" + QByteArray::number(101 + day / 28).mid(1) +
                           "-" + QByteArray::number(101 + day % 28).mid(1) + "," +
                           (day < 64 + 5 * s ? QByteArray::number(y) : QByteArray()) + "," + QByteArray::number(promo) +
                           "\n");
            }
        file.close();
        const QString workspace = folder_.filePath("waiting");
        const auto train = [&](const char* horizon) {
            const Answer trained = askWorker({"train",       "--json",
                                              "--workspace", workspace,
                                              "--data",      file.fileName(),
                                              "--targets",   "y",
                                              "--lookback",  "8",
                                              "--horizon",   horizon,
                                              "--epochs",    "2",
                                              "--threads",   "1",
                                              "--device",    "cpu",
                                              "--csv-shape", "together",
                                              "--recipe",    "known(columns=promo),fill(method=linear),standardise",
                                              "--no-suggest"});
            if (trained.code != 0) qWarning("%s", trained.err.constData());
            return lastLine(trained.out)["result"].toObject()["run"].toString();
        };
        const QString run = train("4");
        QVERIFY(!run.isEmpty());
        const Answer tested = askWorker({"backtest", run, "--workspace", workspace});
        QVERIFY2(tested.code == 0 && !tested.out.contains("Leak"), tested.out + tested.err);
        const Answer ahead = askWorker({"forecast", run, "--workspace", workspace, "--ahead", "4"});
        QVERIFY2(ahead.code == 0, ahead.err);
        const Answer refused = askWorker({"forecast", run, "--workspace", workspace, "--ahead", "6"});
        QVERIFY2(refused.code == 2 && refused.err.contains("ask for 4, or train a run with a horizon of 6 rows") &&
                     refused.err.contains("gatelab-worker train --no-suggest") && refused.err.contains("--horizon 6"),
                 refused.err);
        const QString longer = train("6"), csv = folder_.filePath("ahead.csv");
        QVERIFY(!longer.isEmpty());
        const Answer whole = askWorker({"forecast", longer, "--workspace", workspace, "--ahead", "6", "--csv", csv});
        QVERIFY2(whole.code == 0, whole.err);
        QFile written(csv);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray text = written.readAll();
        QVERIFY2(text.contains("shop 3") && text.contains("2024-03-28"), text);
    }

    // What tells the series apart may be a number: then a file of one series has it in a column of one number.
    void oneSeriesNamedByANumber() {
        const auto put = [this](const char* name, int first, int last) {
            QFile file(folder_.filePath(name));
            if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write a test file");
            file.write("store,day,sold\n");
            for (int s = first; s <= last; ++s)
                for (int day = 0; day < 40; ++day)
                    file.write(QByteArray::number(s) + ",2024-" + QByteArray::number(101 + day / 28).mid(1) + "-" +
                               QByteArray::number(101 + day % 28).mid(1) + "," +
                               QByteArray::number(100 * s + 10 * std::sin(0.8 * day + s)) + "\n");
            return file.fileName();
        };
        const QString workspace = folder_.filePath("numbered");
        const Answer trained =
            askWorker({"train",       "--json",   "--workspace", workspace, "--data",    put("stores.csv", 11, 15),
                       "--targets",   "sold",     "--lookback",  "8",       "--horizon", "2",
                       "--epochs",    "2",        "--threads",   "1",       "--device",  "cpu",
                       "--csv-shape", "together", "--no-suggest"});
        QVERIFY2(trained.code == 0, trained.err);
        const QString run = lastLine(trained.out)["result"].toObject()["run"].toString();
        const auto ask = [&](const QString& file) {
            return askWorker({"forecast", run, "--workspace", workspace, "--data", file, "--ahead", "2"});
        };
        const Answer own = ask(put("store_12.csv", 12, 12));
        QVERIFY2(own.code == 0 && own.err.contains("read as '12', one of the series of the training"), own.err);
        const Answer other = ask(put("store_99.csv", 99, 99));
        QVERIFY2(other.code == 0 && other.err.contains("read as one new series, '99'"), other.err);
    }
};

QTEST_GUILESS_MAIN(TestWorkerMany)
#include "tst_worker_many.moc"
