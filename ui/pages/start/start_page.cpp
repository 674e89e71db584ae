// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/start/start_page.h"

#include "charts/line_chart.h"
#include "common/texts.h"
#include "config/architecture.h"
#include "config/choices.h"
#include "config/setting_predicates.h"
#include "data/sequences/sequence_sizes.h"
#include "data/split.h"
#include "models/series_model.h"
#include "pages/data/row_format.h"
#include "pages/model/network_strip.h"
#include "pages/start/start_cards.h"
#include "runs/device_watch.h"
#include "runs/experiment_model.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/key_values.h"
#include "widgets/layouts.h"
#include "widgets/scroll_into_view.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kPageWidth = 1120, kTextWidth = 348;
constexpr std::int64_t kMaxPoints = 520, kMaxDrawn = 4000;

const QString kScrolled = QStringLiteral("scrolled");

struct Preset {
    const char* cell;
    std::int64_t layers, hidden;
};
constexpr Preset kPresets[] = {{"lstm", 1, 32}, {"gru", 1, 32}, {"rnn-tanh", 1, 32}, {"lstm", 2, 64}};

QString dataTitle(const ExperimentConfig& config) {
    if (!config.dataPath.empty()) return QFileInfo(fromUtf8(config.dataPath)).fileName();
    const Choice* choice = findChoice(builtinChoices(), config.builtin);
    return choice ? translated(choice->label) : fromUtf8(config.builtin);
}

/// What the start page draws: the end of the first target, where the parts meet.
struct Excerpt {
    ChartLine line;
    std::vector<ChartRegion> regions;
    std::vector<ChartMarker> markers;
    std::int64_t rows = 0;
};

Excerpt excerptOf(const PreparedSeries& prepared, const Palette& palette) {
    Excerpt excerpt;
    const Series& series = *prepared.source;
    const auto& name = prepared.table.columns[prepared.targets.front()].name;
    const auto& values = series.channels[series.find(name).value_or(series.channels.size() - 1)].values;
    const Split& split = prepared.split;
    const std::int64_t end = std::max({split.train.end, split.validation.end, split.test.end});
    // At least a little of the training part, and as much of the rest as there is room for.
    const std::int64_t wanted = std::max(kMaxPoints, (end - split.train.end) * 5 / 4);
    const std::int64_t begin = std::max<std::int64_t>(0, end - wanted);
    excerpt.line.colour = palette.text;
    excerpt.rows = end - begin;
    const auto valueAt = [&values](std::int64_t row) { return values[static_cast<std::size_t>(row)]; };
    const auto add = [&](std::int64_t row) {
        excerpt.line.x.push_back(static_cast<double>(row));
        excerpt.line.y.push_back(valueAt(row));
    };
    // Of millions of rows, the least and the greatest of each stretch that is finer than a pixel.
    const std::int64_t stretch = std::max<std::int64_t>(1, excerpt.rows / kMaxDrawn);
    for (std::int64_t first = begin; first < end; first += stretch) {
        std::int64_t least = first, most = first;  // a stretch without any value stays a gap
        for (std::int64_t row = first; row < std::min(first + stretch, end); ++row) {
            if (!std::isfinite(valueAt(row))) continue;
            if (!(valueAt(row) >= valueAt(least))) least = row;
            if (!(valueAt(row) <= valueAt(most))) most = row;
        }
        add(std::min(least, most));
        if (least != most) add(std::max(least, most));
    }
    const auto shade = [&](const RowRange& part, const QColor& colour, const QString& label) {
        if (part.size() == 0) return;
        excerpt.regions.push_back({static_cast<double>(part.begin), static_cast<double>(part.end), colour, label});
        if (part.begin > begin) excerpt.markers.push_back({static_cast<double>(part.begin), {}});
    };
    if (split.train.end > begin)
        excerpt.regions.push_back({static_cast<double>(begin), static_cast<double>(split.train.end), Qt::transparent,
                                   StartPage::tr("Train")});
    QColor test = palette.gate[1];
    test.setAlphaF(0.55F);
    shade(split.validation, palette.gate[0], StartPage::tr("Validation"));
    shade(split.test, test, StartPage::tr("Test"));
    return excerpt;
}

}  // namespace

