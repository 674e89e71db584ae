// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/workspace.h"

#include "base/clock.h"
#include "io/file_io.h"
#include "io/file_lock.h"
#include "store/imported_run.h"
#include "store/record/run_files.h"
#include "store/record/run_folder.h"
#include "store/record/run_record.h"
#include "store/record/run_repair.h"
#include "store/run_index.h"
#include "store/run_name.h"
#include "store/run_numbers.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iterator>
#include <limits>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string_view>
#include <tuple>

namespace gatelab {
namespace fs = std::filesystem;
namespace {

/// Sorts by time: the second, then its fraction in 1/4096 (three hex digits), then chance.
std::string newId() {
    const double seconds = wallSeconds();
    const auto time = static_cast<std::time_t>(seconds);
    const auto fraction = static_cast<unsigned>((seconds - static_cast<double>(time)) * 4096) & 0xfffU;
    std::tm utc{};
    gmtime_r(&time, &utc);
    std::random_device source;
    std::array<char, 96> text{};
    std::snprintf(text.data(), text.size(), "%04d%02d%02d-%02d%02d%02d-%04x", utc.tm_year + 1900, utc.tm_mon + 1,
                  utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, fraction << 4 | (source() & 0xfU));
    return text.data();
}

/// A run id is a folder name and nothing else: "../x" must not leave the workspace.
bool isPlainName(const std::string& id) {
    return !id.empty() && id.front() != '.' && id.find('/') == std::string::npos;
}

std::vector<std::string> foldersIn(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        std::error_code ignored;
        const std::string name = entry->path().filename().string();
        if (isPlainName(name) && entry->is_directory(ignored)) names.push_back(name);
    }
    return names;
}

std::vector<RunSummary> readFolders(const fs::path& runs, const Progress& progress = {}) {
    std::vector<RunSummary> all;
    const auto names = foldersIn(runs);
    for (const std::string& id : names) {
        all.push_back(run_files::readSummary(runs / id));
        if (!report(progress, static_cast<double>(all.size()) / static_cast<double>(names.size()))) break;
    }
    return all;
}

std::vector<RunSummary> newestFirst(std::vector<RunSummary> runs) {
    std::sort(runs.begin(), runs.end(), [](const RunSummary& a, const RunSummary& b) { return a.id > b.id; });
    return runs;
}

class FolderWorkspace final : public Workspace {
public:
    explicit FolderWorkspace(const fs::path& folder)
        : folder_(folder),
          runs_(runsFolderIn(folder)),
          trash_(trashFolderIn(folder)),
          index_(std::make_shared<RunIndex>(
              folder / "workspace.sqlite",
              [runs = runsFolderIn(folder)](const Progress& progress) { return readFolders(runs, progress); })) {}

    Result<> prepare(const Progress& progress) {
        if (auto made = makeFolders(runs_); !made) return made;
        removeTemporaries();
        // A disk that cannot be written still has runs to look at.
        if (auto opened = index_->open(progress); !opened && opened.error().code == ErrorCode::Cancelled)
            return opened;
        else if (!opened)
            noteIndexProblem(opened.error());
        else
            static_cast<void>(numberRuns({}, progress));
        return {};
    }

