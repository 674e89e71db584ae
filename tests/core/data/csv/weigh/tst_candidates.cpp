// SPDX-License-Identifier: GPL-3.0-or-later
// Holds core/data/csv/weigh/candidates.cpp: what was weighed for each guess of a text table, with scores and reasons.
#include "data/readers.h"
#include "io/file_io.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace gatelab;

class TestCandidates : public QObject {
    Q_OBJECT

    static std::vector<ReadCandidate> weighed(const std::string& text, const char* key, ExperimentConfig options = {}) {
        const QTemporaryDir folder;
        options.dataPath = folder.filePath(QStringLiteral("a.csv")).toStdString();
        if (!writeNewFile(options.dataPath, text).ok()) return {};
        const auto data = loadDataset(options);
        if (!data.ok() || !data->series) return {};
        const auto& guesses = data->series->report.guesses;
        const auto guess = std::ranges::find(guesses, key, &ReadGuess::key);
        if (guess == guesses.end()) return {};
        if (!guess->candidates.empty() && !guess->overridden && guess->key != "csv_missing" &&
            guess->candidates.front().value != guess->value)
            return {{"not what was taken", 0, {}}};
        return guess->candidates;
    }
    static std::string values(const std::vector<ReadCandidate>& all) {
        std::string text;
        for (const ReadCandidate& one : all) text += (text.empty() ? "" : " ") + one.value;
        return text;
    }

private Q_SLOTS:
    void ordersOfDayAndMonth() {
        const auto all =
            weighed("d,v\n01.02.2024,1\n02.02.2024,2\n03.02.2024,3\n04.02.2024,4\n05.02.2024,7\n", "time_format");
        QCOMPARE(values(all), std::string("%d.%m.%Y %m.%d.%Y"));
        QCOMPARE(all.front().reason.english(),
                 std::string("5 of 5 dates exist in this order, 100 % of the steps are equal"));
        QCOMPARE(all.front().score, 1.0);
        QVERIFY(all.back().score <= 1 && all.back().score > 0.5);  // months are nearly as long as one another
        // A day of 13 and more exists in one order only.
        const auto sure = weighed("d,v\n13.02.2024,1\n14.02.2024,2\n15.02.2024,3\n", "time_format");
        QCOMPARE(values(sure), std::string("%d.%m.%Y"));
    }

    void decimalMarks() {
        const auto open = weighed("a;b\n1,234;1\n5,678;2\n9,101;3\n", "csv_decimal");
        QCOMPARE(open.size(), std::size_t{2});
        QCOMPARE(open[0].score, open[1].score);  // nothing tells them apart
        const auto sure = weighed("a;b\n1,2;1\n5,67;2\n9,1;3\n", "csv_decimal");
        QCOMPARE(values(sure), std::string("comma point"));
        QCOMPARE(sure[0].score, 1.0);
        QCOMPARE(sure[1].score, 0.0);
        QCOMPARE(sure[0].reason.english(), std::string("3 of 3 numbers with a mark can be read with it"));
    }

    void delimitersHeadersAndTimes() {
        const std::string text = "time;a;b\n2024-01-01;1,5;3\n2024-01-02;2,5;4\n2024-01-03;NA;5\n2024-01-04;3,5;6\n";
        const auto delimiters = weighed(text, "csv_delimiter");
        QVERIFY(!delimiters.empty());
        QCOMPARE(delimiters.front().value, std::string("semicolon"));
        double sum = 0;
        for (const ReadCandidate& one : delimiters) sum += one.score;
        QVERIFY(std::abs(sum - 1) < 1e-12);
        QVERIFY(delimiters.front().reason.english().starts_with("3 columns in 100 % of the lines"));
        const auto header = weighed(text, "csv_header");
        QCOMPARE(values(header), std::string("first none"));
        QCOMPARE(header.front().reason.english(), std::string("3 of 3 columns of numbers or times have a word there"));
        QCOMPARE(values(weighed(text, "time_column")).substr(0, 4), std::string("time"));
        const auto missing = weighed(text, "csv_missing");
        QCOMPARE(values(missing), std::string("NA"));
        QVERIFY(missing.front().reason.english().starts_with("1 of "));
    }

