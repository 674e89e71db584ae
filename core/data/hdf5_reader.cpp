// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/setting_predicates.h"
#include "data/reader_members.h"
#include "data/time_step.h"
#include "io/hash.h"
#include "io/hdf5_file.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <map>
#include <string_view>

namespace gatelab {
namespace {

std::string lowered(std::string_view text) {
    std::string out;
    for (const char c : text) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::string textAttribute(const Hdf5Dataset& dataset, std::initializer_list<std::string_view> names) {
    for (const Hdf5Attribute& attribute : dataset.attributes)
        for (const std::string_view name : names)
            if (lowered(attribute.name) == name && !attribute.texts.empty()) return attribute.texts.front();
    return {};
}

std::string lastPart(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// Names of the columns, from an attribute with one text per column, else by the places in the second and third
/// dimension.
std::vector<std::string> columnNames(const Hdf5Dataset& dataset, std::int64_t columns) {
    for (const Hdf5Attribute& attribute : dataset.attributes)
        if (static_cast<std::int64_t>(attribute.texts.size()) == columns && columns > 1) return attribute.texts;
    std::vector<std::string> names{lastPart(dataset.path)};
    for (std::size_t dimension = 1; dimension < dataset.shape.size(); ++dimension) {
        if (dataset.shape[dimension] == 1) continue;
        std::vector<std::string> longer;
        for (const std::string& name : names)
            for (std::int64_t place = 0; place < dataset.shape[dimension]; ++place)
                longer.push_back(name + "_" + std::to_string(place));
        names = std::move(longer);
    }
    return names;
}

/// Rows run along the first dimension; 1-D is one column, the last two of three together are the columns.
struct Shape {
    std::int64_t rows = 0, columns = 1;
};
Shape shapeOf(const Hdf5Dataset& dataset) {
    Shape shape{dataset.shape[0], 1};
    for (std::size_t i = 1; i < dataset.shape.size(); ++i) shape.columns *= dataset.shape[i];
    return shape;
}

/// Microseconds per unit from "seconds since 1970-01-01", "ms", "us", "ns"; nothing said: by the size of the values, as
/// in text tables.
double microsPerUnit(const Hdf5Dataset& dataset, const std::vector<double>& values) {
    const std::string unit = lowered(textAttribute(dataset, {"units", "unit"}));
    if (unit.starts_with("ns") || unit.starts_with("nano")) return 1e-3;
    if (unit.starts_with("us") || unit.starts_with("micro")) return 1;
    if (unit.starts_with("ms") || unit.starts_with("milli")) return 1e3;
    if (unit.starts_with("min")) return 60e6;
    if (unit.starts_with("h")) return 3600e6;
    if (unit.starts_with("d")) return 86400e6;
    if (unit.starts_with("s")) return 1e6;
    const double high = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    for (const double perSecond : {1e9, 1e6, 1e3})
        if (high >= 631152000.0 * perSecond) return 1e6 / perSecond;
    return 1e6;
}

bool isTimeDataset(const Hdf5Dataset& dataset, const ExperimentConfig& options) {
    if (countsRows(options) || dataset.shape.size() != 1) return false;
    const std::string name = lastPart(dataset.path);
    if (!isGuessed(options.timeColumn)) return name == options.timeColumn || dataset.path == options.timeColumn;
    static constexpr std::string_view kNames[] = {"time", "times", "timestamp", "timestamps", "datetime",
                                                  "date", "dates", "epoch",     "t"};
    return std::find(std::begin(kNames), std::end(kNames), lowered(name)) != std::end(kNames);
}

/// What PyTables keeps beside a table to find rows faster: no values of anybody.
bool isTableIndex(const std::string& path) { return path.find("/_i_") != std::string::npos; }

/// Why nothing of a file can be taken, by what is in it.
Error noDataset(const std::vector<Hdf5Dataset>& all) {
    const auto table = std::ranges::find(all, "compound", &Hdf5Dataset::type);
    if (table != all.end())
        return {ErrorCode::Unsupported,
                {GATELAB_TEXT("Reading",
                              "'%1' is a table of records (a compound type, as pandas and PyTables write it), which is "
                              "not read; write its columns as data sets of numbers or as CSV (in pandas: to_csv)"),
                 {table->path}}};
    return {
        ErrorCode::InvalidInput,
        GATELAB_TEXT("Reading",
                     "no numeric data set with one to three dimensions and more than one row; choose another file")};
}

/// Rows and columns that look exchanged, and places of three dimensions that became columns.
void warnOfDatasetShape(const Hdf5Dataset& dataset, ReadReport& report) {
    constexpr std::int64_t kFewRows = 4;  // for one column
    const Shape shape = shapeOf(dataset);
    const auto wide = std::ranges::count_if(dataset.shape, [](std::int64_t size) { return size > 1; });
    if (wide > 2)
        report.warnings.push_back(
            {-1,
             {GATELAB_TEXT(
                  "Reading",
                  "data set '%1' has three dimensions (%2 x %3 x %4) and was read as %2 rows of %5 columns; if "
                  "its first dimension counts sequences or windows, they are no rows of one series: write one "
                  "series, or sequences as .ts"),
              {dataset.path, dataset.shape[0], dataset.shape[1], dataset.shape[2], shape.columns}}});
    else if (shape.columns > 1 && shape.rows * kFewRows <= shape.columns)
        report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "data set '%1' has %2 rows and %3 columns: rows and columns seem to be exchanged, as MATLAB "
                           "writes them. If each row is a quantity, write it with rows and columns exchanged"),
              {dataset.path, shape.rows, shape.columns}}});
}

