// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/options.h"

#include "base/library_folder.h"
#include "config/config_io.h"
#include "config/field.h"
#include "io/file_io.h"
#include "store/workspace.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace gatelab::worker {

namespace {

constexpr std::uint64_t kConfigBytes = 16u << 20;

/// "Step size of the optimiser. [samples] 1e-09 to 100" and the choices, from the row.
std::string helpText(const Field& field) {
    std::string text = field.help.source;
    if (field.unit.source[0] != '\0') text += std::string(" [") + field.unit.source + "]";
    const auto number = [](double value) { return formatFieldValue(FieldValue(value)); };
    const FieldRange& range = field.range;
    if (std::isfinite(range.low) && std::isfinite(range.high)) text += " " + number(range.low) + " to " + number(range.high);
    else if (std::isfinite(range.low)) text += " from " + number(range.low);
    else if (std::isfinite(range.high)) text += " up to " + number(range.high);
    if (!field.choices.empty()) {
        text += " {";
        for (const Choice& choice : field.choices) text += std::string(&choice == field.choices.data() ? "" : ", ") + choice.key;
        text += "}";
    }
    const ExperimentConfig defaults;
    const std::string standard = formatFieldValue(fieldValue(defaults, field));
    return standard.empty() ? text : text + " (" + standard + ")";
}

/// Levenshtein distance of two words.
std::size_t editDistance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j)
            diagonal = std::exchange(row[j + 1], std::min({row[j] + 1, row[j + 1] + 1, diagonal + (a[i] == b[j] ? 0 : 1)}));
    }
    return row[b.size()];
}

Result<ExperimentConfig> readConfig(const std::filesystem::path& path) {
    const auto bytes = readFileBytes(path, kConfigBytes);
    if (!bytes.ok()) return bytes.error();
    auto report = configFromJson(*bytes);
    if (!report.ok()) return report.error().withContext(path.string());
    for (const Phrase& warning : report->warnings) std::fprintf(stderr, "warning: %s: %s\n", path.c_str(), warning.english().c_str());
    return std::move(report->config);
}

}  // namespace

void ExperimentOptions::addTo(CLI::App& command) {
    command_ = &command;
    command.add_option("--preset", presetName_, "A ready-made experiment by name");
    command.add_option("--config", file_, "Experiment as JSON; flags override it");
    for (const Field& field : fields()) {
        const bool isSwitch = std::holds_alternative<bool ExperimentConfig::*>(field.member);
        std::string names = fieldFlag(field);
        if (std::string_view(field.key) == "targets") names += ",--target";
        auto* option = command.add_option(names, texts_[field.key], helpText(field))->group(groupLabel(field.group).source);
        option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
        // A bare switch means on.
        if (isSwitch) option->expected(0, 1)->default_str("true");
    }
}

Result<ExperimentConfig> ExperimentOptions::config(const ExperimentConfig& base) const {
    ExperimentConfig config = base;
    std::filesystem::path file = file_;
    if (!presetName_.empty()) {
        const auto path = presetPath(presetName_);
        if (!path.ok()) return path.error();
        auto read = readConfig(*path);
        if (!read.ok()) return read.error();
        config = std::move(*read);
    }
    if (!file.empty()) {
        auto read = readConfig(file);
        if (!read.ok()) return read.error();
        config = std::move(*read);
    }
    for (const Field& field : fields()) {
        const auto* option = command_->get_option(fieldFlag(field));
        if (option->count() == 0) continue;
        const auto given = texts_.at(field.key);
        const bool bareSwitch = given.empty() && std::holds_alternative<bool ExperimentConfig::*>(field.member);
        const auto value = parseFieldValue(field, bareSwitch ? "true" : given);
        if (!value.ok()) return value.error().withContext(fieldFlag(field));
        if (auto stored = setFieldValue(config, field, *value); !stored.ok()) return stored.error().withContext(fieldFlag(field));
    }
    return config;
}

bool ExperimentOptions::given() const {
    return !presetName_.empty() || !file_.empty() || std::ranges::any_of(fields(), [this](const Field& field) { return command_->get_option(fieldFlag(field))->count() > 0; });
}

void WorkspaceOptions::addTo(CLI::App& command) {
    folder = Workspace::defaultFolder();
    command.add_option("--workspace", folder, "Folder of the runs (" + folder.string() + ")");
}

Result<std::shared_ptr<Workspace>> WorkspaceOptions::openExisting() const {
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
        return Error{ErrorCode::NotFound, "there is no workspace at '" + folder.string() + "'; nothing was made; check --workspace, or train a run to make one"};
    return Workspace::open(folder);
}

std::string nearestFlags(const CLI::App& app) {
    std::string hint;
    for (const CLI::App* command : app.get_subcommands())
        for (const std::string& given : command->remaining()) {
            if (!given.starts_with("--")) continue;
            const std::string word = given.substr(2, given.find('=') - 2);
            std::size_t least = std::min<std::size_t>(3, word.size() / 2 + 1);
            std::string best;
            for (const CLI::Option* option : command->get_options())
                for (const std::string& name : option->get_lnames())
                    if (const std::size_t distance = editDistance(word, name); distance < least) {
                        least = distance;
                        best = name;
                    }
            if (!best.empty()) hint += "Did you mean --" + best + " for " + given + "?\n";
        }
    return hint;
}

Result<std::filesystem::path> presetPath(const std::string& name) {
    if (name.find_first_of("/\\") != std::string::npos) return Error{ErrorCode::InvalidInput, "--preset takes a name, not a path; use --config FILE.json for a file"};
    // The build tree keeps libraries in bin/, an installation one level deeper.
    for (const char* up : {"..", "../.."}) {
        const auto path = libraryFolder() / up / "share/gatelab/experiments" / (name + ".json");
        std::error_code ignored;
        if (std::filesystem::exists(path, ignored)) return path;
    }
    return Error{ErrorCode::NotFound, "there is no preset '" + name + "'; gatelab-worker presets lists them"};
}

}  // namespace gatelab::worker
