// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/model/model_page.h"

#include "charts/line_chart.h"
#include "common/action_properties.h"
#include "common/background_job.h"
#include "common/field_text.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/schedule_curve.h"
#include "form/plan_bar.h"
#include "form/settings_card.h"
#include "measure/epoch_timer.h"
#include "models/chart_table.h"
#include "models/layer_model.h"
#include "pages/model/finder_panel.h"
#include "pages/model/hardware_card.h"
#include "pages/model/preflight_inspector.h"
#include "pages/model/presets.h"
#include "pages/model/start_weights_card.h"
#include "pages/scope_box.h"
#include "pages/train/histogram_picker.h"
#include "runs/experiment_model.h"
#include "runs/preflight.h"
#include "runs/run_controller.h"
#include "widgets/architecture/architecture_diagram.h"
#include "widgets/button.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"
#include "widgets/tables/table_style.h"
#include "xla/plugin.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTableView>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kRefreshMs = 30;
constexpr int kSettingsWidth = 344, kPresetWidth = 210, kPresetCompact = 120, kMaxDiagram = 280, kMaxRows = 6,
              kChartHeight = 130, kLayerMargin = 12, kPadding = 12, kTwoCharts = 490;
constexpr int kPreviewSteps = 1000;  ///< of a schedule whose run length is not known yet
constexpr int kPreviewPoints = 600;

/// The groups that describe the network and its training; data, columns and preparation have their own page.
const std::vector<FieldGroup> kGroups = {FieldGroup::Layers,      FieldGroup::Windows,  FieldGroup::Task,
                                         FieldGroup::Training,    FieldGroup::Schedule, FieldGroup::Regularisation,
                                         FieldGroup::StartValues, FieldGroup::Machine,  FieldGroup::Switches,
                                         FieldGroup::Run};

std::int64_t newestHistogram(const RunView* run) {
    return run && !run->histograms.empty() ? run->histograms.back().step : -1;
}

}  // namespace

ModelPage::ModelPage(Theme& theme, ExperimentModel& experiment, RunController& runs, QueueController& queue,
                     DeviceWatch& device, RunBoard& board, QWidget* parent)
    : Page(parent),
      theme_(&theme),
      experiment_(&experiment),
      runs_(&runs),
      settings_(new SettingsCard(experiment, theme, kGroups)) {
    setFocusPolicy(Qt::StrongFocus);
    auto* column = makeColumn(this, {}, 0, {makeBar(board)});
    auto* plan = new PlanBar(theme, experiment, runs, this);
    column->addWidget(plan);
    auto* row = makeRow(nullptr, {kPadding, kPadding, kPadding, kPadding}, kPadding);
    settings_->setFixedWidth(static_cast<int>(kSettingsWidth * theme.textScale()));
    row->addWidget(settings_);
    // With less room than its parts need at this text size the centre scrolls, as the form does beside it: nothing lies
    // over anything.
    area_ = makeScrolled(makeCentre());
    area_->setFocusPolicy(Qt::NoFocus);
    row->addWidget(area_, 1);
    column->addLayout(row, 1);
    // Last: Tab goes through the page first
    inspector_ = new PreflightInspector(theme, experiment, runs, queue, device, this);
    inspector_->hide();
    plan->standInFor(*inspector_);
    connect(finder_, &FinderPanel::searching, this, &ModelPage::bringFinderIntoView);
    connect(inspector_, &PreflightInspector::fieldRequested, this, [this](const QString& key) {
        showPlace({{}, {}, {}, key});
    });
    later_.setSingleShot(true);
    later_.setInterval(kRefreshMs);
    connect(&later_, &QTimer::timeout, this, &ModelPage::refresh);
    const auto soon = [this] {
        if (shown_) later_.start();
    };
    connect(experiment_, &ExperimentModel::configChanged, this, soon);
    for (const auto signal : {&ExperimentModel::preparedChanged, &ExperimentModel::dataChanged})
        connect(experiment_, signal, this, soon);
    connect(experiment_, &ExperimentModel::findingsChanged, this, &Page::markChanged);
    connect(runs_, &RunController::engineReady, this, &ModelPage::showOptions);
    showOptions();
    preset_->fill();
}

ModelPage::~ModelPage() = default;

QWidget* ModelPage::inspector() { return inspector_; }

PageMark ModelPage::mark() const {
    const auto& findings = experiment_->findings();
    const auto has = [&](Severity severity) {
        return std::any_of(findings.begin(), findings.end(), [&](const ConfigFinding& finding) {
            const Field* field = findField(finding.key);
            return finding.severity == severity && field &&
                   std::find(kGroups.begin(), kGroups.end(), field->group) != kGroups.end();
        });
    };
    if (has(Severity::Error)) return PageMark::Error;
    return has(Severity::Warning) ? PageMark::Warning : PageMark::Ready;
}

