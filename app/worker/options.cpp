// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/options.h"

#include "app/experiment_plan.h"
#include "app/kept_data.h"
#include "base/input_error.h"
#include "base/words/edit_distance.h"
#include "baselines/suggestion.h"
#include "config/config_difference.h"
#include "config/field_use.h"
#include "config/preset_experiment.h"
#include "config/setting_predicates.h"
#include "config/switches.h"
#include "config/task_data.h"
#include "data/experiment_check.h"
#include "data/many/many_series.h"
#include "data/many/prepare_many.h"
#include "data/prepared_windows.h"
#include "data/preset_data.h"
#include "data/readers.h"
#include "data/recipe/shared_preparation.h"
#include "data/row_order.h"
#include "data/shapes/shape_choice.h"
#include "io/file_io.h"
#include "store/workspace.h"
#include "worker/look/named_data.h"
#include "worker/output/console_text.h"
#include "worker/output/finding_hint.h"
#include "worker/output/progress_line.h"
#include "worker/runs.h"
#include "worker/sudden_end.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace gatelab::worker {

namespace {

constexpr std::uint64_t kConfigBytes = 16u << 20;

/// "Step size of the optimiser. [samples] 1e-09 to 100" and the choices, from the row.
std::string helpText(const Field& field) {
    std::string text = field.help.source;
    if (!field.unit.isEmpty()) text += std::string(" [") + field.unit.source + "]";
    const auto number = [](double value) { return formatFieldValue(FieldValue(value)); };
    const FieldRange& range = field.range;
    if (std::isfinite(range.low) && std::isfinite(range.high))
        text += " " + number(range.low) + " to " + number(range.high);
    else if (std::isfinite(range.low))
        text += " from " + number(range.low);
    else if (std::isfinite(range.high))
        text += " up to " + number(range.high);
    if (!field.choices.empty()) {
        text += " {";
        for (const Choice& choice : field.choices)
            text += std::string(&choice == field.choices.data() ? "" : ", ") + choice.key;
        text += "}";
    }
    const ExperimentConfig defaults;
    const std::string standard = formatFieldValue(fieldValue(defaults, field));
    return standard.empty() ? text : text + " (" + standard + ")";
}

/// Of some words the one that was meant; empty: none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& known) {
    std::size_t least = std::min<std::size_t>(3, word.size() / 2 + 1);
    std::string best;
    // "hidden" is short of "hidden-size", however much that is.
    for (const std::string& name : known)
        if (word.size() >= 3 && name.starts_with(word) && (best.empty() || name.size() < best.size())) best = name;
    if (!best.empty()) return best;
    for (const std::string& name : known)
        if (const std::size_t distance = editDistance(word, name); distance < least) {
            least = distance;
            best = name;
        }
    return best;
}

Result<ExperimentConfig> readConfig(const std::filesystem::path& path) {
    const auto bytes = readFileBytes(path, kConfigBytes);
    if (!bytes.ok()) return bytes.error();
    auto report = configFromJson(*bytes);
    if (!report.ok()) return asInput(report.error().withContext(path.string()));
    for (const Phrase& warning : report->warnings)
        std::fprintf(stderr, "warning: %s: %s\n", path.c_str(), plainText(warning).c_str());
    return std::move(report->config);
}

Result<ExperimentConfig> readPreset(const std::string& name) {
    if (name.find_first_of("/\\") != std::string::npos)
        return Error{ErrorCode::InvalidInput, "--preset takes a name, not a path; use --config FILE.json for a file"};
    const PresetExperiment* preset = findPresetExperiment(name);
    if (preset == nullptr)
        return Error{ErrorCode::NotFound, "there is no preset '" + name + "'; gatelab-worker presets lists them"};
    auto report = readPresetExperiment(*preset);
    return report.ok() ? Result<ExperimentConfig>(std::move(report->config)) : Result<ExperimentConfig>(report.error());
}

/// Why the flag has no effect here; empty: it has one.
std::string unusedHere(const Field& field, const ExperimentConfig& config) {
    const std::string_view key = field.key;
    if (key == "memory_limit") return "";  // it holds for this process
    if (const auto why = unusedReason(field, config)) return why->source;
    return key == "isolated" ? "Only the window trains in a process of its own." : "";
}

/// The first error as the command line names things, and for a task that does not fit the flags of the one that does.
Result<> checkUsable(const ExperimentConfig& config, const Dataset& data, const std::vector<ConfigFinding>& findings) {
    for (const ConfigFinding& finding : findings) {
        if (finding.severity != Severity::Error) continue;
        const Field* field = findField(finding.key);
        std::string text =
            (field != nullptr ? fieldFlag(*field) + ": " : "") + withFlagsOf(consoleText(finding.message));
        const char* fitting = fittingTask(dataFacts(&data).kind);
        if (finding.key == "task" && fitting != nullptr)
            text += " (" + changeFlags(configChanges(config, withTask(config, fitting))) + ")";
        else
            text += remedyHint(finding, data, config);
        return Error{ErrorCode::InvalidInput, std::move(text)};
    }
    return {};
}

