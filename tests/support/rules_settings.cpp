// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/rules.h"

#include <regex>
#include <sstream>

namespace gatelab::rules {

Findings settingsComparedAsText(const SourceFile& file) {
    // The text members of ExperimentConfig but for its name and notes, which are the user's own words.
    static const std::string kMember =
        R"((\.|->)(builtin|dataPath|testPath|csv(Encoding|Delimiter|Quote|Decimal|Thousands|Header|Comment|Shape)|)"
        R"(time(Column|Format|Zone|Step)|resample(By)?|task|split|anchor|cell|pooling|initialisation|)"
        R"(recurrentInitialisation|decoder|goal|loss|optimiser|schedule|device|precision|implementation|)"
        R"(gradientExchange)\b)";
    // Also task() of whoever hands it on, and std::string_view(config.task).
    static const std::regex kComparison(kMember + R"((\(\))?\)?\s*[=!]=\s*")"),
        kTurned(R"("\s*[=!]=\s*[\w.>()-]*)" + kMember);
    const bool isProduct =
        file.path.starts_with("app/") || file.path.starts_with("core/") || file.path.starts_with("ui/");
    Findings found;
    if (!isProduct || file.path.starts_with("core/config/")) return found;
    std::istringstream in(withoutCommentsAndTexts(file.text));
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.find("= \"") == std::string::npos && line.find("\" ") == std::string::npos) continue;
        if (std::regex_search(line, kComparison) || std::regex_search(line, kTurned))
            found.push_back({file.path, number,
                             "a setting is compared with text; its question belongs to core/config "
                             "(config/setting_predicates.h)"});
    }
    return found;
}

}  // namespace gatelab::rules
