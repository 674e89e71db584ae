// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are made to do harm: what unpacks to more than it may, what lies too deep, what tells of more than it
// holds, names that lead out of a folder. Each ends in words that name the cause and what to do.
// Holds core/data/tables/json_reader_records.cpp.
#include "config/config_io.h"
#include "data/readers.h"
#include "data/tables/json_reader_records.h"
#include "data/tables/side_by_side.h"
#include "data/tables/xml_walk.h"
#include "io/archive_file.h"
#include "io/archive_library.h"
#include "io/archive_writer.h"
#include "io/file_io.h"
#include "io/inflate.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QtTest>

#include <cstring>
#include <string>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;
namespace fs = std::filesystem;

namespace {

std::string times(std::size_t count, const std::string& text) {
    std::string all;
    all.reserve(count * text.size());
    for (std::size_t i = 0; i < count; ++i) all += text;
    return all;
}

std::string npyBytes(const std::string& shape, std::size_t values) {
    std::string dict = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }\n";
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(dict.size() & 0xFF);
    bytes += static_cast<char>(dict.size() >> 8);
    return bytes + dict + std::string(8 * values, '\0');
}

/// The footer of a Parquet file with every count of 60 rows made 2^40.
std::string withHugeCounts(std::string bytes) {
    std::uint32_t size = 0;
    std::memcpy(&size, bytes.data() + bytes.size() - 8, 4);
    std::string footer = bytes.substr(bytes.size() - 8 - size, size);
    const std::string small("\x16\x78", 2), huge("\x16\x80\x80\x80\x80\x80\x80\x80\x80\x01", 10);  // i64, zigzag varint
    for (std::size_t at = 0; (at = footer.find(small, at)) != std::string::npos; at += huge.size())
        footer.replace(at, small.size(), huge);
    bytes.resize(bytes.size() - 8 - size);
    size = static_cast<std::uint32_t>(footer.size());
    char length[4];
    std::memcpy(length, &size, 4);
    return bytes + footer + std::string(length, 4) + "PAR1";
}

constexpr const char* kOdsStart =
    "<office:document-content xmlns:office=\"o\" xmlns:table=\"t\" xmlns:text=\"x\"><table:table table:name=\"One\">";

}  // namespace

