// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tables/cell_table.h"

#include "data/csv/layout/dialect_guess.h"
#include "data/csv/text/encoding.h"
#include "data/readers.h"
#include "io/file_io.h"

#include <algorithm>
#include <string>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kSampleBytes = 128 * 1024;

Result<TableCells> cellsOf(std::string_view text, const CsvDialect& dialect, const std::filesystem::path& path) {
    auto cells = readTableCells(text, dialect, 0);
    return cells.ok() ? std::move(cells) : Result<TableCells>(cells.error().withContext(path.string()));
}

/// What readers of text tables take; a sheet, a database and Arrow have tables of their own.
bool isText(const Reader& reader) { return reader.tables == nullptr && !reader.isBinary; }

}  // namespace

Result<TableCells> readCellTable(const std::filesystem::path& path, const ExperimentConfig& options,
                                 const Progress& progress) {
    const auto head = readFileStart(path, 4096);
    if (!head.ok()) return head.error();
    const Reader* best = nullptr;
    int most = 0;
    for (const Reader& reader : readers())
        if (const int worth = reader.probe({head->bytes.data(), head->bytes.size()}, path); worth > most)
            best = &reader, most = worth;
    if (best != nullptr && !isText(*best)) {
        const auto tables = readRawTables(path, options, progress);
        if (!tables.ok()) return tables.error();
        if (tables->empty())
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Reading", "%1: there is no table in it"), {path.string()}}};
        return cellsOf(tables->front().csv, CsvDialect{}, path);
    }
    auto bytes = readFileBytes(path);
    if (!bytes.ok()) return bytes.error();
    const CsvEncoding encoding = guessEncoding(*bytes);
    std::vector<ReadWarning> warnings;
    const auto text = toUtf8(std::move(*bytes), encoding, warnings, progress);
    if (!text.ok()) return text.error();
    const std::size_t end = text->find_last_of("\r\n", kSampleBytes);
    const std::string_view sample = std::string_view(*text).substr(
        0, text->size() <= kSampleBytes || end == std::string::npos ? kSampleBytes : end);
    return cellsOf(*text, guessDialect(sample, {}).dialect, path);
}

}  // namespace gatelab
