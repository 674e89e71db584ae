// SPDX-License-Identifier: GPL-3.0-or-later
// "data inspect": every row of a file is told, figures of columns and times are those of the file, and a file that is
// refused is an error in JSON; "data look": seasons, parts and classes with the flags that answer them.
// Holds app/worker/data_command.cpp and app/worker/look/data_look.cpp.
#include "support/places.h"
#include "support/worker_process.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>

using namespace gatelab::testing;

class TestWorkerData : public QObject {
    Q_OBJECT
    QTemporaryDir folder_;
    QString put(const QString& name, const QByteArray& bytes) {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write a test file");
        return file.fileName();
    }
    static QByteArray table() {
        QByteArray text = "Station 7\ntime;place;load [kW];nothing\n";
        for (int i = 0; i < 30; ++i)
            text += QByteArray("2024-01-") + (i < 9 ? "0" : "") + QByteArray::number(i + 1) + ";hall;" +
                    (i == 4 ? "NA" : QByteArray::number(1.5 + i)) + ";\n" + (i == 9 ? "\n" : "");
        return text;
    }
private Q_SLOTS:
    void everyRowIsTold();
    void longListsAreCutForPeopleOnly();
    void theFirstLinesAreShownAsTheyStand();
    void whatTheDoctorFindsIsSaid();
    void whatMendsItIsAFlag();
    void namesOfAnyAlphabetKeepTheColumns();
    void sequences();
    void settingsOfReading();
    void converted();
    void severalFiles();
    void lookedAt();
    void bookings();
    void stepsForWordsAreWrittenDown();
    void refused_data();
    void refused();
};

namespace {
QJsonObject inspected(const QString& path, const QStringList& more = {}) {
    const Answer answer = askWorker(QStringList{"data", "inspect", path, "--json"} + more);
    return answer.code == 0 ? lastLine(answer.out) : QJsonObject{{"failed", QString::fromUtf8(answer.err)}};
}
QJsonObject column(const QJsonObject& facts, const QString& name) {
    for (const QJsonValue& value : facts["columns"].toArray())
        if (value["name"].toString() == name) return value.toObject();
    return {};
}
}  // namespace

/// Also of a file that is no table, and without a reading of the rest.
void TestWorkerData::theFirstLinesAreShownAsTheyStand() {
    const QString path =
        put("head.csv", "time;x\n2024-01-01;1\n2024-01-02;\"never closed\n" + QByteArray(1 << 20, '7'));
    const Answer two = askWorker({"data", "inspect", path, "--head", "2"});
    QCOMPARE(two.code, 0);
    QCOMPARE(two.out, QByteArray("time;x\n2024-01-01;1\n"));
    const Answer json = askWorker({"data", "inspect", path, "--head", "1", "--json"});
    QCOMPARE(json.out.trimmed(), QByteArray("[\"time;x\"]"));
    const Answer numbers =
        askWorker({"data", "inspect", put("n.npy", QByteArray("\x93NUMPY\x01\x00", 8) + "xx"), "--head", "2"});
    QVERIFY(numbers.code != 0 && numbers.err.contains("no lines of text"));
    QVERIFY(askWorker({"data", "inspect", path, "--head", "0"}).code != 0);
}

void TestWorkerData::converted() {
    const QString path = put("cells.csv", "name;v\na;1,5\nb;2,5\n\"c;d\";3,5\n"), out = folder_.filePath("out");
    const Answer raw = askWorker({"data", "convert", "--raw", "--out-dir", out, path, put("t.txt", "a b\n1 2\n3 4\n")});
    QCOMPARE(raw.code, 0);
    QCOMPARE(raw.out.split('\n').first(), (out + "/cells.csv").toUtf8());
    QFile cells(out + "/cells.csv");
    QVERIFY(cells.open(QIODevice::ReadOnly));
    QCOMPARE(cells.readAll(), QByteArray("name,v\r\na,\"1,5\"\r\nb,\"2,5\"\r\nc;d,\"3,5\"\r\n"));
    QVERIFY(QFile::exists(out + "/t.txt"));
    QVERIFY(askWorker({"data", "convert", "--raw", "--out-dir", out, path}).err.contains("is there already"));
    QVERIFY(askWorker({"data", "convert", "--raw", path}).err.contains("--out-dir"));
    QVERIFY(askWorker({"data", "convert", path}).err.contains("the one to write"));
    const Answer written = askWorker({"data", "convert", path, folder_.filePath("cells.parquet")});
    if (written.err.contains("no module for Parquet")) QSKIP("the wheel with Parquet's library is not on this machine");
    QVERIFY2(written.code == 0, written.err);
    QCOMPARE(column(inspected(folder_.filePath("cells.parquet")), "v")["sum"].toDouble(), 7.5);
}