class TestHostileFiles : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    fs::path put(const std::string& name, const std::string& bytes) {
        const fs::path path = folder_.path() / name;
        if (!removePath(path) || !writeNewFile(path, bytes)) qFatal("not written");
        return path;
    }
    fs::path zip(const std::string& name, const std::vector<std::pair<std::string, std::string>>& members) {
        std::vector<ArchiveSource> sources;
        for (const auto& [member, bytes] : members)
            sources.push_back({member, put("member" + std::to_string(sources.size()), bytes)});
        if (!writeZip(folder_.path() / name, sources)) qFatal("no zip was written");
        return folder_.path() / name;
    }
    fs::path workbook(const std::string& sheet) {
        return zip("book.ods",
                   {{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"}, {"content.xml", sheet}});
    }
    /// The error of reading names cause and remedy in these words.
    static void isRefused(const fs::path& path, const std::vector<std::string>& words) {
        const auto data = readFile(path, {});
        QVERIFY2(!data.ok(), path.c_str());
        for (const std::string& word : words)
            QVERIFY2(data.error().message.find(word) != std::string::npos, data.error().message.c_str());
    }

private Q_SLOTS:
    void deepRecords() {
        const std::string deep = times(2'000'000, "[");
        isRefused(put("deep.jsonl", "{\"a\":1}\n{\"a\":" + deep + times(2'000'000, "]") + "}\n"), {"more than 8 deep"});
        isRefused(put("deep.json", "[{\"a\":" + deep), {"more than 8 deep"});
        isRefused(put("list.json", "[{\"a\":" + deep + times(2'000'000, "]") + "}]"), {"more than 8 deep"});
        isRefused(put("objects.json", "[" + times(500'000, "{\"a\":") + "1" + times(500'000, "}") + "]"),
                  {"more than 8 deep"});
    }

    /// Each name is compared with all before it: these would take minutes.
    void namesWithoutEnd() {
        std::string names, empty;
        for (int i = 0; i < 200'000; ++i) {
            names += (i > 0 ? ",\"k" : "\"k") + std::to_string(i) + "\":1";
            empty += "\"k" + std::to_string(i) + "\":{},";
        }
        const std::string record = "{" + names + "}";
        isRefused(put("names.json", "[" + record + "," + record + "]"), {"more than 4096 names"});
        isRefused(put("inside.json", "[{\"a\":[" + record + "]}]"), {"more than 4096 names"});
        isRefused(put("empty.json", "[{" + empty + "\"a\":1},{\"a\":2}]"), {"more than 4096 names"});
        const auto settings = configFromJson("{\"gatelab\":1," + names + "}");
        QVERIFY(settings.ok() && settings->warnings.size() > 0);
    }

    void seriesWithoutValues() {
        const auto chosen = chooseSeries({}, {}, {});
        QVERIFY2(!chosen.ok() && chosen.error().message.find("no series") != std::string::npos, "");
    }

    /// A list of records is found and taken one by one, whatever stands beside it; what is damaged is named.
    void recordsOneByOne() {
        const auto taken = [](std::string_view text) {
            std::string all;
            const auto done = takeJsonRecords(text,
                                              [&](const nlohmann::ordered_json& record, std::int64_t number) {
                                                  all += std::to_string(number) + record.dump() + " ";
                                                  return Result<>();
                                              },
                                              {});
            return done ? all : done.error().message;
        };
        QCOMPARE(taken("[{\"a\":\"]\"},{\"a\":\"\\\"}\"}]"), std::string("1{\"a\":\"]\"} 2{\"a\":\"\\\"}\"} "));
        QCOMPARE(taken(" {\"n\": [1,2,3], \"few\": [{\"a\":1}], \"x\" : \"}\", \"many\": [{\"b\":1}, {\"b\":[2]}] } "),
                 std::string("1{\"b\":1} 2{\"b\":[2]} "));
        QCOMPARE(taken("{\"a\":1}\r\n\n{\"a\":2}"), std::string("1{\"a\":1} 3{\"a\":2} "));
        QCOMPARE(taken("[]"), std::string());
        for (const auto& [text, words] :
             {std::pair("[{\"a\":1},{\"a\":}]", "record 2"), std::pair("[{\"a\":1}{\"a\":2}]", "record 2"),
              std::pair("{\"a\":1}\n{\"a\":2", "line 2"),
              std::pair("{\"x\": tru, \"many\": [{\"b\":1}]}", "between its lists"),
              std::pair("{\"a\": 1}", "no list of records"), std::pair("7", "no list")})
            QVERIFY2(taken(text).find(words) != std::string::npos, taken(text).c_str());
    }

    void xmlThatGrows() {
        const auto said = [](const std::string& xml) {
            XmlWalk walk({});
            auto done = walk.feed(xml);
            if (done) done = walk.finish();
            return done ? std::string() : done.error().message;
        };
        std::string attributes;
        for (int i = 0; i < 1001; ++i) attributes += " a" + std::to_string(i) + "=\"\"";
        QVERIFY(said("<a>" + times(200, "<b>") + times(200, "</b>") + "</a>").empty());
        for (const auto& [xml, words] :
             {std::pair(times(300, "<b>"), "256 deep"), std::pair("<a" + attributes + "/>", "1001 attributes"),
              std::pair("<a b=\"" + std::string((std::size_t{16} << 20) + 1, 'x'), "a tag of 16 MiB")}) {
            QVERIFY2(said(xml).find(words) != std::string::npos, said(xml).c_str());
            QVERIFY(said(xml).find("save it anew") != std::string::npos);
        }
    }

    /// A text of 70 kB in 16,384 cells of each of a million rows.
    void cellsThatRepeat() {
        if (!ArchiveLibrary::instance()) QSKIP("libarchive is not on this machine");
        isRefused(
            workbook(kOdsStart +
                     std::string("<table:table-row table:number-rows-repeated=\"1000000\"><table:table-cell "
                                 "office:value-type=\"string\" table:number-columns-repeated=\"16384\"><text:p>") +
                     std::string(70'000, 'x') +
                     "</text:p></table:table-cell></table:table-row></table:table></office:document-content>"),
            {"the cells of a row take more than 1 GiB", "save the sheet as CSV"});
    }

    /// A row that is repeated asks as well.
    void rowsThatRepeatStop() {
        if (!ArchiveLibrary::instance()) QSKIP("libarchive is not on this machine");
        const fs::path path =
            workbook(kOdsStart + std::string("<table:table-row table:number-rows-repeated=\"100000\"><table:table-cell "
                                             "office:value-type=\"float\" office:value=\"1\" "
                                             "table:number-columns-repeated=\"100\"/></table:table-row></table:table>"
                                             "</office:document-content>"));
        std::size_t asked = 0;
        QVERIFY(readFile(path, {}, [&](double) { return ++asked, true; }).ok());
        QVERIFY(asked > 30);
    }

    void tablesThatTellTooMuch() {
        isRefused(put("huge.npy", npyBytes("(1000000, 1000000)", 4)), {"not understood", "damaged"});
        isRefused(put("cut.npy", npyBytes("(1000, 1000)", 4)), {"cut off", "copy the file again"});
        isRefused(put("wide.npy", npyBytes("(2, 200000)", 400'000)), {"200000 columns", "write it the other way"});
        isRefused(put("empty.npy", npyBytes("(0, 1000000000)", 0)), {"1000000000 columns"});
        if (!readFile(file("hours.parquet"), {})) QSKIP("Parquet files are not read on this machine");
        isRefused(put("huge.parquet", withHugeCounts(take(readFileBytes(file("hours.parquet"))))),
                  {"rows and holds 60"});
    }

    /// A variable twice, as no library writes it: the second with more columns than the first has values.
    void namesThatStandTwice() {
        std::string bytes = take(readFileBytes(file("records64.nc")));
        for (const char* other : {"wind", "load", "time"}) {
            std::string twice = bytes;
            for (const char* name : {"wind", "load", "time"})
                for (std::size_t at = 0; (at = twice.find(name, at)) != std::string::npos; at += 4)
                    twice.replace(at, 4, other);
            static_cast<void>(readFile(put("twice.nc", twice), {}));
        }
        if (!ArchiveLibrary::instance()) QSKIP("libarchive is not on this machine");
        const fs::path path =
            zip("twice.npz", {{"a.npy", npyBytes("(4,)", 4)}, {"a.npy", npyBytes("(4, 1000)", 4000)}});
        const Dataset data = take(readFile(path, {}));
        QCOMPARE(data.series->channels.size(), std::size_t{1});
        // Endings are written in any case.
        QCOMPARE(take(readFile(zip("large.npz", {{"b.NPY", npyBytes("(4,)", 4)}}), {})).series->rows(),
                 std::int64_t{4});
    }

    /// Before what the array tells of is read.
    void arraysThatTellTooMuch() {
        if (!ArchiveLibrary::instance()) QSKIP("libarchive is not on this machine");
        const std::string told = npyBytes("(200000000, 4)", 2);
        isRefused(zip("told.npz", {{"a.npy", told}}), {"'a'", "cut off", "copy the file again"});
    }

    /// What unpacks to more than it may is refused while it is unpacked: 64 KiB of it lie in memory.
    void archivesThatGrow() {
        if (!ArchiveLibrary::instance()) QSKIP("libarchive is not on this machine");
        const fs::path path = zip("grows.zip", {{"a.csv", std::string(std::size_t{64} << 20, '0')}});
        QVERIFY(fs::file_size(path) < 100'000);
        std::int64_t most = 0;
        const auto grown =
            unpackMember(path, "a.csv", [&](std::string_view piece) { return most += std::ssize(piece), Result<>(); },
                         {}, {.bytes = 8 << 20});
        QVERIFY(!grown && grown.error().message.find("unpack it and open the file itself") != std::string::npos);
        QVERIFY(most <= 8 << 20);
        const auto ratio = unpackMember(path, "a.csv", [](std::string_view) { return Result<>(); }, {}, {.ratio = 100});
        QVERIFY(!ratio && ratio.error().message.find("unpacks to more than") != std::string::npos);
        isRefused(zip("nested.zip", {{"inner.zip", take(readFileBytes(path))}}),
                  {"packed as well", "unpack the outer"});
        isRefused(put("cut.zip", take(readFileBytes(path)).substr(0, 30'000)), {"cut or damaged", "download it again"});
    }

    /// Names are names: nothing is written beside the folder that they are unpacked into.
    void namesWithPaths() {
        if (!ArchiveLibrary::instance()) QSKIP("libarchive is not on this machine");
        const std::string table = "a,b\n1,2\n3,4\n5,6\n";
        const fs::path temporary = folder_.path() / "temporary";
        fs::create_directory(temporary);
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", QByteArray::fromStdString(temporary.string()));
        const std::string longName = std::string(3000, 'x') + ".csv";
        for (const char* name : {"../../evil.csv", "/evil.csv", "a/../../evil.csv", "..\\..\\evil.csv", "~/evil.csv",
                                 "C:\\evil.csv", "a/./evil.csv", "/dev/null", longName.c_str()}) {
            const auto data = readFile(zip("paths.zip", {{name, table}}), {});
            QVERIFY2(data.ok() && data->series->rows() == 3, name);
            QVERIFY2(fs::is_empty(temporary), name);
        }
        for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
            QVERIFY2(entry.path().filename().string().find("evil") == std::string::npos, entry.path().c_str());
        isRefused(zip("dots.zip", {{"a/..", table}}), {"holds no file"});
        before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    }
};

QTEST_GUILESS_MAIN(TestHostileFiles)
#include "tst_hostile_files.moc"
