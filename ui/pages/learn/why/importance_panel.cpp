// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/why/importance_panel.h"

#include "common/texts.h"
#include "pages/learn/why/explanations.h"
#include "pages/learn/why/importance_bars.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/thin_progress.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr ImportanceRow::Kind kKinds[] = {ImportanceRow::Kind::Column, ImportanceRow::Kind::Group,
                                          ImportanceRow::Kind::Steps};

QString partName(WindowPart part) {
    return part == WindowPart::Train        ? ImportancePanel::tr("training part")
           : part == WindowPart::Validation ? ImportancePanel::tr("validation part")
                                            : ImportancePanel::tr("test part");
}

}  // namespace

ImportancePanel::ImportancePanel(Theme& theme, Explanations& explanations, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      explanations_(&explanations),
      button_(makeButton(QIcon(), {}, this, &ImportancePanel::measure)),
      progress_(new ThinProgress),
      note_(new WrappedLabel("note")),
      soWhat_(new WrappedLabel) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(8);
    button_->setObjectName(QStringLiteral("measure-importance"));
    soWhat_->setObjectName(QStringLiteral("importance-so-what"));
    for (QWidget* widget : std::initializer_list<QWidget*>{note_, button_, progress_, soWhat_})
        column->addWidget(widget);
    const QString titles[] = {tr("By column"), tr("Columns that go together"), tr("By step")};
    for (int i = 0; i < 3; ++i) {
        titles_[i] = makeLabel(titles[i], "section");
        bars_[i] = new ImportanceBars(theme);
        column->addWidget(titles_[i]);
        column->addWidget(bars_[i]);
    }
    titles_[1]->setToolTip(tr("|r| from 0.7 on over the training windows: alone, one stands in for the other"));
    column->addStretch();
    connect(explanations_, &Explanations::importanceProgressed, progress_,
            [this](double share) { progress_->setValue(qRound(100 * share)); });
    connect(explanations_, &Explanations::importanceChanged, this, &ImportancePanel::refresh);
    connect(theme_, &Theme::changed, this, &ImportancePanel::refresh);
    refresh();
}

void ImportancePanel::setPart(WindowPart part) {
    part_ = part;
    refresh();
}

void ImportancePanel::measure() {
    if (explanations_->isMeasuring()) return explanations_->stopImportance();
    ImportanceQuestion question;
    question.part = part_;
    progress_->setValue(0);
    explanations_->askImportance(question);
}

void ImportancePanel::refresh() {
    const bool measures = explanations_->isMeasuring();
    const auto& answer = explanations_->importance();
    button_->setText(measures ? tr("Stop") : answer ? tr("Measure again") : tr("Measure what matters"));
    button_->setEnabled(explanations_->isOpen());
    progress_->setVisible(measures);
    soWhat_->setVisible(answer != nullptr);
    if (answer) note_->setToolTip(tr("Measured with %1").arg(translated(answer->weights.what)));
    if (answer)
        note_->setFullText(
            tr("How many times the error (%1 %2) is as large when this is exchanged among %3 windows of the %4: mean "
               "and 95 % interval of %n shuffle(s). 1: it does not matter.",
               nullptr, static_cast<int>(answer->question.shuffles))
                .arg(answer->isEntropy ? tr("cross entropy") : tr("mean squared"), formatNumber(answer->error, 3),
                     formatCount(answer->looked), partName(answer->question.part)));
    else if (!explanations_->importanceRefusal().isEmpty())
        note_->setFullText(explanations_->importanceRefusal());
    else
        note_->setFullText(tr("Each column, and each block of steps, is exchanged among the windows of the %1, five "
                              "times: where the forecasts get worse, it matters.")
                               .arg(partName(part_)));
    double most = 1.1;
    if (answer) {
        soWhat_->setFullText(translated(answer->soWhat()));
        for (const ImportanceRow& row : answer->rows)
            for (const double value : {row.ratio, row.high})
                if (std::isfinite(value)) most = std::max(most, value);
    }
    for (int i = 0; i < 3; ++i) {
        const auto rows = answer ? answer->of(kKinds[i]) : std::vector<const ImportanceRow*>();
        bars_[i]->setRows(rows, most);
        for (QWidget* widget : std::initializer_list<QWidget*>{titles_[i], bars_[i]}) widget->setVisible(!rows.empty());
    }
}

}  // namespace gatelab
