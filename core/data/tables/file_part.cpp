// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/file_part.h"

#include "data/readers.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "io/temporary_folder.h"

#include <algorithm>
#include <memory>

namespace gatelab {
namespace {

constexpr std::size_t kNamed = 8;

/// The text of the archive's own path in place of the one of the temporary folder.
void rename(Phrase& phrase, const std::string& from, const std::string& to) {
    if (const std::size_t at = phrase.source.find(from); at != std::string::npos)
        phrase.source.replace(at, from.size(), to);
    for (Phrase& argument : phrase.arguments) rename(argument, from, to);
}

/// What is said of the whole file, whichever part of it was read.
Result<> setSource(const std::filesystem::path& path, Dataset& data, const std::string& shown,
                   const Progress& progress) {
    auto hash = sha256File(path, progress);
    if (!hash) return hash.error();
    std::error_code ignored;
    const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(path, ignored));
    const auto set = [&](auto& read) {
        read.name = path.filename().string();
        read.source = path.string();
        read.sha256 = *hash;
        read.report.bytes = bytes;
        if (!shown.empty()) read.report.guesses.push_back({"hdf5_datasets", shown, shown, false, false, {}});
    };
    if (data.series) {
        auto series = std::make_shared<Series>(*data.series);
        set(*series);
        data.series = std::move(series);
    } else {
        auto sequences = std::make_shared<SequenceSet>(*data.sequences);
        set(*sequences);
        sequences->testSource.clear();  // the one file holds both
        data.sequences = std::move(sequences);
    }
    return {};
}

}  // namespace

Progress partOf(const Progress& progress, double from, double to) {
    if (!progress) return {};
    return [=](double share) { return progress(share < 0 ? share : from + (to - from) * share); };
}

Result<Dataset> readPartFile(const std::filesystem::path& file, const std::filesystem::path& path,
                             const std::string& shown, const ExperimentConfig& options, const Progress& progress) {
    auto data = readFile(file, options, partOf(progress, 0, 0.9));
    if (!data) return withPath(data.error(), file.string(), path.string() + (shown.empty() ? "" : ", " + shown));
    if (auto set = setSource(path, *data, shown, partOf(progress, 0.9, 1)); !set) return set.error();
    return data;
}

Error withPath(const Error& error, const std::string& from, const std::string& to) {
    Phrase phrase = error.phrase;
    rename(phrase, from, to);
    return Error(error.code, phrase).ofField(error.field);
}

Result<Dataset> asReadFrom(Result<Dataset> data, const std::filesystem::path& folder, const std::filesystem::path& path,
                           const Progress& progress) {
    if (!data) return withPath(data.error(), folder.string(), path.string());
    const auto correct = [&](auto& read) {
        for (ReadWarning& warning : read.report.warnings) rename(warning.message, folder.string(), path.string());
    };
    if (data->series) {
        auto series = std::make_shared<Series>(*data->series);
        correct(*series);
        data->series = std::move(series);
    } else {
        auto sequences = std::make_shared<SequenceSet>(*data->sequences);
        correct(*sequences);
        data->sequences = std::move(sequences);
    }
    if (auto set = setSource(path, *data, {}, progress); !set) return set.error();
    return data;
}

Result<Dataset> readPartText(const std::string& csv, const std::filesystem::path& path, const std::string& shown,
                             const ExperimentConfig& options, const Progress& progress) {
    const TemporaryFolder folder("table");
    if (folder.path().empty()) return noTemporaryFolder();
    const std::filesystem::path file = folder.path() / path.filename().replace_extension(".csv");
    if (auto written = folder.write(file.filename(), csv); !written) return written.error();
    ExperimentConfig plain = options;
    plain.hdf5Datasets.clear();
    plain.csvDelimiter = "comma", plain.csvQuote = "double", plain.csvEncoding = "utf-8";
    auto data = readPartFile(file, path, shown, plain, progress);
    if (!data || !data->series) return data;
    auto series = std::make_shared<Series>(*data->series);
    std::erase_if(series->report.guesses, [](const ReadGuess& guess) {  // nobody wrote these marks
        return guess.key == "csv_delimiter" || guess.key == "csv_quote" || guess.key == "csv_encoding";
    });
    data->series = std::move(series);
    return data;
}

void warnOfFile(Dataset& data, const Phrase& text) {
    if (data.series) {
        auto series = std::make_shared<Series>(*data.series);
        series->report.warnings.insert(series->report.warnings.begin(), {-1, text});
        data.series = std::move(series);
    } else {
        auto sequences = std::make_shared<SequenceSet>(*data.sequences);
        sequences->report.warnings.insert(sequences->report.warnings.begin(), {-1, text});
        data.sequences = std::move(sequences);
    }
}

std::string listedOthers(std::vector<std::string> names, const std::string& without) {
    std::erase(names, without);
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < kNamed; ++i) text += (i > 0 ? ", '" : "'") + names[i] + "'";
    return names.size() > kNamed ? text + ", ..." : text;
}

void appendCsvCell(std::string& csv, std::string_view cell) {
    if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
        csv += cell;
        return;
    }
    csv += '"';
    for (const char letter : cell) {
        if (letter == '"') csv += '"';
        csv += letter == '\n' || letter == '\r' ? ' ' : letter;
    }
    csv += '"';
}

void appendCsvRow(std::string& csv, const std::vector<std::string>& cells) {
    if (cells.size() == 1 && cells[0].empty()) csv += "\"\"";  // no blank line, which is no row
    for (std::size_t c = 0; c < cells.size(); ++c) {
        if (c > 0) csv += ',';
        appendCsvCell(csv, cells[c]);
    }
    csv += '\n';
}

void appendRawRow(std::string& csv, std::span<const std::string_view> cells) {
    for (std::size_t c = 0; c < cells.size(); ++c) {
        if (c > 0) csv += ',';
        const bool isBlankLine = cells.size() == 1 && cells[c].empty();
        const bool isPlain = cells[c].find_first_of(",\"\r\n") == std::string_view::npos && !isBlankLine;
        if (!isPlain) csv += '"';
        for (const char letter : cells[c]) {
            if (letter == '"') csv += '"';
            csv += letter;
        }
        if (!isPlain) csv += '"';
    }
    csv += "\r\n";
}

std::string asRaw(std::string_view csv) {
    std::string raw;
    raw.reserve(csv.size() + static_cast<std::size_t>(std::ranges::count(csv, '\n')));
    for (const char letter : csv) {
        if (letter == '\n') raw += '\r';
        raw += letter;
    }
    return raw;
}

Error noTemporaryFolder() {
    return {ErrorCode::Io, GATELAB_TEXT("Reading",
                                        "no folder can be made in the system's temporary folder; free some "
                                        "space there, or unpack the file first")};
}

}  // namespace gatelab
