// SPDX-License-Identifier: GPL-3.0-or-later
#include "runs/experiment_model.h"

#include "app/saved_experiment.h"
#include "baselines/suggested_keys.h"
#include "common/background_job.h"
#include "common/file_watch.h"
#include "common/texts.h"
#include "config/config_io.h"
#include "config/setting_predicates.h"
#include "data/experiment_check.h"
#include "data/findings/mended_series.h"
#include "data/findings/remedy.h"
#include "data/model_shape.h"
#include "data/recipe/categories.h"
#include "data/recipe/shared_preparation.h"
#include "data/row_order.h"
#include "data/sequences/sequence_parts.h"
#include "data/sequences/sequence_sizes.h"
#include "data/shapes/shape_choice.h"
#include "device/switch_machine.h"
#include "io/file_io.h"
#include "runs/config_command.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

constexpr int kPrepareDelayMs = 40;  // typing does not start a preparation per key
constexpr int kKeepDelayMs = 500;
constexpr int kUndoLimit = 100;

/// The settings with the shape, the order of rows and the rule of each column by which the data were opened, where
/// those are guessed.
ExperimentConfig asRead(ExperimentConfig config, const FieldKeys& edited, const Dataset& data) {
    const ReadReport& report = data.series ? data.series->report : data.sequences->report;
    if (config.csvShape == ExperimentConfig().csvShape && !edited.contains("csv_shape"))
        config.csvShape = shapeOf(report, config);
    if (!edited.contains("sort_time")) config.sortTime = config.sortTime || isTurnedRound(report);
    const auto rule = std::ranges::find(report.guesses, "resample_by", &ReadGuess::key);
    // Also where "auto" was chosen: a run repeats on other data what was decided of these, as on the command line.
    if (resamples(config) && rule != report.guesses.end()) config.resampleBy = rule->value;
    return config;
}

/// By which data that were read with the same settings are known to be the same.
std::string markOf(const Dataset& data) {
    return data.series ? data.series->source + ' ' + data.series->sha256
                       : data.sequences->source + ' ' + data.sequences->sha256;
}

/// For what choices and prices are measured: the targets by name, and the steps of the recipe that mend values. Empty:
/// the data are no series.
std::vector<std::string> basisOf(const Dataset& data, const ExperimentConfig& config) {
    if (!data.series || data.series->channels.empty()) return {};
    auto basis = config.targets.empty() ? std::vector{data.series->channels.back().name} : config.targets;
    for (const std::string& step : mendingSteps(config.recipe)) basis.push_back("recipe: " + step);
    return basis;
}

/// What a preparation tells, and what there is to say of the data as the recipe mends them.
struct Preparation {
    Result<AuditedWindows> windows;
    std::optional<std::vector<DataFinding>> read;  ///< nothing: nobody could look
};

/// What the doctor says of the data with this recipe; what a step mends just as it was proposed (of those that were
/// told of until now) stays, to be shown as mended.
std::vector<DataFinding> withMended(std::vector<DataFinding> read, std::span<const DataFinding> before,
                                    const ExperimentConfig& config) {
    const auto placeOf = [](const DataFinding& one) { return std::tie(one.code, one.column, one.firstRow); };
    const auto isTold = [&](const DataFinding& one) {
        return std::ranges::any_of(read, [&](const DataFinding& told) { return placeOf(told) == placeOf(one); });
    };
    for (const DataFinding& one : before)
        if (changesAt(one) && mendedIn(one, config) && !isTold(one)) read.push_back(one);
    return read;
}

/// A setting of the network and its training that what suits the data decides (suggestSettings): it goes with its data.
/// Task, loss and parts are chosen anew with each of them.
bool isOfPlan(const Field& field) {
    const std::string_view key = field.key;
    return isSuggested(key) && field.group > FieldGroup::Columns && key != "task" && key != "loss" && key != "split";
}

/// Whether the same data are only read in another way, but for their shape.
bool isReadOtherwise(const ExperimentConfig& before, const ExperimentConfig& after) {
    const std::vector<std::string> keys = differingKeys(before, after);
    return !keys.empty() && before.csvShape == after.csvShape && std::ranges::all_of(keys, [](const std::string& key) {
        return findField(key)->group == FieldGroup::Import;
    });
}

