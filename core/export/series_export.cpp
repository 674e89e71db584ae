// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/series_export.h"

#include "data/row_time.h"
#include "export/arrow_export.h"
#include "io/csv_cell.h"
#include "io/file_io.h"
#include "io/hdf5_file.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <string_view>

namespace gatelab {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

Error cancelled() { return {ErrorCode::Cancelled, GATELAB_TEXT("Files", "writing was cancelled; nothing was kept")}; }

/// Calls row(text, r) for every row and hands what it appends on in blocks.
template <class Row>
Result<> writeRows(const std::filesystem::path& path, std::string head, std::int64_t rows, const Progress& progress,
                   Row&& row) {
    return writeFileDurably(path, [&](FileSink& sink) -> Result<> {
        std::string block = std::move(head);
        for (std::int64_t r = 0; r < rows; ++r) {
            row(block, r);
            if (block.size() < kBlockBytes) continue;
            if (auto written = sink.write(block); !written) return written;
            block.clear();
            if (!report(progress, static_cast<double>(r) / static_cast<double>(rows))) return cancelled();
        }
        return sink.write(block);
    });
}

/// "load [kW]"; a name that says its unit itself, in whatever brackets, stays as it is.
std::string titleOf(const Channel& channel) {
    const bool isSaid = channel.unit.empty() || channel.name.ends_with("[" + channel.unit + "]") ||
                        channel.name.ends_with("(" + channel.unit + ")");
    return isSaid ? channel.name : channel.name + " [" + channel.unit + "]";
}

Result<> exportCsv(const Series& series, const std::filesystem::path& path, const Progress& progress) {
    const bool hasTime = series.time.known();
    // Readers skip a line without any character.
    const bool isAlone = !hasTime && series.channels.size() == 1;
    std::string head = hasTime ? csvText(series.time.name.empty() ? "time" : series.time.name) : std::string();
    for (const Channel& channel : series.channels) head += (head.empty() ? "" : ",") + csvText(titleOf(channel));
    return writeRows(path, head + "\n", series.rows(), progress, [&](std::string& text, std::int64_t r) {
        if (hasTime) {
            std::string time = rowTime(series.time, r);
            std::ranges::replace(time, ' ', 'T');
            text += time;
        }
        for (std::size_t c = 0; c < series.channels.size(); ++c) {
            if (hasTime || c > 0) text += ',';
            const double value = series.channels[c].values[static_cast<std::size_t>(r)];
            if (isAlone && !std::isfinite(value)) text += "NaN";
            appendCsvNumber(text, value);
        }
        text += '\n';
    });
}

Result<> exportNpy(const Series& series, const std::filesystem::path& path, const Progress& progress) {
    std::string dict = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(series.rows()) + ", " +
                       std::to_string(series.channels.size()) + "), }";
    constexpr std::size_t kStart = 10, kAligned = 64;
    while ((kStart + dict.size() + 1) % kAligned != 0) dict += ' ';
    dict += '\n';
    std::string head("\x93NUMPY\x01\0", 8);
    head += static_cast<char>(dict.size() & 255);
    head += static_cast<char>(dict.size() >> 8);
    return writeRows(path, head + dict, series.rows(), progress, [&](std::string& bytes, std::int64_t r) {
        for (const Channel& channel : series.channels) {
            auto bits = std::bit_cast<std::uint64_t>(channel.values[static_cast<std::size_t>(r)]);
            for (int i = 0; i < 8; ++i, bits >>= 8) bytes += static_cast<char>(bits & 255);
        }
    });
}

Result<> exportHdf5(const Series& series, const std::filesystem::path& path, const Progress& progress) {
    return writeHdf5(path, [&](Hdf5Writer& writer) -> Result<> {
        const std::vector<std::int64_t> shape{series.rows()};
        if (series.time.known()) {
            std::string name = series.time.name.empty() || series.find(series.time.name) ? "time" : series.time.name;
            std::ranges::replace(name, '/', '_');
            name.insert(0, 1, '/');
            if (auto done = writer.array(name, shape, std::span(series.time.values)); !done) return done;
            if (auto done = writer.attribute(name, "units", std::string("us since 1970-01-01")); !done) return done;
        }
        for (std::size_t c = 0; c < series.channels.size(); ++c) {
            const Channel& channel = series.channels[c];
            std::string name = channel.name;
            std::ranges::replace(name, '/', '_');
            if (auto done = writer.array("/" + name, shape, std::span(channel.values)); !done) return done;
            if (!channel.unit.empty())
                if (auto done = writer.attribute("/" + name, "units", channel.unit); !done) return done;
            if (auto done = writer.attribute("/" + name, "gatelab_column", static_cast<std::int64_t>(c)); !done)
                return done;
            if (!report(progress, static_cast<double>(c + 1) / static_cast<double>(series.channels.size())))
                return cancelled();
        }
        return {};
    });
}

}  // namespace

Result<> exportSeries(const Series& series, const std::filesystem::path& path, const Progress& progress) {
    const std::string ending = path.extension().string();
    if (ending == ".csv") return exportCsv(series, path, progress);
    if (ending == ".npy") return exportNpy(series, path, progress);
    if (ending == ".h5" || ending == ".hdf5") return exportHdf5(series, path, progress);
    if (ending == ".parquet") return exportArrow(series, path, ArrowFormat::Parquet, progress);
    if (ending == ".feather" || ending == ".arrow") return exportArrow(series, path, ArrowFormat::File, progress);
    return Error{
        ErrorCode::InvalidInput,
        {GATELAB_TEXT("Files", "'%1' is no ending that is written; choose .csv, .npy, .parquet, .feather or .h5"),
         {ending}}};
}

}  // namespace gatelab
