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

void CompareInspector::showFindings(const QStringList& findings, const QString& headline, const QString& before) {
    text_->show();
    headline_->setText(!headline.isEmpty() || !findings.isEmpty() ? headline : tr("Not measured yet"));
    headline_->setVisible(!headline_->text().isEmpty());
    text_->setFullText(findings.isEmpty() ? before : findings.join(QStringLiteral("\n\n")));
}

void CompareInspector::showLab(const QString& headline, const QStringList& findings) {
    showFindings(findings, headline,
                 tr("The lab trains each line for some hundred steps, several times in shuffled order, and tells what "
                    "each switch is worth for this "
                    "experiment on this machine. A number is only claimed where its interval, at 95 % for all lines "
                    "together, leaves 1 out."));
}

void CompareInspector::showMemory(const QStringList& findings) {
    showFindings(
        findings, findings.isEmpty() ? QString() : tr("What the study shows"),
        tr("The study changes one factor of the present experiment at a time, trains each line for a few steps and "
           "puts the highest memory beside its forecast. A line that would not fit into the free memory is not "
           "tried."));
}

}  // namespace gatelab