/// The keys with those of a plan whose value is neither as suggested nor as in a fresh experiment.
FieldKeys withOwnChoices(FieldKeys edited, const ExperimentConfig& config, std::span<const Suggestion> suggestions) {
    const ExperimentConfig suggested = withSuggestions(ExperimentConfig(), suggestions);
    for (const Field& field : fields())
        if ((isOfPlan(field) || field.group == FieldGroup::Columns) &&
            fieldValue(config, field) != fieldValue(suggested, field))
            edited.insert(field.key);
    return edited;
}

/// Whoever chooses a target makes it an input besides those that are: no choice of inputs.
bool addsTargetsOnly(const ExperimentConfig& before, const ExperimentConfig& after) {
    if (after.targets == before.targets || before.inputs.empty() || after.inputs.empty()) return false;
    std::set<std::string> inputs(before.inputs.begin(), before.inputs.end());
    inputs.insert(after.targets.begin(), after.targets.end());
    return inputs == std::set<std::string>(after.inputs.begin(), after.inputs.end());
}

}  // namespace

ExperimentModel::ExperimentModel(QObject* parent) : QObject(parent), known_(std::make_shared<const KnownPlan>()) {
    undo_.setUndoLimit(kUndoLimit);
    prepareTimer_.setSingleShot(true);
    prepareTimer_.setInterval(kPrepareDelayMs);
    connect(&prepareTimer_, &QTimer::timeout, this, &ExperimentModel::startPreparing);
    keepTimer_.setSingleShot(true);
    keepTimer_.setInterval(kKeepDelayMs);
    connect(&keepTimer_, &QTimer::timeout, this, &ExperimentModel::keep);
    followMissingFile();
    recheck();
}

/// What could not be read because it was not there is read once it is back.
void ExperimentModel::followMissingFile() {
    auto* watch = new FileWatch(this);
    const auto files = [this] { return QStringList{fromUtf8(config_.dataPath), fromUtf8(config_.testPath)}; };
    connect(this, &ExperimentModel::dataChanged, watch,
            [this, watch, files] { watch->watch(dataError_.isEmpty() ? QStringList() : files()); });
    connect(watch, &FileWatch::changed, this, [this, watch, files, wasMissing = false]() mutable {
        const QStringList paths = files();
        const bool isMissing =
            std::ranges::any_of(paths, [watch](const QString& path) { return watch->isMissing(path); });
        if (std::exchange(wasMissing, isMissing) && !isMissing && !dataError_.isEmpty() && !loading()) reload();
    });
}

ExperimentModel::~ExperimentModel() {
    // The last edits are kept even when the program closes within the delay.
    if (!keepTimer_.isActive() || !kept_) return;
    addWrite();
    (void)kept_->run();
}

bool ExperimentModel::loading() const { return loadJob_ != nullptr; }
bool ExperimentModel::preparing() const { return prepareJob_ != nullptr || prepareTimer_.isActive(); }
BackgroundJob* ExperimentModel::loadJob() const { return loadJob_; }

void ExperimentModel::set(const char* key, const FieldValue& value) {
    const Field* field = findField(key);
    if (!field) return;
    ExperimentConfig after = config_;
    if (!setFieldValue(after, *field, value).ok() || after == config_) return;
    if (after.goal != config_.goal) return push(withGoal(value), origin_, translated(field->label));
    const QString origin = originOf(after);
    edited_.insert(key);
    if (after.csvShape != config_.csvShape || (suggests_ && field->group == FieldGroup::Import))
        return push(after, origin, translated(field->label));
    undo_.push(new ConfigCommand(*this, state(), {std::move(after), origin, edited_},
                                 static_cast<int>(field - fields().data()), translated(field->label)));
}

EditedState ExperimentModel::state() const { return {config_, origin_, editedThen_, knownPlan()}; }

std::shared_ptr<const KnownPlan> ExperimentModel::knownPlan() const {
    return dataset_ && !suggesting() ? known_ : nullptr;
}

