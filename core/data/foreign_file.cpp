// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/foreign_file.h"

#include "data/csv/numbers.h"
#include "data/csv/text/encoding.h"

#include <algorithm>
#include <cctype>

namespace gatelab {
namespace {

constexpr Text kR = GATELAB_TEXT(
    "Reading", "this is a file of R (.rds, .RData), which is not read; write the table with write.csv() or as Parquet");
constexpr Text kStata = GATELAB_TEXT("Reading", "this is a Stata file (.dta), which is not read; save it as CSV");
constexpr Text kSpss =
    GATELAB_TEXT("Reading", "this is an SPSS file (.sav), which is not read; save it as CSV or .xlsx");

using namespace std::string_view_literals;

struct BinaryKind {
    std::string_view magic;
    Text text;
    std::size_t at = 0;  ///< where it stands
};
constexpr std::string_view kEdf = "0       ";
constexpr BinaryKind kBinaryKinds[] = {
    {"\xD0\xCF\x11\xE0",
     GATELAB_TEXT("Reading", "this is an old Excel workbook (.xls), which is not read; save it as .xlsx")},
    {"PARE", GATELAB_TEXT("Reading", "this is an encrypted Parquet file; write it without encryption")},
    {"FEA1", GATELAB_TEXT("Reading", "this is a Feather file of version 1; write it again as version 2")},
    {"%PDF", GATELAB_TEXT("Reading", "this is a PDF document; a table is needed")},
    {"\x89PNG", GATELAB_TEXT("Reading", "this is a picture; a table is needed")},
    {"\xFF\xD8\xFF", GATELAB_TEXT("Reading", "this is a picture; a table is needed")},
    {"\x7F"
     "ELF",
     GATELAB_TEXT("Reading", "this is a program; a table is needed")},
    {"\x80\x02",
     GATELAB_TEXT("Reading",
                  "this is a Python pickle, which can run code and is never read; save the data as CSV or HDF5")},
    {"\x80\x03",
     GATELAB_TEXT("Reading",
                  "this is a Python pickle, which can run code and is never read; save the data as CSV or HDF5")},
    {"\x80\x04",
     GATELAB_TEXT("Reading",
                  "this is a Python pickle, which can run code and is never read; save the data as CSV or HDF5")},
    {"\x80\x05",
     GATELAB_TEXT("Reading",
                  "this is a Python pickle, which can run code and is never read; save the data as CSV or HDF5")},
    {"X\n\0\0\0"sv, kR},
    {"RDX2\n", kR},
    {"RDX3\n", kR},
    {"<stata_dta>", kStata},
    {"\x01\0"sv, kStata, 2},
    {"ORC", GATELAB_TEXT("Reading", "this is an ORC file, which is not read; write it as Parquet or CSV")},
    {"\xC2\xEA\x81\x60\xB3\x14\x11\xCF\xBD\x92\x08\0"sv,
     GATELAB_TEXT("Reading", "this is a SAS data set (.sas7bdat), which is not read; export it as CSV or Parquet"), 12},
    {"HEADER RECORD*******",
     GATELAB_TEXT("Reading", "this is a SAS transport file (.xpt), which is not read; export it as CSV or Parquet")},
    {"$FL2", kSpss},
    {"$FL3", kSpss},
    {"Obj\x01", GATELAB_TEXT("Reading", "this is an Avro file, which is not read; write it as Parquet or CSV")},
    {"TDSm", GATELAB_TEXT("Reading", "this is a TDMS file of LabVIEW, which is not read; export it as CSV")},
    {"DUCK", GATELAB_TEXT("Reading", "this is a DuckDB database, which is not read; write its table as Parquet"), 8},
    {"GRIB", GATELAB_TEXT("Reading",
                          "this is a GRIB file of a weather model, which is not read; write it as netCDF with: "
                          "grib_to_netcdf -o OUT.nc FILE, or cdo -f nc copy FILE OUT.nc")},
    {"BUFR", GATELAB_TEXT("Reading",
                          "this is a BUFR file of weather reports, which is not read; write it as CSV with "
                          "pdbufr or ecCodes (bufr_dump)")},
    {kEdf, GATELAB_TEXT("Reading",
                        "this is a recording in EDF or BDF, which is not read; write it as CSV, with MNE-Python: "
                        "mne.io.read_raw(FILE).to_data_frame().to_csv(OUT)")},
    {"\xFF"
     "BIOSEMI",
     GATELAB_TEXT("Reading",
                  "this is a recording in EDF or BDF, which is not read; write it as CSV, with MNE-Python: "
                  "mne.io.read_raw(FILE).to_data_frame().to_csv(OUT)")},
    {".FIT",
     GATELAB_TEXT("Reading",
                  "this is an activity of a sports watch (FIT), which is not read; write it as CSV with: "
                  "java -jar FitCSVTool.jar FILE"),
     8},
    {"MDF     ", GATELAB_TEXT("Reading",
                              "this is a measurement in MDF (ASAM), which is not read; write it as CSV or Parquet, "
                              "with asammdf: MDF(FILE).export('csv')")},
    {"SIMPLE  =", GATELAB_TEXT("Reading",
                               "this is a FITS file of astronomy, which is not read; write its table as CSV, with "
                               "astropy: Table.read(FILE).write(OUT)")},
    {"\xCD\xF3\x00\x01"sv,
     GATELAB_TEXT("Reading", "this is a CDF file of NASA, which is not read; write it as CSV, with cdflib")},
    {"\0\1\0\0Standard "sv,
     GATELAB_TEXT("Reading", "this is an Access database, which is not read; export its table as CSV")},
};

/// A file that is no text, by its first bytes.
Phrase binaryKind(std::string_view head) {
    // Stata before 13: its version, the order of its bytes, then 1 and 0
    const auto isStata = [&] {
        return head.size() > 4 && head[0] >= 'i' && head[0] <= 's' && head[1] >= 1 && head[1] <= 2;
    };
    // The name of a column may begin so as well.
    constexpr std::size_t kZerosWithin = 512;
    const auto isWord = [](std::string_view magic) {
        return magic == "ORC" || magic == "TDSm" || magic == "DUCK" || magic.starts_with("$FL") || magic == "GRIB" ||
               magic == "BUFR" || magic == ".FIT" || magic.starts_with("MDF");
    };
    // Their version, then who and where in 160 bytes, then the date and the time with points.
    const auto isEdf = [&] {
        constexpr std::size_t kDate = 168, kEnd = 184;
        if (head.size() < kEnd) return false;
        const std::string_view date = head.substr(kDate, kEnd - kDate);
        return std::ranges::all_of(date, [](char c) { return (c >= '0' && c <= '9') || c == '.'; }) &&
               std::ranges::count(date, '.') == 4;
    };
    for (const BinaryKind& kind : kBinaryKinds)
        if (kind.magic == kEdf && !isEdf())
            continue;
        else if (head.size() > kind.at && head.substr(kind.at).starts_with(kind.magic) && (kind.at != 2 || isStata()) &&
                 (!isWord(kind.magic) || head.substr(0, kZerosWithin).find('\0') != std::string_view::npos))
            return kind.text;
    return {};
}

constexpr Text kRecord = GATELAB_TEXT(
    "Reading",
    "this belongs to a WFDB record (PhysioNet: a header .hea and its signals .dat), which is not read; write it as CSV "
    "with: rdsamp -r RECORD -c -H -v > RECORD.csv");

/// The header of a WFDB record: its name, how many signals, their rate; then a line for each signal with its file.
bool isRecordHeader(std::string_view head) {
    const auto nextLine = [&] {
        std::string_view line;
        do {
            const std::size_t end = std::min(head.find('\n'), head.size());
            line = trimCell(head.substr(0, end));
            head.remove_prefix(std::min(end + 1, head.size()));
        } while ((line.empty() || line.starts_with('#')) && !head.empty());
        return line;
    };
    const auto isDigits = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    const std::string_view record = nextLine(), signal = nextLine();
    const auto word = [](std::string_view line, std::size_t number) {
        for (; number > 0; --number) line = trimCell(line.substr(std::min(line.find(' '), line.size())));
        return line.substr(0, std::min(line.find(' '), line.size()));
    };
    const std::string_view file = word(signal, 0), format = word(signal, 1);
    return isDigits(word(record, 1)) && (file.ends_with(".dat") || file.ends_with(".mat")) && !format.empty() &&
           isDigits(format.substr(0, 1));
}

/// A text that is no table, by how it begins.
Phrase textKind(std::string_view head) {
    struct Kind {
        std::string_view start;
        Text text;
    };
    constexpr Text kPage = GATELAB_TEXT(
        "Reading",
        "this is a web page (HTML), not a table: the download was answered by a page, often to sign in. Open it in a "
        "browser, and download the data themselves");
    constexpr Text kTablePage = GATELAB_TEXT(
        "Reading",
        "this is a web page (HTML) with a table in it, as banks and web programs export them under the ending .xls; "
        "open it in a spreadsheet program and save it as .xlsx or CSV");
    constexpr Text kSql = GATELAB_TEXT(
        "Reading",
        "this is a dump of a database (SQL statements), not a table: load it there, and export the table as CSV");
    static constexpr Kind kKinds[] = {
        {"version https://git-lfs.github.com/spec/",
         GATELAB_TEXT("Reading",
                      "this is a Git LFS pointer, which stands for the data and does not hold them; fetch them in the "
                      "repository with: git lfs pull")},
        {"/annex/objects/", GATELAB_TEXT("Reading",
                                         "this is a git-annex pointer, which stands for the data and does not hold "
                                         "them; fetch them in the repository with: git annex get")},
        {"<!doctype html", kPage},
        {"<html", kPage},
        {"<head", kPage},
        {"<body", kPage},
        {"<table", kPage},
        {"<div", kPage},
        {"<?xml", GATELAB_TEXT("Reading", "this is an XML document; export the table as CSV")},
        {"<gpx", GATELAB_TEXT("Reading", "this is an XML document; export the table as CSV")},
        {"insert into ", kSql},
        {"create table ", kSql},
        {"drop table ", kSql},
        {"pragma foreign_keys", kSql},
        {"-- mysql dump", kSql},
        {"-- mariadb dump", kSql},
        {"--\n-- postgresql database dump", kSql},
        {"{\\rtf", GATELAB_TEXT("Reading", "this is a formatted document (RTF); save the table as CSV")},
    };
    if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
    while (!head.empty() && std::isspace(static_cast<unsigned char>(head.front()))) head.remove_prefix(1);
    std::string start(head.substr(0, 64));
    std::ranges::transform(start, start.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    std::string all(head);
    std::ranges::transform(all, all.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool holdsTable =
        all.find("<table") != std::string::npos || all.find("schemas-microsoft-com:office") != std::string::npos;
    for (const Kind& kind : kKinds)
        if (start.starts_with(kind.start))
            return kind.text.source == kPage.source && holdsTable ? kTablePage : kind.text;
    if (isRecordHeader(head)) return kRecord;
    // {"time": ..., [{"time": ..., [[1, 2], ...
    std::erase_if(start, [](unsigned char c) { return std::isspace(c) != 0; });
    if (start.starts_with("{\"") || start.starts_with("[{") || start.starts_with("[["))
        return GATELAB_TEXT("Reading", "this is a JSON document; export the table as CSV");
    return {};
}

bool isControl(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\x1A';
}

}  // namespace

Phrase describeKnown(std::string_view head) {
    Phrase kind = binaryKind(head);
    return kind.empty() ? textKind(head) : kind;
}

Phrase describeBeside(const std::filesystem::path& path) {
    std::error_code code;
    std::filesystem::path header = path;
    header.replace_extension(".hea");
    return path.extension() == ".dat" && std::filesystem::is_regular_file(header, code) ? Phrase(kRecord) : Phrase();
}

std::int64_t linesAboveLabView(std::string_view text) {
    constexpr std::size_t kLongest = 65'536;
    const std::string_view head = text.substr(0, kLongest);
    if (!head.starts_with("LabVIEW Measurement")) return 0;
    const std::size_t names = head.find("\nX_Value");
    return names == std::string_view::npos ? 0 : std::ranges::count(head.substr(0, names + 1), '\n');
}

bool hasZeroBlocks(std::string_view text) {
    constexpr std::size_t kBytesPerBlock = 200;
    std::size_t zeros = 0, blocks = 0, controls = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool zero = text[i] == '\0';
        zeros += zero ? 1 : 0, blocks += zero && (i == 0 || text[i - 1] != '\0') ? 1 : 0;
        controls += !zero && isControl(text[i]) ? 1 : 0;
    }
    const std::size_t letters = text.size() - zeros;
    return zeros > 0 && letters > 0 && controls * 50 <= letters && (blocks == 1 || blocks * kBytesPerBlock <= letters);
}

Phrase describeBinary(std::string_view head) {
    if (Phrase known = describeKnown(head); !known.empty()) return known;
    return describeNoText(head);
}

Phrase describeNoText(std::string_view head) {
    if (Phrase known = binaryKind(head); !known.empty()) return known;
    if (guessEncoding(head).key.starts_with("utf-16") || hasZeroBlocks(head)) return {};
    const auto control = static_cast<std::size_t>(std::ranges::count_if(head, isControl));
    const std::size_t first = static_cast<std::size_t>(std::ranges::find_if(head, isControl) - head.begin());
    if (head.find('\0') == std::string_view::npos && control * 50 <= head.size()) return {};
    return {
        GATELAB_TEXT("Reading",
                     "this is not a text file: byte %1 (line %2) has the value %3, which no text holds; choose a "
                     "CSV, HDF5, .ts or .arff file"),
        {first + 1, countLines(head.substr(0, first + 1)), static_cast<int>(static_cast<unsigned char>(head[first]))}};
}

void removeZeroBlocks(std::string& text, std::vector<ReadWarning>& warnings) {
    std::size_t from = text.find('\0');
    if (from == std::string::npos) return;
    constexpr std::size_t kMaxTold = 5;
    std::string out;
    std::size_t at = 0, blocks = 0;
    std::int64_t line = 0;
    while (from != std::string::npos) {
        std::size_t end = text.find_first_not_of('\0', from);
        if (end == std::string::npos) end = text.size();
        out.append(text, at, from - at);
        if (++blocks <= kMaxTold) {
            line = countLines(out) + (out.empty() || out.back() == '\n' ? 1 : 0);
            warnings.push_back(
                {line,
                 {GATELAB_TEXT(
                      "Reading",
                      "%1 bytes of value 0 stand here (from byte %2 of the file on), as a loss of power leaves "
                      "them, and were left out; rows may be missing or cut"),
                  {end - from, from + 1}}});
        }
        // Half a row before and half a row behind make no row.
        const bool cuts =
            !out.empty() && out.back() != '\n' && end < text.size() && text[end] != '\n' && text[end] != '\r';
        if (cuts) out += '\n';
        at = end;
        from = text.find('\0', end);
    }
    out.append(text, at);
    if (blocks > kMaxTold)
        warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading", "%1 further blocks of bytes of value 0 were left out"), {blocks - kMaxTold}}});
    text = std::move(out);
}

}  // namespace gatelab
