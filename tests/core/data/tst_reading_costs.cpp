// SPDX-License-Identifier: GPL-3.0-or-later
// What reading costs, format by format, on files of 16 MiB: memory (at most 64 MiB and four times the file, of a packed
// one what comes out of it, or four times the numbers that come out of all where those are more), and how often it asks
// whether to go on (so that a person who cancels waits a moment). The memory is that of a process of its own, which
// this program starts itself as: `--read WARM PATH SHAPE`.
#include "data/readers.h"
#include "data/row_time.h"
#include "export/series_export.h"
#include "io/archive_library.h"
#include "io/archive_writer.h"
#include "io/arrow_file.h"
#include "io/database.h"
#include "io/file_io.h"
#include "support/quick_folder.h"
#include "support/read_files.h"
#include "support/take.h"

#include <QCoreApplication>
#include <QProcess>
#include <QtTest>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

using namespace gatelab;
using namespace gatelab::testing;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kBytes = std::size_t{16} << 20, kMiB = std::size_t{1} << 20;
constexpr std::size_t kFree = 64 * kMiB, kTimes = 4;
constexpr std::size_t kColumns = 3;

/// The number in a row and column: few digits, as measurements have.
double valueAt(std::size_t row, std::size_t column) {
    return static_cast<double>((row * 7919 + column * 31) % 20000) / 8;
}
std::string numberAt(std::size_t row, std::size_t column) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", valueAt(row, column));
    return text;
}
/// Minutes from 2000-01-01 on.
std::string stampOf(std::size_t row) {
    TimeAxis axis{.name = "t", .values = {INT64_C(946684800000000) + static_cast<std::int64_t>(row) * 60'000'000}};
    return rowTime(axis, 0);
}

/// `line(row)` again and again until there are enough bytes.
std::string repeated(const std::string& head, const std::function<std::string(std::size_t)>& line,
                     const std::string& end = {}) {
    std::string text = head;
    text.reserve(kBytes + kMiB);
    for (std::size_t row = 0; text.size() < kBytes; ++row) text += line(row);
    return text + end;
}

std::string csvText() {
    return repeated("time,a,b,c\n", [](std::size_t r) {
        return stampOf(r) + "," + numberAt(r, 0) + "," + numberAt(r, 1) + "," + numberAt(r, 2) + "\n";
    });
}
std::string jsonLine(std::size_t r) {
    return R"({"time":")" + stampOf(r) + R"(","a":)" + numberAt(r, 0) + R"(,"b":)" + numberAt(r, 1) + R"(,"c":)" +
           numberAt(r, 2) + "}";
}
std::string listOf(std::size_t r, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += (i > 0 ? "," : "") + numberAt(r, i);
    return text;
}

/// The series of the formats that are written by this program.
SeriesPtr sample() {
    static const SeriesPtr kSample = [] {
        auto series = std::make_shared<Series>();
        const std::size_t rows = kBytes / 8 / (kColumns + 1);
        series->time.name = "time";
        for (std::size_t c = 0; c < kColumns; ++c) {
            std::vector<double> values(rows);
            for (std::size_t r = 0; r < rows; ++r) values[r] = valueAt(r, c) + static_cast<double>(r) * 1e-9;
            series->channels.push_back({std::string(1, static_cast<char>('a' + c)), "", std::move(values)});
        }
        for (std::size_t r = 0; r < rows; ++r)
            series->time.values.push_back(INT64_C(946684800000000) + static_cast<std::int64_t>(r) * 60'000'000);
        return series;
    }();
    return kSample;
}

template <class Number>
void put(std::string& bytes, Number number) {
    char raw[sizeof number];
    std::memcpy(raw, &number, sizeof raw);
    bytes.append(raw, sizeof raw);
}
template <class Number>
void putBig(std::string& bytes, Number number) {
    std::string raw;
    put(raw, number);
    bytes.append(raw.rbegin(), raw.rend());
}