bool ExperimentModel::recall(const std::shared_ptr<const KnownPlan>& known) {
    if (!known || !dataset_ || known->mark != dataMark_) return false;
    if (known->basis != basisOf(*dataset_, config_)) return false;
    dropSuggestJob();
    known_ = known;
    return true;
}

void ExperimentModel::know(GoalSuggestions suggestions, std::vector<std::string> basis) {
    known_ = std::make_shared<const KnownPlan>(KnownPlan{dataMark_, std::move(suggestions), std::move(basis)});
}

void ExperimentModel::followOpening(const ExperimentConfig& config, const QString& text) {
    if (config == config_) return;
    const bool isPart = opening_ != nullptr && undo_.index() > 0 && undo_.command(undo_.index() - 1) == opening_;
    auto* step = new ConfigCommand(*this, state(), {config, originOf(config), edited_}, -1, text,
                                   isPart ? ConfigCommand::Kind::Consequence : ConfigCommand::Kind::Edit);
    const QUndoCommand* opening = isPart ? opening_ : step;
    opening_ = opening;
    undo_.push(step);
    opening_ = opening;  // also where the data are read again for it
}

/// Another shape of the open file that was chosen has other columns, and what suits it is another: what was edited
/// stays. Read in another way (in the order of time, resampled) its values are other ones, likewise.
void ExperimentModel::push(const ExperimentConfig& config, const QString& origin, const QString& text) {
    const auto sameColumns = [](const ExperimentConfig& c) { return std::tie(c.dataPath, c.targets, c.inputs); };
    ExperimentConfig after = config;
    if (suggests_ && !isAdopting_ && edited_.contains("csv_shape") && after.csvShape != config_.csvShape &&
        sameColumns(after) == sameColumns(config_)) {
        const ExperimentConfig fresh;
        for (const Suggestion& one : known_->suggestions.of(config_))
            if (!edited_.contains(one.field->key) && fieldValue(after, *one.field) == one.value)
                (void)setFieldValue(after, *one.field, fieldValue(fresh, *one.field)).ok();
        copyDataFields(fresh, after, FieldGroup::Columns);
        for (const Field& field : fields())
            if (field.group == FieldGroup::Columns) edited_.erase(field.key);
        if (!edited_.contains("split")) after.split = fresh.split;
        suggestsNext_ = true;
    } else if (suggests_ && !isAdopting_ && isReadOtherwise(config_, after)) {
        const std::vector<Suggestion>& suggestions = known_->suggestions.of(config_);
        edited_ = withOwnChoices(std::move(edited_), config_, suggestions);
        after = withoutSuggestions(std::move(after), suggestions, edited_);
        suggestsNext_ = true;
    }
    if (after != config_ || origin != origin_)
        undo_.push(new ConfigCommand(*this, state(), {std::move(after), origin, edited_}, -1, text));
    else
        editedThen_ = edited_;
}

void ExperimentModel::replace(const ExperimentConfig& config, const QString& text) {
    noteEdited(config);
    push(config, originOf(config), text);
}

void ExperimentModel::take(const ExperimentConfig& config, const QString& runId, const QString& text) {
    noteEdited(config);
    push(config, runId, text);
}

void ExperimentModel::noteEdited(const ExperimentConfig& config) {
    for (std::string& key : differingKeys(config_, config))
        if (key != "inputs" || !addsTargetsOnly(config_, config)) edited_.insert(std::move(key));
}

void ExperimentModel::beginOpening(ExperimentConfig& config) {
    for (const Field& field : fields())
        if (field.group <= FieldGroup::Columns) edited_.erase(field.key);
    for (const char* key : {"split", "loss"}) edited_.erase(key);
    isBeginning_ = false;  // what was opened can be taken back, and how it was read
    const ExperimentConfig fresh;
    if (suggests_) config.split = fresh.split;
    // What was suggested for other data, or tried on them in another session
    for (const Field& field : fields())
        if (suggests_ && (field.group == FieldGroup::Augmentation || isOfPlan(field)) && !edited_.contains(field.key))
            (void)setFieldValue(config, field, fieldValue(fresh, field)).ok();
    suggestsNext_ = true;
}

