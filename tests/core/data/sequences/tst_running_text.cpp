// SPDX-License-Identifier: GPL-3.0-or-later
// A plain text as characters or words: how it is cut, parted and numbered, what it is told from a table by, and texts
// that are damaged or hardly there.
// Holds core/data/sequences/running_text.cpp, core/data/sequences/running_text_reader.cpp and
// core/data/sequences/prose.cpp.
#include "config/shapes/running_text.h"
#include "core/data_support.h"
#include "data/sequences/prose.h"
#include "data/sequences/reading_for_run.h"
#include "data/sequences/running_text.h"
#include "data/sequences/sequence_parts.h"
#include "data/sequences/text_look.h"
#include "data/sequences/text_tokens.h"
#include "data/shapes/shape_choice.h"
#include "io/file_io.h"

#include <QtTest>

#include <algorithm>
#include <set>

#include <iconv.h>

using namespace gatelab;
using namespace datatest;

namespace {

std::string sonnets() {
    const auto bytes =
        readFileBytes(std::filesystem::path(testing::kSourceFolder) / "tests/core/data/files/sonnets.txt");
    return bytes.ok() ? *bytes : std::string();
}

std::vector<std::string> cutInto(std::string_view text, TextTokens tokens) {
    std::vector<std::string> all;
    forEachToken(text, tokens, [&](std::string_view token) {
        all.emplace_back(token);
        return true;
    });
    return all;
}

std::string joined(const std::vector<std::string>& tokens, TextTokens kind) {
    TextJoiner joiner(kind);
    std::string text;
    for (const std::string& token : tokens) text += joiner.add(token);
    return text;
}

/// What the steps of all pieces hold, as text; '_' for <other>.
std::string textOf(const SequenceSet& set) {
    std::string text;
    for (const SequenceSet::Item& item : set.items)
        for (const double value : item.values)
            text += value == 0 ? "_" : set.tokenNames.at(static_cast<std::size_t>(value));
    return text;
}

std::string encoded(std::string text, const char* as) {
    const iconv_t converter = iconv_open(as, "UTF-8");
    std::string out(text.size() * 4 + 4, '\0');
    char *from = text.data(), *to = out.data();
    std::size_t left = text.size(), room = out.size();
    if (converter == iconv_t(-1) || iconv(converter, &from, &left, &to, &room) == std::size_t(-1)) return {};
    iconv_close(converter);
    return out.substr(0, out.size() - room);
}

ExperimentConfig asCharacters(std::int64_t length = 20) {
    ExperimentConfig config;
    config.csvShape = kAsCharacters;
    config.lookback = length;
    return config;
}

bool warns(const ReadReport& report, std::string_view of) {
    return std::ranges::any_of(report.warnings, [&](const ReadWarning& warning) {
        return warning.message.english().find(of) != std::string::npos;
    });
}

}  // namespace

class TestRunningText : public QObject {
    Q_OBJECT
    Folder folder_;

    Result<Dataset> read(std::string_view text, const ExperimentConfig& config = {}, const char* name = "text.txt",
                         const Progress& progress = {}) {
        return readFile(folder_.put(name, text), config, progress);
    }

private Q_SLOTS:
    void characters() {
        QCOMPARE(cutInto("aé中\U0001F600\n", TextTokens::Characters),
                 (std::vector<std::string>{"a", "é", "中", "\U0001F600", "\n"}));
        // Bytes that begin no character, and one that is cut
        QCOMPARE(cutInto("\x80x\xE4\xB8", TextTokens::Characters), (std::vector<std::string>{"\x80", "x", "\xE4\xB8"}));
        QCOMPARE(withoutCutEnd("x\xE4\xB8"), std::string_view("x"));
        QCOMPARE(withoutCutEnd("x中"), std::string_view("x中"));
    }

    void words() {
        QCOMPARE(cutInto("Don't stop: 3.5 “Größe”\n", TextTokens::Words),
                 (std::vector<std::string>{"Don't", "stop", ":", "3", ".", "5", "“", "Größe", "”", "\n"}));
        QCOMPARE(cutInto("我们 go", TextTokens::Words), (std::vector<std::string>{"我", "们", "go"}));
        int taken = 0;
        forEachToken("a b c d", TextTokens::Words, [&](std::string_view) { return ++taken < 2; });
        QCOMPARE(taken, 2);
    }