    void encodings() {
        const std::string table =
            "time;Temp\xE9rature;H\xF6he\n2024-01-01;1;3\n2024-01-02;2;4\n2024-01-03;2;5\n# gemessen am S\xFC"
            "dhang\n";
        const auto western = weighed(table, "csv_encoding");
        QCOMPARE(western.size(), std::size_t{4});
        QCOMPARE(western.front().value, std::string("cp1252"));
        QVERIFY(western.front().score >= western[1].score);
        QVERIFY(western.front().reason.english().find("3 of 3 bytes beyond ASCII stand alone") != std::string::npos);
        const auto plain = weighed("a;b\n1;2\n3;4\n5;6\n", "csv_encoding");
        QCOMPARE(values(plain), std::string("utf-8"));
        QCOMPARE(plain.front().reason.english(), std::string("there are only characters of ASCII"));
        const auto unicode = weighed("time;Temp\u00E9rature\n2024-01-01;1\n2024-01-02;2\n", "csv_encoding");
        QCOMPARE(unicode.front().value, std::string("utf-8"));
        QCOMPARE(unicode.front().score, 1.0);
        QVERIFY(unicode[1].score < 0.5);
        const auto marked = weighed(
            "\xEF\xBB\xBF"
            "a;b\n1;2\n3;4\n",
            "csv_encoding");
        QVERIFY(marked.front().reason.english().find("byte order mark") != std::string::npos);
        const auto chinese = weighed("\xCA\xB1\xBC\xE4,\xCE\xC2\xB6\xC8\n2024-01-01,1\n2024-01-02,2\n", "csv_encoding");
        QCOMPARE(chinese.front().value, std::string("gb18030"));
        QVERIFY(chinese.front().score > chinese[1].score);
    }

    /// Each of the first lines as that of the names.
    void linesOfNames() {
        const auto all = weighed(
            "Station;7;north\nlogger of 2024;;\ntime;a;b\n2024-01-01;1,5;3\n2024-01-02;2,5;4\n"
            "2024-01-03;3,5;5\n2024-01-04;3,5;6\n",
            "csv_skip_lines");
        QVERIFY(all.size() >= 2);
        QCOMPARE(all.front().value, std::string("2"));
        QCOMPARE(all.front().score, 1.0);
        QCOMPARE(all.front().reason.english(),
                 std::string("line 3 has 3 cells, words above 3 of 3 columns of numbers or times"));
        QVERIFY(all[1].score < 1);
    }

    /// Whatever rises could be the time; a name of something else speaks against it.
    void namesOfTimes() {
        std::string text = "time,total_sales,passed,v\n";
        for (int i = 0; i < 40; ++i)
            text += "2024-01-01 " + std::string(i % 24 < 10 ? "0" : "") + std::to_string(i % 24) + ":00," +
                    std::to_string(738'000 + i * i) + "," + std::to_string(500 + i * i) + "," + std::to_string(i % 7) +
                    "\n";
        const auto all = weighed(text, "time_column");
        const auto scoreOf = [&](const char* name) {
            return std::ranges::find(all, name, &ReadCandidate::value)->score;
        };
        QVERIFY(scoreOf("passed") > 2 * scoreOf("total_sales"));
    }

    /// A table that is turned before it is read: how the file is cut, and not the text that was made of it.
    void aTurnedTable() {
        std::string text = "kept by hand\nid;day;v\n";
        for (const char* id : {"a", "b", "c"})
            for (int day = 1; day < 10; ++day)
                text +=
                    std::string(id) + ";2024-01-0" + std::to_string(day) + ";" + std::to_string(day * day % 7) + "\n";
        for (const char* shape : {"together", "long"}) {
            ExperimentConfig options;
            options.csvShape = shape;
            options.csvSkipLines = 1;
            const auto delimiters = weighed(text, "csv_delimiter", options);
            QVERIFY2(!delimiters.empty() && delimiters.front().value == "semicolon", shape);
            const QTemporaryDir folder;
            options.dataPath = folder.filePath(QStringLiteral("a.csv")).toStdString();
            QVERIFY(writeNewFile(options.dataPath, text).ok());
            const auto data = loadDataset(options);
            QVERIFY2(data.ok() && data->series, shape);
            const auto& guesses = data->series->report.guesses;
            for (const auto& [key, value] : {std::pair("csv_delimiter", "semicolon"), std::pair("csv_skip_lines", "1"),
                                             std::pair("csv_header", "first"), std::pair("csv_quote", "double")}) {
                QCOMPARE(std::ranges::count(guesses, std::string(key), &ReadGuess::key), 1);
                const auto guess = std::ranges::find(guesses, key, &ReadGuess::key);
                QVERIFY2(guess->value == value, (std::string(shape) + " " + key + " " + guess->value).c_str());
            }
            QVERIFY(std::ranges::find(guesses, "csv_skip_lines", &ReadGuess::key)->overridden);
        }
    }

    void whatIsSetIsNotWeighed() {
        ExperimentConfig options;
        options.csvDelimiter = "semicolon";
        QVERIFY(weighed("a;b\n1;2\n3;4\n", "csv_delimiter", options).empty());
    }
};

QTEST_GUILESS_MAIN(TestCandidates)
#include "tst_candidates.moc"
