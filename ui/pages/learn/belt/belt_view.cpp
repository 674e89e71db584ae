// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/belt/belt_view.h"

#include "common/preferences.h"
#include "pages/learn/belt/belt_card.h"
#include "pages/learn/stage/lesson_numbers.h"
#include "widgets/button.h"
#include "widgets/layouts.h"

#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace gatelab {

BeltView::BeltView(Theme& theme, Preferences& preferences, ExperimentModel& experiment, const QString& language,
                   const std::vector<Lesson>& lessons, std::function<bool(const std::string&)> isDone, QWidget* parent)
    : LearnView(parent),
      theme_(theme),
      language_(language),
      lessons_(lessons),
      isDone_(std::move(isDone)),
      card_(new BeltCard(theme, preferences, BeltCanvas::Size::Full, &experiment, this)) {
    connect(card_, &BeltCard::errorsChanged, this, [this] {
        if (error_) error_->setText(card_->errorText());
    });
    card_->body()->setSpacing(0);
    card_->body()->addWidget(makeLine(card_));
    makeColumn(this, {}, 0, {{card_, 1}});
}

/// What was done meanwhile has its check.
void BeltView::showEvent(QShowEvent* event) {
    if (row_) row_->hide(), row_->deleteLater();
    row_ = makeLessons();
    card_->body()->addWidget(row_);
    LearnView::showEvent(event);
}

QWidget* BeltView::makeLessons() {
    auto* box = new QWidget;
    auto* row = makeRow(box, {24, 8, 12, 8}, 6);
    error_ = makeLabel(card_->errorText(), "note", box);
    error_->setObjectName(QStringLiteral("belt-error"));
    error_->setWordWrap(true);
    row->addLayout(
        makeColumn(nullptr, {}, 0,
                   {makeLabel(tr("%n lessons", nullptr, static_cast<int>(lessons_.size())), "name", box), error_}),
        1);
    const auto open = [this](const std::string& key) {
        Q_EMIT placeAsked({QStringLiteral("learn"), QStringLiteral("lessons"), {}, QString::fromStdString(key)});
    };
    const auto titleOf = [this](std::size_t i) {
        return QString::fromStdString(lessons_[i].title.in(language_.toStdString()));
    };
    std::size_t next = lessons_.size();
    for (std::size_t i = 0; i < lessons_.size(); ++i) {
        const bool isDone = isDone_ && isDone_(lessons_[i].key);
        if (!isDone) next = std::min(next, i);
        auto* number = new LessonNumber(theme_, static_cast<int>(i + 1), titleOf(i), isDone, false, box);
        number->setToolTip(titleOf(i) + QLatin1Char('\n') +
                           QString::fromStdString(lessons_[i].question.in(language_.toStdString())));
        connect(number, &QAbstractButton::clicked, this, [open, key = lessons_[i].key] { open(key); });
        row->addWidget(number);
    }
    if (lessons_.empty()) return box;
    if (next == lessons_.size()) next = 0;  // all are done
    auto* first = makeButton(
        theme_.icon(QStringLiteral("chevron-right"), Ink::OnFill), tr("Lesson %1: %2").arg(next + 1).arg(titleOf(next)),
        this, [open, key = lessons_[next].key] { open(key); }, box);
    first->setObjectName(QStringLiteral("next-lesson"));
    first->setProperty("primary", true);
    first->setLayoutDirection(Qt::RightToLeft);
    row->addSpacing(6);
    row->addWidget(first);
    return box;
}

}  // namespace gatelab