    /// Words put together again are the text that a writer would have written.
    void textsComeBack() {
        for (const char* text : {"To be, or not to be: that is the question.\nShe said \"no\" (twice) and left.",
                                 "well-known, isn't it?\n\n“Yes”—he said", "我们是。"})
            QCOMPARE(joined(cutInto(text, TextTokens::Words), TextTokens::Words), std::string(text));
        QCOMPARE(joined(cutInto(sonnets(), TextTokens::Characters), TextTokens::Characters), sonnets());
    }

    void labels() {
        QCOMPARE(tokenLabel("\n"), std::string("\\n"));
        QCOMPARE(tokenLabel(" "), std::string("' '"));
        QCOMPARE(tokenLabel(std::string(1, '\x1b')), std::string("\\x1b"));
        QCOMPARE(tokenLabel("é"), std::string("é"));
    }

    void proseIsRead() {
        const std::string text = sonnets();
        QVERIFY(!text.empty());
        ExperimentConfig config;
        config.dataPath = folder_.put("poem.txt", text).string();
        const auto data = loadAsItLooks(config);
        QVERIFY2(data.ok(), data.ok() ? "" : data.error().message.c_str());
        QCOMPARE(config.csvShape, std::string("characters"));
        const SequenceSet& set = *data->sequences;
        QVERIFY(isRunningText(set));
        QCOMPARE(set.tokens, std::ssize(set.tokenNames));
        QCOMPARE(set.classNames.size(), set.tokenNames.size());
        QCOMPARE(set.tokenNames[0], std::string("<other>"));
        QCOMPARE(set.tokenNames[1], std::string(" "));  // the most frequent
        // The pieces hold the text in its order, each labelled with what follows.
        const std::string back = textOf(set);
        QCOMPARE(back.size(), set.items.size() * static_cast<std::size_t>(set.items.front().steps));
        for (std::size_t i = 0; i < back.size(); ++i) QVERIFY(back[i] == '_' || back[i] == text[i]);
        const auto parts = splitSequences(set, config);
        QVERIFY(parts.ok());
        for (std::size_t piece = 0; piece < set.items.size(); ++piece) {
            const SequenceSet::Item& item = set.items[piece];
            for (std::size_t step = 0; step + 1 < item.values.size(); ++step)
                QCOMPARE(item.targets[step], item.values[step + 1]);
            const auto at = static_cast<std::int64_t>(piece);
            const bool isBorder = at == parts->train.back() || at == parts->validation.back();
            if (piece + 1 < set.items.size())
                QCOMPARE(item.targets.back(), isBorder ? -1.0 : set.items[piece + 1].values.front());
        }
        const ReadAccount& account = set.report.account;
        QCOMPARE(account.rowsInFile, account.rowsRead + account.left());
        QCOMPARE(account.rowsRead, std::ssize(set.items));
    }

    /// Parts stand one after the other, and what the training part does not hold is <other>.
    void nothingIsKnownOfTheTestPart() {
        std::string text;
        for (int i = 0; i < 300; ++i) text += "abc ";
        for (int i = 0; i < 200; ++i) text += "abz ";
        ExperimentConfig config = asCharacters();
        const auto data = read(text, config);
        QVERIFY(data.ok());
        const SequenceSet& set = *data->sequences;
        QCOMPARE(std::set<std::string>(set.tokenNames.begin(), set.tokenNames.end()),
                 (std::set<std::string>{"<other>", "a", "b", "c", " "}));
        QVERIFY(textOf(set).ends_with("ab_ ab_ "));
        QVERIFY(warns(set.report, "<other>"));
        const auto parts = splitSequences(set, config);
        QVERIFY(parts.ok());
        QVERIFY(std::ranges::is_sorted(parts->train) && std::ranges::is_sorted(parts->test));
        QVERIFY(parts->train.back() < parts->validation.front() && parts->validation.back() < parts->test.front());
        // With more to learn from, the letter is known.
        config.split = "80%/10%/10%";
        const auto more = read(text, config);
        QVERIFY(more.ok() && std::ranges::count(more->sequences->tokenNames, "z") == 1);
    }

    void wordsAreLimited() {
        ExperimentConfig config = asCharacters(10);
        config.csvShape = kAsWords;
        std::string text;
        for (int round = 0; round < 5; ++round)
            for (int i = 0; i < 6000; ++i) text += "w" + std::to_string(i) + (round == 0 && i < 10 ? " the" : "") + " ";
        const auto data = read(text, config);
        QVERIFY(data.ok());
        QCOMPARE(data->sequences->tokens, std::int64_t{5000});
        QCOMPARE(data->sequences->tokenNames[1], std::string("the"));
        QVERIFY(warns(data->sequences->report, "4999 words are told apart"));
    }