/// The data sets to read: the chosen ones, or all usable ones of the most frequent length.
Result<std::vector<Hdf5Dataset>> chooseDatasets(const std::vector<Hdf5Dataset>& all, const ExperimentConfig& options,
                                                ReadReport& report) {
    std::vector<Hdf5Dataset> chosen;
    for (const std::string& path : options.hdf5Datasets) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const Hdf5Dataset& dataset) {
            return dataset.path == path || dataset.path == "/" + path;
        });
        if (found == all.end())
            return Error{ErrorCode::NotFound,
                         {GATELAB_TEXT("Reading", "there is no data set '%1' in this file; choose another"), {path}}};
        if (!found->usable)
            return Error{ErrorCode::Unsupported,
                         {GATELAB_TEXT("Reading", "data set '%1' cannot become columns: %2"), {path, found->reason}}};
        chosen.push_back(*found);
    }
    if (!chosen.empty()) return chosen;
    std::map<std::int64_t, std::int64_t> lengths;
    for (const Hdf5Dataset& dataset : all)
        if (dataset.usable && dataset.shape[0] > 1 && !isTableIndex(dataset.path)) ++lengths[dataset.shape[0]];
    std::int64_t rows = 0, most = 0;
    for (const auto& [length, count] : lengths)
        if (count >= most) most = count, rows = length;
    for (const Hdf5Dataset& dataset : all) {
        const bool fits = dataset.usable && dataset.shape[0] == rows && !isTableIndex(dataset.path);
        if (fits)
            chosen.push_back(dataset);
        else
            report.warnings.push_back(
                {-1,
                 {GATELAB_TEXT("Reading", "data set '%1' was left out: %2"),
                  {dataset.path, !dataset.usable              ? dataset.reason
                                 : isTableIndex(dataset.path) ? Phrase(GATELAB_TEXT("Reading", "an index of PyTables"))
                                                              : Phrase(GATELAB_TEXT("Reading",
                                                                                    "its length differs from the "
                                                                                    "others"))}}});
    }
    if (chosen.empty()) return noDataset(all);
    return chosen;
}

void addColumns(const Hdf5Dataset& dataset, const std::vector<double>& values, bool fullPath, Series& series) {
    const Shape shape = shapeOf(dataset);
    std::vector<std::string> names = columnNames(dataset, shape.columns);
    if (fullPath)
        for (std::string& name : names) name = dataset.path.substr(1) + (shape.columns > 1 ? ":" + name : "");
    const std::string unit = textAttribute(dataset, {"units", "unit"});
    for (std::int64_t c = 0; c < shape.columns; ++c) {
        Channel channel{names[static_cast<std::size_t>(c)], unit, {}};
        channel.values.reserve(static_cast<std::size_t>(shape.rows));
        for (std::int64_t r = 0; r < shape.rows; ++r)
            channel.values.push_back(values[static_cast<std::size_t>(r * shape.columns + c)]);
        const auto missing =
            std::count_if(channel.values.begin(), channel.values.end(), [](double v) { return std::isnan(v); });
        series.report.valuesMissing += missing;
        series.report.columns.push_back(
            {channel.name, ReadColumn::Kind::Number, ReadColumn::Role::Value, static_cast<std::int64_t>(missing)});
        series.channels.push_back(std::move(channel));
    }
}

