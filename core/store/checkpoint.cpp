// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/checkpoint.h"

#include "base/clock.h"
#include "base/number_text.h"
#include "io/file_io.h"
#include "io/hash.h"
#include "run/run_event_json.h"
#include "store/film.h"
#include "store/record/manifest.h"
#include "store/record/run_files.h"
#include "store/saved_preparation_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <utility>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kPrefix = "ckpt-";
constexpr const char* kKind = "checkpoint";
constexpr const char* kTensors = "tensors.safetensors";
constexpr const char* kState = "state.json";
constexpr const char* kRunFact = "run";

/// Generation of a folder name; 0: not a checkpoint.
std::int64_t generationOf(const std::string& name) {
    std::int64_t number = 0;
    if (name.rfind(kPrefix, 0) != 0) return 0;
    const char* end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data() + kPrefix.size(), end, number);
    return parsed.ec == std::errc() && parsed.ptr == end && number > 0 ? number : 0;
}

std::string nameOf(std::int64_t generation) {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "ckpt-%08lld", static_cast<long long>(generation));
    return name.data();
}

fs::path folderOf(const fs::path& folder, std::int64_t generation) { return folder / nameOf(generation); }

void describe(const Manifest& manifest, CheckpointInfo& info) {
    info.parent = manifest.fact<std::int64_t>("parent", 0);
    info.step = manifest.fact<std::int64_t>("step", 0);
    info.epoch = manifest.fact<std::int64_t>("epoch", 0);
    info.reason = checkpointReasonFromName(manifest.fact<std::string>("reason", ""));
    info.best = manifest.fact("best", false);
    info.finite = manifest.fact("finite", true);
    info.run = manifest.fact<std::string>(kRunFact, "");
    info.wall = manifest.fact("wall", 0.0);
    for (const ManifestFile& file : manifest.files) info.bytes += file.bytes;
}

Manifest manifestOf(const CheckpointContents& contents, const CheckpointInfo& info, std::string_view tensors) {
    Manifest manifest;
    manifest.kind = kKind;
    manifest.facts = {{"generation", info.generation},
                      {"parent", info.parent},
                      {"step", contents.step},
                      {"epoch", contents.epoch},
                      {"reason", std::string(checkpointReasonName(contents.reason))},
                      {"best", contents.best},
                      {"finite", contents.finite},
                      {"wall", info.wall}};
    manifest.files = {{kTensors, static_cast<std::int64_t>(tensors.size()), sha256(tensors)},
                      {kState, static_cast<std::int64_t>(contents.state.size()), sha256(contents.state)}};
    return manifest;
}

Result<> checkSpace(const fs::path& folder, std::uint64_t bytes) {
    auto space = freeSpace(folder);
    if (!space) return space.error();
    const std::uint64_t needed = bytes + bytes / 5 + 65536;
    if (*space >= needed) return {};
    const auto [need, free] = bytesTexts(static_cast<double>(needed), static_cast<double>(*space));
    return Error{
        ErrorCode::DiskFull,
        {GATELAB_TEXT(
             "Workspace",
             "cannot save a checkpoint in '%1': it needs %2, and %3 is free; what was saved before is safe; free some "
             "space and try again"),
         {folder.string(), need, free}}};
}

/// Left by a writer that was killed. There is one writer, and it is the caller.
void removeTemporaries(const fs::path& folder) {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
        if (entry.path().filename().string().rfind(kTemporaryPrefix, 0) == 0)
            static_cast<void>(removePath(entry.path()));
    }
}

}  // namespace

CheckpointStore::CheckpointStore(fs::path runFolder) : folder_(std::move(runFolder) / "checkpoints") {}

Phrase CheckpointStore::foreign(const CheckpointInfo& info, std::optional<std::string>& own) const {
    if (info.run.empty()) return {};
    if (!own) own = run_files::readId(folder_.parent_path());
    if (own->empty() || *own == info.run) return {};
    return {GATELAB_TEXT("Workspace",
                         "checkpoint '%1' is not of this run but of run '%2'; restore those of this run from a backup, "
                         "or repeat the run"),
            {info.folder.filename().string(), info.run}};
}

Result<> CheckpointStore::checkRoom() const {
    std::int64_t largest = 0;
    for (const CheckpointInfo& info : list()) largest = std::max(largest, info.bytes);
    return checkSpace(folder_, static_cast<std::uint64_t>(largest));
}