std::string wavBytes() {
    std::string bytes = "RIFF";
    put<std::uint32_t>(bytes, 0xFFFFFFFF);
    bytes += "WAVEfmt ";
    put<std::uint32_t>(bytes, 16), put<std::uint16_t>(bytes, 1), put<std::uint16_t>(bytes, 2);
    put<std::uint32_t>(bytes, 8000), put<std::uint32_t>(bytes, 32000), put<std::uint16_t>(bytes, 4);
    put<std::uint16_t>(bytes, 16);
    bytes += "data";
    put<std::uint32_t>(bytes, kBytes);
    return bytes + std::string(kBytes, '\x11');
}

/// A matrix of doubles, MATLAB 5.
std::string matlabBytes() {
    std::string bytes = "MATLAB 5.0 MAT-file";
    bytes.resize(124, ' ');
    bytes += std::string("\x00\x01IM", 4);
    const std::uint32_t rows = kBytes / 8 / kColumns, size = rows * kColumns * 8;
    put<std::uint32_t>(bytes, 14), put<std::uint32_t>(bytes, 16 + 16 + 8 + 8 + size);
    put<std::uint32_t>(bytes, 6), put<std::uint32_t>(bytes, 8), put<std::uint32_t>(bytes, 6),
        put<std::uint32_t>(bytes, 0);
    put<std::uint32_t>(bytes, 5), put<std::uint32_t>(bytes, 8), put<std::uint32_t>(bytes, rows);
    put<std::uint32_t>(bytes, kColumns);
    put<std::uint16_t>(bytes, 1), put<std::uint16_t>(bytes, 1), bytes += std::string("x\0\0\0", 4);
    put<std::uint32_t>(bytes, 9), put<std::uint32_t>(bytes, size);
    for (std::size_t i = 0; i < std::size_t{rows} * kColumns; ++i) put(bytes, valueAt(i, 0));
    return bytes;
}

/// One variable of doubles with two dimensions, CDF-1.
std::string netcdfBytes() {
    const std::uint32_t rows = kBytes / 8 / kColumns;
    std::string bytes = "CDF\x01";
    putBig<std::uint32_t>(bytes, 0);
    putBig<std::uint32_t>(bytes, 10), putBig<std::uint32_t>(bytes, 2);
    putBig<std::uint32_t>(bytes, 1), bytes += std::string("r\0\0\0", 4), putBig<std::uint32_t>(bytes, rows);
    putBig<std::uint32_t>(bytes, 1), bytes += std::string("c\0\0\0", 4), putBig<std::uint32_t>(bytes, kColumns);
    bytes += std::string(8, '\0');
    putBig<std::uint32_t>(bytes, 11), putBig<std::uint32_t>(bytes, 1);
    putBig<std::uint32_t>(bytes, 1), bytes += std::string("x\0\0\0", 4), putBig<std::uint32_t>(bytes, 2);
    putBig<std::uint32_t>(bytes, 0), putBig<std::uint32_t>(bytes, 1);
    bytes += std::string(8, '\0');
    putBig<std::uint32_t>(bytes, 6), putBig<std::uint32_t>(bytes, rows * kColumns * 8);
    putBig<std::uint32_t>(bytes, static_cast<std::uint32_t>(bytes.size()) + 4);
    for (std::size_t i = 0; i < std::size_t{rows} * kColumns; ++i) putBig(bytes, valueAt(i, 0));
    return bytes;
}

