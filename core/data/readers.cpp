// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/readers.h"

#include "base/input_error.h"
#include "config/many_series.h"
#include "config/shapes/array_axes.h"
#include "config/shapes/running_text.h"
#include "data/arrays/array_columns.h"
#include "data/cache/column_cache.h"
#include "data/csv/text/encoding.h"
#include "data/foreign_file.h"
#include "data/many/many_series.h"
#include "data/reader_members.h"
#include "data/recipe/words_for_run.h"
#include "data/row_order.h"
#include "data/synthetic/synthetic.h"
#include "data/time_step.h"
#include "io/hash.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <fstream>
#include <map>
#include <new>

namespace gatelab {
namespace {

constexpr std::size_t kHeadBytes = 64 * 1024;

/// The first bytes of a file, with an error that says what is wrong with it.
Result<std::string> readHead(const std::filesystem::path& path, std::size_t limit) {
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (!std::filesystem::exists(status))
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Reading", "%1: there is no such file; check the name, or open the file again"),
                      {path.string()}}};
    if (std::filesystem::is_directory(status))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading", "%1: this is a folder; choose a file in it"), {path.string()}}};
    if (!std::filesystem::is_regular_file(status))
        return Error{
            ErrorCode::InvalidInput,
            {GATELAB_TEXT("Reading", "%1: this is not an ordinary file; copy its contents to one"), {path.string()}}};
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        const bool denied = errno == EACCES || errno == EPERM;
        if (!denied)
            return Error{
                ErrorCode::Io,
                {GATELAB_TEXT("Reading", "%1: the file cannot be opened; try again, or copy it to a folder of yours"),
                 {path.string()}}};
        return Error{
            ErrorCode::PermissionDenied,
            {GATELAB_TEXT("Reading",
                          "%1: no permission to read the file; change its rights or copy it to a folder of yours"),
             {path.string()}}};
    }
    std::string head(limit, '\0');
    file.read(head.data(), static_cast<std::streamsize>(limit));
    head.resize(static_cast<std::size_t>(file.gcount()));
    return head;
}

/// The reader whose probe answers highest; null: none wants the file.
const Reader* readerOf(std::string_view head, const std::filesystem::path& path) {
    const Reader* best = nullptr;
    int bestScore = 0;
    for (const Reader& reader : readers())
        if (const int score = reader.probe(std::span(head.data(), head.size()), path); score > bestScore)
            best = &reader, bestScore = score;
    return best;
}

/// As readerOf(), or as the settings ask for a running text: of a packed file they ask of what is in it.
const Reader* readerFor(std::string_view head, const std::filesystem::path& path, const ExperimentConfig& options) {
    const Reader* const best = readerOf(head, path);
    if (!readsText(options) || (best != nullptr && best->isBinary)) return best;
    static const Reader text = runningTextReader();
    return &text;
}

/// Why no reader wants a file.
Phrase describeUnknown(std::string_view head, const std::filesystem::path& path) {
    if (Phrase known = describeKnown(head); !known.empty()) return known;
    const std::string extension = path.extension().string();
    if (const Reader hdf5 = hdf5Reader();
        !extension.empty() && std::ranges::find(hdf5.extensions, extension.substr(1)) != hdf5.extensions.end())
        return GATELAB_TEXT(
            "Reading",
            "this is not an HDF5 file, although its name says so; it may be cut or damaged: copy or download it again");
    Phrase binary = describeBinary(head), beside = binary.empty() ? Phrase() : describeBeside(path);
    return beside.empty() ? binary : beside;
}

/// Contents that look like those of another format deceive: a name that no reader knows is the likelier reason.
Error withFormats(const Error& error, const std::filesystem::path& path) {
    if (path.extension().empty() || error.code != ErrorCode::InvalidInput) return error;
    std::string known;
    for (const Reader& reader : readers())
        for (const char* extension : reader.extensions) known += (known.empty() ? "." : ", .") + std::string(extension);
    const Phrase message = error.phrase.empty() ? Phrase(error.message) : error.phrase;
    return {error.code,
            {GATELAB_TEXT("Reading",
                          "%1; '%2' is not among the formats that are read (%3): convert the file to one of them"),
             {message, path.extension().string(), known}}};
}

/// FNV-1a of the bits of some values over the whole column; NaN of every kind are equal. Equal columns have equal
/// hashes, and few others.
std::uint64_t valuesHash(std::span<const double> values) {
    constexpr std::size_t kTaken = 1000;
    const std::size_t step = std::max<std::size_t>(1, values.size() / kTaken);
    std::uint64_t hash = UINT64_C(14695981039346656037);
    for (std::size_t r = 0; r < values.size(); r += step)
        hash = (hash ^ (std::isnan(values[r]) ? 1 : std::bit_cast<std::uint64_t>(values[r]))) * UINT64_C(1099511628211);
    return hash;
}

