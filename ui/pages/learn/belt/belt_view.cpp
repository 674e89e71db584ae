// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/belt/belt_view.h"

#include "common/preferences.h"
#include "pages/learn/belt/belt_card.h"
#include "widgets/button.h"
#include "widgets/layouts.h"

#include <QLabel>

namespace gatelab {

BeltView::BeltView(Theme& theme, Preferences& preferences, const QString& language, const std::vector<Lesson>& lessons,
                   QWidget* parent)
    : LearnView(parent), card_(new BeltCard(theme, preferences, BeltCanvas::Size::Full, this)) {
    card_->body()->setSpacing(0);
    card_->body()->addWidget(makeLine(card_));
    card_->body()->addWidget(makeLessons(theme, language, lessons));
    makeColumn(this, {}, 0, {{card_, 1}});
}

QWidget* BeltView::makeLessons(Theme& theme, const QString& language, const std::vector<Lesson>& lessons) {
    auto* box = new QWidget;
    auto* row = makeRow(box, {24, 8, 12, 8}, 6);
    QLabel* error = makeLabel(beltErrorText(), "note", box);
    error->setWordWrap(true);
    row->addLayout(
        makeColumn(nullptr, {}, 0,
                   {makeLabel(tr("%n lessons", nullptr, static_cast<int>(lessons.size())), "name", box), error}),
        1);
    const auto open = [this](const std::string& key) {
        Q_EMIT placeAsked({QStringLiteral("learn"), QStringLiteral("lessons"), {}, QString::fromStdString(key)});
    };
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        const QString title = QString::fromStdString(lessons[i].title.in(language.toStdString()));
        auto* button = makeButton(
            {}, QString::number(i + 1), this, [open, key = lessons[i].key] { open(key); }, box);
        button->setProperty("compact", true);
        named(button, tr("Lesson %1: %2").arg(i + 1).arg(title),
              title + QLatin1Char('\n') + QString::fromStdString(lessons[i].question.in(language.toStdString())));
        row->addWidget(button);
    }
    if (lessons.empty()) return box;
    auto* first = makeButton(
        theme.icon(QStringLiteral("chevron-right"), Ink::OnFill),
        tr("Lesson %1: %2").arg(1).arg(QString::fromStdString(lessons.front().title.in(language.toStdString()))), this,
        [open, key = lessons.front().key] { open(key); }, box);
    first->setProperty("primary", true);
    first->setLayoutDirection(Qt::RightToLeft);
    row->addSpacing(6);
    row->addWidget(first);
    return box;
}

}  // namespace gatelab
