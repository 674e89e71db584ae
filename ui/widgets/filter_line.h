// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QStringList>

class QCompleter;

namespace gatelab {

/// A line for filters that completes the word being typed from a list (names of columns), not the whole line. A mistake
/// is shown by its frame and its tooltip.
class FilterLine : public QLineEdit {
    Q_OBJECT
public:
    explicit FilterLine(const QStringList& words, QWidget* parent = nullptr);
    /// Empty: none.
    void setProblem(const QString& problem);

private:
    /// First and last place of the word that the cursor stands in or behind.
    [[nodiscard]] std::pair<int, int> word() const;
    void offer();
    void insert(const QString& completion);
    QCompleter* completer_;
};

}  // namespace gatelab