bool areEqual(std::span<const double> a, std::span<const double> b) {
    return std::ranges::equal(a, b, [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

/// A table of which no reader has made many series: each of its columns is one.
Result<Dataset> asMany(Dataset data, const std::filesystem::path& path) {
    if (!data.series || isMany(*data.series)) return data;
    auto together = columnsTogether(*data.series);
    if (!together) return together.error().withContext(path.string()).ofField("csv_shape");
    return Dataset{std::move(*together), nullptr};
}

/// One value everywhere: the doctor tells these.
bool isConstant(std::span<const double> values) {
    return std::ranges::all_of(values, [&](double value) { return value == values.front() || std::isnan(value); });
}

/// What the reader reads, in the order and distance of rows that the settings want.
Result<Dataset> readBy(const Reader& reader, const std::filesystem::path& path, const ExperimentConfig& options,
                       const Progress& progress) {
    auto data = reader.read(path, options, progress);
    if (data.ok() && readsArrays(options)) return data;
    if (data.ok() && readsTogether(options)) return asMany(std::move(*data), path);
    if (data.ok() && readsAcross(options)) return data;
    if (data.ok()) {
        if (auto arranged = arrangeRows(options, *data); !arranged) return arranged.error();
        return data;
    }
    const Error error = asInput(data.error());
    return readerByName(path) != nullptr ? error : withFormats(error, path);
}

}  // namespace

void warnOfEqualColumns(Series& series) {
    constexpr std::size_t kMaxShown = 8;
    std::map<std::uint64_t, std::size_t> first;
    std::size_t shown = 0;
    for (std::size_t c = 0; c < series.channels.size() && shown < kMaxShown; ++c) {
        const Channel& channel = series.channels[c];
        if (channel.name == kSeriesNumber) continue;  // no input: what is equal to it tells nothing twice
        const auto [before, isNew] = first.try_emplace(valuesHash(channel.values), c);
        if (isNew || isConstant(channel.values) || !areEqual(series.channels[before->second].values, channel.values))
            continue;
        ++shown;
        series.report.warnings.push_back(
            {-1,
             {GATELAB_TEXT("Reading",
                           "columns '%1' and '%2' hold the same values, as copies of one column or links to one data "
                           "set do: where one of them is the target, the other one tells it to the network. Leave one "
                           "out"),
              {series.channels[before->second].name, channel.name}}});
    }
}

Result<Dataset> finishSeries(std::shared_ptr<Series> series, const std::filesystem::path& path,
                             const ExperimentConfig& options, std::chrono::steady_clock::time_point started,
                             const Progress& progress) {
    series->report.account.rowsRead = series->rows();
    series->report.account.rowsInFile = series->rows() + series->report.account.left();
    warnOfEqualColumns(*series);
    settleTimeStep(options.timeStep, *series);
    auto hash = sha256File(path, progress);
    if (!hash) return hash.error();
    series->sha256 = std::move(*hash);
    std::error_code ignored;
    series->report.bytes = static_cast<std::int64_t>(std::filesystem::file_size(path, ignored));
    series->report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return Dataset{std::move(series), nullptr};
}

std::span<const Reader> readers() {
    static const std::vector<Reader> table = {
        csvReader(),    hdf5Reader(),   tsReader(),      arffReader(),       ucrReader(),    npyReader(),
        netcdfReader(), packedReader(), sqliteReader(),  jsonReader(),       matlabReader(), wavReader(),
        tsfReader(),    arrowReader(),  severalReader(), recordingsReader(), textReader(),   runningTextReader()};
    return table;
}

const Reader* readerByName(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    if (extension.empty()) return nullptr;
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto found = std::ranges::find_if(readers(), [&](const Reader& reader) {
        return std::ranges::find(reader.extensions, extension.substr(1)) != reader.extensions.end();
    });
    return found == readers().end() ? nullptr : &*found;
}

Result<ArrayFile> openArrayFile(const std::filesystem::path& path, const Progress& progress) {
    const auto head = readHead(path, kHeadBytes);
    if (!head) return head.error();
    constexpr std::pair<std::string_view, Result<ArrayFile> (*)(const std::filesystem::path&, const Progress&)>
        kOpeners[] = {{"hdf5", openHdf5Arrays},
                      {"matlab", openMatlabArrays},
                      {"netcdf", openNetcdfArrays},
                      {"npy", openNpyArrays},
                      {"packed", openNpzArrays}};
    const Reader* const reader = readerOf(*head, path);
    for (const auto& [key, open] : kOpeners)
        if (reader != nullptr && reader->key == key) return open(path, progress);
    return Error{
        ErrorCode::Unsupported,
        {GATELAB_TEXT("Reading", "%1: this is no file of arrays (HDF5, NumPy, MATLAB, netCDF)"), {path.string()}}};
}

Result<std::vector<FilePart>> listParts(const std::filesystem::path& path, const ExperimentConfig& options) {
    const auto head = readHead(path, kHeadBytes);
    if (!head) return head.error();
    const Reader* const reader = readerOf(*head, path);
    return reader != nullptr && reader->parts != nullptr ? reader->parts(path, options) : std::vector<FilePart>();
}

Result<std::vector<RawTable>> readRawTables(const std::filesystem::path& path, const ExperimentConfig& options,
                                            const Progress& progress) {
    const auto head = readHead(path, kHeadBytes);
    if (!head) return head.error();
    const Reader* const reader = readerOf(*head, path);
    if (reader == nullptr) return Error{ErrorCode::Unsupported, labelled(path.string(), describeUnknown(*head, path))};
    if (reader->tables != nullptr) return reader->tables(path, options, progress);
    // Labelled rows of text are cells as any table's.
    if (const Reader* const named = readerByName(path);
        !reader->isBinary && named != nullptr && named->tables != nullptr && !named->isBinary)
        return named->tables(path, options, progress);
    return Error{ErrorCode::Unsupported,
                 {GATELAB_TEXT("Reading",
                               "%1: %2 holds numbers and no cells of text; write it as it is understood with data "
                               "convert FILE OUT.csv"),
                  {path.string(), reader->label}}};
}

Result<Dataset> readFile(const std::filesystem::path& path, const ExperimentConfig& options, const Progress& progress) {
    const auto head = readHead(path, kHeadBytes);
    if (!head) return head.error();
    if (head->empty())
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading", "%1: the file is empty; check that its export or download has finished"),
                      {path.string()}}};
    const Reader* const best = readerFor(*head, path, options);
    if (!best) return Error{ErrorCode::Unsupported, labelled(path.string(), describeUnknown(*head, path))};
    if (readsText(options) && best->isBinary && !isPacked(*head))
        return Error{ErrorCode::InvalidInput,
                     {GATELAB_TEXT("Reading", "%1: %2 holds no running text; choose another shape"),
                      {path.string(), best->label}}}
            .ofField("csv_shape");
    // Arrays as sequences: another file may bring the answers.
    ColumnCache* const cache = best->isWhole && !readsArrays(options) ? columnCache() : nullptr;
    const auto key = cache != nullptr ? cache->keyOf(path, options) : std::nullopt;
    try {
        if (key)
            if (SeriesPtr kept = cache->find(*key, progress))
                return Dataset{withNamedWords(kept, options.inputs), nullptr};
        const auto started = std::chrono::steady_clock::now();
        auto data = readBy(*best, path, options, progress);
        const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
        if (key && data.ok() && data->series && cache->isWorthKeeping(path, took) && cache->keyOf(path, options) == key)
            cache->keep(*key, data->series);
        if (data.ok() && data->series) data->series = withNamedWords(data->series, options.inputs);
        return data;
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory,
                     {GATELAB_TEXT("Reading",
                                   "%1: not enough memory to read this file; nothing was changed. Close other programs "
                                   "or cut the file into parts"),
                      {path.string()}}};
    } catch (const std::exception& problem) {
        return Error{
            ErrorCode::Internal,
            {GATELAB_TEXT("Reading",
                          "%1: reading failed (%2); nothing was changed; try again, or write the file once more"),
             {path.string(), problem.what()}}};
    }
}

Result<Dataset> loadDataset(const ExperimentConfig& options, const Progress& progress) {
    if (!options.dataPath.empty()) return readFile(options.dataPath, options, progress);
    return makeBuiltin(options.builtin, options.builtinLength, static_cast<std::uint64_t>(options.builtinSeed));
}

Result<std::vector<std::string>> readHeadLines(const std::filesystem::path& path, std::size_t count) {
    constexpr std::size_t kLongestLine = 400;
    const auto head = readHead(path, 4 * kHeadBytes);
    if (!head) return head.error();
    std::vector<std::string> lines;
    if (const Reader* const reader = readerOf(*head, path); reader != nullptr && reader->isBinary) return lines;
    const std::string text = decodeLeniently(*head);
    for (std::size_t at = 0; at < text.size() && lines.size() < count;) {
        std::size_t end = text.find_first_of("\r\n", at);
        if (end == std::string::npos) end = text.size();
        lines.push_back(cutText(std::string_view(text).substr(at, end - at), kLongestLine));
        at = end + (text.compare(end, 2, "\r\n") == 0 ? 2 : 1);
    }
    return lines;
}

}  // namespace gatelab