StartPage::StartPage(Theme& theme, ExperimentModel& experiment, RunController& runs, Language& language,
                     Preferences& preferences, DeviceWatch& device, QWidget* parent)
    : Page(parent),
      theme_(theme),
      experiment_(experiment),
      runs_(runs),
      device_(device),
      cards_(new StartCards(theme, experiment, runs, preferences)) {
    setFocusPolicy(Qt::StrongFocus);
    auto* content = new QWidget;
    makeColumn(content, {24, 32, 24, 16}, 16,
               {makeHead(), {makeReady(), 3}, {cards_, 2}, makeStartLooks(theme, language, preferences), spring(1)});
    content->setMaximumWidth(qRound((kPageWidth + 48) * theme.textScale()));
    auto* centred = new QWidget;
    makeRow(centred, {}, -1, {spring(1), {content, 100}, spring(1)});
    scroll_ = makeScrolled(centred, this);
    makeColumn(this, {}, -1, {scroll_});

    connect(&experiment_, &ExperimentModel::preparedChanged, this, [this] {
        showExperiment();
        showSeries();
    });
    connect(&experiment_, &ExperimentModel::configChanged, this, &StartPage::showExperiment);
    connect(&experiment_, &ExperimentModel::findingsChanged, this, &StartPage::showExperiment);
    connect(&device_, &DeviceWatch::changed, this, &StartPage::showExperiment);
    connect(&runs_, &RunController::stateChanged, this, &StartPage::showExperiment);
    showExperiment();
    showSeries();
}

QWidget* StartPage::makeHead() {
    auto* head = new QWidget;
    makeRow(head, {}, 12,
            {{makeLabel(QStringLiteral("Gatelab"), "headline", head), 0, Qt::AlignBottom},
             {makeLabel(tr("LSTM experiments on time series"), "muted", head), 0, Qt::AlignBottom},
             spring(),
             {makeLabel(tr("No account, no network: everything stays on this computer."), "note", head), 0,
              Qt::AlignBottom}});
    return head;
}

QWidget* StartPage::makeReady() {
    auto* card = new Card;
    card->setBodyPadding(0);
    auto* row = makeRow(nullptr, {}, 0, {makeReadyText(), makeVerticalLine(card)});
    auto* right = makeColumn(nullptr, {}, 0);
    chart_ = new LineChart(theme_, tr("Series"), {}, card);
    chart_->setToolsVisible(false);
    chart_->setEmptyText(tr("Open a file, drop it here, or use the built-in series."));
    chart_->setMinimumHeight(200);
    right->addWidget(chart_, 1);
    right->addWidget(makeLine(card));
    network_ = new NetworkStrip(theme_, card);
    right->addWidget(network_);
    row->addLayout(right, 1);
    card->body()->addLayout(row);
    return card;
}

QWidget* StartPage::makeReadyText() {
    auto* box = new QWidget;
    box->setFixedWidth(qRound(kTextWidth * theme_.textScale()));
    auto* column = makeColumn(box, {20, 16, 20, 16}, 12);
    headline_ = makeLabel({}, "figure", box);
    column->addWidget(headline_);
    invitation_ = makeLabel(tr("Press Train and watch the network learn; nothing can break."), "muted", box);
    invitation_->setWordWrap(true);
    column->addWidget(invitation_);
    play_ = makeButton(
        theme_.icon(QStringLiteral("play"), Ink::OnFill), tr("Train"), this,
        [this] { Q_EMIT commandAsked(QStringLiteral("train")); }, box);
    play_->setProperty("primary", true);
    play_->setProperty("large", true);
    play_->setToolTip(tr("Starts training (Ctrl+R)"));
    column->addWidget(play_);
    reason_ = makeLabel({}, "error", box);
    reason_->setWordWrap(true);
    column->addWidget(reason_);
    facts_ = new KeyValueList(box);
    facts_->setKeyWidth(qRound(92 * theme_.textScale()));
    column->addWidget(facts_);
    column->addStretch();

    auto* buttons = new QHBoxLayout;
    auto* series = new QPushButton(theme_.icon(QStringLiteral("series")), tr("Other series"), box);
    auto* seriesMenu = new QMenu(series);
    seriesMenu->setToolTipsVisible(true);
    for (const auto& choice : builtinChoices())
        seriesMenu
            ->addAction(translated(choice.label), this,
                        [this, key = QString::fromLatin1(choice.key)] { experiment_.openBuiltin(key); })
            ->setToolTip(translated(choice.help));
    series->setMenu(seriesMenu);
    auto* network = new QPushButton(theme_.icon(QStringLiteral("net")), tr("Other network"), box);
    auto* networkMenu = new QMenu(network);
    for (const auto& preset : kPresets) {
        ExperimentConfig named;
        named.cell = preset.cell;
        named.layers = preset.layers;
        named.hiddenSize = preset.hidden;
        const QString name = translated(modelName(named));
        networkMenu->addAction(name, this, [this, preset, name] {
            ExperimentConfig config = experiment_.config();
            config.cell = preset.cell;
            config.layers = preset.layers;
            config.hiddenSize = preset.hidden;
            experiment_.replace(config, tr("network %1").arg(name));
        });
    }
    network->setMenu(networkMenu);
    for (auto* button : {series, network}) {
        button->setProperty("menu", true);
        buttons->addWidget(button);
    }
    column->addLayout(buttons);
    return box;
}