/// The same figures and sentences as the window, and its buttons as flags.
void TestWorkerData::lookedAt() {
    QByteArray text = "time,load,same\n";
    const QDateTime start(QDate(2024, 1, 1), QTime(0, 0), Qt::UTC);
    for (int i = 0; i < 1000; ++i) {
        const double value = 10 + 3 * std::sin(2 * 3.14159265 * i / 24) + 0.3 * std::sin(7.3 * i * i);
        text += start.addSecs(3600 * i).toString("yyyy-MM-dd HH:mm").toUtf8() + "," + QByteArray::number(value) + "," +
                QByteArray::number(2 * value) + "\n";
    }
    const QString path = put("daily.csv", text);
    const Answer answer = askWorker({"data", "look", path, "--channel", "load", "--lookback", "12", "--json"});
    QVERIFY2(answer.code == 0, answer.err);
    const QJsonObject whole = lastLine(answer.out);
    const QJsonArray columns = whole["columns"].toArray();
    QCOMPARE(columns.size(), 1);
    const QJsonObject load = columns.first().toObject();
    QCOMPARE(load["seasons"][0]["rows"].toInt(), 24);
    QCOMPARE(load["seasons"][0]["name"].toString(), QStringLiteral("24 h"));
    QCOMPARE(load["train"]["rows"].toInt(), 600);
    QVERIFY(load["autocorrelation"][24].toDouble() > 0.8);
    QCOMPARE(load["says"].toArray().last().toObject().contains("flags"), false);
    QVERIFY(answer.out.contains("--lookback '48'"));
    QVERIFY(answer.out.contains("load and same say the same"));
    const Answer shown = askWorker({"data", "look", path, "--lookback", "12"});
    QVERIFY2(shown.out.contains("A season of 24 h explains") && shown.out.contains("Lookback 48: --lookback '48'"),
             shown.out);
    QVERIFY(askWorker({"data", "look", path, "--channel", "none"}).err.contains("no column 'none'"));
    const Answer classes = askWorker({"data", "look", inSource("/datasets/Gestures_TRAIN.ts")});
    QVERIFY2(classes.code == 0 && classes.out.contains("the least to beat"), classes.out + classes.err);
    // Newest first, with a number that stands for missing: said first, and no row is called a training one
    QByteArrayList lines = text.trimmed().split('\n');
    const QByteArray head = lines.takeFirst();
    std::reverse(lines.begin(), lines.end());
    for (int i = 100; i < 400; i += 20) lines[i] = lines[i].left(17) + "-9999,-9999";
    const QString newest = put("newest.csv", head + "\n" + lines.join('\n') + "\n");
    const Answer reversed = askWorker({"data", "look", newest, "--sort-time", "false"});
    QVERIFY2(reversed.out.startsWith("warning: The rows run from new to old"), reversed.out);
    QVERIFY2(reversed.out.contains("-9999 15 times") && reversed.out.contains("--sort-time"), reversed.out);
    QVERIFY2(!reversed.out.contains("  train ") && !reversed.out.contains("season of"), reversed.out);
    const Answer sorted = askWorker({"data", "look", newest});  // oldest first is the better guess
    QCOMPARE(askWorker({"data", "look", newest, "--sort-time"}).out, sorted.out);
    QVERIFY2(sorted.out.contains("they were turned round"), sorted.out);
    const Answer guess = askWorker({"data", "inspect", newest, "--reasons"});
    QVERIFY2(guess.out.contains("Sort rows by time            oldest row first"), guess.out);
    QVERIFY2(guess.out.contains("steps of time go back: the file runs newest first"), guess.out);
    QVERIFY2(sorted.out.contains("  train ") && sorted.out.contains("A season of 24 h"), sorted.out);
    QVERIFY2(!sorted.out.contains("No value is missing"), sorted.out);
}

