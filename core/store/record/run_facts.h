// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/database.h"
#include "store/workspace.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace gatelab {

/// A fact of a run as files keep it; a number that is not known is NaN.
using FactValue = std::variant<std::int64_t, double, std::string>;

/// One thing that is known of a run beside its id: a member of RunSummary, and where it is kept. The index of the
/// workspace has a column for each.
struct RunFact {
    /// What it is written with: nothing but the whole line, what a person writes on a run, or what a training run comes
    /// to.
    enum class With { All, Edits, Progress };
    enum Place : unsigned {
        kIndexOnly = 0,
        kRecord = 1,         ///< in run.sqlite, table meta
        kManifest = 2,       ///< in manifest.json
        kManifestIfAny = 4,  ///< there, unless it is an empty text
        kWatched = 8,        ///< who watches a run that trains knows it before it is written
    };

    const char* key;  ///< column of the index, key of meta and of the manifest
    With with;
    unsigned places;   ///< of Place
    std::size_t kind;  ///< which of FactValue's it is
    FactValue (*get)(const RunSummary& run);
    /// A value of another kind, or one that means nothing, changes nothing.
    void (*set)(RunSummary& run, FactValue value);
    void (*copy)(const RunSummary& from, RunSummary& to);
};

/// In the order of the index's columns, which is part of its checksums.
std::span<const RunFact> runFacts();
/// Null: there is none of that name.
const RunFact* findRunFact(std::string_view key);
/// What a query's column holds of a fact.
FactValue factIn(const DatabaseRow& row, int column, const RunFact& fact);
/// "INTEGER", "REAL" or "TEXT".
const char* factType(const RunFact& fact);
/// "'archived', 'colour'": the keys of a group in the record, as SQL texts.
std::string recordKeys(RunFact::With with);
/// What a person writes on a run.
void copyEdits(const RunSummary& from, RunSummary& to);
/// What is known of `from`, which trains, before it is written.
void copyWatched(const RunSummary& from, RunSummary& to);

/// Values for the placeholders of a statement; lives while it runs.
class FactValues {
public:
    void add(FactValue value) { values_.push_back(std::move(value)); }
    /// Those of one group, or all.
    void addFacts(const RunSummary& run);
    void addFacts(const RunSummary& run, RunFact::With with);
    [[nodiscard]] std::vector<DatabaseValue> bound() const;

private:
    std::vector<FactValue> values_;
};
DatabaseValue boundValue(const FactValue& value);

}  // namespace gatelab