void StartPage::showExperiment() {
    const auto& config = experiment_.config();
    const auto data = experiment_.dataset();
    QString length = tr("reading");
    if (data && data->series)
        length = tr("%1 points").arg(formatCount(data->series->rows()));
    else if (data)
        length = tr("%1 sequences").arg(formatCount(static_cast<qint64>(data->sequences->items.size())));
    else if (!experiment_.loading())
        length = QStringLiteral("-");
    const auto* cell = findChoice(cellChoices(), config.cell);
    const QString network = tr("%1, %n layers", nullptr, static_cast<int>(config.layers))
                                .arg(cell ? translated(cell->label) : fromUtf8(config.cell));
    const auto& reading = device_.reading();
    facts_->setRows({{tr("Series"), dataTitle(config)},
                     {tr("Length"), length},
                     {tr("Network"), tr("%1 of %2 units").arg(network, formatCount(config.hiddenSize))},
                     {tr("Device"), reading.name.isEmpty() ? tr("looking") : reading.name},
                     {tr("To beat"), !data                  ? QStringLiteral("-")
                                     : data->series         ? tr("seasonal naive, linear")
                                     : isRegression(config) ? tr("mean, nearest neighbour")
                                                            : tr("majority class, nearest neighbour")}});
    network_->set(data ? withDataLength(config, *data) : config, experiment_.shape());
    // The page shows an experiment: what it starts is a run of that, not the shown one of other data.
    const QString obstacle = experiment_.loading() ? QString() : startObstacle(experiment_);
    play_->setEnabled(obstacle.isEmpty());
    headline_->setText(!obstacle.isEmpty()                 ? tr("Not ready yet")
                       : !runs_.active()                   ? tr("Ready to train")
                       : runs_.state() == RunState::Paused ? tr("A run is paused")
                                                           : tr("A run is going on"));
    invitation_->setVisible(obstacle.isEmpty() && !runs_.active());
    reason_->setText(obstacle);
    reason_->setVisible(!obstacle.isEmpty());
}

void StartPage::showSeries() {
    const auto prepared = experiment_.prepared();
    if (!prepared || prepared->targets.empty()) {
        chart_->setTitle(dataTitle(experiment_.config()), {});
        chart_->setLines({});
        chart_->setRegions({});
        chart_->setMarkers({});
        chart_->setEmptyText(experiment_.loading() ? tr("Reading the series.")
                                                   : tr("This data cannot be drawn as one series."));
        return;
    }
    auto excerpt = excerptOf(*prepared, theme_.palette());
    chart_->setTitle(dataTitle(experiment_.config()),
                     tr("%1 of %2 points").arg(formatCount(excerpt.rows), formatCount(prepared->source->rows())));
    const std::shared_ptr<const TimeAxis> time(prepared->source, &prepared->source->time);
    chart_->setXTimes(rowSeconds(time), rowTimes(time));
    chart_->setLines({std::move(excerpt.line)});
    chart_->setRegions(std::move(excerpt.regions));
    chart_->setMarkers(std::move(excerpt.markers));
    chart_->fit();
}

QVariantMap StartPage::viewState() const { return {{kScrolled, scroll_->verticalScrollBar()->value()}}; }

void StartPage::restoreViewState(const QVariantMap& state) {
    scrollWhenThere(*scroll_->verticalScrollBar(), state.value(kScrolled).toInt());
}

void StartPage::setCompact(bool compact) { cards_->setFixedHeight(qRound((compact ? 240 : 300) * theme_.textScale())); }

void StartPage::setShown(bool shown) {
    if (shown) cards_->fillRecent();
}

}  // namespace gatelab