/// --data more than once, and a pattern
void TestWorkerData::severalFiles() {
    QByteArray first = "time,v\n", second = first;
    for (int i = 0; i < 40; ++i) {
        const QByteArray day = QByteArray::number(i + 101).right(2);
        (i < 20 ? first : second) +=
            "2024-0" + QByteArray(i < 20 ? "1-" : "2-") + QByteArray::number(i % 20 + 101).right(2) + "," + day + "\n";
    }
    const QString a = put("p-a.csv", first), b = put("p-b.csv", second), work = folder_.filePath("work");
    for (const QStringList& data :
         {QStringList{"--data", a, "--data", b}, QStringList{"--data", folder_.filePath("p-*.csv")}}) {
        const Answer answer = askWorker(QStringList{"train", "--workspace", work, "--lookback", "3", "--horizon", "1",
                                                    "--epochs", "1", "--no-suggest", "--quiet"} +
                                        data);
        QVERIFY2(answer.code == 0, answer.err);
    }
    const QStringList kept = QDir(work + "/data").entryList(QDir::Files);
    QCOMPARE(kept.size(), 1);
    QCOMPARE(inspected(work + "/data/" + kept.first())["rows_read"].toInt(), 40);
    QCOMPARE(inspected(a, {b})["rows_read"].toInt(), 40);
    const QString folder = folder_.filePath("station");
    QVERIFY(QDir().mkpath(folder) && QFile::copy(a, folder + "/a.csv") && QFile::copy(b, folder + "/b.csv"));
    QCOMPARE(inspected(folder)["rows_read"].toInt(), 40);
    const Answer together = askWorker({"data", "convert", folder, folder_.filePath("together.csv")});
    QVERIFY2(together.code == 0, together.err);
    QCOMPARE(inspected(folder_.filePath("together.csv"))["rows_read"].toInt(), 40);
    // Keys of folders
    const QString keys = folder_.filePath("keys");
    QVERIFY(QDir().mkpath(keys + "/part=1") && QDir().mkpath(keys + "/part=2"));
    QVERIFY(QFile::copy(a, keys + "/part=1/a.csv") && QFile::copy(b, keys + "/part=2/b.csv"));
    QCOMPARE(column(inspected(keys), "part")["sum"].toDouble(), 20 * 1.0 + 20 * 2.0);
    // Of what cannot be read the others are written all the same
    const QString cells = folder_.filePath("cells-of-all");
    const Answer raw =
        askWorker({"data", "convert", "--raw", "--out-dir", cells, folder_.filePath("none.csv"), folder});
    QVERIFY(raw.code != 0 && raw.err.contains("none.csv"));
    QVERIFY(QFile::exists(cells + "/a.csv") && QFile::exists(cells + "/b.csv"));
    QCOMPARE(QDir(folder).entryList(QDir::Files), QStringList({"a.csv", "b.csv"}));
}