ExperimentConfig ExperimentModel::withGoal(const FieldValue& goal) const {
    ExperimentConfig config = config_;
    (void)setFieldValue(config, *findField("goal"), goal).ok();
    if (suggesting()) return config;  // they come with those of the target
    for (const Suggestion& one : known_->suggestions.of(config))
        if (!edited_.contains(one.field->key)) (void)setFieldValue(config, *one.field, one.value).ok();
    return config;
}

EpochTime ExperimentModel::epochTime() const {
    return epochTime_.seconds >= 0 && timed_ == epochWork(config_) ? epochTime_ : EpochTime{-1};
}

void ExperimentModel::setEpochTime(const ExperimentConfig& measured, const EpochTime& time) {
    timed_ = epochWork(measured);
    epochTime_ = time;
    Q_EMIT epochTimed();
}

std::vector<PlanLine> ExperimentModel::plan(double epochSeconds) const {
    if (!dataset_) return {};
    return experimentPlan(config_, suggestions(), planColumns(*dataset_), epochSeconds);
}

std::vector<double> ExperimentModel::columnPrices() const {
    std::vector<std::string> names;
    if (dataset_ && dataset_->series)
        for (const Channel& channel : dataset_->series->channels) names.push_back(channel.name);
    return inputPrices(config_, suggestions(), names);
}

void ExperimentModel::takeOption(const PlanLine& line, const PlanOption& option) {
    ExperimentConfig config = config_;
    for (const Setting& one : option.settings) (void)setFieldValue(config, *one.field, one.value).ok();
    if (config == config_) return;
    noteEdited(config);
    if (&option == &line.suggested)
        for (const Setting& one : option.settings) edited_.erase(one.field->key);
    push(config, originOf(config), translated(line.label));
}

void ExperimentModel::takePlan() {
    if (suggesting()) return;
    const std::vector<Suggestion>& suggestions = known_->suggestions.of(config_);
    ExperimentConfig config = withSuggestions(config_, suggestions);
    for (const Suggestion& one : suggestions) edited_.erase(one.field->key);
    copyDataFields(ExperimentConfig(), config, FieldGroup::Augmentation, FieldGroup::Augmentation);
    push(config, originOf(config), tr("settings that suit the data"));
}

void ExperimentModel::takeSuggestions() {
    ExperimentConfig config = withSuggestions(config_, known_->suggestions.of(config_));
    if (!isBeginning_) return followOpening(config, tr("settings that suit the data"));
    isBeginning_ = false;
    apply({config, origin_, edited_}, {});
    undo_.clear();
}

std::span<const Suggestion> ExperimentModel::suggestions() const {
    return suggesting() ? std::span<const Suggestion>() : known_->suggestions.of(config_);
}

void ExperimentModel::dropSuggestJob() { delete std::exchange(suggestJob_, nullptr); }

void ExperimentModel::followTarget(const ExperimentConfig& before, bool takes) {
    if (!dataset_ || known_->basis.empty()) return;
    std::vector<std::string> basis = basisOf(*dataset_, config_);
    if (basis == known_->basis) return dropSuggestJob();
    if (suggesting() && basis == suggestingFor_) return;
    if (!suggesting()) held_ = heldKeys(before, known_->suggestions.of(before), edited_);
    held_.insert(edited_.begin(), edited_.end());
    suggestingFor_ = std::move(basis);
    dropSuggestJob();
    suggestJob_ = new BackgroundJob(this);
    suggestJob_->run<GoalSuggestions>(
        [data = dataset_, held = held_,
         start = withoutSuggestions(config_, known_->suggestions.of(config_), held_)](const Progress&) {
            return suggestForGoals(*data, start, [&](std::string_view key) { return held.contains(key); });
        },
        [this, takes, asked = config_](GoalSuggestions found) { takeForTarget(std::move(found), asked, takes); },
        [](const Error&) { return GoalSuggestions(); });
}