QWidget* ModelPage::makeBar(RunBoard& board) {
    auto* bar = new QFrame;
    bar->setProperty("bar", true);
    bar->setFixedHeight(static_cast<int>(44 * theme_->textScale()));
    auto* row = makeRow(bar, {12, 0, 12, 0}, 8);
    auto* label = makeLabel(tr("Preset"), "muted");
    preset_ = new PresetBox(*experiment_);
    save_ = makeButton(theme_->icon(QStringLiteral("save")), {}, preset_, &PresetBox::askSave);
    save_->setAccessibleName(tr("Save preset..."));
    row->addWidget(new ScopeBox(*theme_, board, *experiment_));
    row->addWidget(label);
    row->addWidget(preset_);
    row->addWidget(save_);
    row->addStretch();
    const auto addFinder = [&](const QString& text, const QString& help, FinderRequest::Kind kind) {
        auto* button = makeButton({}, text, this, [this, kind] { find(kind); });
        button->setToolTip(help);
        button->setProperty(kInMenuBar, true);
        row->addWidget(button);
    };
    addFinder(tr("Find learning rate"),
              tr("Trains a copy of the network for a hundred steps with a growing learning rate and shows where the "
                 "loss falls."),
              FinderRequest::Kind::LearningRate);
    addFinder(tr("Find batch size"),
              tr("Times a few steps with growing batch sizes and shows the smallest that trains nearly at full speed."),
              FinderRequest::Kind::BatchSize);
    return bar;
}

QWidget* ModelPage::makeCentre() {
    auto* centre = new QWidget;
    setStyleProperty(centre, "page", true);
    auto* column = makeColumn(centre, {}, 12);
    makeDiagram();
    column->addWidget(networkCard_, 5);
    parts_ = new Segments({tr("Layer table"), tr("Charts")});
    parts_->setCompact(true);
    parts_->setCurrent(0);
    parts_->hide();
    column->addWidget(parts_, 0, Qt::AlignLeft);
    connect(parts_, &Segments::chosen, this, &ModelPage::showParts);
    tableCard_ = new Card;
    tableCard_->setBodyPadding(0);
    layers_ = new LayerModel(this);
    table_ = new QTableView;
    table_->setModel(layers_);
    styleTable(*table_);
    table_->setAccessibleName(tr("Layers"));
    tableCard_->body()->addWidget(table_);
    column->addWidget(tableCard_, 2);
    makeCharts();
    column->addWidget(charts_, 2);
    hardware_ = new HardwareCard(*theme_, *experiment_, *runs_);
    column->addWidget(hardware_);
    finder_ = new FinderPanel(*theme_, *experiment_, *runs_);
    column->addWidget(finder_, 3);
    connect(diagram_, &ArchitectureDiagram::layerChosen, table_, &QTableView::selectRow);
    connect(diagram_, &ArchitectureDiagram::layerChosen, this, [this] {
        if (!compact_ || start_->isHidden()) return;
        parts_->setCurrent(1);
        showParts();
    });
    connect(diagram_, &ArchitectureDiagram::layerOpened, this, &ModelPage::openLayer);
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& row) { openLayer(row.row()); });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        diagram_->setSelected(row.row() < layers_->rowCount() - 1 ? row.row() : -1);
        if (const QRect box = diagram_->boxOf(diagram_->selected()).toRect(); !box.isNull())
            diagramArea_->ensureVisible(box.center().x(), box.center().y(), 0, box.height() / 2 + kLayerMargin);
        showHistograms();
    });
    connect(runs_, &RunController::currentChanged, this, &ModelPage::showHistograms);
    connect(runs_, &RunController::ticked, this, &ModelPage::followHistograms);
    return centre;
}

void ModelPage::makeDiagram() {
    networkCard_ = new Card;
    diagram_ = new ArchitectureDiagram(*theme_);
    diagramArea_ = makeScrolled(diagram_);
    diagram_->setAutoFillBackground(false);
    diagramArea_->viewport()->setAutoFillBackground(false);
    QScrollBar* bar = diagramArea_->verticalScrollBar();
    networkCard_->body()->addWidget(diagramArea_, 1);
    // Of more layers than there is room for, those above the window are seen first.
    connect(bar, &QScrollBar::rangeChanged, this, [this, bar](int, int most) {
        if (diagram_->selected() < 0) bar->setValue(most);
    });
}

