// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_columns.h"

#include <memory>

namespace gatelab {

/// Which runs a table lists, as a person types it: words that must all occur, and comparisons of columns. Examples:
/// `lstm`, `test_mse < 0.04 and cell = lstm`, `best validation < 0.1`, `not (state = failed) tags ~ base`. Operators: =
/// != < <= > >=, ~ or `contains`; `and` (also nothing between two terms), `or`, `not`, brackets; texts with blanks in
/// quotes. A column of yes or no may stand alone (`not starred`), and of tags = asks for one. A run without the value
/// never matches a comparison. Case does not count. Words are looked for in name, tags, note, data, model and state.
/// Immutable; cheap to copy; the columns must outlive it.
class RunFilter {
public:
    /// Everything matches.
    RunFilter() = default;
    /// Reads an expression. On a mistake problem() says what is wrong and where, and every run matches.
    RunFilter(const QString& expression, const RunColumns& columns);
    [[nodiscard]] const QString& problem() const { return problem_; }
    /// The last word or words, where a column or "and" begins like them: perhaps the rest is still to come.
    [[nodiscard]] const QString& openWord() const { return openWord_; }
    [[nodiscard]] bool isOneWord() const;
    /// Whether a comparison may still follow: what stands last is a word to look for.
    [[nodiscard]] bool endsInWord() const { return endsInWord_; }
    /// What may stand between a column and its value.
    static const QStringList& comparisons();
    /// What a person may write.
    static QString help();
    [[nodiscard]] bool matches(const RunSummary& run) const;
    /// Whether the expression speaks of this column: archived runs are hidden unless it does.
    [[nodiscard]] bool mentions(const QString& key) const;

    struct Node;

private:
    std::shared_ptr<const Node> root_;
    QString problem_, openWord_;
    bool endsInWord_ = false;
};

}  // namespace gatelab
