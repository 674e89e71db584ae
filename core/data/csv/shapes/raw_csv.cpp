// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/shapes/raw_csv.h"

#include "config/setting_predicates.h"
#include "data/csv/layout/dialect_wish.h"
#include "data/csv/layout/layout.h"
#include "data/csv/text/decoded_text.h"
#include "data/foreign_file.h"
#include "data/tables/file_part.h"
#include "io/file_view.h"

namespace gatelab {

Result<std::vector<RawTable>> rawCsv(const std::filesystem::path& path, const ExperimentConfig& options,
                                     const Progress& progress) {
    auto bytes = readFileBytes(path, kLargestTextFile, partOf(progress, 0, 0.3));
    if (!bytes) return bytes.error();
    std::vector<ReadWarning> unused;
    CsvEncoding encoding = guessEncoding(*bytes);
    if (!isGuessed(options.csvEncoding)) encoding = {options.csvEncoding, 0, true, {}};
    auto text = toUtf8(std::move(*bytes), encoding, unused, partOf(progress, 0.3, 0.4));
    if (!text) return text.error().withContext(path.string());
    removeZeroBlocks(*text, unused);
    const DialectGuess guess = guessDialect(*text, options);
    std::string csv;
    std::int64_t count = 0;
    for (CsvRows rows(*text, guess.dialect); rows.next();) {
        if (rows.isComment()) continue;
        if (rows.isTooLong()) return tooLongRow(rows.line()).withContext(path.string());
        if (rows.isBlank())
            csv += "\r\n";
        else
            appendRawRow(csv, rows.cells());
        const double share = static_cast<double>(rows.position()) / static_cast<double>(text->size());
        if (++count % 4096 == 0 && !report(progress, 0.4 + 0.6 * share))
            return Error{ErrorCode::Cancelled, {GATELAB_TEXT("Reading", "%1: reading was cancelled"), {path.string()}}};
    }
    return std::vector<RawTable>{{"", std::move(csv)}};
}

}  // namespace gatelab