void TestWorkerData::everyRowIsTold() {
    const QJsonObject facts = inspected(put("table.csv", table()));
    QCOMPARE(facts.keys(), QStringList({"columns", "guesses", "left_out", "remedies", "rows_in_file", "rows_read",
                                        "time", "warnings"}));
    QCOMPARE(facts["rows_in_file"].toInt(), 32);
    QCOMPARE(facts["rows_read"].toInt(), 30);
    const QJsonArray left = facts["left_out"].toArray();
    QCOMPARE(left.size(), 2);
    QCOMPARE(left[0]["line"].toInt(), 1);
    QCOMPARE(left[0]["why"].toString(), QStringLiteral("it stands above the table"));
    QCOMPARE(left[1]["line"].toInt(), 13);
    QCOMPARE(left[1]["why"].toString(), QStringLiteral("a blank line"));
    const QJsonObject time = facts["time"].toObject();
    QCOMPARE(time["columns"].toArray(), QJsonArray({"time"}));
    QCOMPARE(time["first"].toString(), QStringLiteral("2024-01-01T00:00:00"));
    QCOMPARE(time["last"].toString(), QStringLiteral("2024-01-30T00:00:00"));
    QCOMPARE(time["step_seconds"].toDouble(), 86400.0);
    const QJsonObject load = column(facts, "load [kW]");
    QCOMPARE(load["kind"].toString(), QStringLiteral("number"));
    QCOMPARE(load["role"].toString(), QStringLiteral("value"));
    QCOMPARE(load["missing"].toInt(), 1);
    QCOMPARE(load["first"].toDouble(), 1.5);
    QCOMPARE(load["last"].toDouble(), 30.5);
    QCOMPARE(load["sum"].toDouble(), 30 * 1.5 + 435 - 5.5);
    QCOMPARE(column(facts, "time")["role"].toString(), QStringLiteral("time"));
    QCOMPARE(column(facts, "place")["role"].toString(), QStringLiteral("text"));
    QVERIFY(column(facts, "place")["sum"].isNull());
    bool delimiter = false;
    QJsonArray weighed;
    for (const QJsonValue& guess : facts["guesses"].toArray()) {
        QCOMPARE(guess.toObject().keys(), QStringList({"candidates", "certain", "other", "value", "what"}));
        delimiter =
            delimiter || (guess["what"].toString() == "csv_delimiter" && guess["value"].toString() == "semicolon");
        if (guess["what"].toString() == "csv_delimiter") weighed = guess["candidates"].toArray();
    }
    QVERIFY(delimiter);
    QVERIFY(!weighed.isEmpty());
    const QJsonObject best = weighed.first().toObject();
    QCOMPARE(best["value"].toString(), QStringLiteral("semicolon"));
    const QString reason = best["reason"].toString();
    QVERIFY2(reason.contains("columns in") && best["score"].toDouble() > 0, qPrintable(reason));
    QVERIFY(askWorker({"data", "inspect", "--reasons", folder_.filePath("table.csv")}).out.contains(reason.toUtf8()));
    const Answer text = askWorker({"data", "inspect", folder_.filePath("table.csv")});
    QVERIFY2(text.code == 0 && text.out.contains("32 rows in the file, 30 read, 2 left out") &&
                 text.out.contains("line 1: it stands above the table") && text.out.contains("load [kW]"),
             text.out + text.err);
}

void TestWorkerData::longListsAreCutForPeopleOnly() {
    QByteArray text = "t,a\n";
    for (int i = 0; i < 100; ++i)
        text += "2024-01-01 00:00:" + QByteArray::number(10 + i % 50) + ",1." + QByteArray::number(i) + "\n\n";
    const QString path = put("blank.csv", text);
    QCOMPARE(inspected(path)["left_out"].toArray().size(), 100);
    const Answer shown = askWorker({"data", "inspect", path});
    QCOMPARE(shown.out.count(": a blank line"), 20);
    QVERIFY2(shown.out.contains("... and 80 more"), shown.out);
}

void TestWorkerData::whatTheDoctorFindsIsSaid() {
    QByteArray text = "a\n";
    for (int i = 0; i < 200; ++i)
        text += (i % 11 == 5 ? QByteArray("-200") : QByteArray::number(10 + (i * 37 % 80) / 10.0)) + "\n";
    const QString path = put("gaps.csv", text);
    const auto named = [](const QJsonValue& warning) { return warning.toString().contains(QLatin1String("-200")); };
    const QJsonArray warnings = inspected(path)["warnings"].toArray();
    QVERIFY(std::any_of(warnings.begin(), warnings.end(), named));
    QVERIFY(askWorker({"data", "inspect", path}).out.contains("-200"));
}