/// Switched off, so that having no effect is what was asked for.
bool isOff(const FieldValue& value) {
    const std::string text = formatFieldValue(value);
    return text == "0" || text == "false" || text == "none";
}

void noteUnused(const Field& field, const std::string& why) {
    std::fprintf(stderr, "note: %s has no effect here. %s\n", fieldFlag(field).c_str(), why.c_str());
}

/// What the check says that is no error. What a switch cannot do the run says.
void printFindings(const ExperimentConfig& config, const Dataset& data, const std::vector<ConfigFinding>& findings,
                   const std::function<bool(const Field&)>& isNoted) {
    for (const ConfigFinding& finding : findings) {
        const Field* field = findField(finding.key);
        const bool warning = finding.severity == Severity::Warning;
        if (field == nullptr ||
            (warning && std::ranges::any_of(switches(), [&](const Switch& row) { return finding.key == row.field; })))
            continue;
        if (!unusedReason(*field, config))
            std::fprintf(stderr, "%s: %s: %s%s\n", warning ? "warning" : "note", fieldFlag(*field).c_str(),
                         consoleText(finding.message).c_str(), remedyHint(finding, data, config).c_str());
        else if (!isNoted(*field))
            noteUnused(*field, finding.message.english());
    }
}

}  // namespace

void ExperimentOptions::addTo(CLI::App& command) {
    command_ = &command;
    command.add_option("--preset", presetName_, "A ready-made experiment by name");
    command.add_option("--config", file_, "Experiment as JSON; flags override it");
    for (const Field& field : fields()) addField(command, field);
}

void ExperimentOptions::addReading(CLI::App& command) {
    command_ = &command;
    for (const Field& field : fields())
        if (const std::string_view key = field.key;
            field.group == FieldGroup::Import || key == "test_data" || key == "hdf5_datasets")
            addField(command, field);
}

void ExperimentOptions::addField(CLI::App& command, const Field& field) {
    const bool isSwitch = std::holds_alternative<bool ExperimentConfig::*>(field.member);
    std::string names = fieldFlag(field);
    if (std::string_view(field.key) == "targets") names += ",--target";
    auto* option = command.add_option(names, texts_[field.key], helpText(field))->group(groupLabel(field.group).source);
    // Several files become lines of one text.
    option->multi_option_policy(std::string_view(field.key) == "data" ? CLI::MultiOptionPolicy::Join
                                                                      : CLI::MultiOptionPolicy::TakeLast);
    // A bare switch means on.
    if (isSwitch) option->expected(0, 1)->default_str("true");
}

namespace {

/// As it would be typed; in words what no flag says.
std::string flagsOf(const PlanOption& option) {
    const auto* list = std::get_if<std::vector<std::string>>(&option.settings.front().value);
    if (list != nullptr && list->empty()) return plainText(option.text);
    std::string flags;
    for (const Setting& one : option.settings)
        flags += (flags.empty() ? "" : " ") + fieldFlag(*one.field) + " " + shellQuoted(formatFieldValue(one.value));
    return flags;
}

/// What was chosen, with its reason, and what the other option costs: the window's plan.
void printPlan(const std::vector<PlanLine>& plan) {
    for (const PlanLine& line : plan) {
        const std::string other = line.other.settings.empty()
                                      ? std::string()
                                      : "; " + flagsOf(line.other) + " instead: " + plainText(line.price);
        std::fprintf(stderr, "suggested: %s (%s%s)\n", flagsOf(line.suggested).c_str(), plainText(line.reason).c_str(),
                     other.c_str());
    }
}

/// That the rows of a file that runs newest first were turned round, by what it is known.
void printOrder(const ReadReport& report) {
    const auto guess = std::ranges::find(report.guesses, "sort_time", &ReadGuess::key);
    if (!isTurnedRound(report) || guess->candidates.empty()) return;
    std::fprintf(stderr, "suggested: --sort-time true (%s; --sort-time false instead: rows as in the file)\n",
                 plainText(guess->candidates.front().reason).c_str());
}

/// What is forecast, where nobody said it and no suggestion did.
void printTarget(const Dataset& data, const ExperimentConfig& config, const std::vector<Suggestion>& suggestions) {
    if (!data.series || !isForecast(config) || !config.targets.empty() || data.series->channels.size() < 2) return;
    if (std::ranges::find(suggestions, findField("targets"), &Suggestion::field) != suggestions.end()) return;
    std::fprintf(stderr, "target: %s (the last column; --target NAME for another one)\n",
                 shown(data.series->channels.back().name).c_str());
}

}  // namespace

