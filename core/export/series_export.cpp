// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/series_export.h"

#include "data/row_time.h"
#include "data/unit_text.h"
#include "export/arrow_export.h"
#include "export/npy_head.h"
#include "export/series_names.h"
#include "io/csv_cell.h"
#include "io/file_io.h"
#include "io/hdf5_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

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

/// "load [kW]"; a name that says its unit itself stays as it is.
std::string titleOf(const Channel& channel) {
    const std::string unit = unitBeside(channel.name, channel.unit);
    return unit.empty() ? channel.name : channel.name + " [" + unit + "]";
}

Result<> exportCsv(const Series& series, const std::filesystem::path& path, const Progress& progress) {
    const bool hasTime = series.time.known();
    // Readers skip a line without any character.
    const SeriesNames names = seriesNames(series);
    const bool isMany = !names.members.empty(), isAlone = !isMany && !hasTime && series.channels.size() == 1;
    std::string head = isMany ? csvText(names.column) : std::string();
    if (hasTime) head += (head.empty() ? "" : ",") + csvText(series.time.name.empty() ? "time" : series.time.name);
    for (const Channel* channel : names.channels) head += (head.empty() ? "" : ",") + csvText(titleOf(*channel));
    return writeRows(path, head + "\n", series.rows(), progress, [&](std::string& text, std::int64_t r) {
        if (isMany) text += csvText(names.at(r));
        if (isMany && hasTime) text += ',';
        if (hasTime) {
            std::string time = rowTime(series.time, r);
            std::ranges::replace(time, ' ', 'T');
            text += time;
        }
        for (std::size_t c = 0; c < names.channels.size(); ++c) {
            if (isMany || hasTime || c > 0) text += ',';
            const double value = names.channels[c]->values[static_cast<std::size_t>(r)];
            if (isAlone && !std::isfinite(value)) text += "NaN";
            appendCsvNumber(text, value);
        }
        text += '\n';
    });
}

/// Rows x columns; of many series series x rows x columns, a shorter one filled up with NaN.
Result<> exportNpy(const Series& series, const std::filesystem::path& path, const Progress& progress) {
    const SeriesNames names = seriesNames(series);
    const std::size_t many = names.members.size();
    std::int64_t longest = series.rows();
    if (many > 0) longest = std::ranges::max(names.members, {}, &SeriesMember::rows).rows();
    std::vector<std::int64_t> shape{longest, std::ssize(names.channels)};
    if (many > 0) shape.insert(shape.begin(), static_cast<std::int64_t>(many));
    const std::int64_t rows = longest * std::max<std::int64_t>(1, static_cast<std::int64_t>(many));
    return writeRows(path, npyHead("<f8", shape), rows, progress, [&](std::string& bytes, std::int64_t r) {
        std::int64_t row = r;
        if (many > 0) {
            const SeriesMember& member = names.members[static_cast<std::size_t>(r / longest)];
            row = r % longest < member.rows() ? member.begin + r % longest : -1;
        }
        for (const Channel* channel : names.channels)
            appendNpyNumber(bytes, row < 0 ? std::numeric_limits<double>::quiet_NaN()
                                           : channel->values[static_cast<std::size_t>(row)]);
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
        const SeriesNames names = seriesNames(series);
        if (!names.members.empty()) {
            std::vector<std::string> each;
            for (std::int64_t row = 0; row < series.rows(); ++row) each.push_back(names.at(row));
            if (auto done = writer.texts("/" + names.column, each); !done) return done;
        }
        for (std::size_t c = 0; c < names.channels.size(); ++c) {
            const Channel& channel = *names.channels[c];
            std::string name = channel.name;
            std::ranges::replace(name, '/', '_');
            if (auto done = writer.array("/" + name, shape, std::span(channel.values)); !done) return done;
            if (!channel.unit.empty())
                if (auto done = writer.attribute("/" + name, "units", channel.unit); !done) return done;
            if (auto done = writer.attribute("/" + name, "gatelab_column", static_cast<std::int64_t>(c)); !done)
                return done;
            if (!report(progress, static_cast<double>(c + 1) / static_cast<double>(names.channels.size())))
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
