// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/belt/belt_card.h"

#include "common/preferences.h"
#include "pages/learn/belt/own_belt.h"
#include "widgets/button.h"
#include "widgets/segments.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QStyle>
#include <QToolButton>
#include <QUrl>

namespace gatelab {

namespace {

const QString kPaused = QStringLiteral("beltPaused"), kMet = QStringLiteral("beltMet");
constexpr int kPaces[] = {500, 2000};
constexpr int kNameWidth = 130;  // px of a file's name

/// The one file of a drop; empty: it is something else.
QString fileOf(const QMimeData& dropped) {
    const auto urls = dropped.urls();
    if (urls.size() != 1 || !urls.front().isLocalFile()) return {};
    const QFileInfo file(urls.front().toLocalFile());
    // Experiments and bundles are the window's.
    const bool isData = file.isFile() && file.suffix().compare(QLatin1String("json"), Qt::CaseInsensitive) != 0 &&
                        !file.suffix().startsWith(QLatin1String("gatelab"), Qt::CaseInsensitive);
    return isData ? file.absoluteFilePath() : QString();
}

}  // namespace

BeltCard::BeltCard(Theme& theme, Preferences& preferences, BeltCanvas::Size kind, ExperimentModel* experiment,
                   QWidget* parent)
    : Card({}, {}, parent),
      theme_(theme),
      preferences_(preferences),
      canvas_(new BeltCanvas(theme, kind, this)),
      play_(makeIconButton(
          {}, {}, this, [this] { canvas_->setPlaying(!canvas_->isPlaying()); }, this)),
      own_(experiment ? &OwnBelt::of(*experiment) : nullptr),
      isFull_(kind == BeltCanvas::Size::Full) {
    play_->setObjectName(QStringLiteral("belt-play"));
    setTitle(QStringLiteral(" "));  // it has a header
    if (own_) makeSwitch();
    addHeaderWidget(play_);
    if (isFull_) {
        addHeaderWidget(makeIconButton(
            theme.icon(QStringLiteral("step")), tr("Read the next number"), this,
            [this] {
                canvas_->setPlaying(false);
                canvas_->step();
            },
            this));
        auto* paces = new Segments({tr("½ s"), tr("2 s")}, this);
        paces->setCompact(true);
        paces->setCurrent(0);
        paces->setToolTip(tr("Time from step to step"));
        paces->setAccessibleName(tr("Time from step to step"));
        connect(paces, &Segments::chosen, this, [this](int index) { canvas_->setPace(kPaces[index]); });
        addHeaderWidget(paces);
    } else {
        addHeaderWidget(makeIconButton(theme.icon(QStringLiteral("full")), tr("Shows all of it, in Learn"), this,
                                       &BeltCard::fullAsked, this));
    }
    setBodyPadding(0);
    problem_ = makeLabel({}, "error", this);
    problem_->setObjectName(QStringLiteral("belt-problem"));
    problem_->setWordWrap(true);
    problem_->setContentsMargins(12, 0, 12, 4);
    body()->addWidget(problem_);
    body()->addWidget(canvas_, 1);
    canvas_->setInvites(!isFull_ || !preferences.window(kMet, false).toBool());
    connect(canvas_, &BeltCanvas::touched, this, [this] {
        preferences_.setWindow(kMet, true);
        if (isFull_) canvas_->setInvites(false);
    });
    connect(canvas_, &BeltCanvas::playingChanged, this, [this](bool on) {
        preferences_.setWindow(kPaused, !on);
        showPlaying();
    });
    showPlaying();
    showSeries();
}

void BeltCard::makeSwitch() {
    setAcceptDrops(true);
    again_ = makeIconButton(
        theme_.icon(QStringLiteral("reset")), tr("Untrained again, then the training once more"), this,
        [this] { own_->trainAgain(); }, this);
    again_->setObjectName(QStringLiteral("belt-again"));
    addHeaderWidget(again_);
    series_ = new Segments({tr("Sine mix"), tr("My series")}, this);
    series_->setObjectName(QStringLiteral("belt-series"));
    series_->setAccessibleName(tr("What the network reads"));
    series_->setCompact(true);
    addHeaderWidget(series_);
    connect(series_, &Segments::chosen, this, [this](int index) { own_->choose(index == 1); });
    connect(own_, &OwnBelt::changed, this, &BeltCard::showSeries);
    connect(own_, &OwnBelt::framed, this, &BeltCard::showFrame);
}

bool BeltCard::isStill() const { return style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0; }

/// What stands on the belt, and what is said of it.
void BeltCard::showSeries() {
    const bool isOwn = own_ && own_->isChosen();
    if (isOwn != isOwn_ || (isOwn && own_->round() != round_)) {
        canvas_->setBelt(isOwn ? own_->file() : shippedBelt());
        share_ = 0;
    }
    isOwn_ = isOwn;
    if (own_) round_ = own_->round();
    if (own_) {
        const QString name = own_->name(), why = own_->whyNot();
        series_->setText(1, own_->isOpened() ? fontMetrics().elidedText(name, Qt::ElideMiddle,
                                                                        qRound(kNameWidth * theme_.textScale()))
                                             : tr("My series"));
        series_->setSegmentEnabled(1, why.isEmpty(), why);
        series_->setToolTip(
            tr("What the network reads: the series it ships with, or the one that is open, %1. Drop a file here to "
               "put it on the belt.")
                .arg(name));
        series_->setCurrent(isOwn ? 1 : 0);
        again_->setVisible(isOwn && own_->errors());
        problem_->setText(own_->problem());
    }
    problem_->setVisible(!problem_->text().isEmpty());
    showFrame();
    Q_EMIT errorsChanged();
}

/// Who wants no motion sees the training's two ends.
void BeltCard::showFrame() {
    const double share = isOwn_ ? own_->share() : 0;
    if (share != share_ && (share == 1 || !isStill())) {
        canvas_->useNetwork(own_->file().network);
        if (share == 1 && !canvas_->isTouched()) canvas_->seekMoment();
        share_ = share;
    }
    setTitle(isFull_ ? tr("A network is reading, one number at each step")
                     : tr("A small LSTM is reading. Put your hand on a valve."),
             about());
}

QString BeltCard::about() const {
    const int units = static_cast<int>(canvas_->belt().units());
    if (!isOwn_) return isFull_ ? tr("sine mix, hourly; LSTM of %n units, trained", nullptr, units) : QString();
    QString state = tr("untrained");
    if (own_->errors())
        state = tr("trained in %1 s").arg(own_->seconds(), 0, 'f', 1);
    else if (own_->share() > 0)
        state = tr("training, %1 %").arg(qRound(100 * own_->share()));
    return isFull_ ? tr("%1; LSTM of %n units, %2", nullptr, units).arg(own_->name(), state) : state;
}

void BeltCard::showPlaying() {
    const bool on = canvas_->isPlaying();
    play_->setIcon(theme_.icon(on ? QStringLiteral("pause") : QStringLiteral("play")));
    play_->setToolTip(on ? tr("Pause (Space in the drawing)") : tr("Read on (Space in the drawing)"));
    play_->setAccessibleName(play_->toolTip());
}

/// The start page and Learn have one each.
void BeltCard::showEvent(QShowEvent* event) {
    Card::showEvent(event);
    canvas_->setPlaying(!preferences_.window(kPaused, isStill()).toBool());
    if (own_) own_->setSeen(this, true);
}

void BeltCard::hideEvent(QHideEvent* event) {
    Card::hideEvent(event);
    if (own_ && !event->spontaneous()) own_->setSeen(this, false);
}

void BeltCard::dragEnterEvent(QDragEnterEvent* event) {
    if (own_ && !fileOf(*event->mimeData()).isEmpty()) return event->acceptProposedAction();
    event->ignore();
}

void BeltCard::dropEvent(QDropEvent* event) {
    const QString file = fileOf(*event->mimeData());
    if (file.isEmpty()) return event->ignore();
    preferences_.addRecentFile(file);
    own_->open(file);
    event->acceptProposedAction();
}

QString BeltCard::errorText() const {
    if (!isOwn_) {
        static const BeltErrors kErrors = measureBelt(shippedBelt());
        const BeltFile& file = shippedBelt();
        return tr("%1 units, %2 hours ahead: test error %3; repeating the day before %4.")
            .arg(file.network.units)
            .arg(file.network.horizon)
            .arg(kErrors.network, 0, 'f', 2)
            .arg(kErrors.dayBefore, 0, 'f', 2);
    }
    const BeltNetwork& network = own_->file().network;
    const auto& errors = own_->errors();
    if (!errors) return tr("%1 units, %2 steps ahead, not trained yet.").arg(network.units).arg(network.horizon);
    const QString figures = tr("%1 units, %2 steps ahead: test error %3; repeating the last %2 numbers %4.")
                                .arg(QString::number(network.units), QString::number(network.horizon),
                                     formatNumber(errors->network, 3), formatNumber(errors->dayBefore, 3));
    return errors->network < errors->dayBefore ? figures
                                               : figures + QLatin1Char(' ') + tr("It has not learned this series.");
}

}  // namespace gatelab