Result<ExperimentConfig> ExperimentOptions::config(const ExperimentConfig& base) const {
    ExperimentConfig config = base;
    for (const bool fromFile : {false, true}) {
        if (fromFile ? file_.empty() : presetName_.empty()) continue;
        auto read = fromFile ? readConfig(file_) : readPreset(presetName_);
        if (!read.ok()) return read.error();
        config = std::move(*read);
    }
    for (const Field& field : fields()) {
        if (!isGiven(field)) continue;
        const auto given = texts_.at(field.key);
        const bool bareSwitch = given.empty() && std::holds_alternative<bool ExperimentConfig::*>(field.member);
        const auto value = parseFieldValue(field, bareSwitch ? "true" : given);
        if (!value.ok()) return value.error().withContext(fieldFlag(field));
        if (auto stored = setFieldValue(config, field, *value); !stored.ok())
            return stored.error().withContext(fieldFlag(field));
        // Flags that follow may still say otherwise.
        if (std::string_view(field.key) == "task") config = withTask(config, config.task);
    }
    if (isGiven(*findField("data"))) {
        const CLI::Option* workspace = command_->get_option_no_throw("--workspace");
        const bool isNamed = workspace != nullptr && workspace->count() > 0;
        auto path = dataPathOf(config.dataPath,
                               isNamed ? std::filesystem::path(workspace->results()[0]) : Workspace::defaultFolder());
        if (!path.ok()) return path.error().withContext("--data");
        config.dataPath = std::move(*path);
    }
    const PresetExperiment* preset = file_.empty() ? findPresetExperiment(presetName_) : nullptr;
    if (preset != nullptr && preset->needsFile() && config.dataPath.empty() && !isGiven(*findField("builtin")))
        return Error{ErrorCode::InvalidInput, "preset " + presetName_ + " needs --data FILE: " + preset->file.source};
    if (preset != nullptr && !isGiven(*findField("name"))) config.name = nameWith(*preset, config);
    if (config.name != base.name)
        if (auto tooLong = checkName(config.name)) return tooLong->withContext("--name");
    return config;
}

bool ExperimentOptions::isShapeGiven() const { return !file_.empty() || isGiven(*findField("csv_shape")); }

Result<Dataset> ExperimentOptions::read(ExperimentConfig& config) const {
    const SuddenEnd whileReading;
    return loadAsItLooks(config, {}, chosenReading(*this));
}

Result<std::shared_ptr<const Dataset>> ExperimentOptions::data(ExperimentConfig& config) const {
    auto loaded = read(config);
    return loaded.ok() ? checked(config, std::move(*loaded)) : Result<std::shared_ptr<const Dataset>>(loaded.error());
}

Result<std::shared_ptr<const Dataset>> ExperimentOptions::dataAsSet(const ExperimentConfig& config) const {
    const SuddenEnd whileReading;
    auto loaded = loadDataset(config);
    return loaded.ok() ? checked(config, std::move(*loaded)) : Result<std::shared_ptr<const Dataset>>(loaded.error());
}

void ExperimentOptions::addSuggest(CLI::App& command) {
    command.add_flag("--suggest,!--no-suggest", suggests_,
                     "Settings that are not given are those that suit the data, each said with its reason (default, "
                     "unless there is a --preset, --config or --weights); "
                     "--no-suggest: they are those in brackets here");
}

Result<std::shared_ptr<const Dataset>> ExperimentOptions::suggestedData(ExperimentConfig& config,
                                                                        bool isReported) const {
    auto loaded = read(config);
    if (!loaded.ok()) return loaded.error();
    if (isReported && file_.empty() && !chosenReading(*this).order && loaded->series)
        printOrder(loaded->series->report);
    if (suggests_ && file_.empty() && presetName_.empty()) {
        // What suits the data is told of a recipe that can be followed.
        for (const std::string& text : config.recipe)
            if (const auto step = parseRecipeStep(text); !step.ok()) return step.error();
        const std::vector<Suggestion> suggestions =
            suggestSettings(*loaded, config, [this](std::string_view key) { return isGiven(*findField(key)); });
        config = withSuggestions(std::move(config), suggestions);
        if (isReported) printTarget(*loaded, config, suggestions);
        if (isReported) printPlan(experimentPlan(config, suggestions, planColumns(*loaded)));
    }
    return checked(config, std::move(*loaded));
}

