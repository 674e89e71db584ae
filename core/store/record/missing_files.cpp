// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/record/missing_files.h"

#include "run/run_event_json.h"
#include "store/checkpoint.h"
#include "store/film.h"
#include "store/record/manifest.h"
#include "store/record/run_files.h"
#include "store/saved_preparation_file.h"

#include <algorithm>
#include <sstream>
#include <string>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

using Paths = std::vector<fs::path>;

void addIfGone(const fs::path& path, Paths& missing) {
    std::error_code failed;
    if (!fs::exists(path, failed) && !failed && std::ranges::find(missing, path) == missing.end())
        missing.push_back(path);
}

void addFilesOf(const fs::path& folder, const Manifest& manifest, Paths& missing) {
    for (const ManifestFile& file : manifest.files)
        if (file.name != run_files::kConfig) addIfGone(folder / file.name, missing);
}

/// What the record says of the run's other files.
struct Told {
    bool manifest = false;         ///< the run has ended, and its manifest was written
    std::string newestCheckpoint;  ///< name of its folder; empty: none was saved
};

Told toldBy(const fs::path& runFolder) {
    Told told;
    auto database = run_files::openDatabase(runFolder, Database::Mode::ReadOnly);
    if (!database) return told;
    if (const auto kept = run_files::isManifestKept(*database)) told.manifest = *kept;
    auto query = database->prepare("SELECT json FROM events WHERE kind = ? ORDER BY id DESC LIMIT 1");
    if (!query) return told;
    static_cast<void>(query->query({SavedCheckpoint::kName}, [&](const DatabaseRow& row) {
        if (const auto event = eventFromJson(row.text(0)); event && event->is<SavedCheckpoint>())
            told.newestCheckpoint = event->as<SavedCheckpoint>()->folder;
        return Result<>();
    }));
    return told;
}

/// What the newest checkpoint says of its neighbours, and the record of the newest.
void addNeighbours(const CheckpointInfo& newest, const Told& told, Paths& missing) {
    const auto manifest = readManifest(newest.folder, "checkpoint");
    if (!manifest || !manifest->facts.contains(kBesideFact)) return;  // damaged, or of an older program
    const fs::path folder = newest.folder.parent_path();
    std::istringstream beside(manifest->fact<std::string>(kBesideFact, ""));
    for (std::string name; beside >> name;) addIfGone(folder / name, missing);
    // Names of checkpoints sort as they were saved.
    if (told.newestCheckpoint > newest.folder.filename().string()) addIfGone(folder / told.newestCheckpoint, missing);
}

}  // namespace

Phrase missingText(const fs::path& path) {
    return {GATELAB_TEXT("Workspace", "'%1' is missing; restore it from a backup, or train the run again"),
            {path.string()}};
}

Paths missingFiles(const fs::path& runFolder) {
    Paths missing;
    const Told told = toldBy(runFolder);
    if (told.manifest) addIfGone(runFolder / run_files::kManifest, missing);
    bool hasFilm = false;
    if (const auto run = readManifest(runFolder, "run")) {
        addFilesOf(runFolder, *run, missing);
        hasFilm = run->fact(FilmStore::kFact, false);
    }
    const CheckpointStore store(runFolder);
    const auto all = store.list();
    for (const CheckpointInfo& info : all) {
        const auto manifest = readManifest(info.folder, "checkpoint");
        if (!manifest) continue;
        addFilesOf(info.folder, *manifest, missing);
        if (manifest->fact(kPreparationFact, false)) addIfGone(runFolder / kPreparationName, missing);
        hasFilm = hasFilm || manifest->fact(FilmStore::kFact, false);
    }
    std::error_code ignored;
    const bool isWhole = told.manifest || fs::exists(runFolder / run_files::kLock, ignored);
    if (all.empty() && !told.newestCheckpoint.empty())
        addIfGone(store.folder() / told.newestCheckpoint, missing);
    else if (!all.empty() && isWhole)
        addNeighbours(all.front(), told, missing);
    if (const fs::path film = FilmStore(runFolder).lost(); hasFilm && isWhole && !film.empty()) missing.push_back(film);
    return missing;
}

}  // namespace gatelab
