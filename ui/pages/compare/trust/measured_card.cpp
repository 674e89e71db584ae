// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/trust/measured_card.h"

#include "common/background_job.h"
#include "common/texts.h"
#include "runs/run_actions.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/fold_button.h"
#include "widgets/labels/wrapped_label.h"
#include "widgets/thin_progress.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr int kSteps = 1000;

}  // namespace

MeasuredCard::MeasuredCard(Theme& theme, RunController& runs, const QString& title, QWidget* parent)
    : QWidget(parent),
      theme_(&theme),
      runs_(&runs),
      job_(new BackgroundJob(this)),
      reading_(new BackgroundJob(this)),
      fold_(new FoldButton(theme, title)),
      note_(new WrappedLabel("note")),
      progress_(new ThinProgress),
      content_(new QWidget) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(4);
    outer->addWidget(fold_, 0, Qt::AlignLeft);
    outer->addWidget(content_);
    column_ = new QVBoxLayout(content_);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(6);
    content_->hide();
    progress_->setRange(0, kSteps);
    button_ = makeButton({}, {}, this, [this] { running() ? stop() : start(); });
    connect(fold_, &QToolButton::toggled, this, &MeasuredCard::unfold);
    connect(&runs_->measurements(), &Measurements::changed, this, [this] { showState(); });
    connect(job_, &BackgroundJob::progressed, this,
            [this](double share) { progress_->setValue(static_cast<int>(std::lround(share * kSteps))); });
}

void MeasuredCard::unfold(bool on) {
    content_->setVisible(on);
    if (on) readKept(), showAll();
}

void MeasuredCard::setOpen(bool on) { fold_->setChecked(on); }
bool MeasuredCard::isOpen() const { return fold_->isChecked(); }

void MeasuredCard::showRun(const RunSummary* run) {
    setVisible(run != nullptr && hasEnded(run->state) && suits(*run));
    const std::string id = run != nullptr ? run->id : std::string();
    summary_ = run != nullptr ? std::optional(*run) : std::nullopt;
    if (id == run_) return;
    run_ = id;
    forget();
    if (isOpen()) readKept(), showAll();
}

void MeasuredCard::ask(const QString& what,
                       std::function<void(const RunSummary& run, Measurements::Lease lease)> work) {
    runs_->measurements().begin(
        this, {what, Yielding::ToTraining, [this] { stop(); }},
        [run = *summary_, work = std::move(work)](Measurements::Lease lease) { work(run, std::move(lease)); });
    showState();
}

void MeasuredCard::stop() {
    if (stop_) *stop_ = true;
    showState();
}

MeasuredCard::Stop MeasuredCard::begin(const RunSummary& run) {
    setProblem(run.id, {});
    stop_ = std::make_shared<std::atomic<bool>>(false);
    return stop_;
}

void MeasuredCard::end(const Error* error) {
    stop_.reset();
    if (error != nullptr && error->code != ErrorCode::Cancelled) problem_ = translated(*error);
}

void MeasuredCard::setProblem(const std::string& run, const QString& text) {
    measured_ = run;
    problem_ = text;
}

bool MeasuredCard::canStart() const { return !running() && !runs_->measurements().held() && summary_.has_value(); }

void MeasuredCard::showButton(const QString& text) {
    progress_->setVisible(running());
    button_->setText(text);
    button_->setEnabled(running() ? !stop_->load() : canStart());
    button_->setToolTip(!running() && runs_->measurements().held() ? runs_->measurements().what() : QString());
}

void MeasuredCard::showNote(const QString& text) {
    const bool hasProblem = isOfShown() && !problem_.isEmpty() && !running();
    note_->setFullText(hasProblem ? problem_ : text);
    setStyleProperty(note_, "role", hasProblem ? "error" : "note");
}

}  // namespace gatelab