void ExperimentModel::takeForTarget(GoalSuggestions found, const ExperimentConfig& asked, bool takes) {
    std::exchange(suggestJob_, nullptr)->deleteLater();
    held_.insert(edited_.begin(), edited_.end());
    ExperimentConfig config = withoutSuggestions(config_, known_->suggestions.of(config_), held_);
    know(std::move(found), suggestingFor_);
    for (const Suggestion& one : known_->suggestions.of(config_))
        if (!held_.contains(one.field->key)) (void)setFieldValue(config, *one.field, one.value).ok();
    // What was undone has its settings, and another edit would end the way back to what was there.
    if (takes && !undo_.canRedo() && config != config_) {
        const auto kind = config_ == asked ? ConfigCommand::Kind::Consequence : ConfigCommand::Kind::Edit;
        undo_.push(
            new ConfigCommand(*this, state(), {config, origin_, edited_}, -1, tr("settings that suit the data"), kind));
    }
    Q_EMIT findingsChanged();
}

void ExperimentModel::beginWith(const QString& builtin) {
    config_.builtin = builtin.toStdString();
    suggestsNext_ = isBeginning_ = true;
    recheck();
    Q_EMIT configChanged({});
}

void ExperimentModel::setOrigin(const QString& runId) {
    origin_ = runId;
    if (kept_) keepTimer_.start();
}

QString ExperimentModel::originOf(const ExperimentConfig& config) const {
    const auto data = [](const ExperimentConfig& c) { return std::tie(c.dataPath, c.testPath, c.builtin); };
    return data(config) == data(config_) ? origin_ : QString();
}

void ExperimentModel::apply(const EditedState& state, const QString& key, const QUndoCommand* edit) {
    const DataWork work = dataWorkOf(config_, state.config);
    const ExperimentConfig before = std::exchange(config_, state.config);
    origin_ = state.origin;
    edited_ = editedThen_ = state.edited;
    if (kept_) keepTimer_.start();
    if (work == DataWork::Load) {
        recalled_ = state.known;
        startLoading(edit);
    }
    if (work == DataWork::Prepare) prepareTimer_.start();
    if (!recall(state.known)) followTarget(isAdopting_ ? config_ : before, suggests_);
    recheck();
    Q_EMIT configChanged(key);
}

void ExperimentModel::setUnread(const std::string& key, const QString& message) {
    if (message.isEmpty() ? unread_.erase(key) == 0 : std::exchange(unread_[key], message) == message) return;
    recheck();
}

void ExperimentModel::recheck() {
    findings_ = checkExperiment(config_, dataset_.get());
    if (const auto there = machine()) addMachineFindings(findings_, config_, *there);
    const auto isError = [](const ConfigFinding& finding) { return finding.severity == Severity::Error; };
    // A failed preparation mostly repeats what the check says better, at its field.
    if (!prepareError_.phrase.empty() && std::none_of(findings_.begin(), findings_.end(), isError))
        findings_.push_back({Severity::Error, prepareError_.field, prepareError_.phrase});
    if (!dataError_.isEmpty()) findings_.push_back({Severity::Error, "data", dataError_.toStdString()});
    for (const auto& [key, message] : unread_) findings_.push_back({Severity::Error, key, message.toStdString()});
    recheckMemory();
    Q_EMIT findingsChanged();
}

void ExperimentModel::setEngine(const EngineInfo& info) {
    engine_ = info;
    recheck();
}

std::optional<SwitchMachine> ExperimentModel::machine() const {
    return engine_ ? std::optional(switchMachine(*engine_, config_.device, equalSteps(dataset_.get()))) : std::nullopt;
}

ExperimentConfig ExperimentModel::placedConfig() const { return engine_ ? withDevice(config_, *engine_) : config_; }

bool ExperimentModel::recheckMemory() {
    std::optional<ConfigFinding> finding;
    // What settings with errors need is not known.
    if (room_ && dataset_ && !hasErrors(findings_)) finding = checkMemory(config_, memoryForecast(), room_(config_));
    const auto words = [](const std::optional<ConfigFinding>& one) { return one ? one->message : Phrase(); };
    const bool news = words(finding) != words(memoryFinding_);
    memoryFinding_ = std::move(finding);
    return news;
}

void ExperimentModel::setRoom(std::function<MemoryRoom(const ExperimentConfig&)> room) {
    room_ = std::move(room);
    if (recheckMemory()) Q_EMIT findingsChanged();
}