    [[nodiscard]] const fs::path& folder() const override { return folder_; }
    Result<std::vector<RunSummary>> runs() override;
    std::string changeToken() override;
    Result<RunSummary> run(const std::string& id) override;
    Result<std::unique_ptr<RunRecord>> createRun(const ExperimentConfig& config, const RunOrigin& origin,
                                                 const std::string& dataName) override;
    Result<std::unique_ptr<RunRecord>> reopenRun(const std::string& id) override;
    Result<> refresh(const std::string& id) override;
    Result<> editRun(const RunSummary& edited) override;
    Result<> deleteRun(const std::string& id) override;
    Result<> undeleteRun(const std::string& id) override;
    Result<std::vector<RunSummary>> deletedRuns() override { return newestFirst(readFolders(trash_)); }
    Result<> eraseDeletedRun(const std::string& id) override;
    Result<> emptyTrash() override;
    Result<std::vector<RunSummary>> lostRuns() override { return index_->lost(); }
    [[nodiscard]] Phrase newIndex() const override { return index_->newIndex(); }
    Result<> rebuildIndex(const Progress& progress) override {
        auto made = index_->remake(progress);
        return made ? numberRuns({}, progress) : made;
    }
    [[nodiscard]] std::vector<Phrase> warnings() const override {
        auto all = index_->warnings();
        const std::lock_guard guard(mutex_);
        if (!indexProblem_.empty()) all.push_back(indexProblem_);
        return all;
    }

private:
    [[nodiscard]] Result<fs::path> folderOf(const std::string& id) const;
    /// From the folder; of a run that cannot be read fully, what the index knows stays.
    RunSummary readRun(const fs::path& folder);
    /// Of the trash. Under another name first: a half-removed run must not look like a damaged one.
    [[nodiscard]] Result<> erase(const std::string& id) const;
    [[nodiscard]] bool isInTrash(const std::string& id) const {
        std::error_code failed;
        return isPlainName(id) && fs::is_directory(trash_ / id, failed);
    }
    Result<std::vector<RunSummary>> listIndex();
    /// After the folder, which is the truth, was changed: a failure only means that the next list compares folders and
    /// index again.
    void noteInIndex(const std::function<Result<>()>& update) {
        if (update()) return;
        const std::lock_guard guard(mutex_);
        seenRuns_.reset();
    }
    /// Runs that were erased: an index that has not heard of their deletion would miss them.
    void forget(std::vector<std::string> ids) {
        std::erase_if(ids, [this](const std::string& id) { return folderOf(id).ok(); });
        if (!ids.empty()) noteInIndex([&] { return index_->remove(ids); });
    }
    void noteIndexProblem(const Error& error);
    /// Folders that came or went without the index hearing of it.
    Result<> reconcile();
    /// Runs that have no number, or one that another run has (of another workspace, a copied folder), get the next
    /// ones, the oldest first. Of two with one number the one among `found` is the other.
    Result<> numberRuns(const std::set<std::string>& found, const Progress& progress = {});
    void removeTemporaries() const;

    fs::path folder_, runs_, trash_;
    std::shared_ptr<RunIndex> index_;
    mutable std::mutex mutex_;
    Phrase indexProblem_;
    std::optional<fs::file_time_type> seenRuns_;  ///< time of runs/ when it was last compared with the index
};

Result<fs::path> FolderWorkspace::folderOf(const std::string& id) const {
    std::error_code failed;
    if (isPlainName(id) && fs::is_directory(runs_ / id, failed)) return runs_ / id;
    return Error{
        ErrorCode::NotFound,
        {GATELAB_TEXT("Workspace", "there is no run '%1' in '%2'; it may have been deleted"), {id, folder_.string()}}};
}

RunSummary FolderWorkspace::readRun(const fs::path& folder) {
    RunSummary read = run_files::readSummary(folder);
    auto known = read.problem.empty() ? Result<RunSummary>(Error{}) : index_->find(read.id);
    if (!known) return read;
    known->problem = read.problem;
    known->isUnread = false;
    known->bytes = read.bytes;
    if (run_files::isLive(known->state)) known->state = read.state;
    return *known;
}

void FolderWorkspace::removeTemporaries() const {
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(runs_, failed)) {
        std::error_code ignored;
        const bool isTemporary = entry.path().filename().string().rfind(kTemporaryPrefix, 0) == 0;
        // A young one may belong to another window that is making a run right now.
        const bool isOld = fs::file_time_type::clock::now() - entry.last_write_time(ignored) > std::chrono::hours(1);
        if (isTemporary && isOld && !FileLock::isHeld(entry.path() / run_files::kLock))
            static_cast<void>(removePath(entry.path()));
    }
}

void FolderWorkspace::noteIndexProblem(const Error& error) {
    const bool onlyRead = error.code == ErrorCode::ReadOnly || error.code == ErrorCode::PermissionDenied;
    const std::lock_guard guard(mutex_);
    indexProblem_ = {
        onlyRead ? kOnlyRead : GATELAB_TEXT("Workspace", "the index cannot be used, so that lists take longer: %1"),
        {error.phrase}};
}

