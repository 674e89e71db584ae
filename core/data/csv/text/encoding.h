// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "data/series.h"

#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// The encoding of a text file: a key of csvEncodingChoices().
struct CsvEncoding {
    std::string key = "utf-8";
    std::size_t bomBytes = 0;  ///< byte order mark to skip
    bool certain = true;
    std::string runnerUp;
    std::vector<ReadCandidate> weighed = {};  ///< by weighEncodings(); empty: the encoding was not weighed
};

/// By byte order mark, by zero bytes, by valid UTF-8, by Cyrillic words (cp1251), by what guessCodePage() tells, or
/// GB18030, else cp1252. Looks at all bytes. Without a byte that is none of UTF-8.
bool isUtf8(std::string_view bytes);
CsvEncoding guessEncoding(std::string_view bytes);
/// What speaks for each encoding in the first MiB; `guess`: the one that was taken.
std::vector<ReadCandidate> weighEncodings(std::string_view bytes, const CsvEncoding& guess);

/// The text as UTF-8. Bytes that the encoding does not know become U+FFFD and a warning with the line of the first one.
/// Plain UTF-8 is moved, not copied. Fails when cancelled or when the system cannot convert the encoding.
Result<std::string> toUtf8(std::string bytes, const CsvEncoding& encoding, std::vector<ReadWarning>& warnings,
                           const Progress& progress = {});

/// For previews: guesses, converts, never fails.
std::string decodeLeniently(std::string_view bytes);
/// At most `longest` characters of UTF-8, with an ellipsis when cut; control characters become blanks.
std::string cutText(std::string_view text, std::size_t longest);

}  // namespace gatelab
