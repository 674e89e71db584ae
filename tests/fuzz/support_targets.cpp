// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/support_targets.h"

#include "app/trackers/tensorboard_run.h"
#include "app/trackers/wandb_run.h"
#include "data/readers.h"
#include "fuzz/support_kept_targets.h"
#include "io/archive_file.h"
#include "io/archive_writer.h"
#include "io/crc.h"
#include "io/inflate.h"
#include "io/protobuf.h"
#include "io/safetensors_file.h"
#include "io/safetensors_header.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

namespace gatelab::testing {
namespace {

namespace fs = std::filesystem;

void isSound(const Result<Dataset>& data) {
    if (!isRead(data) || !data.ok()) return;
    if (const std::string fault = faultOf(*data); !fault.empty()) endWith(fault);
}

std::string faultOf(const Series& series) {
    const auto rows = static_cast<std::size_t>(series.rows());
    for (const Channel& channel : series.channels)
        if (channel.values.size() != rows) return "column '" + channel.name + "' has rows of its own";
    if (series.time.known() && series.time.values.size() != rows) return "times and rows differ";
    const ReadAccount& account = series.report.account;
    if (account.rowsInFile != account.rowsRead + account.left()) return "the account of rows is not even";
    return rows == 0 ? "no row" : "";
}

std::string faultOf(const SequenceSet& set) {
    if (set.parts.size() != set.items.size()) return "parts and sequences differ";
    for (const SequenceSet::Item& item : set.items) {
        if (item.steps < 0 || item.values.size() != static_cast<std::size_t>(item.steps) * set.channelNames.size())
            return "values and steps of a sequence differ";
        if (item.label < -1 || item.label >= std::ssize(set.classNames)) return "a class that is none";
    }
    return set.items.empty() ? "no sequence" : "";
}

/// By its row of readers(): all of it, its parts, the last of them alone, its cells.
bool readByReader(const FuzzTarget& target, std::string_view bytes, const fs::path& file) {
    const auto row = std::ranges::find_if(readers(), [&](const Reader& reader) { return target.key == reader.key; });
    if (row == readers().end()) endWith("no reader " + target.key);
    constexpr std::size_t kHead = 64 * 1024;
    if (row->probe({bytes.data(), std::min(bytes.size(), kHead)}, file) == 0) return false;
    ExperimentConfig options;
    options.threads = 1;
    // It mostly takes the same reader, and as long again.
    if (bytes.size() % 4 == 0) isSound(readFile(file, options));
    isSound(row->read(file, options, {}));
    if (row->tables != nullptr) isRead(row->tables(file, options, {}));
    if (row->isBinary) {  // arrays as sequences
        options.csvShape = "ntc";
        isSound(row->read(file, options, {}));
        options.csvShape = ExperimentConfig().csvShape;
    }
    if (row->parts == nullptr) return true;
    const auto parts = row->parts(file, options);
    if (isRead(parts) && parts.ok() && !parts->empty()) {
        options.hdf5Datasets = {parts->back().path};
        isSound(row->read(file, options, {}));
    }
    return true;
}

/// Parquet, Feather and Arrow's stream, told apart by their bytes.
bool readArrowFile(const FuzzTarget& target, std::string_view bytes, const fs::path& file) {
    return readByReader({"arrow", target.name, nullptr}, bytes, file);
}

/// Messages within messages, as far as they go.
void walkMessage(std::string_view bytes, int depth) {
    ProtobufReader reader(bytes);
    for (ProtobufField field; reader.next(field);)
        if (field.type == WireType::Bytes && depth > 0) walkMessage(field.bytes, depth - 1);
    isRead(reader.ended());
}

bool readProtobuf(const FuzzTarget&, std::string_view bytes, const fs::path&) {
    walkMessage(bytes, 4);
    return true;
}

bool readSafetensors(const FuzzTarget&, std::string_view bytes, const fs::path& file) {
    isRead(parseTensors(bytes));
    isRead(readTensorShapes(file));
    // Behind eight bytes that a mutation seldom gets right.
    isRead(parseSafetensorsHeader(bytes.substr(std::min<std::size_t>(bytes.size(), 8))));
    return true;
}

bool readArchive(const FuzzTarget&, std::string_view, const fs::path& file) {
    const auto members = listArchive(file);
    if (isRead(members) && members.ok())
        for (const ArchiveMember& member : *members) isRead(readMember(file, member.name, {}, {.bytes = 1 << 24}));
    return true;
}

bool readZlib(const FuzzTarget&, std::string_view bytes, const fs::path&) {
    return isRead(inflateZlib(bytes, 1 << 22));
}

std::string littleEndian(std::uint64_t value, std::size_t count) {
    std::string text;
    for (; count > 0; --count, value >>= 8) text.push_back(static_cast<char>(value & 0xFF));
    return text;
}

/// As one record with the checksums that are due to it: those of mutated bytes are never right.
bool readTensorboard(const FuzzTarget&, std::string_view bytes, const fs::path& file) {
    const std::string length = littleEndian(bytes.size(), 8);
    std::ofstream(file, std::ios::binary)
        << length << littleEndian(maskedCrc32c(length), 4) << bytes << littleEndian(maskedCrc32c(bytes), 4);
    return isRead(readTensorboardRun({file}));
}

/// With the lengths and checksums that are due to its records, which are those of a log of LevelDB.
bool readWandb(const FuzzTarget&, std::string_view bytes, const fs::path& file) {
    constexpr std::size_t kHead = 7, kMost = 30'000;
    std::string due(bytes.substr(0, kMost));
    for (std::size_t at = kHead; at + kHead <= due.size();) {
        const std::size_t left = due.size() - at - kHead;
        const auto told = littleEndianAt<std::uint16_t>(std::string_view(due).substr(at + 4, 2));
        const std::size_t length = std::min<std::size_t>(told, left);
        due.replace(at + 4, 2, littleEndian(length, 2));
        due.replace(at, 4, littleEndian(crc32(std::string_view(due).substr(at + 6, 1 + length)), 4));
        at += kHead + length;
    }
    std::ofstream(file, std::ios::binary) << due;
    return isRead(readWandbRun(file));
}

/// As the first sheet, or the texts, of a workbook: the checksum of a packed file is never right behind a mutation.
bool readSheet(const FuzzTarget&, std::string_view, const fs::path& file) {
    const fs::path folder = file.parent_path(), workbook = folder / "input.xlsx", sheets = folder / "input.ods";
    const auto write = [&](const char* name, std::string_view text) {
        std::ofstream(folder / name, std::ios::binary) << text;
        return folder / name;
    };
    const auto book =
        write("book", R"(<workbook xmlns:r="r"><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>)");
    const std::string type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet";
    const auto parts =
        write("parts", R"(<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml" Type=")" + type +
                           R"("/></Relationships>)");
    const std::array<ArchiveSource, 5> xlsx{{{"xl/workbook.xml", book},
                                             {"xl/_rels/workbook.xml.rels", parts},
                                             {"xl/worksheets/sheet1.xml", file},
                                             {"xl/sharedStrings.xml", file},
                                             {"xl/styles.xml", file}}};
    const auto kind = write("kind", "application/vnd.oasis.opendocument.spreadsheet");
    const std::array<ArchiveSource, 2> ods{{{"mimetype", kind}, {"content.xml", file}}};
    if (!writeZip(workbook, xlsx).ok() || !writeZip(sheets, ods).ok()) return false;
    ExperimentConfig options;
    options.threads = 1;
    isSound(readFile(workbook, options));
    isSound(readFile(sheets, options));
    return true;
}

}  // namespace

void endWith(const std::string& why) {
    std::fprintf(stderr, "a reader is at fault: %s\n", why.c_str());
    std::abort();
}

std::string faultOf(const Dataset& data) {
    if ((data.series != nullptr) == (data.sequences != nullptr)) return "neither a series nor sequences";
    return data.series ? faultOf(*data.series) : faultOf(*data.sequences);
}

std::span<const FuzzTarget> fuzzTargets() {
    static const std::vector<FuzzTarget> kTargets = [] {
        std::vector<FuzzTarget> all{
            {"csv", "input.csv", readByReader},      {"ts", "input_TRAIN.ts", readByReader},
            {"arff", "input.arff", readByReader},    {"ucr", "input_TRAIN.tsv", readByReader},
            {"npy", "input.npy", readByReader},      {"netcdf", "input.nc", readByReader},
            {"packed", "input.zip", readByReader},   {"sqlite", "input.db", readByReader},
            {"json", "input.jsonl", readByReader},   {"matlab", "input.mat", readByReader},
            {"wav", "input.wav", readByReader},      {"tsf", "input.tsf", readByReader},
            {"text", "input.csv", readByReader},     {"hdf5", "input.h5", readByReader},
            {"archive", "input.gz", readArchive},    {"zlib", "input.z", readZlib},
            {"protobuf", "input.pb", readProtobuf},  {"tensorboard", "events.out.tfevents.1", readTensorboard},
            {"wandb", "run-input.wandb", readWandb}, {"safetensors", "input.safetensors", readSafetensors}};
        all.push_back({"sheet", "input.xml", readSheet});
        all.push_back({"parquet", "input.parquet", readArrowFile});
        all.push_back({"running-text", "input.txt", readByReader});
        std::ranges::move(keptTargets(), std::back_inserter(all));
        return all;
    }();
    return kTargets;
}

const FuzzTarget* fuzzTarget(std::string_view key) {
    const auto found = std::ranges::find(fuzzTargets(), key, &FuzzTarget::key);
    return found == fuzzTargets().end() ? nullptr : &*found;
}

bool readAsTarget(const FuzzTarget& target, std::string_view bytes, const fs::path& folder) {
    const fs::path file = folder / target.name;
    std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return target.read(target, bytes, file);
}

}  // namespace gatelab::testing