Result<> FolderWorkspace::numberRuns(const std::set<std::string>& found, const Progress& progress) {
    std::set<std::int64_t> taken;  // in the trash
    std::int64_t highest = 0;
    const auto unnumbered = [&]() -> Result<std::vector<RunSummary>> {
        auto runs = index_->all();
        if (!runs) return runs;
        std::ranges::sort(*runs, {}, [&](const RunSummary& run) {
            return std::tuple(found.contains(run.id), run.created, std::string_view(run.id));
        });
        std::set<std::int64_t> seen = taken;
        std::erase_if(*runs, [&](const RunSummary& run) {
            highest = std::max(highest, run.number);
            return run.number > 0 ? seen.insert(run.number).second : run.isUnread;
        });
        return runs;
    };
    const auto looked = unnumbered();
    if (!looked) return looked.error();
    const RunNumbers numbers(folder_);
    // A new index, and no count: the folders were brought here.
    const bool isBrought = !index_->newIndex().empty() && !numbers.lost().empty();
    if (looked->empty() && found.empty() && !isBrought) return {};
    const auto lock = numbers.lock();  // who numbers them at the same time has done it then
    if (!lock) return lock.error();
    for (const std::string& id : foldersIn(trash_))
        if (!found.contains(id)) taken.insert(run_files::readNumber(trash_ / id));
    auto runs = unnumbered();
    if (!runs) return runs.error();
    if (!taken.empty()) highest = std::max(highest, *taken.rbegin());
    const auto first = numbers.giveLocked(0, highest);
    if (!first) return first.error();
    std::vector<RunSummary> numbered;
    std::int64_t next = *first;
    for (RunSummary& run : *runs) {
        // Who opened it at the same time may have numbered it after the index here had read it.
        const std::int64_t own = run.number == 0 ? run_files::readNumber(runs_ / run.id) : 0;
        run.number = own > 0 ? own : next;
        if (own == 0 && run_files::writeNumber(runs_ / run.id, run.number)) ++next;
        if (own > 0 || next > run.number) numbered.push_back(std::move(run));
        (void)report(progress, static_cast<double>(&run - runs->data() + 1) / static_cast<double>(runs->size()));
    }
    if (numbered.empty()) return {};
    if (const auto given = numbers.giveLocked(0, next - 1); !given) return given.error();
    return index_->put(numbered);
}

Result<> FolderWorkspace::reconcile() {
    const std::lock_guard guard(mutex_);
    std::error_code failed;
    const fs::file_time_type changed = fs::last_write_time(runs_, failed);
    if (failed) return ioError(failed.value(), GATELAB_TEXT("FileAction", "read"), runs_);
    if (seenRuns_ && *seenRuns_ == changed) return {};
    auto indexed = index_->all();
    if (!indexed) return indexed.error();
    const auto names = foldersIn(runs_);
    std::set<std::string> missing(names.begin(), names.end());
    std::vector<std::string> gone, lost;
    for (const RunSummary& run : *indexed) {
        if (missing.erase(run.id) == 0) (isInTrash(run.id) ? gone : lost).push_back(run.id);
    }
    std::vector<RunSummary> found;
    for (const std::string& id : missing) found.push_back(run_files::readSummary(runs_ / id));
    if (!found.empty()) {
        if (auto put = index_->put(found); !put) return put;
        static_cast<void>(numberRuns(missing));
    }
    if (!gone.empty()) {
        if (auto removed = index_->remove(gone); !removed) return removed;
    }
    if (!lost.empty()) {
        if (auto noted = index_->lose(lost); !noted) return noted;
    }
    // Times of folders are coarse: a very young one is looked at again.
    const bool isSettled = fs::file_time_type::clock::now() - changed > std::chrono::seconds(1);
    seenRuns_ = isSettled ? std::optional(changed) : std::nullopt;
    return {};
}

Result<std::vector<RunSummary>> FolderWorkspace::listIndex() {
    if (auto reconciled = reconcile(); !reconciled) return reconciled.error();
    auto all = index_->all();
    if (!all) return all;
    bool changed = false;
    for (const RunSummary& run : *all) {
        if (!run_files::isLive(run.state) || FileLock::isHeld(runs_ / run.id / run_files::kLock)) continue;
        if (auto refreshed = refresh(run.id); !refreshed) return refreshed.error();
        changed = true;
    }
    return changed ? index_->all() : std::move(all);
}

Result<std::vector<RunSummary>> FolderWorkspace::runs() {
    auto listed = listIndex();
    std::error_code failed;
    if (listed || !fs::is_directory(runs_, failed)) return listed;
    // An index that cannot be brought up to date (a full disk) must not hide the runs.
    noteIndexProblem(listed.error());
    return newestFirst(readFolders(runs_));
}

