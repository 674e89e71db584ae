// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "config/left_column.h"
#include "data/column_values.h"
#include "data/read_account.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gatelab {

/// One column of numbers. Missing values are NaN; infinities of the file stay as they are.
struct Channel {
    std::string name;
    std::string unit;  ///< empty: not known
    ColumnValues values;
};

/// The time of every row. Irregular or unsorted times stay as they are: the doctor reports them, the recipe mends them.
struct TimeAxis {
    std::string name;                  ///< column(s) it came from; empty: no time column, rows are counted
    std::vector<std::int64_t> values;  ///< microseconds since 1970-01-01 UTC, one per row; empty: row numbers
    std::int64_t stepMicros = 0;       ///< distance of neighbours, as found or as told; 0: not known
    [[nodiscard]] bool known() const { return !values.empty(); }
};

/// The most frequent positive distance between neighbours; the smaller one of two equally frequent ones; 0 when there
/// is none.
std::int64_t mostFrequentStep(const std::vector<std::int64_t>& times);

/// Something a reader saw that a person should know; never a reason to fail.
struct ReadWarning {
    std::int64_t line = -1;  ///< 1-based line of the file; -1: the whole file
    Phrase message;
};

/// One reading that was weighed.
struct ReadCandidate {
    std::string value;  ///< in the spelling of the field
    double score = 0;   ///< 0 to 1, comparable within one guess
    Phrase reason;
};

/// A guess the reader made, shown on the import page and overridable by the field of the same key.
struct ReadGuess {
    std::string key;    ///< field key, e.g. "csv_delimiter"
    std::string value;  ///< in the spelling of that field
    Phrase shown;       ///< for people: "semicolon ;"
    bool certain = false;
    bool overridden = false;
    std::string runnerUp;  ///< the next best reading, in the spelling of the field; empty: there was none
    std::vector<ReadCandidate> candidates = {};  ///< what was weighed, the one that was taken first
};

/// What happened while reading.
struct ReadReport {
    std::string format;  ///< reader's key: csv, hdf5, ts, builtin
    std::vector<ReadGuess> guesses;
    std::vector<ReadWarning> warnings;
    ReadAccount account;
    std::int64_t bytes = 0;
    std::int64_t valuesMissing = 0;
    std::vector<ReadColumn> columns;            ///< all of a table, in their order
    std::vector<SkippedColumn> skippedColumns;  ///< in their order
    double seconds = 0;
    std::vector<std::string> takenAnew;  ///< what runs made before took otherwise (data/taken_anew.h)
};

/// A loaded table: immutable after reading, shared between threads. All channels have the same number of rows.
struct Series {
    std::string name;    ///< shown: file name without folder, or the built-in's label
    std::string source;  ///< path, or "builtin:KEY"
    std::string sha256;  ///< of the file's bytes; empty for built-ins
    TimeAxis time;
    std::vector<Channel> channels;
    ReadReport report;

    [[nodiscard]] std::int64_t rows() const {
        return channels.empty() ? 0 : static_cast<std::int64_t>(channels.front().values.size());
    }
    /// Index of the channel of that name; nothing when there is none.
    [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const;
};
using SeriesPtr = std::shared_ptr<const Series>;

/// Many short sequences, each with its own answer: classification (UCR/UEA), sequence regression (adding problem),
/// labelling.
struct SequenceSet {
    struct Item {
        std::int64_t steps = 0;
        std::vector<double> values;   ///< [steps][channels], row-major; NaN = missing
        std::vector<double> targets;  ///< regression: one per target; labelling: one per step; empty for classes
        std::int32_t label = -1;      ///< class number; -1: none
    };
    enum class Part { Train, Test, Unassigned };
    std::string name, source, sha256;
    std::string testSource;  ///< file of the test part; empty: `source` alone, whose items belong to no part
    std::vector<std::string> channelNames;
    std::vector<std::string> classNames;
    std::int64_t tokens = 0;              ///< > 0: one channel of token numbers 0 to tokens - 1
    std::vector<std::string> tokenNames;  ///< one per token where they have names
    std::vector<Item> items;
    std::vector<Part> parts;  ///< one per item; given TRAIN/TEST files keep theirs
    ReadReport report;
};
using SequenceSetPtr = std::shared_ptr<const SequenceSet>;

struct MadePreparation;

/// What a run learns from: exactly one of series and sequences is set.
struct Dataset {
    SeriesPtr series;
    SequenceSetPtr sequences;
    /// What the series was made into by the settings that were checked last; whoever needs the same takes it from here
    /// (data/recipe/shared_preparation.h). Null: nothing was.
    std::shared_ptr<const MadePreparation> preparation = nullptr;
};

}  // namespace gatelab
