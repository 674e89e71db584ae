// SPDX-License-Identifier: GPL-3.0-or-later
// JSON from elsewhere that is deeper than the stack, or wider than anybody has the time for: each reader comes back
// with an error. Holds core/io/json/json_text.cpp.
#include "io/json/json_text.h"

#include "config/config_io.h"
#include "data/readers.h"
#include "io/hash.h"
#include "lab/lab_json.h"
#include "lesson/class/answer.h"
#include "lesson/lesson_file.h"
#include "run/run_event_json.h"
#include "store/imported_file.h"
#include "store/record/manifest.h"
#include "store/run_queue.h"
#include "store/saved_json.h"
#include "store/saved_sweep.h"
#include "support/quick_folder.h"

#include <QTest>

#include <fstream>
#include <string>

using namespace gatelab;

namespace {

constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

std::string deep(std::size_t levels, const char* open = "[", const char* close = "]") {
    std::string text;
    for (std::size_t i = 0; i < levels; ++i) text += open;
    text += "1";
    for (std::size_t i = 0; i < levels; ++i) text += close;
    return text;
}

std::string wide(std::size_t members) {
    std::string text = "{";
    for (std::size_t i = 0; i < members; ++i) text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
    return text + "}";
}

void write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace

class TestJsonText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsSoundIsWhole_data() {
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QString::fromStdString(text);
        };
        row("nothing", "");
        row("brackets in texts", "{\"[[[[\": \"}}}\\\"[[{{,,\", \"b\": [1, 2, {\"c\": [\"\\\\\"]}]}");
        row("as deep as can be", deep(kDeepestJson));
        row("objects as deep", deep(kDeepestJson, "{\"a\":", "}"));
        row("as wide as can be", wide(kMostOrderedMembers));
        row("many in a list", "[" + std::string(100'000, '0') + ",0]");
        row("closed too often", "]]]}}}");
        row("a text without end", "{\"a");
        row("a backslash at the end", "{\"a\\");
    }
    void whatIsSoundIsWhole() {
        QFETCH(QString, text);
        const std::string all = text.toStdString();
        QCOMPARE(boundedJson(all, kMostOrderedMembers).size(), all.size());
        const auto bounded = tryParseJson<nlohmann::ordered_json>(all);
        QCOMPARE(bounded.is_discarded(), !nlohmann::ordered_json::accept(all));
        if (!bounded.is_discarded()) QVERIFY(bounded == nlohmann::ordered_json::parse(all));
    }

    void whatIsNotIsCutWithinABracket() {
        QCOMPARE(boundedJson(deep(kDeepestJson + 1), kAny).size(), kDeepestJson);
        // A bracket that is closed again is not deep
        const std::string beside = "[" + deep(kDeepestJson - 1) + "," + deep(kDeepestJson - 1) + "]";
        QCOMPARE(boundedJson(beside, kAny).size(), beside.size());
        QVERIFY(boundedJson(wide(11), 10).size() < wide(11).size());
        QCOMPARE(boundedJson(wide(11), kAny).size(), wide(11).size());
        QVERIFY(tryParseJson<nlohmann::json>(deep(kDeepestJson + 1)).is_discarded());
        QVERIFY(tryParseJson<nlohmann::ordered_json>(wide(kMostOrderedMembers + 1)).is_discarded());
        QCOMPARE(tryParseJson<nlohmann::json>(wide(kMostOrderedMembers + 1)).size(), kMostOrderedMembers + 1);
        QVERIFY_THROWS_EXCEPTION(nlohmann::json::parse_error, parseJson<nlohmann::json>(deep(kDeepestJson + 1)));
    }

    /// 1e300 in the place of a count has no value as a whole number.
    void whatIsBeyondAWholeNumberThrows() {
        const auto whole = [](const char* text) { return nlohmann::json::parse(text).get<std::int64_t>(); };
        QCOMPARE(whole("9223372036854774784.0"), 9223372036854774784);
        QCOMPARE(whole("-9223372036854775808.0"), std::numeric_limits<std::int64_t>::min());
        QCOMPARE(whole("-2.5"), -2);
        for (const char* text : {"9223372036854775808.0", "-9223372036854777856.0", "1e300", "-1e300"})
            QVERIFY_THROWS_EXCEPTION(nlohmann::json::out_of_range, whole(text));
        const auto json = nlohmann::ordered_json::parse("[-1.5, 2147483648.0, 255.0, true]");
        QVERIFY_THROWS_EXCEPTION(nlohmann::json::out_of_range, json[0].get<std::uint64_t>());
        QVERIFY_THROWS_EXCEPTION(nlohmann::json::out_of_range, json[1].get<int>());
        QCOMPARE(json[2].get<std::uint8_t>(), 255);
        QVERIFY(json[3].get<bool>());
        QVERIFY_THROWS_EXCEPTION(nlohmann::json::out_of_range, json.get<std::vector<int>>());
    }
    /// As deep as a megabyte can be: copying, comparing or writing such a value is more than the stack holds.
    void noReaderGoesAsDeep() {
        const std::string in = deep(400'000);
        QVERIFY(!configFromJson("{\"gatelab\": 1, \"x\": " + in + "}").ok());
        QVERIFY(!answerFromJson("{\"gatelab_answer\": 1, \"x\": " + in + "}", "a.json").ok());
        QVERIFY(!lessonFromJson("{\"gatelab_lesson\": " + in + "}", "a.json", {}).ok());
        QVERIFY(!labFromJson("{\"gatelab_lab\": 1, \"plan\": {\"experiment\": " + in + "}}").ok());
        QVERIFY(!manifestFromJson("{\"sha256\": \"0\", \"facts\": " + in + "}", "run").ok());
        QVERIFY(!eventFromJson("{\"kind\": " + in + "}").ok());
        QVERIFY(!importedFromJson("{\"imported\": " + in + "}"));
        QVERIFY(!checkMembers("{\"a\": " + in + "}", {"a"}).ok());
        QVERIFY(jsonChecksum("{\"a\": " + in + "}").empty());
        QuickFolder folder;
        write(folder.path() / RunQueue::kFile, "{\"gatelab_queue\": 1, \"paused\": false, \"runs\": [" + in + "]}");
        QVERIFY(!RunQueue(folder.path()).parse().ok());
        write(folder.path() / kSweepFile,
              "{\"gatelab_sweep\": 1, \"seeds\": 1, \"settings\": [], \"base\": " + in + "}");
        QVERIFY(!savedSweep(folder.path()).ok());
        // A table whose columns have such names
        write(folder.path() / "a.json",
              "{\"columns\": [" + in + ", \"b\"], \"data\": [[1, 2], [3, 4], [5, 6], [7, 8]]}");
        QVERIFY(!readFile(folder.path() / "a.json", {}).ok());
        // Names that are none
        write(folder.path() / "b.json", R"([["a\q", "b"], [1, 2], [3, 4], [5, 6], [7, 8]])");
        QVERIFY(!readFile(folder.path() / "b.json", {}).ok());
    }
};

QTEST_GUILESS_MAIN(TestJsonText)
#include "tst_json_text.moc"