ModelShape ExperimentModel::shape() const {
    ModelShape shape;
    if (prepared_) {
        shape = modelShape(config_, *prepared_);
    } else if (dataset_) {
        shape = modelShape(config_, *dataset_);
    }
    return shape;
}

MemoryForecast ExperimentModel::memoryForecast() const {
    const ExperimentConfig config = withDevice(config_, engine_.value_or(EngineInfo{}));
    if (!dataset_) return forecastMemory(config, shape(), 0);
    return prepared_ ? forecastMemory(config, shape(), *dataset_, windows_)
                     : forecastMemory(config, shape(), *dataset_, exampleCount(*dataset_));
}

ExperimentConfig ExperimentModel::savedConfig() const {
    ExperimentConfig kept = config_;
    if (!dataset_) copyDataFields(lastRead_, kept, FieldGroup::Source);
    return kept;
}

void ExperimentModel::openFile(const QString& path) {
    ExperimentConfig config = config_;
    // Uncleaned: ".." after a link is the system's to resolve
    config.dataPath = QDir::current().absoluteFilePath(path).toStdString();
    config.testPath.clear();
    // The guesses of one file say nothing about another; choices of columns would name what is not there.
    copyDataFields(ExperimentConfig(), config, FieldGroup::Import);
    config.task = config_.task;  // until the data are read: then it tells whether they ask for another one
    beginOpening(config);
    open(config, tr("open %1").arg(QFileInfo(path).fileName()));
}

/// What is open already is read again: its task must be fitted again.
void ExperimentModel::open(const ExperimentConfig& config, const QString& text) {
    const auto last = [this] { return undo_.index() > 0 ? undo_.command(undo_.index() - 1) : nullptr; };
    const QUndoCommand* before = last();
    push(config, originOf(config), text);
    if (!suggestsNext_) return;
    startLoading(last() == before ? nullptr : last());
    recheck();
}

void ExperimentModel::shareData(const ExperimentModel& other) {
    delete loadJob_;
    loadJob_ = nullptr;
    delete prepareJob_;
    prepareJob_ = nullptr;
    prepareTimer_.stop();
    dataset_ = other.dataset_;
    dataFindings_ = other.dataFindings_;
    loadedFindings_ = other.loadedFindings_;
    dropSuggestJob();
    recalled_.reset();
    dataMark_ = other.dataMark_;
    known_ = other.known_;
    dataError_ = other.dataError_;
    prepared_ = other.prepared_;
    windows_ = other.windows_;
    audit_ = other.audit_;
    prepareError_ = other.prepareError_;
}

void ExperimentModel::copyFrom(const ExperimentModel& other) {
    config_ = other.config_;
    lastRead_ = other.lastRead_;
    origin_ = other.origin_;
    edited_ = editedThen_ = other.edited_;
    suggests_ = other.suggests_;
    suggestsNext_ = false;
    engine_ = other.engine_;
    undo_.clear();
    shareData(other);
    recheck();
    Q_EMIT configChanged({});
    Q_EMIT dataChanged();
    Q_EMIT preparedChanged();
}

void ExperimentModel::adopt(const ExperimentModel& copy, const QString& text) {
    EditedState before = state();  // with what is known of the data that go
    edited_ = copy.edited_;
    suggestsNext_ = isBeginning_ = false;
    shareData(copy);
    lastRead_ = copy.config_;
    isAdopting_ = true;
    if (copy.config_ != config_ || copy.origin_ != origin_)
        undo_.push(
            new ConfigCommand(*this, std::move(before), {copy.config_, copy.origin_, edited_, known_}, -1, text));
    isAdopting_ = false;
    if (kept_) keepTimer_.start();
    recheck();
    Q_EMIT dataChanged();
    startPreparing();
}

/// Data of another kind asks for another task.
void ExperimentModel::fitTask() {
    const char* task = fittingTask(dataFacts(dataset_.get()).kind);
    if (!task || config_.task == task) return;
    ExperimentConfig config = config_;
    if (suggests_) forgetOtherTask(*dataset_, config, edited_);
    followOpening(withTask(config, task), tr("task that fits the data"));
}

