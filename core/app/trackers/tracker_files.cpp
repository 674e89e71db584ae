// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/trackers/tracker_files.h"

#include "app/trackers/mlflow_runs.h"
#include "app/trackers/tensorboard_run.h"
#include "app/trackers/trackio_runs.h"
#include "app/trackers/wandb_run.h"
#include "data/csv/text/encoding.h"
#include "io/file_io.h"
#include "io/temporary_folder.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace gatelab {

namespace {

namespace fs = std::filesystem;
using Kind = TrackerSource::Kind;
constexpr std::uint64_t kLookedAt = 4096;
constexpr std::uint64_t kSchemaBytes = 64 << 10;
constexpr int kDeepest = 12;
constexpr std::size_t kMostEntries = 1'000'000;
constexpr std::string_view kSqlite("SQLite format 3\0", 16), kZip("PK\x03\x04", 4);

std::optional<Kind> kindOf(const fs::path& file, std::string_view start) {
    // By its name as well: what is wrong with a bundle is told as of one.
    if (start.starts_with(kZip) || file.extension() == ".gatelab") return Kind::Bundle;
    if (isWandbLog(start)) return Kind::Wandb;
    if (start.starts_with(kSqlite)) return Kind::Database;
    if (isTfRecords(start) || file.filename().string().find("tfevents") != std::string::npos) return Kind::TensorBoard;
    return std::nullopt;
}

/// What a person may have taken for runs.
Phrase looksLike(std::string_view start) {
    using Mark = std::pair<std::string_view, Text>;
    static const std::array kMarks = {
        Mark{{"\x89HDF", 4}, GATELAB_TEXT("Imported", "an HDF5 file")},
        Mark{{"PAR1", 4}, GATELAB_TEXT("Imported", "a Parquet file")},
        Mark{{"\x89PNG", 4}, GATELAB_TEXT("Imported", "a picture")},
        Mark{{"\x1F\x8B", 2}, GATELAB_TEXT("Imported", "a file packed by gzip")},
        Mark{{"\x7F"
              "ELF",
              4},
             GATELAB_TEXT("Imported", "a program")},
        Mark{{"{", 1}, GATELAB_TEXT("Imported", "a JSON text")},
    };
    if (start.empty()) return GATELAB_TEXT("Imported", "an empty file");
    for (const auto& [mark, name] : kMarks)
        if (start.starts_with(mark)) return name;
    const bool isText = std::ranges::all_of(
        start, [](char c) { return static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\r' || c == '\t'; });
    if (!isText) return GATELAB_TEXT("Imported", "a file of unknown kind");
    const std::string_view line = start.substr(0, start.find('\n'));
    return line.find_first_of(",;\t") != std::string_view::npos ? GATELAB_TEXT("Imported", "a table of text (CSV)")
                                                                : GATELAB_TEXT("Imported", "a text");
}

constexpr Text kForms =
    GATELAB_TEXT("Imported",
                 "a bundle, event files of TensorBoard, MLflow's folder or database, Trackio's database, W&B's offline "
                 "files");

class TrackerSearch {
public:
    TrackerSearch(fs::path root, const Progress& progress) : root_(std::move(root)), progress_(progress) {}

    Result<std::vector<TrackerSource>> run() {
        std::error_code failed;
        fs::recursive_directory_iterator at(root_, fs::directory_options::skip_permission_denied, failed), end;
        if (failed) return ioError(failed.value(), GATELAB_TEXT("FileAction", "read"), root_);
        lookAtFolder(root_);
        for (std::size_t count = 0; !failed && at != end && count < kMostEntries; at.increment(failed), ++count) {
            if (count % 256 == 0 && !report(progress_, -1)) return importStopped();
            const fs::path& path = at->path();
            std::error_code gone;
            if (at->is_symlink(gone) || at.depth() > kDeepest) at.disable_recursion_pending();
            if (at->is_symlink(gone)) continue;
            if (at->is_directory(gone)) {
                if (lookAtFolder(path)) at.disable_recursion_pending();
            } else if (at->is_regular_file(gone)) {
                lookAtFile(path);
            }
        }
        for (auto& [folder, files] : events_) {
            std::ranges::sort(files);
            found_.push_back({Kind::TensorBoard, std::move(files), nameOf(folder)});
        }
        std::ranges::sort(found_, {}, [](const TrackerSource& source) { return source.files.front(); });
        return std::move(found_);
    }

private:
    bool lookAtFolder(const fs::path& folder) {
        if (!isMlflowRunFolder(folder)) return false;
        found_.push_back({Kind::MlflowRun, {folder}, nameOf(folder)});
        return true;
    }
    void lookAtFile(const fs::path& file) {
        const auto start = readFileStart(file, kHead);
        const auto kind = start.ok() ? kindOf(file, start->bytes) : std::nullopt;
        if (kind == Kind::TensorBoard)
            events_[file.parent_path()].push_back(file);
        else if (kind && (kind != Kind::Bundle || file.extension() == ".gatelab"))
            found_.push_back({*kind, {file}, file.stem().string()});
    }
    [[nodiscard]] std::string nameOf(const fs::path& folder) const {
        const std::string below = folder.lexically_relative(root_).generic_string();
        return below.empty() || below == "." ? fs::path(root_ / "").parent_path().filename().string() : below;
    }
    static constexpr std::uint64_t kHead = 64;
    fs::path root_;
    const Progress& progress_;
    std::map<fs::path, std::vector<fs::path>> events_;
    std::vector<TrackerSource> found_;
};

/// A copy, so that SQLite touches neither the original nor what lies beside it; with the journal, whose rows count.
Result<> readDatabase(const TrackerSource& source, const TakeTrackedRun& take, const Progress& progress) {
    const fs::path& original = source.files.front();
    const TemporaryFolder folder("import");
    const fs::path copy = folder.path() / "runs.sqlite";
    for (const char* part : {"", "-wal"}) {
        const fs::path from = original.string() + part;
        std::error_code failed;
        if (*part != '\0' && !fs::is_regular_file(from, failed)) continue;
        if (auto copied = copyNewFile(from, copy.string() + part, progress); !copied.ok()) return copied;
    }
    auto database = Database::open(copy, Database::Mode::ReadOnly);
    if (!database.ok()) return database.error().withContext("'" + original.string() + "'");
    if (isMlflowDatabase(*database)) return readMlflowDatabase(*database, take, progress);
    if (isTrackioDatabase(*database)) return readTrackioDatabase(*database, source.name, take, progress);
    return Error{ErrorCode::Unsupported,
                 {GATELAB_TEXT("Imported", "'%1' is a database, but none of MLflow or Trackio"), {original.string()}}};
}

}  // namespace

Result<std::vector<TrackerSource>> findTrackedRuns(const fs::path& path, const Progress& progress) {
    std::error_code failed;
    if (fs::is_directory(path, failed)) {
        auto found = TrackerSearch(path, progress).run();
        if (!found.ok() || !found->empty()) return found;
        return Error{ErrorCode::Unsupported,
                     {GATELAB_TEXT("Imported", "the folder '%1' holds no runs; what can be imported: %2"),
                      {path.string(), kForms}}};
    }
    const auto start = readFileStart(path, kLookedAt);
    if (!start.ok()) return start.error();
    if (const auto kind = kindOf(path, start->bytes))
        return std::vector<TrackerSource>{
            {*kind, {path}, kind == Kind::TensorBoard ? path.parent_path().filename().string() : path.stem().string()}};
    return Error{ErrorCode::Unsupported,
                 {GATELAB_TEXT("Imported", "'%1' looks like %2, not like runs; what can be imported: %3"),
                  {path.string(), looksLike(start->bytes), kForms}}};
}

bool looksLikeTrackedRuns(const fs::path& path) {
    constexpr int kLevels = 4;
    constexpr std::size_t kFiles = 500;
    std::error_code failed;
    const auto isOne = [](const fs::path& file) {
        const auto start = readFileStart(file, kSchemaBytes);
        const auto kind = start.ok() ? kindOf(file, start->bytes) : std::nullopt;
        if (kind != Kind::Database) return kind == Kind::TensorBoard || kind == Kind::Wandb;
        // The statements that made its tables stand in the first pages.
        const std::string_view schema = start->bytes;
        return schema.find("run_uuid") != std::string_view::npos ||
               (schema.find("run_name") != std::string_view::npos && schema.find("metrics") != std::string_view::npos);
    };
    if (fs::is_regular_file(path, failed)) return isOne(path);
    if (!fs::is_directory(path, failed) || fs::exists(path / "workspace.sqlite", failed)) return false;
    if (isMlflowRunFolder(path)) return true;
    fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, failed), end;
    for (std::size_t count = 0; !failed && at != end && count < kFiles; at.increment(failed), ++count) {
        std::error_code gone;
        if (at.depth() >= kLevels || at->is_symlink(gone)) at.disable_recursion_pending();
        if (at->is_directory(gone) ? isMlflowRunFolder(at->path()) : at->is_regular_file(gone) && isOne(at->path()))
            return true;
    }
    return false;
}

Result<> readTrackedRuns(const TrackerSource& source, const TakeTrackedRun& take, const Progress& progress) {
    if (source.kind == Kind::Database) return readDatabase(source, take, progress);
    const fs::path& path = source.files.front();
    auto run = source.kind == Kind::TensorBoard ? readTensorboardRun(source.files, progress)
               : source.kind == Kind::Wandb     ? readWandbRun(path, progress)
                                                : readMlflowFolder(path, progress);
    if (!run.ok()) return run.error();
    if (source.kind == Kind::TensorBoard) {
        // The name of an event file tells time, host and process: with the folder's it is the run's own.
        run->from.key = path.parent_path().filename().string() + "/" + path.filename().string();
        run->name = source.name;
    }
    return take(std::move(*run));
}

}  // namespace gatelab