void ModelPage::makeCharts() {
    const int least = qRound(kChartHeight * theme_->textScale());
    schedule_ = new LineChart(*theme_, tr("Learning rate"), {});
    schedule_->setXLabel(tr("step"));
    schedule_->setXCounted(true);
    schedule_->setYFromZero(true);
    schedule_->setToolsVisible(false);
    schedule_->setMinimumHeight(least);
    histograms_ = new LineChart(*theme_, tr("Histograms"), {});
    histograms_->setXLabel(tr("step"));
    histograms_->setXCounted(true);
    histograms_->setMinimumHeight(least);
    histograms_->hide();
    picker_ = new HistogramPicker;
    histograms_->addHeaderWidget(picker_);
    histograms_->setSource([this](double, double, int) {
        return drawn_ && runs_->current()
                   ? histogramLines(*runs_->current(), picker_->kind(), theme_->palette(), XAxis::Step)
                   : std::vector<ChartLine>{};
    });
    connect(picker_, &HistogramPicker::picked, histograms_, &LineChart::fit);
    charts_ = new QWidget;
    auto* row = makeRow(charts_, {}, 12);
    start_ = new StartWeightsCard(*theme_, *experiment_, *runs_);
    start_->setMinimumHeight(least);
    for (QWidget* part : std::initializer_list<QWidget*>{schedule_, start_, histograms_}) row->addWidget(part, 1);
}

void ModelPage::setCompact(bool compact) {
    compact_ = compact;
    preset_->setMinimumWidth(qRound((compact ? kPresetCompact : kPresetWidth) * theme_->textScale()));
    save_->setText(compact ? QString() : tr("Save preset..."));
    save_->setToolTip(compact ? tr("Save preset...") : QString());
    showParts();
}

void ModelPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    // Below each other where they would make the centre wider than its place: it scrolls down only.
    const bool fits = width() - settings_->minimumWidth() - 3 * kPadding >= kTwoCharts * theme_->textScale();
    static_cast<QBoxLayout*>(charts_->layout())->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void ModelPage::showParts() {
    parts_->setVisible(compact_);
    tableCard_->setVisible(!compact_ || parts_->current() == 0);
    charts_->setVisible(!compact_ || parts_->current() == 1);
    hardware_->setVisible(!compact_ || parts_->current() == 1);
}

void ModelPage::fitHeights() {
    const QSize least = diagram_->minimumSizeHint();
    diagramArea_->setMinimumSize(least.width() + diagramArea_->verticalScrollBar()->sizeHint().width(),
                                 std::min(least.height(), qRound(kMaxDiagram * theme_->textScale())));
    fitColumns(*table_);
    const int rows = std::min(layers_->rowCount(), kMaxRows);
    table_->setMinimumHeight(table_->horizontalHeader()->sizeHint().height() +
                             rows * table_->verticalHeader()->defaultSectionSize() + 2);
}

void ModelPage::setShown(bool shown) {
    shown_ = shown;
    if (shown) refresh();
}

QVariantMap ModelPage::viewState() const { return settings_->viewState(); }

void ModelPage::restoreViewState(const QVariantMap& state) { settings_->restoreViewState(state); }

void ModelPage::showPlace(const Place& place) {
    if (place.view == QLatin1String("find-rate"))
        find(FinderRequest::Kind::LearningRate);
    else if (place.view == QLatin1String("find-batch"))
        find(FinderRequest::Kind::BatchSize);
    else if (!place.field.isEmpty() && !settings_->focusField(place.field))
        Q_EMIT placeAsked({QStringLiteral("data"), {}, {}, place.field});
}

void ModelPage::refresh() {
    showNetwork();
    showSchedule();
    showUnits();
    showHistograms();
    hardware_->refresh();
    preset_->refresh();
    Q_EMIT markChanged();
}

void ModelPage::showNetwork() {
    const ExperimentConfig config = usedConfig(*experiment_);
    const Architecture architecture = describeArchitecture(config, experiment_->shape());
    const QString name = translated(modelName(config));
    networkCard_->setTitle(name, tr("%1 parameters, %2")
                                     .arg(formatCount(architecture.parameters),
                                          formatBytes(static_cast<double>(architecture.parameters) * 4)));
    diagram_->set(config, experiment_->shape(), architecture);
    layers_->show(architecture, experiment_->memoryForecast().layers);
    fitHeights();
}

