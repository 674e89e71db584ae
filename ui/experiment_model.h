// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/architecture.h"
#include "config/config_check.h"
#include "config/field.h"
#include "data/recipe.h"
#include "data/series.h"
#include "data/windows.h"

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <memory>

namespace gatelab {

class BackgroundJob;

/// The experiment under the user's hands: the configuration, the loaded data, what checking it found. Every edit is a command on one undo
/// stack and is autosaved. Widgets never store: they show this and push edits here. GUI thread; loading and preparing run as background jobs.
class ExperimentModel : public QObject {
    Q_OBJECT
public:
    explicit ExperimentModel(QObject* parent = nullptr);
    ~ExperimentModel() override;

    [[nodiscard]] const ExperimentConfig& config() const { return config_; }
    /// One undoable edit, merged with the previous one of the same field while typing. Undo text: "Learning rate".
    void set(const char* key, const FieldValue& value);
    /// Several fields as one undoable step named `text` (presets, split borders, import).
    void replace(const ExperimentConfig& config, const QString& text);
    [[nodiscard]] QUndoStack& undoStack() { return undo_; }

    /// Data of the current source; null while loading or after an error.
    [[nodiscard]] std::shared_ptr<const Dataset> dataset() const { return dataset_; }
    /// The series after the recipe and its windows; null while not computed or when the settings do not allow it.
    [[nodiscard]] PreparedPtr prepared() const { return prepared_; }
    [[nodiscard]] const SplitWindows& windows() const { return windows_; }
    [[nodiscard]] const std::vector<ConfigFinding>& findings() const { return findings_; }
    [[nodiscard]] ModelShape shape() const;
    [[nodiscard]] QString dataError() const { return dataError_; }

    /// Undoable change of the source, then loading off the GUI thread; progress and cancel through loadJob().
    void openFile(const QString& path);
    void openBuiltin(const QString& key);
    [[nodiscard]] BackgroundJob* loadJob() const { return loadJob_; }
    void reload();  ///< read again with the current import settings

    /// Experiment files (JSON). Empty string or the error.
    QString saveTo(const QString& path) const;
    QString loadFrom(const QString& path);

Q_SIGNALS:
    void configChanged(const QString& key);  ///< empty key: many fields
    void findingsChanged();
    void dataLoading();
    void dataChanged();      ///< dataset() is new, or dataError() is
    void preparedChanged();

private:
    friend class ConfigCommand;
    void apply(const ExperimentConfig& config, const QString& key);
    void recheck();
    void startLoading();
    void startPreparing();

    ExperimentConfig config_;
    QUndoStack undo_;
    std::shared_ptr<const Dataset> dataset_;
    PreparedPtr prepared_;
    SplitWindows windows_;
    std::vector<ConfigFinding> findings_;
    QString dataError_;
    BackgroundJob* loadJob_ = nullptr;
    BackgroundJob* prepareJob_ = nullptr;
};

}  // namespace gatelab
