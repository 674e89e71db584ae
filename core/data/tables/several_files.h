// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/progress.h"
#include "base/result.h"
#include "config/experiment_config.h"
#include "data/read_account.h"
#include "data/series.h"
#include "data/taken_anew.h"

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

/// Several tables as one: files of a list, files of an archive, sheets of a workbook, tables of a database.
namespace gatelab {

using NamedSeries = std::pair<std::string, SeriesPtr>;

/// Columns of the same names in all, and times in all or in none, which rise. An Error that says which does not fit.
Result<> checkAlike(const std::vector<NamedSeries>& tables);
/// The same of two, without a look at their times.
Result<> checkColumns(const NamedSeries& first, const NamedSeries& other);
/// Whether each begins after the one before has ended; false: without times.
bool followEachOther(const std::vector<NamedSeries>& tables);
/// All rows one below the other, in the order given; the columns are those of the first.
std::shared_ptr<Series> putBelow(const std::vector<NamedSeries>& tables);
/// Side by side on all times that occur ("name: column"); null: most of the table would be empty.
std::shared_ptr<Series> putBeside(const std::vector<NamedSeries>& tables);
/// What a table that was put together has to say of its columns; `isOne`: one below the other.
void tellColumns(const Series& first, bool isOne, Series& all);
/// Why tables are not put side by side.
Error hardlyCommon();

/// One table of series with equal columns, named by their files: one below the other where each begins after the one
/// before has ended, or with rows that this one ends with (the account has them), else side by side
/// on all times that occur ("name: column"). An Error that says which file does not fit.
Result<std::shared_ptr<Series>> putTogether(std::vector<NamedSeries> files);
/// Whether this is what is said of files side by side.
bool tellsOfFilesBeside(const ReadWarning& said);
/// What is said of files, as it is said of sheets or tables of one file; anything else stays.
Phrase ofParts(Phrase said);

/// The tables of one source as they are read one after the other, and what becomes of them.
class TablesTogether {
public:
    TablesTogether(const ExperimentConfig& options, std::chrono::steady_clock::time_point started)
        : options_(options), started_(started) {}
    /// The settings with which each is read: of many series for one network each table is one.
    [[nodiscard]] ExperimentConfig each() const;
    /// One table of four or more whose columns are not those of all others is left out and named, with what differs.
    void leaveOddOut() { leavesOddOut_ = true; }
    /// What is said of it is said with its name. An Error for labelled sequences, and as soon as it is clear that its
    /// columns and those of the first are not the same (unless many series are read, which keep what they have in
    /// common).
    Result<> add(const std::string& name, const Dataset& data);
    /// Said before all else.
    void say(Phrase text) { report_.warnings.push_back({-1, std::move(text)}); }
    /// One of kTakenAnew.
    void takeAnew(const std::string& how) { gatelab::takeAnew(report_, how); }
    [[nodiscard]] std::size_t count() const { return tables_.size(); }
    /// Gives each its words, and all of them out; for who puts them together itself.
    std::vector<NamedSeries> takeAligned();
    /// `all`: what they were put together to, as `series` series; read from `path`, whose hash it gets.
    Result<Dataset> finish(std::shared_ptr<Series> all, std::size_t series, const std::filesystem::path& path,
                           const Progress& progress);
    /// putTogether(), or joinSeries() of many, and finish().
    Result<Dataset> putTogether(const std::filesystem::path& path, const Progress& progress);

private:
    const ExperimentConfig& options_;
    std::chrono::steady_clock::time_point started_;
    std::vector<NamedSeries> tables_;
    ReadReport report_;
    bool leavesOddOut_ = false;
    std::vector<std::size_t> others_;  ///< tables whose columns are not those of the first
    Result<> different_;               ///< what the first of them differs in
    Result<> compare();
    Result<> takeOdd();
};

}  // namespace gatelab
