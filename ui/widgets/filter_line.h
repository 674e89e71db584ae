// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QStringList>

class QCompleter;

namespace gatelab {

/// A line for filters that completes the word being typed from a list (names of columns), not the whole line, and
/// offers what may stand behind such a word (comparisons). A mistake is shown by its frame and its tooltip.
class FilterLine : public QLineEdit {
    Q_OBJECT
public:
    explicit FilterLine(const QStringList& words, const QStringList& behind = {}, QWidget* parent = nullptr);
    /// Empty: none.
    void setProblem(const QString& problem);

private:
    /// First and last place of the word that the cursor stands in or behind.
    [[nodiscard]] std::pair<int, int> word() const;
    void offer();
    /// Whether one of the words and a blank stand before this place.
    [[nodiscard]] bool isBehindWord(int place) const;
    void insert(const QString& completion);
    QStringList words_, behind_;
    QCompleter* completer_;
};

}  // namespace gatelab
