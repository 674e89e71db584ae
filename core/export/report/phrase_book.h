// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <utility>

namespace gatelab {

/// Translations of what core says, from a file of Qt Linguist (resources/translations): for programs without Qt. A
/// value.
class PhraseBook {
public:
    /// Corrupt where it is no such file. Unfinished texts are left out.
    static Result<PhraseBook> read(const std::filesystem::path& file);
    /// Of this installation: "zh_CN". NotFound: there is none.
    static Result<PhraseBook> ofLanguage(const std::string& language);

    /// Texts without a translation stay English.
    [[nodiscard]] std::string say(const Phrase& phrase) const;
    [[nodiscard]] std::size_t size() const { return texts_.size(); }

private:
    std::map<std::pair<std::string, std::string>, std::string> texts_;  ///< by context and source
};

}  // namespace gatelab