    void tablesStayTables_data() {
        QTest::addColumn<std::string>("text");
        std::string csv = "date,load,place\n", spaced, log, yesNo, semicolons = "name;kind;colour\n";
        for (int i = 0; i < 60; ++i) {
            csv += "2024-01-" + std::to_string(10 + i % 20) + "," + std::to_string(i * 7 % 31) + ".5,north station\n";
            spaced += "alpha beta " + std::to_string(i) + "\n";
            log += "2024-01-01 10:" + std::to_string(10 + i % 50) + ":07 INFO service started with id " +
                   std::to_string(100 + i) + "\n";
            yesNo += i % 3 == 0 ? "yes\n" : "no\n";
            semicolons += std::string(i % 2 == 0 ? "apple" : "pear") + ";fruit;" + (i % 3 == 0 ? "red\n" : "green\n");
        }
        QTest::newRow("numbers") << csv;
        QTest::newRow("spaces") << spaced;
        QTest::newRow("log") << log;
        QTest::newRow("one column of words") << yesNo;
        QTest::newRow("words between semicolons") << semicolons;
    }
    void tablesStayTables() {
        QFETCH(std::string, text);
        QVERIFY2(looksLikeProse(text) < kIsProse, qPrintable(QString::number(looksLikeProse(text))));
        const auto data = read(text, {}, "table.txt");
        QVERIFY(!data.ok() || data->series);
        if (!data.ok() && data.error().message.find("no column holds numbers") != std::string::npos)
            QVERIFY(data.error().message.find("choose the shape") != std::string::npos);
    }

    void proseOfEveryKind() {
        for (const std::string& text :
             {sonnets(),
              std::string("int main() {\n    for (int i = 0; i < n; ++i) {\n        total += value(i);\n"
                          "    }\n    return total > limit ? failed : done;\n}\n\n// the end of it\n"),
              std::string("Anna\nBertha\nClara\nDora\nEmma\nFrieda\nGerda\nHanna\nIda\nJohanna\nKlara\nLina\n"),
              std::string("滕王高閣臨江渚，佩玉鳴鸞罷歌舞。\n畫棟朝飛南浦雲，珠簾暮捲西山雨。\n閒雲潭影日悠悠，物換星移"
                          "幾度秋。\n")})
            QVERIFY2(looksLikeProse(text) >= kIsProse, text.c_str());
        QVERIFY(looksLikeProse(encoded(sonnets(), "UTF-16")) >= kIsProse);
        std::string lines;
        for (int i = 0; i < 40; ++i)
            lines += i % 2 == 0 ? "今天天气很好，我们去公园散步，孩子们在湖边放风筝。\n"
                                : "老人坐在树下下棋，孩子们在湖边放风筝，今天天气很好。\n";
        QVERIFY(looksLikeProse(lines) >= kIsProse);
        std::string cells;
        for (int i = 0; i < 40; ++i) cells += i % 2 == 0 ? "晴天\n" : "多云\n";
        QVERIFY(looksLikeProse(cells) < kIsProse);
        std::string song;
        for (int i = 0; i < 20; ++i) song += "the cat sat on the mat and saw the dog\nthe dog ran from the cat\n";
        QVERIFY(looksLikeProse(song) >= kIsProse);
    }

    /// The name of a table is taken at its word, unless a text is asked for.
    void whatIsAskedFor() {
        const std::string text = sonnets();
        const auto table = read(text, {}, "poem.csv");
        QVERIFY(!table.ok() || !table->sequences);
        const auto asked = read(text, asCharacters(), "poem.csv");
        QVERIFY(asked.ok() && isRunningText(*asked->sequences));
        const auto numbers = read("1,2\n3,4\n5,6\n7,8\n9,10\n11,12\n13,14\n", asCharacters(4), "numbers.csv");
        QVERIFY(numbers.ok() && isRunningText(*numbers->sequences));
        const auto page = read("<!doctype html><html><body>" + text + "</body></html>", asCharacters(), "page.html");
        QVERIFY(page.ok() && isRunningText(*page->sequences));
        QVERIFY(!read("<!doctype html><html><body>" + text, {}, "page.html").ok());
    }