void ExperimentModel::openBuiltin(const QString& key) {
    ExperimentConfig config = config_;
    config.dataPath.clear();
    config.testPath.clear();
    config.builtin = key.toStdString();
    config.targets.clear();
    config.inputs.clear();
    beginOpening(config);
    open(config, tr("use a built-in series"));
}

std::optional<ExperimentConfig> ExperimentModel::onOpenFile(ExperimentConfig config) const {
    if (!dataset_ || config_.dataPath.empty()) return std::nullopt;
    copyDataFields(config_, config, FieldGroup::Source, FieldGroup::Import);
    return hasErrors(checkExperiment(config, dataset_.get())) ? std::nullopt : std::optional(std::move(config));
}

void ExperimentModel::reload() {
    startLoading();
    recheck();
}

void ExperimentModel::startLoading(const QUndoCommand* edit) {
    if (isAdopting_) return;  // they are there
    delete loadJob_;
    dataset_.reset();
    prepared_.reset();
    dataFindings_.clear();
    loadedFindings_ = 0;
    dropSuggestJob();
    dataMark_.clear();
    know({}, {});
    dataError_.clear();
    prepareError_ = {};
    loadJob_ = new BackgroundJob(this);
    const bool isOpening = std::exchange(suggestsNext_, false);
    opening_ = isOpening ? edit : nullptr;
    const auto edited = isOpening ? std::optional(edited_) : std::nullopt;
    loadJob_->run<LoadedData>(
        [config = config_, edited](const Progress& progress) { return loadData(config, edited, progress); },
        [this, isOpening](LoadedData loaded) { takeLoaded(std::move(loaded), isOpening); },
        [](const Error& error) {
            return LoadedData{error, {}, {}};
        });
    Q_EMIT dataLoading();
}

void ExperimentModel::takeLoaded(LoadedData loaded, bool isOpening) {
    loadJob_->deleteLater();
    loadJob_ = nullptr;
    const auto recalled = std::exchange(recalled_, nullptr);
    if (loaded.data.ok()) {
        dataset_ = std::make_shared<const Dataset>(std::move(*loaded.data));
        dataMark_ = markOf(*dataset_);
        // The shape that a table was seen to have, and the order of its rows; it is read so already.
        if (isOpening) {
            isAdopting_ = true;
            followOpening(asRead(config_, edited_, *dataset_), tr("shape that the table has"));
            isAdopting_ = false;
        }
        if (ExperimentConfig fitting = config_; isOpening && suggests_ && dataset_->series) {
            fitting.recipe = withoutMissingColumns(*dataset_->series, config_.recipe);
            isAdopting_ = true;
            followOpening(fitting, tr("steps for columns that there are"));
            isAdopting_ = false;
        }
        lastRead_ = config_;
        if (kept_) keepTimer_.start();
    } else
        dataError_ = translated(loaded.data.error());
    dataFindings_ = std::move(loaded.findings);
    loadedFindings_ = dataFindings_.size();
    if (dataset_ && !recall(recalled)) {
        ExperimentConfig measured = withSuggestions(config_, loaded.suggestions.of(config_));
        // Read again, they are measured of the data as they are; followTarget() measures them as mended.
        if (!isOpening) measured.recipe = ExperimentConfig().recipe;
        auto basis = basisOf(*dataset_, measured);
        know(std::move(loaded.suggestions), std::move(basis));
    }
    // Read again by undo or redo: the step there holds the task, and another one would end the way back.
    // Where it is read again for its task (a text), that is still the opening.
    suggestsNext_ = isOpening;
    if (dataset_ && (isOpening || !undo_.canRedo())) fitTask();
    suggestsNext_ = false;
    if (dataset_ && isOpening && (suggests_ || isBeginning_) && !suggestions().empty()) takeSuggestions();
    followTarget(config_, false);  // one that was chosen before
    recheck();
    Q_EMIT dataChanged();
    startPreparing();
}

void ExperimentModel::cancelLoading() {
    if (!loadJob_) return;
    // Whoever cancels does not wait: the job ends by itself, and what it still brings is nobody's.
    delete std::exchange(loadJob_, nullptr);
    dataError_ = tr("reading was cancelled");
    recheck();
    Q_EMIT dataChanged();
    startPreparing();
}