Result<std::shared_ptr<const Dataset>> ExperimentOptions::checked(const ExperimentConfig& config, Dataset data) const {
    const std::vector<ConfigFinding> findings = checkExperiment(config, &data);
    if (auto usable = checkUsable(config, data, findings); !usable.ok()) return usable.error();
    const PresetExperiment* preset = findPresetExperiment(presetName_);
    if (preset != nullptr && preset->needsFile() && file_.empty() && !areMeantFor(*preset, config.dataPath, data))
        std::fprintf(stderr,
                     "warning: --preset %s is made for %s, and these data are others: its settings may not fit them\n",
                     presetName_.c_str(), preset->file.source);
    noteUnused(config);
    printFindings(config, data, findings, [this](const Field& field) { return isGiven(field); });
    if (data.series && isMany(*data.series) && isForecast(config)) {
        const auto made = prepareWindows(data.series, config);
        if (!made.ok()) return made.error();
        for (const Phrase& note : notesOfMany(*made->prepared, made->windows))
            std::fprintf(stderr, "note: %s\n", consoleText(note).c_str());
        return withPreparation(data, config, made->prepared);
    }
    return std::make_shared<const Dataset>(std::move(data));
}

void ExperimentOptions::noteUnused(const ExperimentConfig& config) const {
    for (const Field& field : fields())
        if (const std::string why =
                isGiven(field) && !isOff(fieldValue(config, field)) ? unusedHere(field, config) : "";
            !why.empty())
            worker::noteUnused(field, why);
}

bool ExperimentOptions::isGiven(const Field& field) const {
    if (!texts_.contains(field.key)) return false;  // a flag of that name may be the command's own
    const CLI::Option* option = command_->get_option_no_throw(fieldFlag(field));
    return option != nullptr && option->count() > 0;
}

bool ExperimentOptions::given() const {
    return !presetName_.empty() || !file_.empty() ||
           std::ranges::any_of(fields(), [this](const Field& field) { return isGiven(field); });
}

void makePathsAbsolute(ExperimentConfig& config) {
    for (std::string* path : {&config.dataPath, &config.testPath}) {
        std::error_code ignored;
        if (path->empty()) continue;
        const auto absolute = std::filesystem::absolute(*path, ignored);
        if (!ignored) *path = absolute.lexically_normal().string();
    }
}

void WorkspaceOptions::addTo(CLI::App& command) {
    folder = Workspace::defaultFolder();
    command.add_option("--workspace", folder, "Folder of the runs (" + folder.string() + ")");
}

Result<std::shared_ptr<Workspace>> WorkspaceOptions::open(bool json) const {
    ProgressLine line(json);
    return Workspace::open(folder, [&line](double share) {
        line.show("reading all runs for a new index", share);
        return signalCount == 0;
    });
}

Result<> WorkspaceOptions::isThere() const {
    std::error_code ignored;
    if (std::filesystem::is_directory(folder, ignored)) return {};
    return Error{ErrorCode::NotFound, "there is no workspace at '" + folder.string() +
                                          "'; nothing was made; check --workspace, or train a run to make one"};
}

Result<std::shared_ptr<Workspace>> WorkspaceOptions::openExisting(bool json) const {
    auto there = isThere();
    return there.ok() ? open(json) : there.error();
}

void addDiskWait(CLI::App& command, std::int64_t& seconds) {
    command
        .add_option("--disk-wait", seconds,
                    "When a checkpoint cannot be written (a full disk), wait so long [s], then end with the cause; the "
                    "run can be resumed (" +
                        std::to_string(seconds) + ")")
        ->check(CLI::Range(0, 31536000));
}

std::string unknownCommand(const CLI::App& app, std::span<char* const> words) {
    const CLI::App* at = &app;
    for (const std::string word : words) {
        std::vector<std::string> names;
        const CLI::App* next = nullptr;
        for (const CLI::App* command : at->get_subcommands({})) {
            names.push_back(command->get_name());
            if (word == names.back()) next = command;
        }
        if (names.empty() || word.starts_with('-')) break;
        if (next != nullptr) {
            at = next;
            continue;
        }
        const std::string near = nearest(word, names);
        std::string all;
        for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
        return (at == &app ? std::string() : at->get_name() + ": ") + "there is no command '" + word + "'; " +
               (near.empty() ? "the commands are " + all : "did you mean " + near + "?");
    }
    return {};
}

std::string unknownOptions(const CLI::App& app) {
    std::string text;
    for (const CLI::App* at = &app; at != nullptr;) {
        std::vector<std::string> names;
        for (const CLI::Option* option : at->get_options())
            names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
        for (const std::string& given : at->remaining()) {
            if (!given.starts_with("-") || given == "-") continue;
            const std::string name = given.substr(0, given.find('=')),
                              best = name.starts_with("--") ? nearest(name.substr(2), names) : std::string();
            text += (text.empty() ? "" : "; ") + std::string("unknown option ") + name +
                    (best.empty() ? "" : "; did you mean --" + best + "?");
        }
        const auto chosen = at->get_subcommands();
        at = chosen.empty() ? nullptr : chosen.front();
    }
    return text;
}

}  // namespace gatelab::worker
