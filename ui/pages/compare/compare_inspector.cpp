// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/compare_inspector.h"

#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QLabel>

#include <initializer_list>
#include <utility>

namespace gatelab {

CompareInspector::CompareInspector(QWidget* parent)
    : QWidget(parent), headline_(makeLabel({}, "figure")), text_(new WrappedLabel) {
    headline_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    makeColumn(this, {12, 8, 12, 12}, 8, {headline_, text_, spring()});
    showNothing();
}

void CompareInspector::showNothing() {
    for (QWidget* widget : std::initializer_list<QWidget*>{headline_, text_}) widget->hide();
}

void CompareInspector::showMemory(const QStringList& findings) {
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
