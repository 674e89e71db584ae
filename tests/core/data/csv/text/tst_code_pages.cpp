// SPDX-License-Identifier: GPL-3.0-or-later
// Encodings that spreadsheets of other countries write, told by their bytes alone; made with Python's codecs.
// Holds core/data/csv/text/code_pages.cpp.
#include "core/data_support.h"
#include "data/csv/text/code_pages.h"
#include "data/csv/text/encoding.h"

#include <QTest>

using namespace gatelab;
using namespace datatest;

Q_DECLARE_METATYPE(std::string)

class TestCodePages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void guessed_data() {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<std::string>("key");
        QTest::addColumn<std::string>("name");
        const auto row = [](const char* what, std::string bytes, const char* key, const char* name) {
            QTest::newRow(what) << std::move(bytes) << std::string(key) << std::string(name);
        };
        row("Japanese",
            "\x93\xFA\x8E\x9E,\x8F\xC1\x94\xEF\x93"
            "d\x97\xCD\n2024\x94N1\x8C\x8E"
            "1\x93\xFA 0\x8E\x9E"
            "00\x95\xAA,1\n2024\x94N1\x8C\x8E"
            "1\x93\xFA 1\x8E\x9E"
            "00\x95\xAA,2\n",
            "shift-jis", "消費電力");
        row("Japanese, kana",
            "\x83^\x83"
            "C\x83\x80\x83X\x83^\x83\x93\x83v,\x83"
            "f\x81[\x83^\n2024/1/1,1\n",
            "shift-jis", "タイムスタンプ");
        row("Korean", "\xC0\xCF\xBD\xC3,\xC0\xFC\xB7\xC2\n2024-01-01 \xBF\xC0\xC0\xFC 1:00:00,1\n", "euc-kr", "전력");
        row("Korean, names alone", "\xB3\xAF\xC2\xA5,\xBF\xC2\xB5\xB5,\xBD\xC0\xB5\xB5\n2024-01-01,1,2\n", "euc-kr",
            "온도");
        row("traditional Chinese", "\xA4\xE9\xB4\xC1,\xB7\xC5\xAB\xD7,\xA5\xCE\xB9q\xB6q\n2024/1/1,1,2\n", "big5",
            "用電量");
        row("traditional Chinese, dates of three marks",
            "\xA4\xE9\xB4\xC1,\xAD\xC8\n2024\xA6~1\xA4\xEB"
            "1\xA4\xE9,1\n2024\xA6~1\xA4\xEB"
            "2\xA4\xE9,2\n2024\xA6~1\xA4\xEB"
            "3\xA4\xE9,3\n",
            "big5", "年1月");
        row("degrees stay",
            "Zeit;Temp [\xB0"
            "C];Taupunkt [\xB0"
            "C]\n2024-01-01;1;2\n",
            "cp1252", "Taupunkt [°C]");
        row("microseconds stay", "t [\xB5s];d [\xB5s]\n1;2\n", "cp1252", "d [µs]");
        row("capitals stay", "L\xC4NGE;ST\xC4RKE\n1;2\n", "cp1252", "STÄRKE");
        row("simplified Chinese stays", "\xC8\xD5\xC6\xDA,\xCE\xC2\xB6\xC8,\xD3\xC3\xB5\xE7\xC1\xBF\n2024/1/1,1,2\n",
            "gb18030", "用电量");
        row("simplified Chinese, short", "\xCA\xB1\xBC\xE4,\xB8\xBA\xBA\xC9\n2024/1/1 \xC9\xCF\xCE\xE7 1:00:00,1\n",
            "gb18030", "负荷");
        row("Polish",
            "Data;Zu\xBFycie;Napi\xEA"
            "cie\n05-pa\x9F-24;1;2\n",
            "cp1250", "Zużycie");
        row("Polish money", "Data;Kwota\n2024-01-05;218,10 z\xB3\n", "cp1250", "218,10 zł");
        row("Turkish",
            "Tarih;T\xFCketim;S\xFD"
            "cakl\xFDk\n05.A\xF0u.24;1;2\n",
            "cp1254", "Sıcaklık");
        row("Turkish, no letter but one",
            "Tarih;S\xFD"
            "cakl\xFDk\n2024-01-05;1\n",
            "cp1254", "Sıcaklık");
        row("a word with ý stays", "Datum;V\xFDkon (kW)\n2024-01-05;1\n", "cp1252", "Výkon");
        row("a word with ð stays", "Dato;Ve\xF0ur\n2024-01-05;1\n", "cp1252", "Veður");
        row("cubic metres stay", "Zeit;Durchfluss Nm\xB3h\n2024-01-05;1\n", "cp1252", "Nm³h");
        row("German stays",
            "Datum;Gr\xF6\xDF"
            "e;H\xE4ufigkeit\n2024-01-01;1;2\n",
            "cp1252", "Größe");
        row("German, two letters side by side",
            "Datum;Gr\xF6\xDF"
            "e\n2024-01-01;1\n",
            "cp1252", "Größe");
        row("French stays",
            "Date;\xC9nergie g\xE9n\xE9r\xE9"
            "e\n2024-01-01;1\n",
            "cp1252", "Énergie");
        row("quotes of Windows stay", "Date;It\x92s the meter\x92s value;m\xB3/h\n2024-01-01;1;2\n", "cp1252",
            "meter’s");
        row("Icelandic stays", "T\xEDmi;\xDEr\xFDstingur;Hiti \xE1 j\xF6r\xF0u;Ve\xF0ri\xF0\n2024-01-01;1;2;3\n",
            "cp1252", "Þrýstingur");
        row("Cyrillic stays",
            "\xC4\xE0\xF2\xE0;\xD2\xE5\xEC\xEF\xE5\xF0\xE0\xF2\xF3\xF0\xE0;\xC2\xEB\xE0\xE6\xED\xEE\xF1\xF2\xFC\n2024-"
            "01-01;1;2\n",
            "cp1251", "Влажность");
    }
    void guessed() {
        QFETCH(std::string, bytes);
        QFETCH(std::string, key);
        QFETCH(std::string, name);
        const CsvEncoding guess = guessEncoding(bytes);
        QCOMPARE(guess.key, key);
        QVERIFY(!guess.certain && !guess.runnerUp.empty());
        std::vector<ReadWarning> warnings;
        const auto text = toUtf8(bytes, guess, warnings);
        QVERIFY2(text, text ? "" : text.error().message.c_str());
        QVERIFY2(text->find(name) != std::string::npos, text->c_str());
        QVERIFY(warnings.empty());
        const auto weighed = weighEncodings(bytes, guess);
        const auto best = std::ranges::max_element(weighed, {}, &ReadCandidate::score);
        QCOMPARE(best->value, key);
    }

    /// Cut anywhere or with a byte changed: some encoding, never a crash.
    void cutAndFlipped() {
        const std::string bytes = "\x93\xFA\x8E\x9E,\x93\x64\x97\xCD\n1,2\n\xC0\xCF\xBD\xC3\n\xA4\xE9\xB4\xC1\n";
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            (void)guessCodePage(std::string_view(bytes).substr(0, at));
            std::string flipped = bytes;
            flipped[at] = static_cast<char>(flipped[at] ^ 0x95);
            (void)guessCodePage(flipped);
        }
    }
};

QTEST_APPLESS_MAIN(TestCodePages)
#include "tst_code_pages.moc"
