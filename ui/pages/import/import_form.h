// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "config/field.h"
#include "data/series.h"
#include "runs/experiment_model.h"

#include <QWidget>
#include <map>
#include <string>
#include <vector>

class QComboBox;
class QGridLayout;
class QLabel;

namespace gatelab {

class Badge;

/// How a text file is read: one row per import setting with what was guessed, how sure that is, and a list to choose
/// otherwise. Choosing the first entry gives the guess back.
class ImportForm : public QWidget {
    Q_OBJECT
public:
    ImportForm(Theme& theme, ExperimentModel& experiment, QWidget* parent = nullptr);
    ~ImportForm() override;
    /// Guesses and columns of what was read; the shape that it was seen to have, empty: a row for each time. A setting
    /// that the format has no use for is hidden.
    void setReport(const ReadReport& report, const std::vector<std::string>& columns, const std::string& seenShape);
    [[nodiscard]] int guesses() const { return guesses_; }
    [[nodiscard]] int changes() const { return changes_; }
    /// All settings back to guessing, as one step.
    void resetAll();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row {
        const Field* field;
        QLabel* label;
        QComboBox* box;
        Badge* badge;
    };
    void addRow(const Field& field, QGridLayout* grid, int line);
    void show(Row& row);
    void fill(Row& row, const ReadGuess* guess);
    static QString weighedText(const Field& field, const ReadGuess& guess);
    static void addCandidates(QComboBox& box, const Field& field, const ReadGuess& guess);
    void choose(const Field& field, const QString& key);
    [[nodiscard]] bool isOwn(const Field& field) const;
    [[nodiscard]] const ReadGuess* guessOf(const Field& field) const;
    [[nodiscard]] bool isOfFormat(const Field& field) const;
    [[nodiscard]] QString unguessed(const Field& field) const;
    Theme& theme_;
    ExperimentModel& experiment_;
    std::vector<Row> rows_;
    ReadReport report_;
    std::vector<std::string> columns_;
    std::string seenShape_;
    int guesses_ = 0, changes_ = 0;
};

}  // namespace gatelab
