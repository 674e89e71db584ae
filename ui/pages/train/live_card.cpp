// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/live_card.h"

#include "charts/line_chart.h"
#include "common/texts.h"
#include "models/chart_table.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/elided_label.h"
#include "widgets/layouts.h"
#include "widgets/segments.h"

#include <QToolButton>

namespace gatelab {

namespace {

/// The lower plot has the labels of x below it: with these shares both are about as high.
constexpr int kUpperShare = 10, kLowerShare = 11;
constexpr int kWide = 560, kLetter = 16;  ///< px: with the unit beside the tabs, at letters of this height

}  // namespace

LiveCard::LiveCard(Theme& theme, QWidget* parent)
    : QFrame(parent),
      tabs_(new Segments({tr("Throughput"), tr("Error by step"), tr("Rate"), tr("Gradient"), tr("Gates")}, this)),
      unit_(new ElidedLabel({}, Qt::ElideRight, this)),
      line_(makeLine(this)) {
    setProperty("card", true);
    setAccessibleName(tr("Live charts"));
    tabs_->setAccessibleName(tr("Which chart is above the memory"));
    tabs_->setCompact(true);
    tabs_->setFolding();
    for (auto* tab : tabs_->findChildren<QToolButton*>()) setStyleProperty(tab, "dense", true);
    tabs_->setCurrent(0);
    unit_->setProperty("role", "unit");
    auto* full = makeIconButton(
        theme.icon(QStringLiteral("full"), Ink::Muted), tr("Full size (F11)"), this,
        [this] { Q_EMIT fullSizeRequested(); }, this);
    full->setProperty("compact", true);
    head_ = makeRow(nullptr, {12, 8, 8, 2}, 8, {tabs_, unit_, spring(1), full});
    column_ = makeColumn(this, {1, 1, 1, 1}, 0, {head_, line_});
    connect(tabs_, &Segments::chosen, this, [this](int index) {
        showUnit();
        Q_EMIT chosen(keys().value(index));
    });
    showUnit();
}

QStringList LiveCard::keys() {
    return {QStringLiteral("throughput"), QStringLiteral("step-error"), QStringLiteral("learning-rate"),
            QStringLiteral("gradient"), QStringLiteral("layer-saturation")};
}

QString LiveCard::current() const { return keys().value(tabs_->current()); }

bool LiveCard::setCurrent(const QString& key) {
    const qsizetype index = keys().indexOf(key);
    if (index < 0) return false;
    tabs_->setCurrent(static_cast<int>(index));
    showUnit();
    return true;
}

void LiveCard::setCharts(LineChart* upper, LineChart* memory) {
    if (column_->indexOf(upper) < 0) column_->insertWidget(column_->indexOf(line_), upper, kUpperShare);
    if (column_->indexOf(memory) < 0) column_->addWidget(memory, kLowerShare);
    setTabOrder(tabs_, upper);
    setTabOrder(upper, memory);
}

void LiveCard::addTool(QWidget* widget) { head_->insertWidget(head_->count() - 1, widget); }

void LiveCard::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    showUnit();
}

void LiveCard::showUnit() {
    const ChartRow* row = findChartRow(current().toStdString());
    // In a narrow card the room is the tabs'; the legend says the unit of what has one.
    const bool isShown = row && width() >= kWide * fontMetrics().height() / kLetter;
    unit_->setFullText(isShown ? translated(row->unit) : QString());
    unit_->setVisible(isShown);
}

}  // namespace gatelab
