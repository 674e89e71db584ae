// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/series.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace gatelab {

/// Series as they were read from files that are large or took long, kept as columns, so that such a file opens again
/// without being read. What was kept is given back only where the system says of the file what it said then (place,
/// size, the times of its last changes), and settings of reading and program are the same; a file that was changed
/// within the last seconds is not kept. The folder may be shared by programs and emptied at any time. Any thread.
class ColumnCache {
public:
    static constexpr std::uint64_t kMostBytes = UINT64_C(8) << 30;
    /// Which files are worth it.
    struct Worth {
        std::uint64_t bytes = UINT64_C(8) << 20;  ///< from there on all; smaller ones where they took long
        std::int64_t seconds = 3;                 ///< since they were changed, see fileStamp()
        std::uint64_t least = UINT64_C(256) << 10;
        double readSeconds = 0.25;  ///< what long is: sheets of 1 MB take as long as texts of 100 MB
    };

    /// Nothing is made before something is kept.
    ColumnCache(std::filesystem::path folder, Worth worth);
    /// Waits for what is being written.
    ~ColumnCache();
    ColumnCache(const ColumnCache&) = delete;
    ColumnCache& operator=(const ColumnCache&) = delete;

    /// What tells the reading of this file from all others; nothing: it is too small to be kept, or cannot be told.
    [[nodiscard]] std::optional<std::string> keyOf(const std::filesystem::path& path,
                                                   const ExperimentConfig& options) const;
    /// Whether it is worth keeping, when reading it took so long.
    [[nodiscard]] bool isWorthKeeping(const std::filesystem::path& path, double readSeconds) const;
    /// The series that was kept under the key; null: none was, it is damaged (and removed), or the work was cancelled.
    [[nodiscard]] SeriesPtr find(const std::string& key, const Progress& progress = {}) const;
    /// Writes it on a thread of its own, one after the other; the oldest ones go where all would be more than the
    /// limit. What cannot be written (no space) is not kept, and nobody is told.
    void keep(std::string key, SeriesPtr series);

    /// What was worked out of the columns of a series that was found here, or is kept, under a word: nothing where none
    /// was, or it is damaged. It goes with time, as series do.
    [[nodiscard]] std::optional<std::string> beside(const Series& series, const std::string& word) const;
    /// Written at once; nothing where the series is not kept.
    void keepBeside(const Series& series, const std::string& word, std::string_view bytes) const;

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] std::uint64_t bytes() const;
    /// How much may be kept: by every program that uses the folder. 0: nothing is.
    [[nodiscard]] std::uint64_t limit() const;
    Result<> setLimit(std::uint64_t bytes);
    /// Removes all series; files that are open stay readable.
    Result<> clear();

private:
    [[nodiscard]] std::filesystem::path fileOf(const std::string& key) const;
    [[nodiscard]] std::filesystem::path limitFile() const;
    [[nodiscard]] std::filesystem::path besideFile(const Series& series, const std::string& word) const;
    void know(const SeriesPtr& series, const std::string& key) const;
    void write(const std::string& key, const Series& series) const;
    void makeRoom(std::uint64_t bytes) const;

    std::filesystem::path folder_;
    Worth worth_;
    std::mutex waiting_;  ///< one series is written at a time
    mutable std::mutex knowing_;
    mutable std::map<const Series*, std::pair<std::weak_ptr<const Series>, std::string>> known_;  ///< and their keys
    std::jthread writer_;
};

/// What readFile() asks; null: none is used.
ColumnCache* columnCache();
/// For the start of a program, before anything is read; null: none from now on.
void useColumnCache(std::unique_ptr<ColumnCache> cache);
/// In the user's cacheFolder(); null where there is none.
std::unique_ptr<ColumnCache> usersColumnCache();

}  // namespace gatelab
