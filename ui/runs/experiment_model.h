// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/experiment_data.h"
#include "app/experiment_plan.h"
#include "config/architecture.h"
#include "config/config_check.h"
#include "config/epoch_work.h"
#include "config/field.h"
#include "config/memory_check.h"
#include "device/engine_info.h"

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QTimer>
#include <QUndoStack>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>

namespace gatelab {
class BackgroundJob;
class SavedExperiment;
struct EditedState;
struct KnownPlan;

/// The experiment under the user's hands: the configuration, the loaded data, what checking it found. Every edit is a
/// command on one undo stack and is autosaved. Widgets never store: they show this and push edits here. GUI thread;
/// loading and preparing run as background jobs.
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
    /// The same with the settings of a kept run, perhaps with another seed: it becomes their origin.
    void take(const ExperimentConfig& config, const QString& runId, const QString& text);
    /// The run that the settings were taken from, whatever was changed since: the parent of a run that starts from
    /// them. Empty: none, or other data were opened since.
    [[nodiscard]] const QString& origin() const { return origin_; }
    /// A run of the present settings has begun: what is changed from here on comes from it. Nothing to undo.
    void setOrigin(const QString& runId);
    [[nodiscard]] QUndoStack& undoStack() { return undo_; }

    /// Data of the current source; null while loading or after an error.
    [[nodiscard]] std::shared_ptr<const Dataset> dataset() const { return dataset_; }
    [[nodiscard]] bool loading() const;
    /// The series after the recipe and its windows; null while not computed or when the settings do not allow it.
    [[nodiscard]] PreparedPtr prepared() const { return prepared_; }
    [[nodiscard]] bool preparing() const;
    [[nodiscard]] const SplitWindows& windows() const { return windows_; }
    [[nodiscard]] const LeakAudit& audit() const { return audit_; }  ///< of prepared()
    [[nodiscard]] const std::vector<ConfigFinding>& findings() const { return findings_; }
    [[nodiscard]] const std::vector<DataFinding>& dataFindings() const {
        return dataFindings_;
    }  ///< of the doctor, about dataset()
    /// What is free on the machine, asked with the present settings; the window sets it again and again while nothing
    /// trains.
    void setRoom(std::function<MemoryRoom(const ExperimentConfig&)> room);
    /// The machine that computes, once the engine tells it: what cannot run there, or has no effect, is among
    /// findings() from then on.
    void setEngine(const EngineInfo& info);
    /// What the optimisation switches need to know of it, for the present settings and data; nothing: not known yet.
    [[nodiscard]] std::optional<SwitchMachine> machine() const;
    /// config() with the device by its name, as far as the engine has told it: for what depends on which one it is.
    [[nodiscard]] ExperimentConfig placedConfig() const;
    /// What checkMemory says of it; an error keeps a run from starting as those of findings() do.
    [[nodiscard]] const std::optional<ConfigFinding>& memoryFinding() const { return memoryFinding_; }
    /// A form holds text for this field that cannot be used: an error among findings(), so that nothing starts with
    /// another value than is seen.
    void setUnread(const std::string& key, const QString& message);
    [[nodiscard]] ModelShape shape() const;
    /// Of the present settings on the present data.
    [[nodiscard]] MemoryForecast memoryForecast() const;
    /// How long an epoch of the present settings trains, or of others that are the same work; negative seconds: not
    /// measured.
    [[nodiscard]] EpochTime epochTime() const;
    [[nodiscard]] double epochSeconds() const { return epochTime().seconds; }
    void setEpochTime(const ExperimentConfig& measured, const EpochTime& time);
    [[nodiscard]] QString dataError() const { return dataError_; }

    /// From now on data that are opened get the settings that suit them (suggestSettings), as a part of the step that
    /// opened them; a setting that was edited here stays as it is, unless the data ask for another task than it was
    /// edited for.
    void suggestForOpened() { suggests_ = true; }
    /// What was chosen for the present data and goal, and what of it was changed since; empty until they are read.
    /// `epochSeconds`: measured time of an epoch; NaN: none.
    [[nodiscard]] std::vector<PlanLine> plan(double epochSeconds = NAN) const;
    /// Choices and prices are being made for another target: until then there is no plan.
    [[nodiscard]] bool suggesting() const { return suggestJob_ != nullptr; }
    /// What each column of the open series costs as an input, see inputPrices; empty: there is no series.
    [[nodiscard]] std::vector<double> columnPrices() const;
    /// One undoable step: all settings of an option, which are then chosen by hand unless it is the suggested one.
    void takeOption(const PlanLine& line, const PlanOption& option);
    /// One undoable step: everything as suggested again.
    void takePlan();
    /// What a first start shows: a built-in series with the settings that suit it, nothing to undo. Before anything is
    /// loaded.
    void beginWith(const QString& builtin);

    /// A working copy of another experiment with its data as far as they are read; nothing to undo, and nothing is
    /// kept.
    void copyFrom(const ExperimentModel& other);
    /// Settings and data of a working copy, as one undoable step named `text`; nothing is read again.
    void adopt(const ExperimentModel& copy, const QString& text);
    /// Undoable change of the source, then loading off the GUI thread; progress and cancel through loadJob().
    void openFile(const QString& path);
    void openBuiltin(const QString& key);
    /// These settings with the file that is open, where they can be used with it.
    [[nodiscard]] std::optional<ExperimentConfig> onOpenFile(ExperimentConfig config) const;
    /// Null when nothing is being loaded.
    [[nodiscard]] BackgroundJob* loadJob() const;
    void cancelLoading();
    void reload();  ///< read again with the current import settings