void addTime(const Hdf5Dataset& dataset, const std::vector<double>& values, Series& series) {
    const double scale = microsPerUnit(dataset, values);
    series.time.name = lastPart(dataset.path);
    series.report.columns.push_back({series.time.name, ReadColumn::Kind::Number, ReadColumn::Role::Time, 0});
    for (const double value : values)
        series.time.values.push_back(
            std::isfinite(value) && std::abs(value * scale) < 9e18 ? std::llround(value * scale) : 0);
    series.report.guesses.push_back({"time_column", series.time.name, series.time.name, true, false, {}});
}

/// Two columns of one name, in different groups: whole paths tell them apart.
bool hasDuplicateNames(const std::vector<Hdf5Dataset>& chosen) {
    std::map<std::string, int> names;
    for (const Hdf5Dataset& dataset : chosen) ++names[lastPart(dataset.path)];
    return std::any_of(names.begin(), names.end(), [](const auto& entry) { return entry.second > 1; });
}

Result<Dataset> readHdf5(const std::filesystem::path& path, const ExperimentConfig& options, const Progress& progress) {
    const auto started = std::chrono::steady_clock::now();
    auto file = Hdf5Reader::open(path);
    if (!file) return file.error();
    const auto all = file->datasets();
    if (!all) return all.error();
    auto series = std::make_shared<Series>();
    series->name = path.filename().string();
    series->source = path.string();
    series->report.format = "hdf5";
    const auto chosen = chooseDatasets(*all, options, series->report);
    if (!chosen) return chosen.error().withContext(path.string());
    const bool fullPath = hasDuplicateNames(*chosen);
    double done = 0;
    for (const Hdf5Dataset& dataset : *chosen) {
        if (dataset.shape[0] != chosen->front().shape[0])
            return Error{
                ErrorCode::InvalidInput,
                {GATELAB_TEXT(
                     "Reading",
                     "%1: data sets '%2' and '%3' have different lengths (%4 and %5); choose data sets of one length"),
                 {path.string(), chosen->front().path, dataset.path, chosen->front().shape[0], dataset.shape[0]}}};
        const double share = 0.9 / static_cast<double>(chosen->size());
        auto values = file->read(dataset.path, [&](double part) { return report(progress, done + part * share); });
        if (!values) return values.error();
        done += share;
        if (!series->time.known() && isTimeDataset(dataset, options)) {
            addTime(dataset, *values, *series);
        } else {
            addColumns(dataset, *values, fullPath, *series);
            warnOfDatasetShape(dataset, series->report);
        }
    }
    if (series->channels.empty())
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading", "%1: only the time was found; choose data sets with values"), {path.string()}}};
    if (series->rows() < 2)
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading", "%1: the data sets have one row only; a series needs many rows; choose others"),
             {path.string()}}};
    series->report.account.rowsInFile = series->report.account.rowsRead = series->rows();
    warnOfEqualColumns(*series);
    settleTimeStep(options.timeStep, *series);
    auto hash = sha256File(path, [&](double part) { return report(progress, 0.9 + 0.1 * part); });
    if (!hash) return hash.error();
    series->sha256 = std::move(*hash);
    std::error_code ignored;
    series->report.bytes = static_cast<std::int64_t>(std::filesystem::file_size(path, ignored));
    series->report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return Dataset{std::move(series), nullptr};
}

int probeHdf5(std::span<const char> head, const std::filesystem::path&) {
    return std::string_view(head.data(), head.size()).starts_with("\x89HDF\r\n\x1A\n") ? 100 : 0;
}

}  // namespace

Reader hdf5Reader() {
    return {"hdf5", GATELAB_TEXT("readers", "HDF5 file"), {"h5", "hdf5", "hdf", "he5", "nc"}, probeHdf5, readHdf5};
}

Result<std::vector<Hdf5Entry>> listHdf5(const std::filesystem::path& path, const ExperimentConfig& options) {
    auto file = Hdf5Reader::open(path);
    if (!file) return file.error();
    const auto all = file->datasets();
    if (!all) return all.error();
    ReadReport messages;
    const auto chosen = chooseDatasets(*all, options, messages);
    std::vector<Hdf5Entry> entries;
    for (const Hdf5Dataset& dataset : *all) {
        const bool taken = chosen.ok() && std::ranges::find(*chosen, dataset.path, &Hdf5Dataset::path) != chosen->end();
        entries.push_back({dataset.path, dataset.shape, dataset.type, dataset.usable, dataset.reason, taken});
    }
    return entries;
}

}  // namespace gatelab