/// Quantities over two times and the places of a grid whose latitudes and longitudes are two arrays [row][column],
/// CDF-1: few enough places to be columns.
std::string gridBytes() {
    constexpr std::uint32_t kRows = 100, kPlaces = 900, kHours = 2;
    constexpr std::uint32_t kGrid = kRows * kPlaces, kCount = kBytes / 4 / (kGrid * kHours);
    std::string bytes = "CDF\x01";
    const auto name = [&](const std::string& text) {
        putBig(bytes, static_cast<std::uint32_t>(text.size()));
        bytes += text + std::string((4 - text.size() % 4) % 4, '\0');
    };
    putBig<std::uint32_t>(bytes, 0), putBig<std::uint32_t>(bytes, 10), putBig<std::uint32_t>(bytes, 3);
    name("time"), putBig(bytes, kHours), name("y"), putBig(bytes, kRows), name("x"), putBig(bytes, kPlaces);
    bytes += std::string(8, '\0');
    putBig<std::uint32_t>(bytes, 11), putBig<std::uint32_t>(bytes, kCount + 3);
    // Where each begins follows from the length of the head.
    const auto variable = [&](const std::string& called, std::initializer_list<std::uint32_t> over,
                              const std::string& unit, std::uint32_t size, std::uint32_t begin) {
        name(called), putBig(bytes, static_cast<std::uint32_t>(over.size()));
        for (const std::uint32_t one : over) putBig(bytes, one);
        putBig<std::uint32_t>(bytes, 12), putBig<std::uint32_t>(bytes, 1);
        name("units"), putBig<std::uint32_t>(bytes, 2), name(unit);
        putBig<std::uint32_t>(bytes, called == "time" ? 6 : 5), putBig(bytes, size), putBig(bytes, begin);
    };
    const std::size_t head = bytes.size();
    const auto all = [&](std::uint32_t from) {
        bytes.resize(head);
        variable("time", {0}, "hours since 2000-01-01", kHours * 8, from);
        variable("lat", {1, 2}, "degrees_north", kGrid * 4, from + kHours * 8);
        variable("lon", {1, 2}, "degrees_east", kGrid * 4, from + kHours * 8 + kGrid * 4);
        for (std::uint32_t i = 0; i < kCount; ++i)
            variable("v" + std::to_string(i), {0, 1, 2}, "m", kGrid * kHours * 4,
                     from + kHours * 8 + kGrid * 8 + i * kGrid * kHours * 4);
        return static_cast<std::uint32_t>(bytes.size());
    };
    all(all(0));
    for (std::uint32_t t = 0; t < kHours; ++t) putBig(bytes, static_cast<double>(t));
    for (std::uint32_t i = 0; i < kGrid; ++i) putBig(bytes, static_cast<float>(i) * 1e-3F - 40);
    for (std::uint32_t i = 0; i < kGrid; ++i) putBig(bytes, static_cast<float>(i) * 2e-3F - 90);
    for (std::size_t i = 0; i < std::size_t{kCount} * kGrid * kHours; ++i)
        putBig(bytes, static_cast<float>(valueAt(i, 0)));
    return bytes;
}

/// 3-D, float32: a sequence of 500 steps and 4 channels, stored with the channels first.
std::string arrayBytes() {
    const std::size_t sequences = kBytes / 4 / 2000;
    const std::string dict =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(sequences) + ", 4, 500), }\n";
    std::string bytes("\x93NUMPY\x01\x00", 8);
    put<std::uint16_t>(bytes, static_cast<std::uint16_t>(dict.size()));
    bytes += dict;
    for (std::size_t i = 0; i < sequences * 2000; ++i) put(bytes, static_cast<float>(valueAt(i, 0)));
    return bytes;
}

std::string sheetXml() {
    return repeated(
        "<worksheet><sheetData>",
        [](std::size_t r) {
            std::string row = "<row r=\"" + std::to_string(r + 1) + "\">";
            for (std::size_t c = 0; c < kColumns; ++c) row += "<c t=\"n\"><v>" + numberAt(r, c) + "</v></c>";
            return row + "</row>";
        },
        "</sheetData></worksheet>");
}
std::string odsXml() {
    return repeated(
        "<office:document-content xmlns:office=\"o\" xmlns:table=\"t\"><table:table table:name=\"One\">",
        [](std::size_t r) {
            std::string row = "<table:table-row>";
            for (std::size_t c = 0; c < kColumns; ++c)
                row += "<table:table-cell office:value-type=\"float\" office:value=\"" + numberAt(r, c) + "\"/>";
            return row + "</table:table-row>";
        },
        "</table:table></office:document-content>");
}

bool write(const fs::path& path, const std::string& bytes) {
    return removePath(path).ok() && writeNewFile(path, bytes).ok();
}

/// A zip of members with these contents.
bool zip(const fs::path& path, const std::vector<std::pair<std::string, std::string>>& members) {
    std::vector<ArchiveSource> sources;
    for (const auto& [name, bytes] : members) {
        sources.push_back({name, path.parent_path() / ("member" + std::to_string(sources.size()))});
        if (!write(sources.back().file, bytes)) return false;
    }
    return writeZip(path, sources).ok();
}