std::string FolderWorkspace::changeToken() {
    std::error_code failed;
    const auto changed = fs::last_write_time(runs_, failed);
    const auto index = index_->changeToken();
    return (failed ? failed.message() : std::to_string(changed.time_since_epoch().count())) + " " +
           (index ? *index : index.error().message);
}

Result<RunSummary> FolderWorkspace::run(const std::string& id) {
    auto folder = folderOf(id);
    if (!folder) return folder.error();
    const auto found = index_->find(id);
    const bool isCurrent = found && (!run_files::isLive(found->state) || FileLock::isHeld(*folder / run_files::kLock));
    if (isCurrent) return found;
    RunSummary summary = readRun(*folder);
    noteInIndex([&] { return index_->put({summary}); });
    if (!found && numberRuns({id}))  // brought here as a folder
        if (auto numbered = index_->find(id)) return numbered;
    return summary;
}

Result<> FolderWorkspace::refresh(const std::string& id) {
    auto folder = folderOf(id);
    if (!folder) return folder.error();
    return index_->put({readRun(*folder)});
}

Result<std::unique_ptr<RunRecord>> FolderWorkspace::createRun(const ExperimentConfig& config, const RunOrigin& origin,
                                                              const std::string& dataName) {
    RunSummary summary;
    summary.config = config;
    const auto number = origin.number > 0 ? Result<std::int64_t>(origin.number) : RunNumbers(folder_).give();
    if (!number) return number.error().withContext("the run was not started");
    summary.number = *number;
    summary.name = origin.name.empty() ? runName(config) : origin.name;
    summary.note = config.notes;
    summary.parent = origin.parent;
    summary.branchStep = origin.branchStep;
    if (std::error_code ignored; !origin.startWeights.empty())
        summary.startWeights = fs::absolute(origin.startWeights, ignored).lexically_normal().string();
    summary.dataName = dataName;
    summary.state = RunState::Preparing;
    summary.created = wallSeconds();
    summary.epochs = config.epochs;
    summary.bestValidation = std::numeric_limits<double>::quiet_NaN();
    if (auto colour = index_->freeColour()) summary.colour = *colour;
    FileLock lock;
    const auto write = [&](const fs::path& temporary) -> Result<> {
        auto locked = FileLock::acquire(temporary / run_files::kLock);
        if (!locked) return locked.error();
        lock = std::move(*locked);  // stays with the open file through the renaming
        if (auto created = run_files::create(temporary, summary); !created) return created;
        return origin.fill ? origin.fill(temporary) : Result<>();
    };
    Result<> made;
    for (bool isTaken = true; isTaken;) {
        std::error_code ignored;
        do summary.id = newId();
        while (fs::exists(runs_ / summary.id, ignored) || fs::exists(trash_ / summary.id, ignored));
        made = publishFolderDurably(runs_ / summary.id, write);
        // Another window may have taken the name meanwhile.
        isTaken = !made && made.error().code == ErrorCode::InvalidInput && fs::exists(runs_ / summary.id, ignored);
    }
    if (!made) return made.error().withContext("the run was not started");
    auto database = run_files::openDatabase(runs_ / summary.id, Database::Mode::ReadWrite);
    if (!database) return database.error();
    noteInIndex([&] { return index_->put({summary}); });
    return std::unique_ptr<RunRecord>(
        std::make_unique<OwnedRunRecord>(runs_ / summary.id, std::move(lock), std::move(*database), summary, index_));
}

