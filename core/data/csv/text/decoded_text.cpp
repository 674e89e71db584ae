// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/csv/text/decoded_text.h"

#include "config/setting_predicates.h"
#include "data/foreign_file.h"

#include <utility>

namespace gatelab {

Result<> decodeText(std::string_view bytes, const ExperimentConfig& options, int threads,
                    std::vector<ReadWarning>& warnings, const Progress& progress, DecodedText& out) {
    out.encoding =
        out.lines.isAscii() && !out.lines.hasZeros() ? CsvEncoding{"utf-8", 0, true, {}} : guessEncoding(bytes);
    if (!isGuessed(options.csvEncoding))
        out.encoding = {
            options.csvEncoding, out.encoding.key == options.csvEncoding ? out.encoding.bomBytes : 0, true, {}};
    else
        out.encoding.weighed = weighEncodings(bytes, out.encoding);
    out.text = bytes;
    const bool isReady = out.encoding.key == "utf-8" && out.encoding.bomBytes == 0 &&
                         (out.lines.isAscii() || isUtf8(bytes)) && !out.lines.hasZeros();
    if (isReady) return {};
    auto text = toUtf8(std::string(bytes), out.encoding, warnings, progress);
    if (!text) return text.error();
    out.changed = std::move(*text);
    removeZeroBlocks(out.changed, warnings);
    out.text = out.changed;
    out.lines = LineIndex(out.text, threads);
    return {};
}

}  // namespace gatelab