/// A jump is told once, with the flags that mend it; with them it is told no more, by no command.
void TestWorkerData::whatMendsItIsAFlag() {
    QByteArray text = "time,kept,power\n";
    const QDateTime start(QDate(2024, 1, 1), QTime(0, 0), Qt::UTC);
    for (int i = 0; i < 600; ++i) {
        const double value = 20 + std::sin(0.26 * i) + 0.1 * std::sin(7.3 * i * i);
        text += start.addSecs(3600 * i).toString("yyyy-MM-dd HH:mm").toUtf8() + "," + QByteArray::number(std::cos(i)) +
                "," + QByteArray::number(i < 400 ? value : 1000 * value, 'f', 6) + "\n";
    }
    const QString path = put("units.csv", text);
    const QJsonArray remedies = inspected(path)["remedies"].toArray();
    QCOMPARE(remedies.size(), 1);
    const QString flags = remedies.first()["flags"].toString(),
                  step = QStringLiteral(
                      "rescale(columns=power, rows=2024-01-01 00:00:00..2024-01-17 15:00:00, times=1000)");
    QVERIFY2(flags.startsWith("--recipe '" + step + ","), qPrintable(flags));
    for (const char* command : {"inspect", "look"}) {
        const Answer told = askWorker({"data", command, path});
        QCOMPARE(told.out.count("warning:"), std::string_view(command) == "look" ? 2 : 1);
        QVERIFY2(told.out.contains("as kW, then W") && told.out.contains(flags.toUtf8()), told.out);
    }
    const Answer mended = askWorker({"data", "look", path, "--recipe", step + ",standardise"});
    QVERIFY2(mended.code == 0 && !mended.out.contains("warning:"), mended.out);
    const QString cut = put("times.csv",
                            "when,made,x\n2024-01-01,2024-02-01,1\n2024-01-02,2024-02-05,2\n"
                            "2024-01-03,2024-02-07,3\n2024-01-04,2024-02-09,4\n");
    const Answer other = askWorker({"data", "inspect", cut});
    QVERIFY2(other.out.contains("choose the time column (--time-column)"), other.out);
}

/// A name may take fewer bytes than places, or more.
void TestWorkerData::namesOfAnyAlphabetKeepTheColumns() {
    const Answer answer = askWorker({"data", "inspect",
                                     put("euro.csv",
                                         "plain,Betrag in \u20ac,\u6e29\u5ea6\n"
                                         "1,2,3\n4,5,6\n7,8,1\n2,1,5\n")});
    const QString shown = QString::fromUtf8(answer.out);
    const auto placeOf = [&](const QString& name, int wide) {
        const qsizetype line = shown.indexOf("\n" + name) + 1;
        return shown.indexOf(QStringLiteral("number"), line) - line + wide;
    };
    QCOMPARE(placeOf(QStringLiteral("plain"), 0), qsizetype{29});
    QCOMPARE(placeOf(QStringLiteral("Betrag in \u20ac"), 0), qsizetype{29});
    QCOMPARE(placeOf(QStringLiteral("\u6e29\u5ea6"), 2), qsizetype{29});
}

void TestWorkerData::sequences() {
    const QJsonObject facts = inspected(
        put("toy.ts", "@problemName toy\n@univariate true\n@classLabel true a b\n@data\n1,2:a\n\n3,4:b\n5,6:a\n"));
    QCOMPARE(facts["rows_in_file"].toInt(), 4);
    QCOMPARE(facts["rows_read"].toInt(), 3);
    QCOMPARE(facts["left_out"].toArray().at(0).toObject()["line"].toInt(), 6);
    QCOMPARE(column(facts, "c1")["sum"].toDouble(), 21.0);
    QVERIFY(facts["time"]["first"].isNull());
}