Result<std::unique_ptr<RunRecord>> FolderWorkspace::reopenRun(const std::string& id) {
    auto folder = folderOf(id);
    if (!folder) return folder.error();
    auto lock = FileLock::acquire(*folder / run_files::kLock);
    if (!lock) return lock.error();
    const auto known = index_->find(id);
    if (known && !hasSettings(*known))
        return Error{ErrorCode::InvalidInput, settingsObstacle(*known)}.withContext(
            {GATELAB_TEXT("Workspace", "run '%1' cannot go on"), {id}});
    auto repaired = repairRecord(*folder, known ? *known : run_files::readSummary(*folder));
    if (!repaired) return repaired.error();
    RunSummary summary = run_files::readRecord(*folder);
    if (!summary.problem.empty())
        return Error{ErrorCode::Corrupt, summary.problem}.withContext(
            {GATELAB_TEXT("Workspace", "run '%1' cannot go on"), {id}});
    auto database = run_files::openDatabase(*folder, Database::Mode::ReadWrite);
    if (!database) return database.error();
    auto record = std::make_unique<OwnedRunRecord>(*folder, std::move(*lock), std::move(*database), summary, index_);
    if (auto forgotten = record->forgetEnd(); !forgotten) return forgotten.error();
    if (*repaired) {
        noteInIndex([&] { return index_->put({summary}); });
        if (auto taken = record->takeOver(std::move(**repaired)); !taken) return taken.error();
    }
    if (auto set = record->setState(RunState::Preparing, summary.step, summary.epoch, summary.seconds); !set)
        return set.error();
    return std::unique_ptr<RunRecord>(std::move(record));
}

Result<> FolderWorkspace::editRun(const RunSummary& edited) {
    auto folder = folderOf(edited.id);
    if (!folder) return folder.error();
    auto database = run_files::openDatabase(*folder, Database::Mode::ReadWrite);
    if (!database) return database.error();
    if (auto written = run_files::writeEdits(*database, edited); !written) return written;
    return index_->putEdits(edited);
}

Result<> FolderWorkspace::deleteRun(const std::string& id) {
    auto folder = folderOf(id);
    if (!folder) return folder.error();
    // Held during the move, so that no other window starts it meanwhile.
    auto lock = FileLock::acquire(*folder / run_files::kLock);
    if (!lock) return lock.error().withContext("run '" + id + "' was not deleted");
    if (auto made = makeFolders(trash_); !made) return made;
    if (auto moved = renamePath(*folder, trash_ / id); !moved) return moved;
    noteInIndex([&] { return index_->remove({id}); });
    return {};
}

Result<> FolderWorkspace::undeleteRun(const std::string& id) {
    if (!isInTrash(id))
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Workspace", "run '%1' is not in the trash of '%2'; it cannot be brought back"),
                      {id, folder_.string()}}};
    if (auto moved = renamePath(trash_ / id, runs_ / id); !moved) return moved;
    noteInIndex([&] { return refresh(id); });
    static_cast<void>(numberRuns({id}));
    return {};
}

Result<> FolderWorkspace::eraseDeletedRun(const std::string& id) {
    if (!isInTrash(id))
        return Error{ErrorCode::NotFound,
                     {GATELAB_TEXT("Workspace", "run '%1' is not in the trash of '%2'; nothing was removed"),
                      {id, folder_.string()}}};
    const auto erased = erase(id);
    forget({id});
    return erased;
}

Result<> FolderWorkspace::erase(const std::string& id) const {
    const fs::path gone = trash_ / (std::string(kTemporaryPrefix) + "gone-" + id);
    if (auto cleared = removePath(gone); !cleared) return cleared;
    if (auto moved = renamePath(trash_ / id, gone); !moved) return moved;
    return removePath(gone);
}

Result<> FolderWorkspace::emptyTrash() {
    const auto ids = foldersIn(trash_);
    Result<> erased;
    for (const std::string& id : ids)
        if (erased) erased = erase(id);
    forget(ids);
    if (!erased) return erased;
    if (auto removed = removePath(trash_); !removed) return removed;
    index_->foldJournal();  // who empties the trash wants space
    return {};
}

}  // namespace

Result<std::shared_ptr<Workspace>> Workspace::open(const fs::path& folder, const Progress& progress) {
    std::error_code failed;
    const fs::path absolute = fs::absolute(folder, failed);
    if (failed) return ioError(failed.value(), GATELAB_TEXT("FileAction", "open"), folder);
    auto workspace = std::make_shared<FolderWorkspace>(absolute);
    if (auto prepared = workspace->prepare(progress); !prepared)
        return prepared.error().withContext("the workspace '" + absolute.string() + "' cannot be opened");
    return std::shared_ptr<Workspace>(std::move(workspace));
}

fs::path Workspace::defaultFolder() {
    if (const char* chosen = std::getenv("GATELAB_WORKSPACE"); chosen != nullptr && *chosen != '\0') return chosen;
    const char* home = std::getenv("HOME");
    return fs::path(home != nullptr && *home != '\0' ? home : ".") / "Gatelab";
}

}  // namespace gatelab
