// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/belt/belt_card.h"

#include "common/preferences.h"
#include "widgets/button.h"
#include "widgets/segments.h"

#include <QStyle>

namespace gatelab {

namespace {

const QString kPaused = QStringLiteral("beltPaused"), kMet = QStringLiteral("beltMet");
constexpr int kPaces[] = {500, 2000};

}  // namespace

BeltCard::BeltCard(Theme& theme, Preferences& preferences, BeltCanvas::Size kind, QWidget* parent)
    : Card({}, {}, parent),
      theme_(theme),
      preferences_(preferences),
      canvas_(new BeltCanvas(theme, kind, this)),
      play_(makeIconButton(
          {}, {}, this, [this] { canvas_->setPlaying(!canvas_->isPlaying()); }, this)) {
    const bool isFull = kind == BeltCanvas::Size::Full;
    setTitle(isFull ? tr("A network is reading, one number at each step")
                    : tr("A small LSTM is reading. Put your hand on a valve."),
             isFull
                 ? tr("sine mix, hourly; LSTM of %n units, trained", nullptr, static_cast<int>(canvas_->belt().units()))
                 : QString());
    play_->setObjectName(QStringLiteral("belt-play"));
    addHeaderWidget(play_);
    if (isFull) {
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
    body()->addWidget(canvas_, 1);
    canvas_->setInvites(!isFull || !preferences.window(kMet, false).toBool());
    connect(canvas_, &BeltCanvas::touched, this, [this, isFull] {
        preferences_.setWindow(kMet, true);
        if (isFull) canvas_->setInvites(false);
    });
    connect(canvas_, &BeltCanvas::playingChanged, this, [this](bool on) {
        preferences_.setWindow(kPaused, !on);
        showPlaying();
    });
    showPlaying();
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
    const bool isStill = style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
    canvas_->setPlaying(!preferences_.window(kPaused, isStill).toBool());
}

QString beltErrorText() {
    static const BeltErrors kErrors = measureBelt(shippedBelt());
    const BeltFile& file = shippedBelt();
    return BeltCard::tr("%1 units, %2 hours ahead: test error %3; repeating the day before %4.")
        .arg(file.network.units)
        .arg(file.network.horizon)
        .arg(kErrors.network, 0, 'f', 2)
        .arg(kErrors.dayBefore, 0, 'f', 2);
}

}  // namespace gatelab