    /// Experiment files (JSON). Empty string or the error.
    QString saveTo(const QString& path) const;
    QString loadFrom(const QString& path);

    /// From now on every edit is kept in this file (durably, half a second after the last one) and its origin beside
    /// it; restores what they hold. Returns a warning or nothing.
    QString keepIn(const QString& path);
    [[nodiscard]] QDateTime lastKept() const { return lastKept_; }

Q_SIGNALS:
    void configChanged(const QString& key);  ///< empty key: many fields
    void findingsChanged();
    void dataLoading();
    void dataChanged();  ///< dataset() is new, or dataError() is
    void preparedChanged();
    void epochTimed();                        ///< epochTime() is new
    void kept();                              ///< the autosaved file holds the last edit
    void keepFailed(const QString& message);  ///< it could not be written; once until it works again

private:
    friend class ConfigCommand;
    /// The experiment becomes what it is in `state`. `edit`: the step that is being pushed; null: it is gone back or
    /// forth to, and what was known of it is so again.
    void apply(const EditedState& state, const QString& key, const QUndoCommand* edit = nullptr);
    /// As it is, before an edit that may have noted its fields as edited already.
    [[nodiscard]] EditedState state() const;
    /// Null while there is none.
    [[nodiscard]] std::shared_ptr<const KnownPlan> knownPlan() const;
    /// Whether `known` tells of the present data and targets; it is then what is known.
    bool recall(const std::shared_ptr<const KnownPlan>& known);
    void know(GoalSuggestions suggestions, std::vector<std::string> targets);
    /// What follows from data that were opened: a part of the step that opened them while that is the last one, else a
    /// step named `text`, of which what follows is a part.
    void followOpening(const ExperimentConfig& config, const QString& text);
    void push(const ExperimentConfig& config, const QString& origin, const QString& text);
    /// The origin that these settings would have.
    [[nodiscard]] QString originOf(const ExperimentConfig& config) const;
    void followMissingFile();
    void recheck();
    /// Whether it says something else than before.
    bool recheckMemory();
    /// `edit`: the step that asks for it, where it is being pushed.
    void startLoading(const QUndoCommand* edit = nullptr);
    void takeLoaded(LoadedData loaded, bool isOpening);
    void startPreparing();
    void keep();
    void addWrite();
    /// What the autosaved file is to hold: with the data that could be read last while the chosen one cannot be, so
    /// that the next start finds it.
    [[nodiscard]] ExperimentConfig savedConfig() const;
    void fitTask();
    /// Choices and prices are of one target: for another one they are made anew, off the GUI thread. `before`: the
    /// settings until now. `takes`: they are put into the settings.
    void followTarget(const ExperimentConfig& before, bool takes);
    /// `asked`: the settings for which these were sought.
    void takeForTarget(GoalSuggestions found, const ExperimentConfig& asked, bool takes);
    /// Those for the present target; none while they are sought.
    [[nodiscard]] std::span<const Suggestion> suggestions() const;
    void dropSuggestJob();
    /// Which fields an edit by hand changed, from here to `config`.
    void noteEdited(const ExperimentConfig& config);
    /// Data are about to be opened: what says which and how they are used counts as not edited, the split is new.
    void beginOpening(ExperimentConfig& config);
    void open(const ExperimentConfig& config, const QString& text);
    void takeSuggestions();
    /// Data of another model, and what was found in them.
    void shareData(const ExperimentModel& other);
    /// Another goal, with the settings that it suggests but for those that were edited.
    [[nodiscard]] ExperimentConfig withGoal(const FieldValue& goal) const;

    ExperimentConfig config_;
    ExperimentConfig timed_;   ///< the work of an epoch that was measured
    EpochTime epochTime_{-1};  ///< of timed_
    QString origin_;
    FieldKeys edited_, editedThen_;  ///< now, and at the end of the last step
    bool suggests_ = false, suggestsNext_ = false, isBeginning_ = false, isAdopting_ = false;
    QUndoStack undo_;
    std::shared_ptr<const Dataset> dataset_;
    PreparedPtr prepared_;
    SplitWindows windows_;
    LeakAudit audit_;
    std::vector<ConfigFinding> findings_;
    std::function<MemoryRoom(const ExperimentConfig&)> room_;
    std::optional<ConfigFinding> memoryFinding_;
    std::optional<EngineInfo> engine_;
    std::map<std::string, QString> unread_;      ///< by field
    std::vector<DataFinding> dataFindings_;      ///< of the data, then of these settings
    std::size_t loadedFindings_ = 0;             ///< how many of them are of the data alone
    std::string dataMark_;                       ///< of dataset(), see KnownPlan
    std::shared_ptr<const KnownPlan> known_;     ///< never null
    std::shared_ptr<const KnownPlan> recalled_;  ///< of the data that are being read again; null: none
    const QUndoCommand* opening_ = nullptr;      ///< the step that opened the data; only compared, never used
    std::vector<std::string> suggestingFor_;     ///< targets, of suggestJob_
    FieldKeys held_;                             ///< not for suggestJob_ to change
    QString dataError_;
    Error prepareError_;         ///< empty: none
    ExperimentConfig lastRead_;  ///< its data could be read, or had been when it was kept
    BackgroundJob* loadJob_ = nullptr;
    BackgroundJob* prepareJob_ = nullptr;
    BackgroundJob* suggestJob_ = nullptr;
    BackgroundJob* keepJob_ = nullptr;
    QTimer prepareTimer_, keepTimer_;
    std::shared_ptr<SavedExperiment> kept_;  ///< null: nothing is kept
    QDateTime lastKept_;
    bool keepFailed_ = false;
};

}  // namespace gatelab
