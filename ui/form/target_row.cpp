// SPDX-License-Identifier: GPL-3.0-or-later
#include "form/target_row.h"

#include "app/experiment_plan.h"
#include "common/list_text.h"
#include "common/texts.h"
#include "config/setting_predicates.h"
#include "data/many/many_series.h"
#include "data/recipe/categories.h"
#include "runs/column_uses.h"
#include "runs/experiment_model.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/list_box.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>
#include <set>

namespace gatelab {

namespace {
constexpr int kMargin = 4, kGap = 6, kLeastWidth = 200, kNameWidth = 84;  // px
constexpr int kSeveral = -1;  ///< of the entry that names several targets at once
}  // namespace

TargetRow::TargetRow(Theme& theme, ExperimentModel& experiment, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      experiment_(experiment),
      box_(new ListBox(this)),
      reason_(new WrappedLabel("note", this)) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(kMargin, 3, kMargin, 3);
    grid->setHorizontalSpacing(kGap);
    grid->setVerticalSpacing(1);
    grid->setColumnStretch(1, 1);
    auto* name = makeLabel(tr("Target"), "name", this);
    name->setMinimumWidth(qRound(kNameWidth * theme.textScale()));
    grid->addWidget(name, 0, 0);
    box_->setAccessibleName(tr("Target"));
    box_->setToolTip(tr("What is forecast; another column is a click away"));
    box_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    grid->addWidget(box_, 0, 1);
    grid->addWidget(reason_, 1, 0, 1, 2);
    connect(box_, &QComboBox::activated, this, &TargetRow::take);
    hide();
}

void TargetRow::setLine(const PlanLine* suggested) {
    const auto data = experiment_.dataset();
    const ExperimentConfig& config = experiment_.config();
    const bool isChoice = data && data->series && data->series->channels.size() > 1 && isForecast(config);
    setVisible(isChoice);
    if (!isChoice) return;
    fill();
    const bool isSuggested = suggested != nullptr && suggested->state == PlanLine::State::Suggested;
    const std::string& last = data->series->channels.back().name;
    const bool isLast = config.targets.empty() || config.targets == std::vector{last};
    isOwn_ = suggested != nullptr ? !isSuggested : !isLast;
    reason_->setFullText(isSuggested ? translated(suggested->reason)
                         : isOwn_    ? tr("chosen by hand")
                                     : tr("the last column, as nothing else was said"));
    update();
}

QString TargetRow::reason() const { return reason_->fullText(); }

/// Columns that can be forecast; what is forecast now is the one that is shown.
void TargetRow::fill() {
    const Series& series = *experiment_.dataset()->series;
    const std::vector<ColumnUse> uses = columnUses(series, experiment_.config());
    const std::set<std::size_t> words = wordChannels(series);
    QStringList targets;
    int now = kSeveral;
    const QSignalBlocker quiet(box_);
    box_->clear();
    for (const std::size_t channel : shownOrder(series, uses)) {
        const QString name = fromUtf8(series.channels[channel].name);
        if (uses[channel].target) targets << name, now = static_cast<int>(channel);
        if (series.channels[channel].name == kSeriesNumber || (words.contains(channel) && !uses[channel].target))
            continue;
        box_->addItem(name, static_cast<int>(channel));
    }
    if (targets.size() > 1) box_->insertItem(0, listText(targets), kSeveral), now = kSeveral;
    box_->setCurrentIndex(std::max(0, box_->findData(now)));
}

void TargetRow::take(int index) {
    const int channel = box_->itemData(index).toInt();
    const auto data = experiment_.dataset();
    if (channel < 0 || !data || !data->series) return;
    ExperimentConfig config = experiment_.config();
    takeTarget(config, *data->series, static_cast<std::size_t>(channel), false);
    if (config != experiment_.config()) experiment_.replace(config, tr("Target"));
}

QSize TargetRow::minimumSizeHint() const {
    const QSize least = QWidget::minimumSizeHint();
    return {std::min(least.width(), qRound(kLeastWidth * theme_.textScale())), least.height()};
}

void TargetRow::paintEvent(QPaintEvent*) {
    if (!isOwn_) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme_.palette().infoTint);
    painter.drawRoundedRect(rect(), 4, 4);
}

}  // namespace gatelab
