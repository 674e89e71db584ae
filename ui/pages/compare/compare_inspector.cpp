// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/compare_inspector.h"

#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QLabel>

#include <initializer_list>
#include <utility>

namespace gatelab {

CompareInspector::CompareInspector(Theme& theme, QWidget* parent)
    : QWidget(parent), headline_(makeLabel({}, "figure")), text_(new WrappedLabel), bars_(new BarList(theme)) {
    headline_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    makeColumn(this, {12, 8, 12, 12}, 8, {headline_, text_, bars_, spring()});
    showNothing();
}

void CompareInspector::showNothing() {
    for (QWidget* widget : std::initializer_list<QWidget*>{headline_, text_, bars_}) widget->hide();
}

void CompareInspector::showForecast(const QString& title, const QString& verdict, std::vector<BarList::Row> bars) {
    headline_->setText(bars.empty() ? tr("No scores yet") : title);
    for (QWidget* widget : std::initializer_list<QWidget*>{headline_, text_}) widget->show();
    text_->setFullText(verdict);
    bars_->setVisible(!bars.empty());
    bars_->setRows(std::move(bars));
}

void CompareInspector::showMemory(const QStringList& findings) {
    bars_->hide();
    for (QWidget* widget : std::initializer_list<QWidget*>{headline_, text_}) widget->show();
    headline_->setText(findings.isEmpty() ? tr("Not measured yet") : tr("What the study shows"));
    text_->setFullText(
        findings.isEmpty()
            ? tr("The study changes one factor of the present experiment at a time, trains each line for a few steps "
                 "and puts the highest memory beside its forecast. A line that would not fit into the free memory is "
                 "not tried.")
            : findings.join(QStringLiteral("\n\n")));
}

}  // namespace gatelab
