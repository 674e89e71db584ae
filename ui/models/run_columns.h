// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/workspace.h"

#include <QString>
#include <QStringList>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gatelab {

/// A metric at a step or epoch, of the runs that have been looked at so far: the value then or, of what is measured
/// more seldom, the last before. NaN: not reached.
struct AtStep {
    std::string curve;  ///< key of the metric
    std::int64_t step = 0;
    bool isEpoch = false;                  ///< `step` counts epochs
    std::map<std::string, double> values;  ///< by run
};

/// Something that can be said of a run: a figure, a setting, the last value of a metric. The runs table shows, sorts,
/// filters and groups by these columns, and the scatter chart draws one over another.
struct RunColumn {
    enum class Kind { Text, Number, Count, Duration, Time, Bytes };
    enum class Group { Figures, Settings, Metrics, Best, AtStep };
    QString key;    ///< as filters write it: "test_mse", "hidden_size", "train_loss"
    QString label;  ///< whole: "Learning rate", as lists and tooltips say it
    Kind kind = Kind::Number;
    Group group = Group::Figures;
    std::function<double(const RunSummary&)> number = {};  ///< NaN: none; empty for texts
    std::function<QString(const RunSummary&)> text = {};   ///< as shown; empty: the number by its kind
    /// As stored, where that differs from what is shown ("lstm" and "LSTM")
    std::function<QString(const RunSummary&)> raw = {};
    QString help = {};
    std::function<QStringList(const QString&)> words = {};  ///< of a text that is a list: its parts; "=" asks for one
    bool isFlag = false;                                    ///< yes or no: a filter by its name alone
    MetricSense sense = MetricSense::Neutral;               ///< which way is good
    /// Of the loss that was trained: a common measure only of runs with the same loss and data (sameMeasure)
    bool isLoss = false;
    std::shared_ptr<AtStep> atStep = {};  ///< of Group::AtStep
    QString section = {};                 ///< part of the group: of the form, the chart of a metric; empty: none
    QString unit = {};                    ///< the label says it too; empty: none, or format() writes it

    [[nodiscard]] bool isText() const { return kind == Kind::Text; }
    /// As heads of tables and axes say it: settings by their short words ("Rate"), the rest by the label.
    [[nodiscard]] QString head() const;
    /// Of whole numbers: an axis of it has no ticks between them.
    [[nodiscard]] bool isCount() const { return kind == Kind::Count; }
    /// Whether the mean of several runs says something: of figures, not of settings and times.
    [[nodiscard]] bool hasMean() const { return number && group != Group::Settings && kind != Kind::Time; }
    /// A value of this column's kind, "-" for NaN.
    [[nodiscard]] QString format(double value) const;
    [[nodiscard]] QString display(const RunSummary& run) const { return text ? text(run) : format(number(run)); }
};

/// All columns, in the language the window has when it is made. A column of a metric at a step is there once it has
/// been asked for, and stays where it is. GUI thread.
class RunColumns {
public:
    RunColumns();
    [[nodiscard]] const std::deque<RunColumn>& all() const { return columns_; }
    /// Null when there is no such key.
    [[nodiscard]] const RunColumn* find(const QString& key) const;
    /// By one of its names, in any case, blanks for the underscores of a key; "val" is short for "validation", and what
    /// addAtSteps() knows is known.
    [[nodiscard]] const RunColumn* named(const QString& words) const;
    /// What a column may be called: its key, its title, the head that the board gives it ("Units", "s/run"), and what
    /// is usual ("lr").
    static QStringList namesOf(const RunColumn& column);
    /// Like find(); makes the column of a metric at a step ("train_loss@500") or epoch ("validation_loss@epoch10") when
    /// it is not there yet.
    const RunColumn* findOrAdd(const QString& key);
    /// The columns of metrics at a step or epoch that an expression names ("val_loss at epoch 10 < 0.2"), made where
    /// they are not there yet; named() knows them then.
    std::vector<const RunColumn*> addAtSteps(const QString& expression);
    /// Keys that nearly read like this one, best first.
    [[nodiscard]] QStringList like(const QString& key) const;
    /// Columns in whose label, section or key all these words are, those whose label begins so first.
    [[nodiscard]] std::vector<const RunColumn*> matching(const QString& words) const;
    /// What a table of these runs (newest first) shows at first: the scores of their tasks, and the loss and tags only
    /// where they tell runs apart.
    static QStringList usual(std::span<const RunSummary> runs);

private:
    void addFigures();
    void addScores();
    void addSettings();
    void addMetrics();
    std::deque<RunColumn> columns_;
};

/// A score of the test part, on the standardised scale where there is one; null when the run has none.
const TestScore* testScore(const RunSummary& run, const char* metric);
/// Tags as a person writes them, with blanks or commas between them.
QStringList tagsIn(const QString& text);
/// What the loss of a run is called: "MSE".
QString lossName(const ExperimentConfig& config);
/// What the best validation figure of a run is of: its loss, or bits of a running text.
QString bestValidationName(const ExperimentConfig& config);
/// How good a run is, for narrow places: bits of a running text, else the validation accuracy of its kept weights where
/// it tells classes, else their loss; without a validation part the accuracy on the test part; "-": not known.
struct ShortResult {
    QString value, unit;  ///< "0.0341" and "MSE"
    bool isTest = false;
};
ShortResult shortResult(const RunSummary& run);
/// The best validation loss, or bits of a running text, with what it is of: "0.0341 MSE"; "-": none.
QString bestValidationText(const RunSummary& run);
/// Whether the validation losses of all these runs are the same quantity.
bool haveSameMeasure(const std::vector<const RunSummary*>& runs);
/// "running", "finished", "damaged".
QString runStateText(const RunSummary& run);

}  // namespace gatelab