void TestWorkerData::settingsOfReading() {
    const QString path = put("skip.csv", "9,9\n8,8\nt,a\n1.5,2\n2.5,3\n4,4\n");
    const QJsonObject facts = inspected(path, {"--csv-skip-lines", "2", "--csv-header", "first"});
    QCOMPARE(facts["rows_read"].toInt(), 3);
    QCOMPARE(facts["left_out"].toArray().at(1).toObject()["why"].toString(),
             QStringLiteral("skipped as the settings say"));
    QVERIFY(askWorker({"data", "inspect", path, "--epochs", "3"}).code == 2);
}

/// A bank's export is its bookings in every command, not a series for each balance.
void TestWorkerData::bookings() {
    QByteArray text = "Buchungstag;Wertstellung;Zweck;Betrag;Saldo\n";
    const char* const purposes[] = {"Miete", "Laden", "Gehalt", "Tanken"};
    for (int i = 0; i < 300; ++i) {
        const QByteArray date = QDate(2024, 12, 1).addDays(-(i * 5 / 8)).toString("dd.MM.yyyy").toUtf8();
        text += date + ";" + date + ";" + purposes[i * i % 7 % 4] + ";" + QByteArray::number(i * 37 % 91 - 40) + "," +
                QByteArray::number(10 + i % 80) + ";1." + QByteArray::number(100 + i * 7 % 890) + "," +
                QByteArray::number(10 + i * 3 % 83) + "\n";
    }
    const QString path = put("bank.csv", text + ";;Summe;7,00;\n");
    QCOMPARE(inspected(path)["rows_read"].toInt(), 300);
    QVERIFY2(inspected(path)["columns"].toArray().size() == 5, askWorker({"data", "inspect", path}).out);
    QCOMPARE(lastLine(askWorker({"data", "look", path, "--json"}).out)["rows"].toInt(), 300);
    QFile::remove(folder_.filePath("bank-out.csv"));
    QVERIFY(askWorker({"data", "convert", path, folder_.filePath("bank-out.csv")}).out.contains(": 300 rows, 5 "));
}

/// The window has a choice there; core says what is so, and no step.
void TestWorkerData::stepsForWordsAreWrittenDown() {
    QByteArray text = "kind,many,value\n";
    for (int i = 0; i < 300; ++i)
        text += QByteArray(i % 3 != 0 ? "red," : "blue,") + "k" + QByteArray::number(i * i % 59 % 15) + "," +
                QByteArray::number(i % 12) + "\n";
    const QString path = put("kinds.csv", text);
    const Answer answer = askWorker({"data", "inspect", path});
    QVERIFY2(answer.code == 0, answer.err);
    QVERIFY2(
        answer.out.contains("column 'kind' holds 2 words (blue, red): each became a column of 0 and 1. To leave it "
                            "out, add the recipe step category(as=leave, column=kind)\n"),
        answer.out);
    QVERIFY2(
        answer.out.contains("8 numbers for each word? As an embedding: add the recipe step category(as=embedding, "
                            "column=many). To leave it out, add the recipe step category(as=leave, column=many)\n"),
        answer.out);
}

void TestWorkerData::refused_data() {
    QTest::addColumn<QString>("path");
    QTest::newRow("no numbers") << put("words.csv", "a,b\nx,y\nz,w\n");
    QTest::newRow("not there") << folder_.filePath("none.csv");
    QTest::newRow("empty") << put("empty.csv", "");
    QTest::newRow("cut") << put("cut.ts", "@problemName x\n@classLabel true a b\n1,2:a\n");
    QTest::newRow("no HDF5") << put("no.h5", QByteArray("\x89HDF\r\n\x1a\n", 8) + QByteArray(100, 'x'));
}

void TestWorkerData::refused() {
    QFETCH(QString, path);
    const Answer answer = askWorker({"data", "inspect", path, "--json"});
    QCOMPARE(answer.code, 2);
    const QJsonObject error = lastLine(answer.out);
    QVERIFY2(!error["error"].toString().isEmpty(), answer.out);
    QCOMPARE(error["code"].toInt(), 2);
}

QTEST_GUILESS_MAIN(TestWorkerData)
#include "tst_worker_data.moc"