    void shapes() {
        ExperimentConfig config;
        config.dataPath = folder_.put("poem.txt", sonnets()).string();
        const auto found = shapeCandidates(config);
        QVERIFY(found.ok());
        QCOMPARE(found->size(), std::size_t{2});
        QCOMPARE((*found)[0].shape, std::string("characters"));
        QVERIFY((*found)[0].isGuess && !(*found)[1].isGuess && (*found)[0].fit > (*found)[1].fit);
        QCOMPARE((*found)[1].shape, std::string("words"));
        QVERIFY(!(*found)[1].reason.empty() && !(*found)[1].outcome.empty());
        // The same whatever is set
        config.csvShape = kAsWords;
        const auto same = shapeCandidates(config);
        QVERIFY(same.ok() && (*same)[0].shape == "characters" && (*same)[0].isGuess);
        // A table that was asked for as a text has both.
        config.dataPath = folder_.put("table.csv", "t,v\n1,2\n2,3\n3,5\n4,4\n5,1\n6,3\n7,7\n8,2\n").string();
        config.csvShape = kAsCharacters;
        const auto both = shapeCandidates(config);
        QVERIFY(both.ok() && both->size() == 2 && (*both)[0].shape == "rows" && (*both)[0].isGuess);
    }

    void encodings() {
        const std::string text =
            "Größe und Maß, schön ist es überall, und die Straße führt über die Brücke.\n"
            "Nächtlich am Busento lispeln bei Cosenza dumpfe Lieder, aus den Wassern schallt es.\n";
        const auto plain = read(text + text, asCharacters(8));
        QVERIFY(plain.ok());
        for (const char* as : {"UTF-16LE", "UTF-16", "ISO-8859-1"}) {
            const std::string bytes = encoded(text + text, as);
            QVERIFY(!bytes.empty());
            const auto data = read(bytes, asCharacters(8));
            QVERIFY2(data.ok(), as);
            QCOMPARE(textOf(*data->sequences), textOf(*plain->sequences));
        }
        const std::string poem = "滕王高阁临江渚，佩玉鸣鸾罢歌舞。画栋朝飞南浦云，珠帘暮卷西山雨。\n";
        const std::string chinese = poem + poem + poem + poem;
        const auto utf8 = read(chinese, asCharacters(8)), gb = read(encoded(chinese, "GB18030"), asCharacters(8));
        QVERIFY(utf8.ok() && gb.ok());
        QCOMPARE(textOf(*gb->sequences), textOf(*utf8->sequences));
        // One that is named is taken.
        ExperimentConfig named = asCharacters(8);
        named.csvEncoding = "latin-1";
        const auto wrong = read(text + text, named);
        QVERIFY(wrong.ok() && textOf(*wrong->sequences) != textOf(*plain->sequences));
    }

    void lineEndsAndZeros() {
        std::string dos, mac, zeros, plain = sonnets();
        for (const char c : plain) dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
        for (const char c : plain) mac += c == '\n' ? '\r' : c;
        zeros = plain.substr(0, 1000) + std::string(64, '\0') + plain.substr(1000);
        const auto as = [this](const std::string& text) {
            const auto data = read(text, asCharacters());
            return data.ok() ? textOf(*data->sequences) : std::string();
        };
        QVERIFY(!as(plain).empty());
        QCOMPARE(as(dos), as(plain));
        QCOMPARE(as(mac), as(plain));
        QCOMPARE(as(zeros), as(plain));
        QVERIFY(warns(read(zeros, asCharacters())->sequences->report, "64 bytes of value 0"));
    }

    void hardlyAText() {
        for (const std::string& text :
             {std::string(), std::string("a"), std::string("hello, world"), std::string(19, 'x')}) {
            const auto data = read(text, asCharacters());
            QVERIFY(!data.ok());
            QVERIFY(data.error().code == ErrorCode::InvalidInput);
        }
        // One sign again and again says nothing.
        QVERIFY(!read(std::string(500, ' '), asCharacters()).ok());
        const auto oneLine =
            read("the quick brown fox jumps over the lazy dog and runs away into the deep dark wood", asCharacters(96));
        QVERIFY(oneLine.ok());
        QVERIFY(oneLine->sequences->items.size() >= 10);
        QVERIFY(warns(oneLine->sequences->report, "too short for sequences of 96"));
    }

