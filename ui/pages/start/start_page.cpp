// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/start/start_page.h"

#include "common/run_words.h"
#include "common/texts.h"
#include "config/choices.h"
#include "config/setting_predicates.h"
#include "pages/learn/belt/belt_card.h"
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

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

namespace gatelab {

namespace {

constexpr int kPageWidth = 1120, kTextWidth = 322, kHeroHeight = 440;

const QString kScrolled = QStringLiteral("scrolled");

struct Preset {
    const char* cell;
    std::int64_t layers, hidden;
};
constexpr Preset kPresets[] = {{"lstm", 1, 32}, {"gru", 1, 32}, {"rnn-tanh", 1, 32}, {"lstm", 2, 64}};

}  // namespace

StartPage::StartPage(Theme& theme, ExperimentModel& experiment, RunController& runs, Language& language,
                     Preferences& preferences, DeviceWatch& device, QWidget* parent)
    : Page(parent),
      theme_(theme),
      experiment_(experiment),
      runs_(runs),
      preferences_(preferences),
      device_(device),
      cards_(new StartCards(theme, experiment, preferences)) {
    setFocusPolicy(Qt::StrongFocus);
    auto* content = new QWidget;
    makeColumn(content, {24, 32, 24, 16}, 16,
               {makeHead(), {makeReady(), 3}, {cards_, 2}, makeStartLooks(theme, language, preferences), spring(1)});
    content->setMaximumWidth(qRound((kPageWidth + 48) * theme.textScale()));
    auto* centred = new QWidget;
    makeRow(centred, {}, -1, {spring(1), {content, 100}, spring(1)});
    scroll_ = makeScrolled(centred, this);
    makeColumn(this, {}, -1, {scroll_});

    connect(&experiment_, &ExperimentModel::preparedChanged, this, &StartPage::showExperiment);
    connect(&experiment_, &ExperimentModel::configChanged, this, &StartPage::showExperiment);
    connect(&experiment_, &ExperimentModel::findingsChanged, this, &StartPage::showExperiment);
    connect(&device_, &DeviceWatch::changed, this, &StartPage::showExperiment);
    connect(&runs_, &RunController::stateChanged, this, &StartPage::showExperiment);
    showExperiment();
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
    auto* belt = new BeltCard(theme_, preferences_, BeltCanvas::Size::Small, &experiment_, card);
    connect(belt, &BeltCard::errorsChanged, this, [this, belt] { beltErrors_->setText(belt->errorText()); });
    belt->setProperty("card", false);
    belt->setMinimumHeight(qRound(kHeroHeight * theme_.textScale()));
    connect(belt, &BeltCard::fullAsked, this, [this] {
        Q_EMIT placeAsked({QStringLiteral("learn"), QStringLiteral("belt")});
    });
    card->body()->addLayout(makeRow(nullptr, {}, 0, {{belt, 1}, makeVerticalLine(card), makeReadyText()}));
    beltErrors_->setText(belt->errorText());
    return card;
}

QWidget* StartPage::makeReadyText() {
    auto* box = new QWidget;
    box->setFixedWidth(qRound(kTextWidth * theme_.textScale()));
    auto* column = makeColumn(box, {20, 16, 20, 16}, 12);
    headline_ = makeLabel({}, "figure", box);
    column->addWidget(headline_);
    invitation_ = makeLabel(
        tr("A series is loaded, a network is drawn. Press Train and watch it learn; nothing can break."), "muted", box);
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
    column->addWidget(makeLine(box));
    column->addWidget(makeLabel(tr("The one on the left"), "name", box));
    beltErrors_ = makeLabel({}, "note", box);
    beltErrors_->setWordWrap(true);
    column->addWidget(beltErrors_);
    column->addStretch();
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
    facts_->setRows({{tr("Series"), shownDataName(config)},
                     {tr("Length"), length},
                     {tr("Network"), tr("%1 of %2 units").arg(network, formatCount(config.hiddenSize))},
                     {tr("Device"), reading.name.isEmpty() ? tr("looking") : reading.name},
                     {tr("To beat"), !data                  ? QStringLiteral("-")
                                     : data->series         ? tr("seasonal naive, linear")
                                     : isRegression(config) ? tr("mean, nearest neighbour")
                                                            : tr("majority class, nearest neighbour")}});
    // The page shows an experiment: what it starts is a run of that, not the shown one of other data.
    const QString obstacle = experiment_.loading() ? QString() : startObstacle(experiment_);
    play_->setEnabled(obstacle.isEmpty());
    headline_->setText(!obstacle.isEmpty()                 ? tr("Not ready yet")
                       : !runs_.active()                   ? tr("Train one yourself")
                       : runs_.state() == RunState::Paused ? tr("A run is paused")
                                                           : tr("A run is going on"));
    invitation_->setVisible(obstacle.isEmpty() && !runs_.active());
    reason_->setText(obstacle);
    reason_->setVisible(!obstacle.isEmpty());
}

QVariantMap StartPage::viewState() const { return {{kScrolled, scroll_->verticalScrollBar()->value()}}; }

void StartPage::restoreViewState(const QVariantMap& state) {
    scrollWhenThere(*scroll_->verticalScrollBar(), state.value(kScrolled).toInt());
}

void StartPage::setCompact(bool compact) { cards_->setFixedHeight(qRound((compact ? 240 : 250) * theme_.textScale())); }

void StartPage::setShown(bool shown) {
    if (shown) cards_->fillRecent();
}

}  // namespace gatelab