void ModelPage::showHistograms() {
    if (!shown_) return;
    const auto run = runs_->current();
    const std::vector<LayerInfo> layers = describeArchitecture(experiment_->config(), experiment_->shape()).layers;
    const int chosen = diagram_->selected();
    std::int64_t recurrent = -1, count = 0;
    for (int i = 0; i < static_cast<int>(layers.size()); ++i) {
        const LayerInfo::Kind kind = layers[static_cast<std::size_t>(i)].kind;
        if (i == chosen && (kind == LayerInfo::Kind::Recurrent || kind == LayerInfo::Kind::Head)) recurrent = count;
        count += kind == LayerInfo::Kind::Recurrent ? 1 : 0;
    }
    picker_->showRun(run.get());
    // Another network's layers are not these.
    const bool same = run && run->summary.config->layers == experiment_->config().layers;
    drawn_ = same && recurrent >= 0 && picker_->pickLayer(recurrent);
    newest_ = newestHistogram(run.get());
    picker_->setVisible(drawn_);
    start_->showLayer(recurrent);
    // What a run made of the layer stands in place of what is the same for all of them.
    histograms_->setVisible(recurrent >= 0 && run);
    schedule_->setVisible(histograms_->isHidden());
    histograms_->setTitle(tr("Histograms"), drawn_ ? shownRunName(run->summary) : QString());
    histograms_->setEmptyText(
        !same
            ? tr("The shown run has another network.")
            : tr("The shown run has none of this layer. “Layer health every” records them, also while a run goes on."));
    histograms_->refresh();
}

void ModelPage::followHistograms() {
    const auto run = runs_->current();
    if (!shown_ || newestHistogram(run.get()) == newest_) return;
    if (!drawn_) return showHistograms();
    newest_ = newestHistogram(run.get());
    histograms_->refresh();  // keeps what was zoomed to
}

void ModelPage::find(FinderRequest::Kind kind) {
    finder_->start(kind);
    bringFinderIntoView();
}

void ModelPage::bringFinderIntoView() {
    // When the layout has made room for it: after all that is posted.
    QTimer::singleShot(0, this, [this] {
        if (!finder_->isHidden()) area_->ensureWidgetVisible(finder_, 0, 0);
    });
}

void ModelPage::openLayer(int layer) {
    const std::vector<LayerInfo> layers = describeArchitecture(experiment_->config(), experiment_->shape()).layers;
    if (layer >= 0 && layer < static_cast<int>(layers.size()))
        showPlace({{}, {}, {}, QString::fromLatin1(layers[static_cast<std::size_t>(layer)].field)});
}

void ModelPage::showSchedule() {
    const ExperimentConfig& config = experiment_->config();
    const RunLength length = runLength(*experiment_);
    const std::int64_t total = length.totalSteps > 0 ? length.totalSteps : kPreviewSteps;
    ChartLine line;
    line.colour = theme_->runColour(0);
    const std::int64_t points = std::min<std::int64_t>(total, kPreviewPoints);
    for (std::int64_t i = 0; i <= points; ++i) {
        const std::int64_t step = points == 0 ? 0 : (total - 1) * i / points;
        line.x.push_back(static_cast<double>(step));
        line.y.push_back(scheduledRate(config, {step, total, 0}));
    }
    const Field* field = findField("schedule");
    QString note = field ? displayValue(*field, FieldValue(config.schedule)) : QString();
    if (config.warmupSteps > 0) note = tr("%1, %2 steps of warm-up").arg(note, formatCount(config.warmupSteps));
    schedule_->setTitle(tr("Learning rate"), note);
    schedule_->setLines({line});
}

void ModelPage::showUnits() {
    const auto dataset = experiment_->dataset();
    const std::int64_t micros = dataset && dataset->series ? dataset->series->time.stepMicros : 0;
    const auto span = [&](std::int64_t steps) -> QString {
        if (micros <= 0) return {};
        const double hours = static_cast<double>(micros) * static_cast<double>(steps) / 3.6e9;
        if (hours >= 48) return tr("%1 days").arg(QString::number(hours / 24, 'g', 3));
        if (hours >= 2) return tr("%1 h").arg(QString::number(hours, 'g', 3));
        return tr("%1 min").arg(QString::number(hours * 60, 'g', 3));
    };
    settings_->form().setUnitNote("lookback", span(experiment_->config().lookback));
    settings_->form().setUnitNote("horizon", span(experiment_->config().horizon));
}

void ModelPage::showOptions() {
    std::vector<FieldOption> devices{{QStringLiteral("auto"), tr("best device")}};
    if (runs_->engine()) {
        for (const TrainingDevice& device : runs_->engine()->info().devices)
            devices.push_back({QString::fromStdString(device.key), QString::fromStdString(device.name)});
    } else {
        devices.push_back({QStringLiteral("cpu"), tr("processor")});
    }
    settings_->form().setOptions("device", devices);
    if (!runs_->engine()) return;
    auto* job = new BackgroundJob(this);
    job->run<std::vector<std::filesystem::path>>(
        [](const Progress&) { return findXlaPlugins(); },
        [this, devices](const std::vector<std::filesystem::path>& plugins) mutable {
            if (plugins.empty()) return;
            devices.push_back({QStringLiteral("xla:0"), QString::fromStdString(xlaPluginName(plugins.front()))});
            settings_->form().setOptions("device", devices);
        });
}

}  // namespace gatelab
