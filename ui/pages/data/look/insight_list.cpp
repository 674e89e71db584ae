// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/look/insight_list.h"

#include "common/texts.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/layouts.h"

#include <QLabel>

#include <utility>

namespace gatelab {

namespace {
constexpr int kIcon = 14, kAir = 4;
}

InsightList::InsightList(Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    makeColumn(this, {12, 8, 12, 8}, 4);
    setAccessibleName(tr("What it means"));
    connect(&theme, &Theme::changed, this, &InsightList::fill);
}

void InsightList::setInsights(Insights insights) {
    insights_ = std::move(insights);
    fill();
}

void InsightList::fill() {
    auto* column = static_cast<QVBoxLayout*>(layout());
    while (QLayoutItem* item = column->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();  // its own button may have asked for this
        delete item;
    }
    setVisible(!insights_.empty());
    for (const Insight& insight : insights_) {
        const bool isGood = insight.tone == Insight::Tone::Good, isCaution = insight.tone == Insight::Tone::Caution;
        auto* line = new QWidget(this);
        auto* icon = new QLabel(line);
        icon->setPixmap(theme_
                            .icon(isGood      ? QStringLiteral("done")
                                  : isCaution ? QStringLiteral("warn")
                                              : QStringLiteral("info"),
                                  isGood      ? theme_.palette().success
                                  : isCaution ? theme_.palette().warning
                                              : theme_.palette().muted)
                            .pixmap(kIcon, kIcon));
        auto* text = makeLabel(translated(insight.text), isCaution ? "name" : "", line);
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        // As wide as it is long, so that its link stands behind it; broken only where there is no room.
        text->ensurePolished();
        text->setMaximumWidth(text->fontMetrics().horizontalAdvance(text->text()) + kAir);
        auto* row = makeRow(line, {}, 8, {icon, {text, 1000}});
        if (!insight.action.empty()) {
            auto* button = makeButton(
                {}, translated(insight.action), this, [this, insight] { Q_EMIT asked(insight); }, line);
            button->setFlat(true);
            button->setProperty("link", true);
            row->addWidget(button);
        }
        row->addStretch(1);
        column->addWidget(line);
    }
}

}  // namespace gatelab
