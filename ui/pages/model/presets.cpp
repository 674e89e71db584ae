// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/presets.h"

#include "common/background_job.h"
#include "common/responder.h"
#include "common/texts.h"
#include "config/architecture.h"
#include "config/config_io.h"
#include "config/field.h"
#include "config/preset_experiment.h"
#include "io/file_io.h"
#include "runs/experiment_model.h"
#include "widgets/popover.h"

#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QStandardPaths>
#include <algorithm>
#include <utility>

namespace gatelab {

namespace {

bool belongsToPreset(const Field& field) {
    switch (field.group) {
        case FieldGroup::Layers:
        case FieldGroup::Augmentation:
        case FieldGroup::Regularisation:
        case FieldGroup::StartValues:
        case FieldGroup::Task:
        case FieldGroup::Training:
        case FieldGroup::Schedule:
            return true;
        default:
            return false;
    }
}

void readFolder(const QString& folder, bool builtIn, std::vector<Preset>& presets, QStringList* problems) {
    for (const QFileInfo& info : QDir(folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        QFile file(info.filePath());
        if (!file.open(QIODevice::ReadOnly)) {
            if (problems) *problems << QStringLiteral("%1: %2").arg(info.fileName(), file.errorString());
            continue;
        }
        auto report = configFromJson(file.readAll().toStdString());
        if (!report.ok()) {
            if (problems) *problems << translated(report.error().withContext(info.fileName().toStdString()));
            continue;
        }
        const QString name = report->config.name.empty() ? info.completeBaseName() : fromUtf8(report->config.name);
        presets.push_back({name, builtIn ? QString() : info.filePath(), std::move(report->config)});
    }
}

}  // namespace

QString presetFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/presets");
}

std::vector<Preset> loadPresets(QStringList* problems) {
    std::vector<Preset> presets;
    readFolder(QStringLiteral(":/presets"), true, presets, problems);
    readFolder(presetFolder(), false, presets, problems);
    return presets;
}

ExperimentConfig withPreset(const ExperimentConfig& current, const ExperimentConfig& preset) {
    ExperimentConfig result = current;
    for (const Field& field : fields())
        if (belongsToPreset(field)) (void)setFieldValue(result, field, fieldValue(preset, field));
    return result;
}

bool matchesPreset(const ExperimentConfig& current, const ExperimentConfig& preset) {
    return withPreset(current, preset) == current;
}

QString savePreset(const QString& name, const ExperimentConfig& config) {
    ExperimentConfig stored = withPreset(ExperimentConfig(), config);
    stored.name = name.toStdString();
    QString file = name;
    for (QChar& letter : file)
        if (letter == QLatin1Char('/') || letter < QLatin1Char(' ') || letter == QLatin1Char('\\'))
            letter = QLatin1Char('_');
    if (file.startsWith(QLatin1Char('.'))) file[0] = QLatin1Char('_');
    const auto folder = toPath(presetFolder());
    if (const auto made = makeFolders(folder); !made.ok()) return translated(made.error());
    const auto written = writeFileDurably(folder / toPath(file + QStringLiteral(".json")), configToJson(stored));
    return written.ok() ? QString() : translated(written.error());
}

ReadyMenu::ReadyMenu(QWidget* parent) : QMenu(tr("Rea&dy-made experiments"), parent) {
    setToolTipsVisible(true);
    bool files = false;
    for (const PresetExperiment& ready : readyExperiments()) {
        if (ready.needsFile() && !std::exchange(files, true)) addSeparator();
        auto* action = addAction(translated(ready.label), this, [this, key = QString::fromLatin1(ready.key)] {
            responderOf(*this).ask(Command(QStringLiteral("ready"), {}, key));
        });
        action->setObjectName(QString::fromLatin1(ready.key));
        const QString preset = QString::fromLatin1(ready.key);
        action->setToolTip(ready.needsFile()
                               ? tr("Preset %1, for %2: takes the open file where it is that one, else asks for it")
                                     .arg(preset, translated(ready.file))
                               : tr("Preset %1, makes its own data").arg(preset));
    }
}

namespace {

constexpr int kNameWidth = 240;

}  // namespace

PresetBox::PresetBox(ExperimentModel& experiment, QWidget* parent)
    : ListBox(parent), experiment_(&experiment), job_(new BackgroundJob(this)) {
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setAccessibleName(tr("Preset"));
    setPlaceholderText(tr("Own settings"));
    setToolTip(tr("A set of model and training settings. Choosing one is one step that Undo takes back."));
    connect(this, &QComboBox::activated, this, &PresetBox::apply);
}

void PresetBox::fill() {
    QStringList problems;
    presets_ = loadPresets(&problems);
    clear();
    bool own = false;
    for (const Preset& preset : presets_) {
        if (!preset.path.isEmpty() && !own) insertSeparator(count());
        own = own || !preset.path.isEmpty();
        addItem(preset.name, preset.name);
    }
    for (const QString& text : problems)
        responderOf(*this).reportProblem(tr("A preset cannot be read and is left out. %1").arg(text));
    refresh();
}

void PresetBox::refresh() {
    int shown = -1;
    for (const Preset& preset : presets_)
        if (shown < 0 && matchesPreset(experiment_->config(), preset.config)) shown = findData(preset.name);
    setCurrentIndex(shown);
}

void PresetBox::apply(int index) {
    const QString name = itemData(index).toString();
    if (const auto found = std::ranges::find(presets_, name, &Preset::name); found != presets_.end())
        experiment_->replace(withPreset(experiment_->config(), found->config), tr("Preset %1").arg(name));
    refresh();
}

void PresetBox::askSave() {
    auto* line = new QLineEdit(translated(modelName(experiment_->config())));
    line->setMinimumWidth(kNameWidth);
    line->selectAll();
    auto* popover = new Popover(tr("Name of the preset"), line, tr("Save preset"), this);
    connect(popover, &Popover::accepted, this, [this, line] {
        if (const QString name = line->text().trimmed(); !name.isEmpty()) keep(name);
    });
    popover->open();
}

void PresetBox::keep(const QString& name) {
    job_->run<QString>([name, config = experiment_->config()](const Progress&) { return savePreset(name, config); },
                       [this, name](const QString& error) {
                           if (!error.isEmpty())
                               responderOf(*this).reportProblem(error);
                           else
                               responderOf(*this).reportDone(tr("Preset %1 is saved.").arg(name));
                           fill();
                       },
                       [](const Error& error) { return translated(error); });
}

}  // namespace gatelab