bool writeXlsx(const fs::path& path) {
    return zip(path, {{"xl/workbook.xml", "<workbook><sheets><sheet name=\"One\" r:id=\"1\"/></sheets></workbook>"},
                      {"xl/_rels/workbook.xml.rels",
                       "<Relationships><Relationship Id=\"1\" Target=\"worksheets/one.xml\"/></Relationships>"},
                      {"xl/worksheets/one.xml", sheetXml()}});
}

bool writeDatabase(const fs::path& path) {
    auto database = Database::open(path, Database::Mode::Create);
    if (!database) return false;
    const std::string rows = std::to_string(kBytes / 40);
    return database
        ->execute(
            "CREATE TABLE t(a REAL, b REAL, c REAL); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
            "WHERE i < " +
            rows + ") INSERT INTO t SELECT i * 0.1, i * 0.7, i * 1.3 FROM n")
        .ok();
}

struct Format {
    const char* name;  ///< of the file
    const char* warm;  ///< a small file of the same kind, so that libraries are there
    bool (*write)(const fs::path& path);
    bool isPacked = false;
    const char* shape = "rows";
};
const std::vector<Format>& formats() {
    static const std::vector<Format> kFormats{
        {"a.csv", "hours.jsonl", [](const fs::path& p) { return write(p, csvText()); }},
        {"lines.jsonl", "hours.jsonl",
         [](const fs::path& p) { return write(p, repeated("", [](std::size_t r) { return jsonLine(r) + "\n"; })); }},
        {"list.json", "hours.jsonl",
         [](const fs::path& p) {
             return write(p, repeated(
                                 "[" + jsonLine(0), [](std::size_t r) { return "," + jsonLine(r + 1); }, "]"));
         }},
        {"series.jsonl", "hours.jsonl",
         [](const fs::path& p) {
             return write(p, repeated("", [](std::size_t r) {
                              return R"({"start":"2020-01-01","item_id":"s)" + std::to_string(r) + R"(","target":[)" +
                                     listOf(r, 50'000) + "]}\n";
                          }));
         }},
        {"a.tsf", "months.tsf",
         [](const fs::path& p) {
             return write(p, repeated("@attribute series_name string\n@attribute start_timestamp date\n@frequency "
                                      "hourly\n@data\n",
                                      [](std::size_t r) {
                                          return "T" + std::to_string(r) + ":2020-01-01 00-00-00:" + listOf(r, 50'000) +
                                                 "\n";
                                      }));
         }},
        {"a_TRAIN.ts", "hours.jsonl",
         [](const fs::path& p) {
             return write(p,
                          repeated("@problemName a\n@timeStamps false\n@univariate true\n@classLabel true 0 1\n@data\n",
                                   [](std::size_t r) { return listOf(r, 200) + ":" + std::to_string(r % 2) + "\n"; }));
         }},
        {"b_TRAIN.tsv", "hours.jsonl",
         [](const fs::path& p) {
             return write(p, repeated("", [](std::size_t r) {
                              std::string line = std::to_string(r % 2) + "," + listOf(r, 200);
                              std::ranges::replace(line, ',', '\t');
                              return line + "\n";
                          }));
         }},
        {"a.arff", "hours.jsonl",
         [](const fs::path& p) {
             std::string head = "@relation a\n";
             for (int i = 0; i < 200; ++i) head += "@attribute a" + std::to_string(i) + " numeric\n";
             return write(p, repeated(head + "@attribute target {0,1}\n@data\n", [](std::size_t r) {
                              return listOf(r, 200) + "," + std::to_string(r % 2) + "\n";
                          }));
         }},
        {"a.npy", "grid.npy", [](const fs::path& p) { return exportSeries(*sample(), p).ok(); }},
        {"three.npy", "sequences_alone.npy", [](const fs::path& p) { return write(p, arrayBytes()); }, false, "nct"},
        {"a.wav", "stereo16.wav", [](const fs::path& p) { return write(p, wavBytes()); }},
        {"a.mat", "matlab5.mat", [](const fs::path& p) { return write(p, matlabBytes()); }},
        {"a.nc", "classic.nc", [](const fs::path& p) { return write(p, netcdfBytes()); }},
        {"a.h5", "records.h5", [](const fs::path& p) { return exportSeries(*sample(), p).ok(); }},
        {"a.parquet", "hours.parquet", [](const fs::path& p) { return exportSeries(*sample(), p).ok(); }, true},
        {"a.feather", "hours.feather", [](const fs::path& p) { return exportSeries(*sample(), p).ok(); }},
        {"a.db", "hours.db", writeDatabase},
        {"a.xlsx", "hours.xlsx", writeXlsx, true},
        {"a.ods", "hours.ods",
         [](const fs::path& p) {
             return zip(p, {{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"}, {"content.xml", odsXml()}});
         },
         true},
        {"a.zip", "hours.zip",
         [](const fs::path& p) {
             return zip(p, {{"a.csv", csvText()}});
         },
         true},
        {"a.npz", "hours.npz",
         [](const fs::path& p) {
             const fs::path plain = p.parent_path() / "plain.npy";
             return exportSeries(*sample(), plain).ok() && zip(p, {{"a.npy", take(readFileBytes(plain))}});
         },
         true}};
    return kFormats;
}

std::size_t numbersOf(const Dataset& data) {
    std::size_t bytes = 0;
    if (data.series)
        bytes = static_cast<std::size_t>(data.series->rows()) * 8 * (data.series->channels.size() + 1);
    else
        for (const SequenceSet::Item& item : data.sequences->items) bytes += sizeof item + 8 * item.values.size();
    return bytes;
}

/// A figure of /proc/self/status in bytes.
std::size_t statusOf(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(name + ":")) return std::stoull(line.substr(name.size() + 1)) * 1024;
    return 0;
}

/// The process that is measured: prints the memory that reading took at most, and the bytes of what was read.
/// part: of the file; empty: all of it.
int readAndTell(const fs::path& warm, const fs::path& path, const char* shape, const char* part) {
    ExperimentConfig options;
    options.csvShape = shape;
    if (*part != '\0') options.hdf5Datasets = {part};
    if (!readFile(warm, {})) return 2;
    std::ofstream("/proc/self/clear_refs") << "5";
    const std::size_t before = statusOf("VmRSS");
    const auto data = readFile(path, options);
    if (!data) return std::cerr << data.error().message, 3;
    std::cout << statusOf("VmHWM") - before << " " << numbersOf(*data) << std::endl;
    return 0;
}

}  // namespace

class TestReadingCosts : public QObject {
    Q_OBJECT
    QuickFolder folder_;

    /// Written once for both tests.
    fs::path written(const Format& format) {
        const fs::path path = folder_.path() / format.name;
        if (fs::exists(path)) return path;
        return format.write(path) ? path : fs::path();
    }
    static void eachFormat() {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < formats().size(); ++i) QTest::newRow(formats()[i].name) << static_cast<int>(i);
    }
    /// What a packed file holds has the size that all of these have.
    static std::size_t bytesOf(const Format& format, const fs::path& path) {
        return format.isPacked ? kBytes : static_cast<std::size_t>(fs::file_size(path));
    }

private Q_SLOTS:
    void memory_data() { eachFormat(); }
    void memory() {
#ifdef __SANITIZE_ADDRESS__
        QSKIP("a sanitizer takes memory of its own");
#endif
        QFETCH(int, number);
        const Format& format = formats()[static_cast<std::size_t>(number)];
        const fs::path path = written(format);
        if (path.empty()) QSKIP("no file of this kind can be written on this machine");
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(),
                    {"--read", QString::fromStdString(file(format.warm).string()),
                     QString::fromStdString(path.string()), format.shape, ""});
        QVERIFY(child.waitForFinished(-1));
        if (child.exitCode() == 2) QSKIP("this kind of file is not read on this machine");
        QVERIFY2(child.exitCode() == 0, child.readAllStandardError().constData());
        const QList<QByteArray> told = child.readAllStandardOutput().trimmed().split(' ');
        QCOMPARE(told.size(), qsizetype{2});
        const auto taken = static_cast<std::size_t>(told[0].toLongLong()),
                   out = static_cast<std::size_t>(told[1].toLongLong());
        const std::size_t most = kTimes * std::max(bytesOf(format, path), out) + kFree;
        qInfo("%s: %zu MiB of a file of %zu MiB, %zu MiB of numbers; %zu MiB are allowed", format.name, taken / kMiB,
              bytesOf(format, path) / kMiB, out / kMiB, most / kMiB);
        QVERIFY(out >= kBytes / 8);
        QVERIFY2(taken <= most, format.name);
    }

    /// The places of a grid are named once for all quantities over them, whatever is read of it.
    void placesOfAGrid() {
#ifdef __SANITIZE_ADDRESS__
        QSKIP("a sanitizer takes memory of its own");
#endif
        const fs::path path = folder_.path() / "places.nc";
        QVERIFY(write(path, gridBytes()));
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(),
                    {"--read", QString::fromStdString(file("classic.nc").string()),
                     QString::fromStdString(path.string()), "rows", "near -39 -88"});
        QVERIFY(child.waitForFinished(-1));
        QVERIFY2(child.exitCode() == 0, child.readAllStandardError().constData());
        const auto taken = static_cast<std::size_t>(child.readAllStandardOutput().split(' ').first().toLongLong()),
                   most = kTimes * static_cast<std::size_t>(fs::file_size(path)) + kFree;
        qInfo("%zu MiB of a file of %zu MiB; %zu MiB are allowed", taken / kMiB,
              std::size_t{fs::file_size(path)} / kMiB, most / kMiB);
        QVERIFY(taken <= most);
        const Dataset data = take(readFile(path, partsWanted({"near -39 -88"})));
        QVERIFY(data.series->channels.size() == 23 && data.series->channels[0].name == "v0 39S 88W");
        QCOMPARE(data.series->channels[0].values[1], static_cast<double>(static_cast<float>(valueAt(91000, 0))));
    }

    /// At least once in two MiB, and all along: a part that was not needed (a second look at a table, the copy of a
    /// file that could be mapped) is jumped over, but no more. Whenever somebody says no, that is the last time it
    /// asks, and at most one further block of bytes is read or written.
    void asks_data() { eachFormat(); }
    void asks() {
        QFETCH(int, number);
        const Format& format = formats()[static_cast<std::size_t>(number)];
        const fs::path path = written(format);
        if (path.empty() || !readFile(file(format.warm), {})) QSKIP("this kind of file is not read on this machine");
        ExperimentConfig options;
        options.csvShape = format.shape;
        options.threads = 1;  // several take the pieces of a table as it comes, and the caller alone asks
        std::vector<double> shares;
        const auto whole = readFile(path, options, [&](double share) { return shares.push_back(share), true; });
        QVERIFY2(whole.ok(), whole.ok() ? "" : whole.error().message.c_str());
        double largest = 0, last = 0;
        for (const double share : shares)
            if (share >= 0) largest = std::max(largest, share - last), last = share;
        qInfo("%s: asks %zu times, at most %.0f%% apart", format.name, shares.size(), 100 * largest);
        QVERIFY2(shares.size() >= kBytes / (2 * kMiB), format.name);
        QVERIFY2(largest <= 0.4, format.name);
        constexpr std::size_t kStops = 10;
        for (std::size_t i = 0; i < kStops; ++i) {
            const std::size_t at = i * shares.size() / kStops;
            std::size_t count = 0, further = 0;
            setFaultPlan([&](IoCall call, const fs::path&) {
                further += count > at && (call == IoCall::Read || call == IoCall::Write) ? 1 : 0;
                return 0;
            });
            const auto stopped = readFile(path, options, [&](double) { return count++ < at; });
            setFaultPlan({});
            QVERIFY2(further <= 1, format.name);
            QVERIFY2(!stopped && stopped.error().code == ErrorCode::Cancelled, format.name);
            QCOMPARE(count, at + 1);
        }
    }
};

int main(int count, char** words) {
    QCoreApplication application(count, words);
    if (count == 6 && std::strcmp(words[1], "--read") == 0) return readAndTell(words[2], words[3], words[4], words[5]);
    TestReadingCosts test;
    return QTest::qExec(&test, count, words);
}
#include "tst_reading_costs.moc"