    void cancelling() {
        std::string text;
        while (text.size() < 400'000) text += sonnets();
        int asked = 0;
        const auto data = read(text, asCharacters(), "long.txt", [&](double) { return ++asked < 3; });
        QVERIFY(!data.ok() && data.error().code == ErrorCode::Cancelled);
        ExperimentConfig config;
        config.dataPath = folder_.put("long.txt", text).string();
        QVERIFY(shapeCandidates(config, [](double) { return false; }).error().code == ErrorCode::Cancelled);
    }

    /// What was cut off or hit by a wrong byte is read as far as it goes, or refused.
    void damagedTexts() {
        const std::string text = encoded(sonnets().substr(0, 600) + "Größe", "UTF-16");
        for (std::size_t cut = 0; cut < text.size(); cut += 7) {
            const auto data = read(text.substr(0, cut), asCharacters(8));
            QVERIFY(data.ok() || !data.error().message.empty());
        }
        std::string plain = sonnets().substr(0, 800);
        for (std::size_t at = 0; at < plain.size(); at += 13) {
            std::string hit = plain;
            hit[at] = static_cast<char>(hit[at] ^ 0xFF);
            const auto data = read(hit, asCharacters(8));
            QVERIFY(data.ok() || !data.error().message.empty());
            if (data.ok())
                for (const SequenceSet::Item& item : data->sequences->items)
                    for (std::size_t i = 0; i < item.values.size(); ++i)
                        QVERIFY(item.values[i] >= 0 && item.values[i] < static_cast<double>(data->sequences->tokens) &&
                                item.targets[i] >= -1 &&
                                item.targets[i] < static_cast<double>(data->sequences->tokens));
        }
    }

    /// A given test file is numbered by what the training file holds.
    void testFile() {
        ExperimentConfig config = asCharacters(10);
        config.testPath = folder_.put("other.txt", "abc abc xyz abc abc xyz abc abc xyz").string();
        std::string text;
        for (int i = 0; i < 100; ++i) text += "abc ";
        const auto data = read(text, config, "first.txt");
        QVERIFY(data.ok());
        const SequenceSet& set = *data->sequences;
        QVERIFY(textOf(set).ends_with("abc abc ___ abc abc ___ abc abc __"));
        const auto parts = splitSequences(set, config);
        QVERIFY(parts.ok() && !parts->test.empty() && !parts->validation.empty());
        for (const std::int64_t item : parts->test)
            QVERIFY(set.parts[static_cast<std::size_t>(item)] == SequenceSet::Part::Test);
    }

    /// For who looks at it: how it begins, and how often each token is there.
    void lookedAt() {
        std::string text;
        for (int i = 0; i < 50; ++i) text += "ab a\n";
        const auto data = read(text + "z", asCharacters(10));
        QVERIFY(data.ok());
        const TextLook look = lookAtText(*data->sequences, 7);
        QCOMPARE(look.beginning, std::string("ab a\nab"));
        QVERIFY(look.tokens == TextTokens::Characters && look.length == 250 && look.pieceLength == 10);
        QVERIFY(look.vocabulary.size() == 4 && look.vocabulary[0].name == "a" && look.vocabulary[0].count == 100);
        QVERIFY(std::ranges::any_of(look.vocabulary, [](const auto& one) { return one.name == "\\n"; }));
        QCOMPARE(lookAtText(*data->sequences, 7, [](double) { return false; }).length, std::int64_t{0});
        QCOMPARE(lookAtText(SequenceSet(), 7).length, std::int64_t{0});
    }

    /// A run reads another text by its own tokens, all of it, however short.
    void forARun() {
        const ReadingForRun reading({"<other>", "a", "b", "\n"});
        const auto data = read("ab\r\nxa", asCharacters(4));
        QVERIFY2(data.ok(), data.ok() ? "" : data.error().message.c_str());
        QCOMPARE(data->sequences->items.size(), std::size_t{1});
        QCOMPARE(data->sequences->items[0].values, (std::vector<double>{1, 2, 3, 0}));
        QCOMPARE(data->sequences->items[0].targets, (std::vector<double>{2, 3, 0, 1}));
        QCOMPARE(tokenNumbers("ab\r\nx", TextTokens::Characters, reading.words()),
                 (std::vector<std::int64_t>{1, 2, 3, 0}));
    }
};

QTEST_GUILESS_MAIN(TestRunningText)
#include "tst_running_text.moc"