std::vector<CheckpointInfo> CheckpointStore::list() const {
    std::vector<CheckpointInfo> all;
    std::optional<std::string> own;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder_, failed)) {
        CheckpointInfo info;
        info.generation = generationOf(entry.path().filename().string());
        info.folder = entry.path();
        if (info.generation == 0) continue;
        if (auto manifest = readManifest(entry.path(), kKind); !manifest)
            info.problem = manifest.error().phrase;
        else if (manifest->fact<std::int64_t>("generation", 0) != info.generation)
            info.problem = GATELAB_TEXT("Workspace", "the manifest is of another checkpoint");
        else {
            describe(*manifest, info);
            info.problem = foreign(info, own);
        }
        all.push_back(std::move(info));
    }
    std::sort(all.begin(), all.end(),
              [](const CheckpointInfo& a, const CheckpointInfo& b) { return a.generation > b.generation; });
    return all;
}

Result<CheckpointInfo> CheckpointStore::save(const CheckpointContents& contents) {
    auto tensors = serializeTensors(contents.tensors);
    if (!tensors) return tensors.error();
    // A run that was removed is not made again, half of it.
    if (std::error_code ignored; !fs::exists(folder_.parent_path(), ignored))
        return Error{ErrorCode::Io,
                     {GATELAB_TEXT("Workspace",
                                   "the folder of the run, '%1', was removed or moved while it was trained; what it "
                                   "has learnt since its last checkpoint is not kept"),
                      {folder_.parent_path().string()}}};
    if (auto made = makeFolders(folder_); !made) return made.error();
    removeTemporaries(folder_);
    if (auto space = checkSpace(folder_, tensors->size() + contents.state.size()); !space) return space.error();
    const auto earlier = list();
    CheckpointInfo info;
    info.generation = earlier.empty() ? 1 : earlier.front().generation + 1;
    info.parent = earlier.empty() ? 0 : earlier.front().generation;
    info.wall = wallSeconds();
    info.folder = folderOf(folder_, info.generation);
    Manifest manifest = manifestOf(contents, info, *tensors);
    describe(manifest, info);
    info.run = run_files::readId(folder_.parent_path());
    auto all = earlier;
    all.insert(all.begin(), info);
    std::string beside;
    for (const std::int64_t kept : keptOf(all))
        if (kept != info.generation) beside += (beside.empty() ? "" : " ") + nameOf(kept);
    manifest.facts[kBesideFact] = beside;
    if (!info.run.empty()) manifest.facts[kRunFact] = info.run;
    manifest.facts[kPreparationFact] = hasPreparation(folder_.parent_path());
    manifest.facts[FilmStore::kFact] = FilmStore(folder_.parent_path()).isThere();
    auto written = publishFolderDurably(info.folder, [&](const fs::path& temporary) -> Result<> {
        if (auto done = writeNewFile(temporary / kTensors, *tensors); !done) return done;
        if (auto done = writeNewFile(temporary / kState, contents.state); !done) return done;
        return writeNewFile(temporary / "manifest.json", manifestToJson(manifest));
    });
    const std::string where = "checkpoint of step " + std::to_string(contents.step) + " (" +
                              std::to_string(tensors->size() + contents.state.size()) +
                              " bytes) was not saved, earlier ones are safe";
    if (!written) return written.error().withContext(where);
    if (auto verified = verifyFiles(info.folder, manifest); !verified) return verified.error().withContext(where);
    prune();
    return info;
}

std::set<std::int64_t> CheckpointStore::keptOf(const std::vector<CheckpointInfo>& all) {
    std::set<std::int64_t> kept;
    if (!all.empty()) kept.insert(all.front().generation);
    int good = 0;
    bool hasBest = false;
    for (const CheckpointInfo& info : all) {
        if (!info.problem.empty() || !info.finite) continue;
        if (good++ < 2) kept.insert(info.generation);
        if (info.best && !std::exchange(hasBest, true)) kept.insert(info.generation);
    }
    return kept;
}

void CheckpointStore::prune() const {
    const auto all = list();
    const auto kept = keptOf(all);
    for (const CheckpointInfo& info : all) {
        if (kept.count(info.generation) != 0) continue;
        // Under another name first: a half-removed one must not look like a damaged one.
        const fs::path gone = folder_ / (std::string(kTemporaryPrefix) + "gone-" + std::to_string(info.generation));
        if (renamePath(info.folder, gone)) static_cast<void>(removePath(gone));
    }
}

std::int64_t LoadedCheckpoint::counter(const char* key) const {
    const auto& numbers = contents.tensors.metadata;
    const auto found = numbers.find(key);
    return found == numbers.end() ? -1 : std::strtoll(found->second.c_str(), nullptr, 10);
}

