// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/chosen_row_note.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "device/row_choices.h"
#include "device/row_words.h"
#include "runs/run_view.h"
#include "widgets/button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/layouts.h"

#include <QVBoxLayout>

namespace gatelab {

namespace {

/// The newest choice; null: the run has none.
const Phrase* chosenRow(const RunView& run) {
    for (auto event = run.events.rbegin(); event != run.events.rend(); ++event)
        if (const auto* marker = event->as<RunMarker>(); marker != nullptr && tellsChosenRow(marker->text))
            return &marker->text;
    return nullptr;
}

}  // namespace

ChosenRowNote::ChosenRowNote(QWidget* parent)
    : QWidget(parent),
      how_(new WrappedLabel("note")),
      again_(makeButton({}, tr("Measure again"), this, &ChosenRowNote::forget)),
      job_(new BackgroundJob(this)) {
    how_->setObjectName(QStringLiteral("chosen-row"));
    again_->setObjectName(QStringLiteral("measure-again"));
    again_->setToolTip(
        tr("Forgets what was measured of the implementations on this GPU: the next run that leaves the "
           "choice open measures anew, in a second or so."));
    makeColumn(this, {}, 4, {how_, {again_, 0, Qt::AlignLeft}});
    hide();
}

void ChosenRowNote::showRun(const RunView& run) {
    const Phrase* how = chosenRow(run);
    setVisible(how != nullptr);
    if (how == nullptr || how_->fullText() == translated(*how)) return;
    how_->setFullText(translated(*how));
    again_->setEnabled(true);
    again_->setText(tr("Measure again"));
}

void ChosenRowNote::forget() {
    again_->setEnabled(false);
    job_->run<Result<>>(
        [](const Progress&) {
            rowChoices().forget();
            return Result<>();
        },
        [this](const Result<>&) { again_->setText(tr("The next run measures")); });
}

}  // namespace gatelab
