// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/run_repair.h"

#include "io/database.h"
#include "io/file_io.h"
#include "store/record/record_checksums.h"
#include "store/record/run_files.h"
#include "store/run_name.h"
#include "store/saved_json.h"

#include <algorithm>
#include <string>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

/// A record of other tables, of pages that contradict each other, also where its first page is sound, or of contents
/// that do not fit their checksums.
Result<> checkRecord(const fs::path& runFolder) {
    auto database = run_files::openDatabase(runFolder, Database::Mode::ReadOnly);
    if (!database) return database.error();
    auto sound = database->check();
    using enum run_files::RecordPart;
    for (const auto part : {Facts, Edits, Curves, Events})
        if (sound) sound = run_files::verifyPart(*database, part);
    return sound;
}

/// Database and journal under a name that is free, still together. Without a database its journal must not be taken for
/// that of the next one.
Result<fs::path> setAside(const fs::path& database) {
    const fs::path to = freeName(database.string() + ".damaged", "", kDatabaseParts);
    std::error_code ignored;
    for (const char* part : kDatabaseParts) {
        if (!fs::exists(database.string() + part, ignored)) continue;
        if (auto moved = renamePath(database.string() + part, to.string() + part); !moved) return moved.error();
    }
    return to;
}

Phrase warningOf(bool wasThere, const fs::path& aside, const RunHistory& saved) {
    if (!wasThere)
        return GATELAB_TEXT("Workspace",
                            "the run's record was missing and was made anew: the curves before this are gone");
    if (saved.metrics.empty())
        return {GATELAB_TEXT("Workspace",
                             "the run's record was damaged and was made anew: the curves before this are gone; the "
                             "damaged file is kept as '%1'"),
                {aside.string()}};
    const auto last = std::ranges::max(saved.metrics, {}, &MetricSample::step).step;
    return {GATELAB_TEXT("Workspace",
                         "the run's record was damaged and was made anew: of its curves, what could be read up to step "
                         "%1 was saved; the damaged file is kept as '%2'"),
            {last, aside.string()}};
}

}  // namespace

Result<std::optional<RepairedRecord>> repairRecord(const fs::path& runFolder, const RunSummary& known) {
    const auto sound = checkRecord(runFolder);
    if (sound || (sound.error().code != ErrorCode::Corrupt && sound.error().code != ErrorCode::NotFound))
        return std::optional<RepairedRecord>();
    const fs::path database = runFolder / run_files::kDatabase;
    const bool wasThere = sound.error().code == ErrorCode::Corrupt;
    RepairedRecord repaired;
    if (wasThere)
        if (auto read = readRunHistory(runFolder)) repaired.saved = std::move(*read);
    const auto aside = setAside(database);
    if (!aside) return aside.error();
    RunSummary facts = known;
    if (facts.name.empty() || facts.name == facts.id) facts.name = runName(facts.config);
    if (auto made = run_files::createDatabase(runFolder, facts); !made) return made.error();
    repaired.warning = warningOf(wasThere, *aside, repaired.saved);
    return std::optional(std::move(repaired));
}

}  // namespace gatelab
