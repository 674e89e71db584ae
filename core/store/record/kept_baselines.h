// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "base/result.h"
#include "run/run_event.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gatelab {

/// The strong baselines of a run (baselines/strong) as they were computed on its own data and parts: the one list that
/// every place shows. Lies in the run's folder with a checksum; readSummary() and readRunHistory() put its scores
/// behind those of the simple methods, so whoever reads a run's scores reads these as well.
struct KeptBaselines {
    struct Method {
        std::string key, note;  ///< what it chose: "ETS(M,A,M)"
        double seconds = 0;     ///< that it took, on both parts
    };
    /// What was not computed; seconds: that it would take, rather too long; NaN: it cannot be at all.
    struct Left {
        std::string key;
        double seconds = 0;
        Phrase why;  ///< empty: it takes too long to come by itself
    };
    std::vector<Method> methods;
    std::vector<Left> left;
    std::vector<TestScore> validation, test;  ///< of the methods alone
    [[nodiscard]] bool has(std::string_view key) const;
};

Result<> keepBaselines(const std::filesystem::path& runFolder, const KeptBaselines& kept);
/// NotFound: none were computed. Corrupt: a byte of it is another.
Result<KeptBaselines> readKeptBaselines(const std::filesystem::path& runFolder);
/// Appends those of methods that `scores` has not; nothing where it is empty, for that part was not scored.
void appendScores(const std::vector<TestScore>& more, std::vector<TestScore>& scores);

}  // namespace gatelab