Result<LoadedCheckpoint> CheckpointStore::loadFolder(const fs::path& folder) {
    LoadedCheckpoint loaded;
    auto manifest = readManifest(folder, kKind);
    if (!manifest) return manifest.error();
    loaded.info.folder = folder;
    loaded.info.generation = manifest->fact<std::int64_t>("generation", 0);
    describe(*manifest, loaded.info);
    auto state = readVerified(folder, *manifest, kState);
    if (!state) return state.error();
    auto bytes = readVerified(folder, *manifest, kTensors);
    if (!bytes) return bytes.error();
    auto tensors = parseTensors(*bytes);
    if (!tensors) return tensors.error().withContext("'" + (folder / kTensors).string() + "'");
    const CheckpointInfo& info = loaded.info;
    loaded.contents = {std::move(*tensors), std::move(*state), info.step,  info.epoch,
                       info.reason,         info.best,         info.finite};
    return loaded;
}

Result<LoadedCheckpoint> CheckpointStore::load(std::int64_t generation) const {
    auto loaded = loadFolder(folderOf(folder_, generation));
    if (!loaded) return loaded;
    std::optional<std::string> own;
    if (Phrase why = foreign(loaded->info, own); !why.empty()) return Error{ErrorCode::Corrupt, std::move(why)};
    return loaded;
}

namespace {

/// The same with names instead of paths for what lies in the folder.
Phrase withoutFolder(Phrase phrase, const fs::path& folder) {
    const std::string prefix = folder.string() + "/";
    for (std::size_t at = 0; (at = phrase.source.find(prefix, at)) != std::string::npos;)
        phrase.source.erase(at, prefix.size());
    for (Phrase& argument : phrase.arguments) argument = withoutFolder(std::move(argument), folder);
    return phrase;
}

/// The older one is not what was asked for.
Error replacedUnasked(const Phrase& why, const LoadedCheckpoint& older) {
    return {ErrorCode::Corrupt,
            {GATELAB_TEXT("Workspace",
                          "%1; an older checkpoint does not take its place unasked; restore it from a backup, or "
                          "choose the newest that is whole, that of step %2 (%3; intact on the command line)"),
             {why, older.info.step, older.info.folder.filename().string()}}};
}

}  // namespace

Phrase CheckpointStore::missingEnd() const {
    const auto run = readManifest(folder_.parent_path(), "run");
    const auto all = list();
    if (!run || all.empty() || run->fact<std::string>("state", "") != runStateName(RunState::Finished)) return {};
    const auto end = run->fact<std::int64_t>("step", 0);
    const auto mayBeIt = [end](const CheckpointInfo& info) { return !info.problem.empty() || info.step >= end; };
    if (std::ranges::any_of(all, mayBeIt)) return {};
    return {GATELAB_TEXT("Workspace", "the run finished with step %1, and the checkpoint of that step is gone"), {end}};
}

Result<LoadedCheckpoint> CheckpointStore::newestWhere(bool bestOnly, Damaged damaged) const {
    std::vector<Phrase> warnings;
    Phrase first = missingEnd();  // that is damaged
    Phrase lines = first;         // one for each
    if (!first.empty()) warnings.push_back(first);
    for (const CheckpointInfo& info : list()) {
        const auto passOver = [&](Phrase why) {
            if (first.empty()) first = why;
            const Phrase line = labelled(info.folder.filename().string(), withoutFolder(why, info.folder));
            lines = lines.empty() ? line : Phrase(GATELAB_TEXT("Phrase", "%1\n%2"), {lines, line});
            warnings.push_back(
                {GATELAB_TEXT("Workspace", "checkpoint %1 was passed over: %2"), {info.generation, std::move(why)}});
        };
        if (!info.problem.empty()) {
            passOver(info.problem);
            continue;
        }
        if (bestOnly && !info.best) continue;
        if (!info.finite) {
            if (damaged == Damaged::PassOver) passOver(GATELAB_TEXT("Workspace", "it holds NaN or infinite weights"));
            continue;
        }
        auto loaded = loadFolder(info.folder);
        if (loaded && damaged == Damaged::Refuse && !first.empty()) return replacedUnasked(first, *loaded);
        if (loaded) {
            loaded->warnings = std::move(warnings);
            return loaded;
        }
        passOver(loaded.error().phrase);
    }
    const Phrase wanted =
        bestOnly ? GATELAB_TEXT("Workspace", "best checkpoint") : GATELAB_TEXT("Workspace", "checkpoint");
    if (warnings.empty())
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Workspace", "there is no %1 in '%2'; train the run from the start"),
                      {wanted, folder_.string()}}};
    return Error{
        ErrorCode::Corrupt,
        {GATELAB_TEXT("Workspace", "no %1 in '%2' can be used; its curves and settings are safe; repeat the run\n%3"),
         {wanted, folder_.string(), lines}}};
}

Result<LoadedCheckpoint> CheckpointStore::newestGood() const { return newestWhere(false, Damaged::PassOver); }
Result<LoadedCheckpoint> CheckpointStore::newest() const { return newestWhere(false, Damaged::Refuse); }
Result<LoadedCheckpoint> CheckpointStore::best() const { return newestWhere(true, Damaged::Refuse); }

}  // namespace gatelab