void ExperimentModel::startPreparing() {
    delete prepareJob_;
    prepareJob_ = nullptr;
    prepareTimer_.stop();
    if (loadJob_) return;  // follows when the data is there
    if (!dataset_ || !dataset_->series) {
        prepared_.reset();
        prepareError_ = {};
        Q_EMIT preparedChanged();
        return;
    }
    prepareJob_ = new BackgroundJob(this);
    prepareJob_->run<Preparation>(
        [series = dataset_->series, config = config_](const Progress&) {
            return Preparation{prepareAudited(series, config), examineAs(*series, config)};
        },
        [this, data = dataset_, config = config_](Preparation made) {
            Result<AuditedWindows>& result = made.windows;
            prepareJob_->deleteLater();
            prepareJob_ = nullptr;
            prepareError_ = result.ok() ? Error() : result.error();
            if (!result.ok() && prepareError_.field.empty()) prepareError_.field = "recipe";
            AuditedWindows audited = result.ok() ? std::move(*result) : AuditedWindows();
            prepared_ = std::move(audited.prepared);
            // A run takes what is shown instead of preparing it again.
            if (prepared_ && dataset_ == data) dataset_ = withPreparation(*data, config, prepared_);
            windows_ = std::move(audited.windows);
            audit_ = std::move(audited.audit);
            if (made.read)
                dataFindings_ =
                    withMended(std::move(*made.read), std::span(dataFindings_).first(loadedFindings_), config);
            else
                dataFindings_.resize(loadedFindings_);
            loadedFindings_ = dataFindings_.size();
            std::ranges::move(audited.findings, std::back_inserter(dataFindings_));
            recheck();
            Q_EMIT preparedChanged();
        },
        [](const Error& error) {
            return Preparation{error, std::nullopt};
        });
}

QString ExperimentModel::saveTo(const QString& path) const {
    const auto result = writeFileDurably(toPath(path), configToJson(config_));
    return result.ok() ? QString() : translated(result.error());
}

QString ExperimentModel::loadFrom(const QString& path) {
    const auto config = readExperiment(toPath(path));
    if (!config.ok()) return translated(config.error());
    // What stands in the file is chosen: nothing that is read now, or is being read, puts suggestions in its place.
    isBeginning_ = suggestsNext_ = false;
    noteEdited(*config);
    push(*config, {}, tr("open experiment %1").arg(QFileInfo(path).completeBaseName()));
    if (loading()) reload();
    return {};
}

QString ExperimentModel::keepIn(const QString& path) {
    kept_ = std::make_shared<SavedExperiment>(toPath(path));
    if (!QFileInfo::exists(path)) return {};
    const auto content = kept_->read();
    if (!content.ok()) return translated(content.error());
    config_ = lastRead_ = content->config;
    // Read otherwise, the rows keep the rule by which they were put together.
    if (config_.resampleBy != ExperimentConfig().resampleBy) edited_.insert("resample_by"), editedThen_ = edited_;
    origin_ = fromUtf8(content->origin);
    undo_.clear();
    lastKept_ = QFileInfo(path).lastModified();
    recheck();
    Q_EMIT configChanged({});
    return {};
}

void ExperimentModel::keep() {
    if (keepJob_) {  // one writer at a time: the next one takes what changed meanwhile
        keepTimer_.start();
        return;
    }
    keepJob_ = new BackgroundJob(this);
    addWrite();
    keepJob_->run<std::vector<Error>>([kept = kept_](const Progress&) { return kept->run(); },
                                      [this](const std::vector<Error>& errors) {
                                          keepJob_->deleteLater();
                                          keepJob_ = nullptr;
                                          if (errors.empty()) {
                                              keepFailed_ = false;
                                              lastKept_ = QDateTime::currentDateTime();
                                              Q_EMIT kept();
                                          } else if (!std::exchange(keepFailed_, true)) {
                                              Q_EMIT keepFailed(translated(errors.front()));
                                          }
                                      });
}

void ExperimentModel::addWrite() { kept_->add({savedConfig(), origin_.toStdString()}); }

}  // namespace gatelab
