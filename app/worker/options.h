// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "config/experiment_config.h"
#include "config/field.h"
#include "data/series.h"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace gatelab {
class Workspace;
}

namespace gatelab::worker {

/// An experiment as given on the command line: a preset, then a JSON file, then one flag per field (from the field
/// table), each over the one before.
class ExperimentOptions {
public:
    /// Adds the flags to a command; this object must outlive its parsing.
    void addTo(CLI::App& command);
    /// Adds only those that say how a file is read.
    void addReading(CLI::App& command);
    /// Over `base` where neither preset nor file is given.
    [[nodiscard]] Result<ExperimentConfig> config(const ExperimentConfig& base = {}) const;
    /// Whether flags or a file of settings say which shape a table has; else it is guessed.
    [[nodiscard]] bool isShapeGiven() const;
    /// The data of these settings, read, once the two can be used together; notes go to stderr. Where the shape of a
    /// table is not given, it is the one that the file has (loadAsItLooks), and the settings say so.
    [[nodiscard]] Result<std::shared_ptr<const Dataset>> data(ExperimentConfig& config) const;
    /// The same for settings that were used before: nothing of them is guessed again.
    [[nodiscard]] Result<std::shared_ptr<const Dataset>> dataAsSet(const ExperimentConfig& config) const;
    /// Adds --suggest and --no-suggest.
    void addSuggest(CLI::App& command);
    /// The same with settings that suit the data (suggestSettings) in place of those that were not given; where a
    /// preset or a file gives the experiment, nothing is suggested. isReported: each with its reason on stderr.
    [[nodiscard]] Result<std::shared_ptr<const Dataset>> suggestedData(ExperimentConfig& config, bool isReported) const;
    /// A line on stderr for each flag that was given and has no effect under these settings.
    void noteUnused(const ExperimentConfig& config) const;
    /// Whether anything of it stood on the command line.
    [[nodiscard]] bool given() const;
    /// Whether a file of settings stood there: its settings are no guesses.
    [[nodiscard]] bool isFileGiven() const { return !file_.empty(); }
    /// Whether a flag says what this field is.
    [[nodiscard]] bool isGiven(const Field& field) const;

private:
    [[nodiscard]] Result<Dataset> read(ExperimentConfig& config) const;
    void addField(CLI::App& command, const Field& field);
    [[nodiscard]] Result<std::shared_ptr<const Dataset>> checked(const ExperimentConfig& config, Dataset data) const;
    std::string presetName_;
    std::filesystem::path file_;
    std::map<std::string, std::string> texts_;  ///< field key -> text as given
    CLI::App* command_ = nullptr;
    bool suggests_ = true;
};

/// A path in an experiment must mean the same file wherever it is read again.
void makePathsAbsolute(ExperimentConfig& config);

/// Where runs are kept: --workspace, else the default folder.
struct WorkspaceOptions {
    std::filesystem::path folder;
    void addTo(CLI::App& command);
    /// Says on stderr how far it is where it has to read all runs for a new index. json: see ProgressLine.
    [[nodiscard]] Result<std::shared_ptr<Workspace>> open(bool json) const;
    /// NotFound: the folder is not there.
    [[nodiscard]] Result<> isThere() const;
    /// For commands that look at kept runs: a folder that is not there is an error, not a new workspace.
    [[nodiscard]] Result<std::shared_ptr<Workspace>> openExisting(bool json) const;
};

/// --disk-wait: how many seconds a checkpoint that cannot be written is waited for.
void addDiskWait(CLI::App& command, std::int64_t& seconds);

/// For words among which a command is missing: which one is none, and what was meant. Empty: no word stands where the
/// command belongs.
std::string unknownCommand(const CLI::App& app, std::span<char* const> words);

/// For options that no command knows: which they are, and what was meant. Empty: the words that are too much are no
/// options.
std::string unknownOptions(const CLI::App& app);

}  // namespace gatelab::worker
